//! JSON bodies of requests.

use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use serde_json::Value;

use super::{Notes, Refusal};

const JSON: &str = "application/json";

pub(crate) fn parse(
    headers: &HeaderMap,
    bytes: &Bytes,
    notes: &mut Notes,
) -> Result<Option<Value>, Refusal> {
    if bytes.is_empty() {
        return Ok(None);
    }
    if headers.get(CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        let message = "The body must be sent as it is, without Content-Encoding";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    if !headers.contains_key(CONTENT_TYPE) {
        notes.coerced(String::new(), "Send Content-Type: application/json.");
    }
    let sent = headers.get(CONTENT_TYPE).map_or(Ok(JSON), |value| value.to_str());
    let sent = sent.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if !sent.eq_ignore_ascii_case(JSON) {
        let message = format!("The body must be sent as application/json, not {sent:?}");
        return Err(Refusal::bad_request(message));
    }
    let why = match serde_json::from_slice(bytes) {
        Ok(value) => return Ok(Some(value)),
        Err(_) if bytes.starts_with("\u{feff}".as_bytes()) => {
            "it begins with a byte order mark".to_owned()
        }
        Err(error) => error.to_string(),
    };
    Err(Refusal::bad_request(format!("Syntax error in the body: {why}")))
}
