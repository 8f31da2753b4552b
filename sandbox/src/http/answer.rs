//! A response, before a fault changes it.

use axum::http::header::HeaderName;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use bytes::Bytes;
use serde::Serialize;

#[derive(Debug, Clone, Default)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    pub(crate) fn empty(status: StatusCode) -> Self {
        Self { status, ..Self::default() }
    }

    pub(crate) fn json(status: StatusCode, body: &impl Serialize) -> Self {
        match serde_json::to_vec(body) {
            Ok(body) => {
                let mut answer = Self::empty(status);
                answer.body = body.into();
                answer.header("content-type", "application/json")
            }
            Err(error) => Self::text(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        }
    }

    pub(crate) fn text(status: StatusCode, body: String) -> Self {
        let mut answer = Self::empty(status);
        answer.body = body.into();
        answer.header("content-type", "text/plain")
    }

    pub(crate) fn ok(body: &impl Serialize) -> Self {
        Self::json(StatusCode::OK, body)
    }

    /// Says on which entry of `spec/assumptions.yaml` the response rests.
    pub(crate) fn assumed(self, id: &'static str) -> Self {
        self.header("x-sandbox-assumption", id)
    }

    /// Adds a header, unless its value is invalid.
    pub(crate) fn header(mut self, name: &'static str, value: impl ToString) -> Self {
        if let Ok(value) = HeaderValue::from_str(&value.to_string()) {
            self.headers.insert(HeaderName::from_static(name), value);
        }
        self
    }
}
