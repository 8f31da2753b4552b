//! `created_comments`: adding comments answers a list under `comments`, or a single comment under `comment`.

use serde::{Deserialize, Serialize};

use crate::types::Comment;

/// The comments that were added, whichever of the two documented shapes the service answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Wire")]
#[non_exhaustive]
pub struct CommentsCreatedResponse {
    /// Id of the project, without the branch that the request named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_id: Option<String>,
    /// The comments.
    pub comments: Vec<Comment>,
}

#[derive(Deserialize)]
struct Wire {
    #[serde(default, deserialize_with = "crate::decode::lenient")]
    project_id: Option<String>,
    comments: Option<Vec<Comment>>,
    comment: Option<Comment>,
}

impl TryFrom<Wire> for CommentsCreatedResponse {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        Ok(Self {
            project_id: wire.project_id,
            comments: super::many_or_one(wire.comments, wire.comment, "`comments` and `comment`")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shapes_decode_alike() -> serde_json::Result<()> {
        let list: CommentsCreatedResponse =
            serde_json::from_str(r#"{"project_id":"p.1","comments":[{"comment_id":7}]}"#)?;
        let single: CommentsCreatedResponse =
            serde_json::from_str(r#"{"project_id":"p.1","comment":{"comment_id":7}}"#)?;
        assert_eq!(list, single);
        assert_eq!(list.comments[0].comment_id, 7);
        Ok(())
    }

    #[test]
    fn neither_shape_is_an_error() {
        assert!(
            serde_json::from_str::<CommentsCreatedResponse>(r#"{"project_id":"p.1"}"#).is_err()
        );
    }
}
