//! `invited_contributor`: inviting takes a list and answers one contributor under `contributor`; a list under `contributors` is read as well.

use serde::{Deserialize, Serialize};

use crate::types::Contributor;

/// The contributors that were added: one, as documented, or all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Wire")]
#[non_exhaustive]
pub struct ContributorsInvitedResponse {
    /// Id of the project, without the branch that the request named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_id: Option<String>,
    /// The contributors.
    pub contributors: Vec<Contributor>,
}

#[derive(Deserialize)]
struct Wire {
    #[serde(default, deserialize_with = "crate::decode::lenient")]
    project_id: Option<String>,
    contributors: Option<Vec<Contributor>>,
    contributor: Option<Contributor>,
}

impl TryFrom<Wire> for ContributorsInvitedResponse {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        Ok(Self {
            project_id: wire.project_id,
            contributors: super::many_or_one(
                wire.contributors,
                wire.contributor,
                "`contributors` and `contributor`",
            )?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shapes_decode_alike() -> serde_json::Result<()> {
        let list: ContributorsInvitedResponse =
            serde_json::from_str(r#"{"project_id":"p.1","contributors":[{"user_id":7}]}"#)?;
        let single: ContributorsInvitedResponse =
            serde_json::from_str(r#"{"project_id":"p.1","contributor":{"user_id":7}}"#)?;
        assert_eq!(list, single);
        assert_eq!(list.contributors[0].user_id, 7);
        Ok(())
    }

    #[test]
    fn neither_shape_is_an_error() {
        assert!(
            serde_json::from_str::<ContributorsInvitedResponse>(r#"{"project_id":"p.1"}"#).is_err()
        );
    }
}
