//! `status_envelope`: reading a status answers it under `custom_translation_status`, or in a list
//! under `custom_translation_statuses`.

use serde::{Deserialize, Deserializer, Serialize};

use crate::types::CustomTranslationStatus;
use crate::wire::decode::{self, Object};
use crate::wire::schemas::json_schema_of;

/// The status that was read, whichever of the two documented shapes the service answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CustomTranslationStatusReadResponse {
    /// Id of the project, without the branch that the request named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_id: Option<String>,
    /// Name of the branch that the answer is about. Observed, not documented.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The status; of a list, the first one.
    pub custom_translation_status: CustomTranslationStatus,
}

impl<'de> Deserialize<'de> for CustomTranslationStatusReadResponse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decode::object(deserializer)
    }
}

impl<'de> Object<'de> for CustomTranslationStatusReadResponse {
    fn read<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Wire {
            #[serde(default, deserialize_with = "crate::wire::decode::lenient")]
            project_id: Option<String>,
            #[serde(default, deserialize_with = "crate::wire::decode::lenient")]
            branch: Option<String>,
            #[serde(default, deserialize_with = "crate::wire::decode::optional")]
            custom_translation_status: Option<CustomTranslationStatus>,
            // All or none: of a list whose first element is left out, another would be the first.
            #[serde(default, deserialize_with = "crate::wire::decode::optional")]
            custom_translation_statuses: Option<Vec<CustomTranslationStatus>>,
        }
        const NEITHER: &str =
            "no status under `custom_translation_status` or `custom_translation_statuses`";
        let wire = Wire::deserialize(fields)?;
        let status = wire
            .custom_translation_status
            .or_else(|| wire.custom_translation_statuses?.into_iter().next());
        Ok(Self {
            project_id: wire.project_id,
            branch: wire.branch,
            custom_translation_status: status.ok_or_else(|| serde::de::Error::custom(NEITHER))?,
        })
    }
}

json_schema_of!(CustomTranslationStatusReadResponse, |generator| {
    use crate::types::{CustomTranslationStatusListResponse, CustomTranslationStatusResponse};
    crate::wire::schemas::one_of::<
        CustomTranslationStatusResponse,
        CustomTranslationStatusListResponse,
    >(generator)
});

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
