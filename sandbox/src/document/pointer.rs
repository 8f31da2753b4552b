//! Places in a document, which JSON pointers name (RFC 6901), and what is wrong there.

use std::fmt;

/// Why a document cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DocumentError(String);

impl DocumentError {
    pub(super) fn malformed(pointer: &str, message: impl fmt::Display) -> Self {
        Self(format!("{pointer}: {message}"))
    }
}

/// One segment of a pointer.
pub(super) fn escape(segment: &str) -> String {
    segment.replace('~', "~0").replace('/', "~1")
}
