//! `status_envelope`: reading or updating a status answers it under `custom_translation_status`, or in a list under
//! `custom_translation_statuses`.

use serde::{Deserialize, Serialize};

use crate::types::CustomTranslationStatus;

/// The status that was read or updated, whichever of the two documented shapes the service answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Wire")]
#[non_exhaustive]
pub struct CustomTranslationStatusReadResponse {
    /// Id of the project, without the branch that the request named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_id: Option<String>,
    /// The status; of a list, the first one.
    pub custom_translation_status: CustomTranslationStatus,
}

#[derive(Deserialize)]
struct Wire {
    #[serde(default, deserialize_with = "crate::decode::lenient")]
    project_id: Option<String>,
    custom_translation_status: Option<CustomTranslationStatus>,
    custom_translation_statuses: Option<Vec<CustomTranslationStatus>>,
}

impl TryFrom<Wire> for CustomTranslationStatusReadResponse {
    type Error = &'static str;

    fn try_from(wire: Wire) -> Result<Self, &'static str> {
        let status = wire
            .custom_translation_status
            .or_else(|| wire.custom_translation_statuses?.into_iter().next());
        Ok(Self {
            project_id: wire.project_id,
            custom_translation_status: status.ok_or(
                "no status under `custom_translation_status` or `custom_translation_statuses`",
            )?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shapes_decode_alike() -> serde_json::Result<()> {
        let single: CustomTranslationStatusReadResponse = serde_json::from_str(
            r#"{"custom_translation_status":{"status_id":7,"title":"Done"}}"#,
        )?;
        let list: CustomTranslationStatusReadResponse = serde_json::from_str(
            r#"{"custom_translation_statuses":[{"status_id":7,"title":"Done"}]}"#,
        )?;
        assert_eq!(single, list);
        assert_eq!(single.custom_translation_status.status_id, 7);
        Ok(())
    }

    #[test]
    fn neither_shape_is_an_error() {
        for body in ["{}", r#"{"custom_translation_statuses":[]}"#] {
            assert!(serde_json::from_str::<CustomTranslationStatusReadResponse>(body).is_err());
        }
    }
}
