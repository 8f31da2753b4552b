// What `createKeyComments` answers: a list, or one comment.

package scenario;

import java.util.List;
import l10n.model.Comment;

public record CommentsCreated(List<Comment> comments, Comment comment) {
    /** The comments, in whichever variant they came. */
    public List<Comment> all() {
        return comment == null ? comments : List.of(comment);
    }
}
