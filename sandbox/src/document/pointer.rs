//! JSON pointers (RFC 6901), by which places in a document are named.

use std::fmt;

use serde_json::Value;

/// Why a document, or a part of it, cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DocumentError(pub(super) String);

impl DocumentError {
    pub(super) fn malformed(pointer: &str, message: impl fmt::Display) -> Self {
        Self(format!("{pointer}: {message}"))
    }
}

/// One reference token of a pointer.
pub(super) fn escape(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

/// Follows the local `$ref`s at `pointer`, and returns the last pointer and its value.
pub(super) fn resolve(root: &Value, pointer: String) -> Result<(String, &Value), DocumentError> {
    let mut place = pointer;
    for _ in 0..16 {
        let value = root.pointer(&place);
        let value = value.ok_or_else(|| DocumentError::malformed(&place, "no such value"))?;
        let Some(reference) = value.get("$ref").and_then(Value::as_str) else {
            return Ok((place, value));
        };
        let local = reference.strip_prefix('#');
        let local = local.ok_or_else(|| DocumentError::malformed(&place, "a remote reference"))?;
        place = local.to_owned();
    }
    Err(DocumentError::malformed(&place, "the reference is circular"))
}
