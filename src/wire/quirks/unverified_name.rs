//! `unverified_name`: unverified translations have `is_unverified` and `is_fuzzy`; in older
//! responses only the latter.

use crate::types::Translation;

impl Translation {
    /// Whether the translation is unverified, from either field.
    pub fn is_unverified(&self) -> Option<bool> {
        self.is_unverified.or(self.is_fuzzy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_name_is_read_and_the_newer_one_wins() -> serde_json::Result<()> {
        for (body, expected) in [
            (r#"{"translation_id":1,"is_unverified":true,"is_fuzzy":true}"#, Some(true)),
            (r#"{"translation_id":1,"is_fuzzy":true}"#, Some(true)),
            (r#"{"translation_id":1,"is_unverified":false,"is_fuzzy":true}"#, Some(false)),
            (r#"{"translation_id":1}"#, None),
        ] {
            let translation: Translation = serde_json::from_str(body)?;
            assert_eq!(translation.is_unverified(), expected, "{body}");
        }
        Ok(())
    }
}
