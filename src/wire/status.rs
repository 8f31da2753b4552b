//! Classification of status codes for retries.

use reqwest::StatusCode;

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
