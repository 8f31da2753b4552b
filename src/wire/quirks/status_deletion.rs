//! `status_deletion`: the deletion of a custom translation status answers `deleted`, as documented,
//! or `custom_translation_status_deleted`, as observed.

use crate::types::CustomTranslationStatusDeletedResponse;

impl CustomTranslationStatusDeletedResponse {
    /// Whether the status was deleted, under whichever name the answer has it; nothing where it has
    /// neither.
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
            let answer: CustomTranslationStatusDeletedResponse = serde_json::from_str(body)?;
            assert_eq!(answer.is_deleted(), expected, "{body}");
        }
        Ok(())
    }
}
