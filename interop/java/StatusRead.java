// What `getCustomTranslationStatus` and `updateCustomTranslationStatus` answer: one status, or a
// list.

package scenario;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import l10n.model.CustomTranslationStatus;

public record StatusRead(
        @JsonProperty("custom_translation_status") CustomTranslationStatus one,
        @JsonProperty("custom_translation_statuses") List<CustomTranslationStatus> list) {
    /** The status, in whichever variant it came. */
    public CustomTranslationStatus status() {
        return one == null ? list.get(0) : one;
    }
}
