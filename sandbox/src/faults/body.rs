//! What a fault asks of the body of a request.

use std::borrow::Cow;
use std::collections::HashMap;

use memchr::memmem;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::form;

/// What the body of a request holds: `{"text": T}`, or `{"pointer": P, "value": V}`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct BodyHolds {
    /// A text, anywhere, byte by byte as it is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    /// The place of a value, a JSON pointer (RFC 6901).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pointer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "form::even_null")]
    pub(super) value: Option<Value>,
}

impl BodyHolds {
    /// Returns what is wrong, if no body can hold this.
    pub(super) fn problem(&self) -> Option<&'static str> {
        match (&self.text, &self.pointer, &self.value) {
            (Some(text), None, None) if text.is_empty() => Some("an empty text is in every body"),
            (None, Some(pointer), Some(_)) if !(pointer.is_empty() || pointer.starts_with('/')) => {
                Some("`pointer` is a JSON pointer: empty, or as in `/comments/0/comment`")
            }
            (Some(_), None, None) | (None, Some(_), Some(_)) => None,
            _ => Some("`text`, or `pointer` and `value` are needed"),
        }
    }

    pub(super) fn fits(&self, body: &[u8]) -> bool {
        let has_text = |text: &String| memmem::find(body, text.as_bytes()).is_some();
        let pointer = self.pointer.as_deref();
        self.text.as_ref().is_none_or(has_text)
            && pointer.is_none_or(|pointer| at(body, pointer) == self.value)
    }
}

/// Returns the value at a place of a JSON text. Only this value is copied: an upload may be of any
/// size.
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
