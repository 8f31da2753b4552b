//! JSON bodies of requests.

use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
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
    if !headers.contains_key(CONTENT_TYPE) {
        notes.coerced(String::new(), "Send Content-Type: application/json.");
    }
    let sent = headers.get(CONTENT_TYPE).map_or(Ok(JSON), |value| value.to_str());
    let sent = sent.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if !sent.eq_ignore_ascii_case(JSON) {
        let message = format!("The body must be sent as application/json, not {sent:?}");
        return Err(Refusal::bad_request(message));
    }
    let body = serde_json::from_slice(bytes).map(Some);
    body.map_err(|error| Refusal::bad_request(format!("Syntax error in the body: {error}")))
}
