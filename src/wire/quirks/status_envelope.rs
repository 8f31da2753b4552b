//! `status_envelope`: a custom translation status is in `custom_translation_status`, or in a list
//! in `custom_translation_statuses`.

use crate::types::CustomTranslationStatus;
use crate::wire::decode::{Decode, Reader, Result, deserialize, encoded};

/// The status, from either variant of the response.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CustomTranslationStatusReadResponse {
    /// Id of the project, without the branch of the request.
    pub project_id: Option<String>,
    /// Name of the branch. *Observed.*
    pub branch: Option<String>,
    /// The status; the first one of a list.
    pub custom_translation_status: CustomTranslationStatus,
}

impl Decode for CustomTranslationStatusReadResponse {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        let (mut project_id, mut branch, mut status) = (None, None, None);
        let start = reader.object(&mut |reader, name| {
            match name {
                "project_id" => project_id = Decode::decode(reader)?,
                "branch" => branch = Decode::decode(reader)?,
                "custom_translation_status" => status = Option::decode(reader)?.or(status.take()),
                // The first element that can be decoded may be another status.
                "custom_translation_statuses" => reader.array(&mut |reader| {
                    match status {
                        None => status = Some(Decode::decode(reader)?),
                        Some(_) => drop(reader.skip()?),
                    }
                    Ok(())
                })?,
                _ => drop(reader.skip()?),
            }
            Ok(())
        })?;
        Ok(Self {
            project_id,
            branch,
            custom_translation_status: reader.required(
                start,
                "custom_translation_status",
                status,
            )?,
        })
    }
}

deserialize!(CustomTranslationStatusReadResponse);
encoded! {
    CustomTranslationStatusReadResponse { custom_translation_status }
    optional { project_id, branch }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_variants_decode_alike() -> serde_json::Result<()> {
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
    fn neither_variant_is_an_error() {
        for body in ["{}", r#"{"custom_translation_statuses":[]}"#] {
            assert!(serde_json::from_str::<CustomTranslationStatusReadResponse>(body).is_err());
        }
    }
}
