//! `invited_contributor`: an invitation has a list, and its response one contributor in
//! `contributor`, or a list in `contributors`.

use crate::types::Contributor;

many_or_one! {
    /// The added contributors, from either variant of the response.
    ContributorsInvitedResponse {
        /// The contributors.
        contributors or contributor: Contributor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_variants_decode_alike() -> serde_json::Result<()> {
        let list: ContributorsInvitedResponse =
            serde_json::from_str(r#"{"project_id":"p.1","contributors":[{"user_id":7}]}"#)?;
        let single: ContributorsInvitedResponse =
            serde_json::from_str(r#"{"project_id":"p.1","contributor":{"user_id":7}}"#)?;
        assert_eq!(list, single);
        assert_eq!(list.contributors[0].user_id, 7);
        Ok(())
    }

    #[test]
    fn neither_variant_is_an_error() {
        assert!(
            serde_json::from_str::<ContributorsInvitedResponse>(r#"{"project_id":"p.1"}"#).is_err()
        );
    }
}
