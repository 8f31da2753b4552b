//! JSON bodies of requests, parsed without a copy of the large members of uploads.

use std::collections::HashMap;

use axum::http::HeaderMap;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use bytes::Bytes;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use url::form_urlencoded;

use super::{Notes, Refusal};
use crate::document::Operation;

const FORM: &str = "application/x-www-form-urlencoded";
/// From this size on, a text member is a slice of the body instead of a value.
const LARGE: usize = 1 << 20;

#[derive(Debug, Default)]
pub(crate) struct Body {
    /// The body, in which large members are empty.
    pub(crate) value: Value,
    large: HashMap<String, Bytes>,
}

impl Body {
    pub(crate) fn text(&self, name: &str) -> Option<&[u8]> {
        match self.large.get(name) {
            Some(bytes) => Some(bytes),
            None => Some(self.value.get(name)?.as_str()?.as_bytes()),
        }
    }

    /// Parses a body; `None` if it is empty.
    pub(crate) fn parse(
        operation: &Operation,
        headers: &HeaderMap,
        bytes: &Bytes,
        notes: &mut Notes,
    ) -> Result<Option<Self>, Refusal> {
        if bytes.is_empty() {
            return Ok(None);
        }
        if let Some(encoding) = headers.get(CONTENT_ENCODING)
            && encoding != "identity"
        {
            let message = "The body must be sent as it is, without Content-Encoding";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        match media_type(headers).to_ascii_lowercase().as_str() {
            "application/json" => {}
            // The form of OAuth (RFC 6749, 4.1.3), which most libraries send.
            FORM if operation.id == "requestToken" => {
                notes.coerced(String::new(), "Send the body as application/json.");
                let value = form_urlencoded::parse(bytes).into_owned();
                let large = HashMap::new();
                return Ok(Some(Self { value: value.collect(), large }));
            }
            sent => {
                let message = format!("The body must be sent as application/json, not {sent:?}");
                return Err(Refusal::bad_request(message));
            }
        }
        if bytes.starts_with("\u{feff}".as_bytes()) {
            let message = "Syntax error in the body: it begins with a byte order mark";
            return Err(Refusal::bad_request(message));
        }
        let parsed = match bytes.len() {
            LARGE.. => Self::parse_large(bytes),
            _ => serde_json::from_slice(bytes).map(|value| Self { value, large: HashMap::new() }),
        };
        parsed
            .map(Some)
            .map_err(|error| Refusal::bad_request(format!("Syntax error in the body: {error}")))
    }

    fn parse_large(bytes: &Bytes) -> serde_json::Result<Self> {
        let members: HashMap<String, &RawValue> = serde_json::from_slice(bytes)?;
        let (mut value, mut large) = (Map::new(), HashMap::new());
        for (name, raw) in members {
            let text = raw.get();
            let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            match inner {
                // Without escapes, the slice is the text.
                Some(inner) if inner.len() >= LARGE && !inner.contains('\\') => {
                    large.insert(name.clone(), bytes.slice_ref(inner.as_bytes()));
                    value.insert(name, Value::String(String::new()));
                }
                _ => {
                    value.insert(name, serde_json::from_str(text)?);
                }
            }
        }
        Ok(Self { value: Value::Object(value), large })
    }
}

/// The media type of a body, without parameters.
fn media_type(headers: &HeaderMap) -> &str {
    let sent = headers.get(CONTENT_TYPE);
    let sent = sent.and_then(|value| value.to_str().ok()).unwrap_or_default();
    sent.split(';').next().unwrap_or_default().trim()
}
