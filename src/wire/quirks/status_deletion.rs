//! `status_deletion`: the response to the deletion of a custom translation status has `deleted`, as
//! documented, or `custom_translation_status_deleted`, as observed.

use crate::types::CustomTranslationStatusDeletedResponse;

impl CustomTranslationStatusDeletedResponse {
    /// Whether the status was deleted, from either field; `None` if the response has neither.
    pub fn is_deleted(&self) -> Option<bool> {
        self.deleted.or(self.custom_translation_status_deleted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_name_is_read() -> serde_json::Result<()> {
        for (body, expected) in [
            (r#"{"deleted":true}"#, Some(true)),
            (r#"{"custom_translation_status_deleted":true}"#, Some(true)),
            (r#"{"custom_translation_status_deleted":0}"#, Some(false)),
            ("{}", None),
        ] {
            let response: CustomTranslationStatusDeletedResponse = serde_json::from_str(body)?;
            assert_eq!(response.is_deleted(), expected, "{body}");
        }
        Ok(())
    }
}
