//! Properties of operations, and of the statuses of their responses.

use reqwest::{Method, StatusCode};

/// The servers of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Server {
    /// The main API.
    Main,
    /// The authorization server.
    Auth,
    /// The cursor API.
    Cursor,
}

/// The properties of an operation in the document.
#[derive(Debug)]
pub(crate) struct Operation {
    /// The `operationId`.
    pub(crate) id: &'static str,
    pub(crate) method: &'static Method,
    /// The path template.
    pub(crate) path: &'static str,
    pub(crate) server: Server,
    /// Whether requests have the client's credential.
    pub(crate) authenticated: bool,
    /// The redirects that are responses with a body.
    pub(crate) redirects: &'static [u16],
    /// Whether it may be repeated, although an earlier request may have taken effect: every read,
    /// and the writes that the document marks.
    pub(crate) idempotent: bool,
    /// Whether a 409 is transient.
    pub(crate) retry_on_conflict: bool,
    /// What works instead after an error status.
    pub(crate) hints: &'static [(u16, &'static str)],
}

impl Operation {
    /// Returns an operation with default properties.
    pub(crate) const fn new(
        id: &'static str,
        method: &'static Method,
        path: &'static str,
        server: Server,
    ) -> Self {
        Self {
            id,
            method,
            path,
            server,
            authenticated: true,
            redirects: &[],
            idempotent: true,
            retry_on_conflict: false,
            hints: &[],
        }
    }
}

/// Whether the service rejected the request for now and did nothing: 429, and 423 while it
/// processes another request of the token.
pub(crate) fn is_rate_limited(status: StatusCode) -> bool {
    matches!(status.as_u16(), 423 | 429)
}

/// Whether a status is transient: the same request may succeed later. 520 to 524 come from the edge
/// network in front of the service.
pub(crate) fn is_transient(status: StatusCode) -> bool {
    is_rate_limited(status) || matches!(status.as_u16(), 408 | 500 | 502..=504 | 520..=524)
}
