//! What is kept of one request, and of its answer.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::request::Parts;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::faults::FaultId;
use crate::settings::Server;
use crate::state::Address;

/// How much is kept of a body, in bytes.
const BODY_LIMIT: usize = 64 << 10;

/// How far a request got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Stage {
    /// Its head was read.
    Arriving,
    /// It was read whole.
    Read,
    /// It was answered, as far as the sandbox is concerned: the answer may still be on its way.
    Answered,
    /// It ended without an answer: the connection was reset, or its client went away.
    Lost,
}

/// A request that reached the sandbox.
///
/// Credentials are kept as they came, so that a test can search for one that leaked. Do not send
/// real ones to a sandbox whose record others can read.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct SeenRequest {
    /// Its place in the order of all requests to its world, from 1. A number is never given twice.
    pub number: u64,
    /// The server it was sent to.
    pub server: Server,
    /// The `operationId`, or a pseudo-operation, when the path and method are known.
    pub operation: Option<String>,
    /// The method.
    pub method: String,
    /// Path and query as sent.
    pub target: String,
    /// The parameters in the path, decoded.
    pub parameters: BTreeMap<String, String>,
    /// The id of the project, also where the path has its UUID.
    pub project: Option<String>,
    /// The branch; the default one where the path names none.
    pub branch: Option<String>,
    /// The headers in their order; bytes that are not text are replaced.
    pub headers: Vec<(String, String)>,
    /// The size of the body as far as it was read.
    pub body_size: u64,
    /// The beginning of the body; `None` where there is none, or none any more: the bodies of a
    /// world may take 16 MiB, and the oldest go first.
    pub body: Option<SeenBody>,
    /// What of it is not known: fields as in `contributors.0.email`, and query parameters. The
    /// first 32, as the header `X-Sandbox-Unknown` has them.
    pub unknown: Vec<String>,
    /// What of it was taken for something else, as the header `X-Sandbox-Coerced` has it.
    pub coerced: Vec<String>,
    /// How far it got.
    pub stage: Stage,
    /// The status that was answered; `None` while there is no answer, and for ever after a reset.
    pub status: Option<u16>,
    /// The beginning of what was answered; `None` as for [`body`](Self::body).
    pub answer: Option<SeenBody>,
    /// Why it was refused, unless it was a fault that refused it.
    pub refused: Option<String>,
    /// Whether what was asked was done, whatever was answered.
    pub took_effect: bool,
    /// Whether a fault befell it.
    pub misbehaved: bool,
    /// The fault that befell it.
    pub fault: Option<FaultId>,
    /// When it came.
    pub started: DateTime<Utc>,
    /// From its head to its answer, or to its loss. In JSON: milliseconds.
    #[serde(rename = "duration_ms", serialize_with = "milliseconds")]
    pub duration: Option<Duration>,
}

/// What is known of a request when its head was read.
#[derive(Debug)]
pub(crate) struct Head<'r> {
    pub(crate) server: Server,
    pub(crate) operation: Option<&'r str>,
    pub(crate) parameters: &'r [(String, String)],
    pub(crate) project: Option<&'r Address>,
    pub(crate) parts: &'r Parts,
}

impl SeenRequest {
    /// The value of a header, by its name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub(super) fn new(number: u64, head: &Head<'_>) -> Self {
        let headers = head.parts.headers.iter();
        let headers = headers.map(|(name, value)| {
            (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned())
        });
        Self {
            number,
            server: head.server,
            operation: head.operation.map(str::to_owned),
            method: head.parts.method.to_string(),
            target: head.parts.uri.to_string(),
            parameters: head.parameters.iter().cloned().collect(),
            project: head.project.map(|it| it.project.clone()),
            branch: head.project.and_then(|it| it.branch.clone()),
            headers: headers.collect(),
            body_size: 0,
            body: None,
            unknown: Vec::new(),
            coerced: Vec::new(),
            stage: Stage::Arriving,
            status: None,
            answer: None,
            refused: None,
            took_effect: false,
            misbehaved: false,
            fault: None,
            started: Utc::now(),
            duration: None,
        }
    }

    /// Whether nothing more comes of it.
    pub(super) fn has_ended(&self) -> bool {
        matches!(self.stage, Stage::Answered | Stage::Lost)
    }

    /// How much what is kept of its bodies takes, in bytes.
    pub(super) fn bodies_size(&self) -> usize {
        let size = |body: &Option<SeenBody>| body.as_ref().map_or(0, |it| it.bytes.len());
        size(&self.body) + size(&self.answer)
    }
}

/// The beginning of a body: at most 64 KiB.
///
/// As JSON: `{"text": T, "cut": false}`, or with `base64` for what is no text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenBody {
    bytes: Bytes,
    cut: bool,
}

impl SeenBody {
    /// Copies the beginning, so that nothing keeps the rest; `None` of nothing.
    pub(crate) fn of(body: &[u8]) -> Option<Self> {
        let kept = &body[..body.len().min(BODY_LIMIT)];
        (!kept.is_empty())
            .then(|| Self { bytes: Bytes::copy_from_slice(kept), cut: kept.len() < body.len() })
    }

    /// The bytes that were kept.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether there was more.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The bytes as text, if they are one; a character that was cut is left out.
    pub fn text(&self) -> Option<&str> {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => Some(text),
            Err(error) if self.cut && error.error_len().is_none() => {
                std::str::from_utf8(&self.bytes[..error.valid_up_to()]).ok()
            }
            Err(_) => None,
        }
    }

    /// The value that the body is, if it is JSON and was kept whole.
    pub fn json(&self) -> Option<serde_json::Value> {
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
