//! `status_id_type`: the id of a custom translation status is an integer in responses, and text in
//! requests.

use crate::types::CustomTranslationStatus;

text_id! {
    /// Id of a custom translation status in a request. Converts from an integer, a status, or text.
    CustomTranslationStatusId
}

impl From<i64> for CustomTranslationStatusId {
    fn from(id: i64) -> Self {
        Self(id.to_string())
    }
}

impl From<&CustomTranslationStatus> for CustomTranslationStatusId {
    fn from(status: &CustomTranslationStatus) -> Self {
        status.status_id.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_integer_of_a_response_is_sent_as_text() -> serde_json::Result<()> {
        let status: CustomTranslationStatus = serde_json::from_str(r#"{"status_id":7101}"#)?;
        let id = CustomTranslationStatusId::from(&status);
        assert_eq!(serde_json::to_string(&id)?, r#""7101""#);
        assert_eq!(id, serde_json::from_str("7101")?);
        Ok(())
    }
}
