//! An answer as it came.

use bytes::Bytes;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;

/// An answer as it came.
pub(crate) struct RawAnswer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}
