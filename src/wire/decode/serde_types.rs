//! Types of the caller, decoded by serde, and its errors without the values that they quote.

use serde::de::DeserializeOwned;

use super::Decode;
use super::reader::{Failure, Reader, Result, offset_of};

pub(crate) struct Serde<T>(pub(crate) T);

impl<T: DeserializeOwned> Decode for Serde<T> {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        let start = reader.start();
        let text = reader.skip()?;
        serde_json::from_str(text).map(Self).map_err(|error| {
            Box::new(Failure {
                at: start + offset_of(&error, text),
                reason: Some(without_values(&error.to_string()).unwrap_or_default()),
            })
        })
    }
}

/// Returns the reason of a JSON error without the values that it quotes. The names of missing
/// fields and expected types come from this crate or the caller.
pub(crate) fn without_values(reason: &str) -> Option<String> {
    let reason = reason.rfind(" at line ").map_or(reason, |end| &reason[..end]);
    let quoted = ["missing field `", "duplicate field `"];
    if quoted.iter().any(|start| reason.starts_with(start)) {
        return Some(reason.to_owned());
    }
    let came = reason.strip_prefix("invalid type: ");
    let came = came.or_else(|| reason.strip_prefix("invalid value: "));
    let kind = came.map(|came| {
        let value = came.find(['"', '`', ',']);
        came[..value.unwrap_or(came.len())].trim_end()
    });
    let is_mismatch = came.is_some() || reason.starts_with("unknown variant");
    let start = reason.rfind(", expected ").filter(|_| is_mismatch)?;
    let expected = &reason[start + ", expected ".len()..];
    Some(match kind {
        Some(kind) => format!("expected {expected}, found {kind}"),
        None => format!("expected {expected}"),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn reason<T: DeserializeOwned>(body: &str) -> Option<String> {
        let error = serde_json::from_str::<T>(body).err()?;
        without_values(&error.to_string())
    }

    #[test]
    fn reasons_quote_no_value() {
        #[derive(serde::Deserialize)]
        #[allow(dead_code, reason = "read, and never looked at")]
        struct Queued {
            process_id: String,
        }
        let reasons = [
            reason::<Queued>(r#"{"status":"queued"}"#),
            reason::<Queued>(r#"{"process_id":{"s3cret, expected x":"s3cret"}}"#),
            reason::<i64>(r#""s3cret, expected `s3cret`""#),
            reason::<i64>("3.5"),
            reason::<bool>(r#""s3cret, expected s3cret""#),
            reason::<Vec<u8>>("null"),
        ];
        let expected = [
            "missing field `process_id`",
            "expected a string, found map",
            "expected i64, found string",
            "expected i64, found floating point",
            "expected a boolean, found string",
            "expected a sequence, found null",
        ];
        assert_eq!(reasons.map(Option::unwrap_or_default), expected);
    }

    #[test]
    fn other_words_are_left_out() {
        for reason in ["s3cret", "invalid digit in s3cret", "invalid type: s3cret"] {
            assert_eq!(without_values(reason), None, "{reason}");
        }
    }

    #[test]
    fn the_position_is_in_the_whole_body() {
        let body = b"{\n \"x\": 1,\n \"y\":\n  true}";
        type Numbers = Serde<BTreeMap<String, u8>>;
        let error = super::super::read(body, Numbers::decode).err();
        let error = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("line 4 column"), "{error}");
    }
}
