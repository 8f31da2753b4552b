//! `invited_languages`: the languages of an invitation are documented as required, and as required
//! when `is_admin` is false. They are required here; an empty list is sent as one.

#[cfg(test)]
mod tests {
    use crate::Error;
    use crate::types::{ContributorInvitation, LanguageAccess};

    #[test]
    fn an_empty_list_is_sent_and_none_is_refused() -> Result<(), Error> {
        let invitation = || ContributorInvitation::builder().email("ann@example.com");
        let languages: [LanguageAccess; 0] = [];
        let admin = invitation().languages(languages).build()?;
        let sent = serde_json::to_value(&admin).unwrap_or_default();
        assert_eq!(sent["languages"], serde_json::json!([]));
        let refused = invitation().build().map_err(|error| error.to_string());
        assert!(refused.is_err_and(|reason| reason.contains("languages")));
        Ok(())
    }
}
