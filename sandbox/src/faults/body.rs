//! What a fault asks of the body of a request.

use std::borrow::Cow;
use std::collections::HashMap;

use memchr::memmem;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// What the body of a request holds. As JSON: `{"text": T}`, or `{"pointer": P, "value": V}`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum BodyHolds {
    /// This text, anywhere, byte by byte as it is sent.
    Text { text: String },
    /// JSON with this value at a place, a JSON pointer (RFC 6901).
    Value { pointer: String, value: Value },
}

impl BodyHolds {
    pub(super) fn fits(&self, body: &[u8]) -> bool {
        match self {
            Self::Text { text } => memmem::find(body, text.as_bytes()).is_some(),
            Self::Value { pointer, value } => at(body, pointer).is_some_and(|it| it == *value),
        }
    }
}

/// The value at a place of a JSON text. Nothing of it is copied but this value: an upload may be
/// of any size.
fn at(body: &[u8], pointer: &str) -> Option<Value> {
    let mut here: &RawValue = serde_json::from_slice(body).ok()?;
    for token in pointer.split('/').skip(1) {
        let token = token.replace("~1", "/").replace("~0", "~");
        let text = here.get();
        here = if text.starts_with('[') {
            let elements: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            elements.get(token.parse::<usize>().ok()?).copied()?
        } else {
            let members: HashMap<Cow<'_, str>, &RawValue> = serde_json::from_str(text).ok()?;
            members.get(token.as_str()).copied()?
        };
    }
    serde_json::from_str(here.get()).ok()
}
