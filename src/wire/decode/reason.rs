//! Why a body does not decode, in words that quote nothing of it.

/// The reason that a decoder of JSON gives, without the values that it quotes: names of fields
/// that are missing, and types that were expected, are this crate's or the caller's own.
pub(crate) fn without_values(reason: &str) -> Option<String> {
    let reason = reason
        .rfind(" at line ")
        .map_or(reason, |end| &reason[..end]);
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
    use super::*;
    use crate::types::{ProjectFile, QueuedProcess};
    use serde::de::DeserializeOwned;

    fn reason<T: DeserializeOwned>(body: &str) -> Option<String> {
        let error = serde_json::from_str::<T>(body).err()?;
        without_values(&error.to_string())
    }

    #[test]
    fn reasons_quote_no_value() {
        let reasons = [
            reason::<QueuedProcess>(r#"{"status":"queued"}"#),
            reason::<QueuedProcess>(r#"{"process_id":{"s3cret, expected x":"s3cret"}}"#),
            reason::<ProjectFile>(r#"{"key_count":"s3cret, expected `s3cret`"}"#),
            reason::<ProjectFile>(r#"{"key_count":3.5}"#),
            reason::<bool>(r#""s3cret, expected s3cret""#),
            reason::<Vec<u8>>("null"),
        ];
        let expected = [
            "missing field `process_id`",
            "expected text, or a number, found map",
            "expected an integer, or one as text, found string",
            "expected an integer, or one as text, found floating point",
            "expected a boolean, found string",
            "expected a sequence, found null",
        ];
        assert_eq!(reasons.map(Option::unwrap_or_default), expected);
    }

    #[test]
    fn words_of_others_are_left_out() {
        for reason in ["s3cret", "invalid digit in s3cret", "invalid type: s3cret"] {
            assert_eq!(without_values(reason), None, "{reason}");
        }
    }
}
