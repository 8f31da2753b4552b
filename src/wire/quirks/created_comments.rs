//! `created_comments`: the response to new comments has a list in `comments`, or a single comment
//! in `comment`.

use crate::types::Comment;

many_or_one! {
    /// The added comments, from either variant of the response.
    CommentsCreatedResponse {
        /// The comments.
        comments or comment: Comment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_variants_decode_alike() -> serde_json::Result<()> {
        let list: CommentsCreatedResponse =
            serde_json::from_str(r#"{"project_id":"p.1","comments":[{"comment_id":7}]}"#)?;
        let single: CommentsCreatedResponse =
            serde_json::from_str(r#"{"project_id":"p.1","comment":{"comment_id":7}}"#)?;
        assert_eq!(list, single);
        assert_eq!(list.comments[0].comment_id, 7);
        Ok(())
    }

    #[test]
    fn neither_variant_is_an_error() {
        assert!(
            serde_json::from_str::<CommentsCreatedResponse>(r#"{"project_id":"p.1"}"#).is_err()
        );
    }
}
