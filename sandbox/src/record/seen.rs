//! One request of the record, and its response.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::HeaderValue;
use axum::http::request::Parts;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::settings::Server;

const BODY_LIMIT: usize = 64 << 10;

/// How far a request got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Stage {
    /// Its head was read.
    #[default]
    Arriving,
    /// It was read whole.
    Read,
    /// Its response is being sent.
    Answered,
    /// It ended without a response: the connection was reset, or the client went away.
    Lost,
}

/// A request that reached the sandbox.
///
/// Credentials are kept as they came, so that a test can search for one that leaked. Do not send
/// real ones to a sandbox whose record others can read.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct SeenRequest {
    /// Counts the requests of the world, from 1.
    pub number: u64,
    /// The server it was sent to.
    pub server: Server,
    /// The `operationId`, or [`DOWNLOAD_BUNDLE`](crate::DOWNLOAD_BUNDLE).
    pub operation: Option<String>,
    /// The method.
    pub method: String,
    /// Path and query as sent.
    pub target: String,
    /// The parameters in the path, decoded.
    pub parameters: BTreeMap<String, String>,
    /// The headers in order; bytes that are not text are replaced.
    pub headers: Vec<(String, String)>,
    /// The size of the body; 0 if it did not arrive whole.
    pub body_size: u64,
    /// The beginning of the body; `None` if it is empty.
    pub body: Option<SeenBody>,
    /// The first 32 unknown fields, as in `contributors.0.email`, and query parameters; also in
    /// the response header `X-Sandbox-Unknown`.
    pub unknown: Vec<String>,
    /// Values that were converted; also in the response header `X-Sandbox-Coerced`.
    pub coerced: Vec<String>,
    /// Options without an effect; also in the response header `X-Sandbox-Ignored`.
    pub ignored: Vec<String>,
    /// How far it got.
    pub stage: Stage,
    /// The status of the response, if there is one.
    pub status: Option<u16>,
    /// The beginning of the body of the response; `None` as for [`body`](Self::body).
    pub answer: Option<SeenBody>,
    /// Why it was rejected, unless by a fault.
    pub refused: Option<String>,
    /// Whether it took effect, whatever the response.
    pub took_effect: bool,
    /// The id of the fault that applied to it.
    pub fault: Option<u64>,
    /// When its head was read.
    pub started: DateTime<Utc>,
    /// From its head to its response or loss. In JSON: milliseconds.
    #[serde(rename = "duration_ms", serialize_with = "milliseconds")]
    pub duration: Option<Duration>,
}

impl SeenRequest {
    /// Returns the value of a header; names are case-insensitive.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    /// A request whose head was read. The record numbers it.
    pub(crate) fn new(
        server: Server,
        operation: Option<&str>,
        parameters: &[(String, String)],
        parts: &Parts,
    ) -> Self {
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = parts.headers.iter().map(|(name, value)| (name.to_string(), text(value)));
        Self {
            server,
            operation: operation.map(str::to_owned),
            method: parts.method.to_string(),
            target: parts.uri.to_string(),
            parameters: parameters.iter().cloned().collect(),
            headers: headers.collect(),
            started: Utc::now(),
            ..Self::default()
        }
    }

    /// A line about a request that ended, and why it was rejected.
    pub(crate) fn log_line(&self) -> String {
        let status = self.status.map_or_else(|| "lost".to_owned(), |status| status.to_string());
        let time = self.duration.unwrap_or_default().as_secs_f64() * 1e3;
        let fault = self.fault.map(|id| format!(" (fault {id})")).unwrap_or_default();
        let why = self.refused.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        let line = format!("{} {} {status} {time:.1} ms{fault}{why}", self.method, self.target);
        line.replace(char::is_control, " ") + "\n"
    }
}

/// The beginning of a body: at most 64 KiB.
///
/// As JSON: `{"text": T, "cut": false}`, or with `base64` if it is not text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenBody {
    bytes: Bytes,
    cut: bool,
}

impl SeenBody {
    /// Copies the beginning, so that the rest can be freed; `None` of an empty body.
    pub(crate) fn of(body: &[u8]) -> Option<Self> {
        let mut kept = &body[..body.len().min(BODY_LIMIT)];
        if let Err(error) = std::str::from_utf8(kept)
            && error.error_len().is_none()
        {
            // A character at the end is kept whole or not at all.
            kept = &kept[..error.valid_up_to()];
        }
        let cut = kept.len() < body.len();
        (!kept.is_empty()).then(|| Self { bytes: Bytes::copy_from_slice(kept), cut })
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether the body was longer.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The bytes as text, if they are UTF-8.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    /// Parses the body, if it is JSON and was kept whole.
    pub fn json(&self) -> Option<Value> {
        serde_json::from_slice(&self.bytes).ok().filter(|_| !self.cut)
    }
}

impl Serialize for SeenBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(Some(2))?;
        match self.text() {
            Some(text) => members.serialize_entry("text", text)?,
            None => members.serialize_entry("base64", &STANDARD.encode(&self.bytes))?,
        }
        members.serialize_entry("cut", &self.cut)?;
        members.end()
    }
}

#[expect(clippy::ref_option, reason = "as the derived code calls it")]
fn milliseconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_secs_f64() * 1e3).serialize(serializer)
}
