// What `createContributors` answers: one contributor, or a list.

package scenario;

import java.util.List;
import l10n.model.Contributor;

public record ContributorsInvited(Contributor contributor, List<Contributor> contributors) {
    /** The contributors, in whichever variant they came. */
    public List<Contributor> all() {
        return contributor == null ? contributors : List.of(contributor);
    }
}
