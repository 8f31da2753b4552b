//! `invited_contributor`: inviting takes a list and answers one contributor under `contributor`; a
//! list under `contributors` is read as well.

use crate::types::Contributor;

many_or_one! {
    /// The contributors that were added: one, as documented, or all.
    ContributorsInvitedResponse {
        /// The contributors.
        contributors or contributor: Contributor
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
