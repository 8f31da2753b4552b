//! Private functions for the fuzz targets in `fuzz/`.

#![allow(missing_docs, reason = "seen by the fuzz targets only")]

use std::time::Duration;

use bytes::Bytes;
use reqwest::{Method, StatusCode};

use crate::error::{Error, ErrorKind};
use crate::wire::operation::{Operation, Server};

const FUZZED: &Operation = &Operation::new("fuzzed", &Method::GET, "", Server::Main);

/// Returns the error of a 400 with this body.
pub fn rejected(body: &[u8]) -> Error {
    let mut raw = http::Response::new(Bytes::copy_from_slice(body));
    *raw.status_mut() = StatusCode::BAD_REQUEST;
    Error::new(ErrorKind::Status, Some(FUZZED), "").with_response(raw)
}

pub fn retry_after(value: &str) -> Option<Duration> {
    crate::error::retry_after(value, chrono::Utc::now())
}
