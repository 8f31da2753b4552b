//! Classification of status codes for retries.

use reqwest::StatusCode;

/// Whether a status is transient: the same request may succeed later.
pub(crate) fn is_transient(status: StatusCode) -> bool {
    matches!(status.as_u16(), 408 | 429 | 502 | 503 | 504)
}
