//! The record of the requests that were seen, for tests to count and to search.

use std::collections::VecDeque;

use axum::http::request::Parts;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// How many requests are kept; the oldest go first.
const CAPACITY: usize = 10_000;

/// A server of the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Server {
    /// The main API.
    Main,
    /// The authorization server.
    Auth,
    /// The cursor-paginated API.
    Cursor,
    /// The host of bundles.
    Bundle,
}

/// A request that reached the sandbox.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct SeenRequest {
    /// The server it was sent to.
    pub server: Server,
    /// The `operationId`, or a pseudo-operation, when the path and method are known.
    pub operation: Option<String>,
    /// The method.
    pub method: String,
    /// Path and query as sent.
    pub target: String,
    /// The headers in their order; bytes that are not text are replaced.
    pub headers: Vec<(String, String)>,
    /// The size of the body as far as it was read.
    pub body_size: u64,
    /// The status that was answered; `None` while there is no answer, and for ever after a reset.
    pub status: Option<u16>,
    /// Whether what was asked was done, whatever was answered.
    pub took_effect: bool,
    /// Whether a fault befell it.
    pub misbehaved: bool,
    /// What of it is not known: fields as in `contributors.0.email`, and query parameters. The
    /// first 32, as the header `X-Sandbox-Unknown` has them.
    pub unknown: Vec<String>,
    /// What of it was taken for something else, as the header `X-Sandbox-Coerced` has it.
    pub coerced: Vec<String>,
    /// When it came.
    pub started: DateTime<Utc>,
}

impl SeenRequest {
    /// The value of a header, by its name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }
}

/// The requests that were seen, in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Record {
    requests: VecDeque<(u64, SeenRequest)>,
    last: u64,
}

impl Record {
    /// Enters a request; the number answered stands for it.
    pub(crate) fn enter(&mut self, server: Server, operation: Option<&str>, parts: &Parts) -> u64 {
        if self.requests.len() == CAPACITY {
            self.requests.pop_front();
        }
        self.last += 1;
        let request = SeenRequest {
            server,
            operation: operation.map(str::to_owned),
            method: parts.method.to_string(),
            target: parts.uri.to_string(),
            headers: parts
                .headers
                .iter()
                .map(|(name, value)| {
                    let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
                    (name.to_string(), value)
                })
                .collect(),
            body_size: 0,
            status: None,
            took_effect: false,
            misbehaved: false,
            unknown: Vec::new(),
            coerced: Vec::new(),
            started: Utc::now(),
        };
        self.requests.push_back((self.last, request));
        self.last
    }

    /// Completes a request, unless it was cleared meanwhile.
    pub(crate) fn update(&mut self, number: u64, change: impl FnOnce(&mut SeenRequest)) {
        if let Ok(index) = self
            .requests
            .binary_search_by_key(&number, |(known, _)| *known)
        {
            change(&mut self.requests[index].1);
        }
    }

    pub(crate) fn all(&self) -> Vec<SeenRequest> {
        self.requests
            .iter()
            .map(|(_, request)| request.clone())
            .collect()
    }

    pub(crate) fn clear(&mut self) {
        self.requests.clear();
    }
}
