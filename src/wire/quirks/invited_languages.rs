//! `invited_languages`: the languages of an invitation are documented both as required and as
//! required only if `is_admin` is false. They are an argument; an empty list is sent.

#[cfg(test)]
mod tests {
    use crate::types::{ContributorInvitation, LanguageAccess};

    #[test]
    fn an_empty_list_is_sent() -> serde_json::Result<()> {
        let languages: [LanguageAccess; 0] = [];
        let admin = ContributorInvitation::new("ann@example.com", languages);
        assert_eq!(serde_json::to_value(admin)?["languages"], serde_json::json!([]));
        Ok(())
    }
}
