//! What the status of an answer says about another attempt.

use reqwest::StatusCode;

/// Whether it tells of a trouble that passes: the same request may succeed later.
pub(crate) fn is_transient(status: StatusCode) -> bool {
    matches!(status.as_u16(), 408 | 429 | 502 | 503 | 504)
}
