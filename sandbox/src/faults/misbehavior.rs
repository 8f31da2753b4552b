//! What goes wrong.

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// What goes wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Misbehavior {
    /// Sends this response instead.
    Respond(Reply),
    /// Delays the response; the request takes effect. In JSON: milliseconds.
    Delay(#[serde(with = "milliseconds")] Duration),
    /// Sends the head, and delays the body; the request takes effect. In JSON: milliseconds.
    DelayBody(#[serde(with = "milliseconds")] Duration),
    /// Resets the connection (RST).
    Reset(ResetMoment),
    /// Announces the whole body and closes the connection after that many bytes of it; the request
    /// takes effect.
    CutBody(u64),
}

impl Misbehavior {
    /// Responds with this status and the service's usual error body; nothing takes effect.
    pub fn status(status: u16) -> Self {
        let known = axum::http::StatusCode::from_u16(status).ok();
        let message = known.and_then(|status| status.canonical_reason()).unwrap_or("Error");
        let body = serde_json::json!({ "error": { "message": message, "code": status } });
        Self::Respond(Reply::new(status, ReplyBody::Json(body)))
    }

    /// Responds 200 with an HTML page, as proxies do; nothing takes effect.
    pub fn html() -> Self {
        let page = "<!doctype html><title>Maintenance</title><p>We will be back soon.</p>";
        let reply = Reply::new(200, ReplyBody::Text(page.to_owned()));
        Self::Respond(reply.header("Content-Type", "text/html"))
    }
}

/// A response in place of the real one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: ReplyBody,
    pub(crate) effect: bool,
}

impl Default for Reply {
    fn default() -> Self {
        Self::new(200, ReplyBody::Empty)
    }
}

impl Reply {
    /// A response with this status, 200 to 599, and body. The request does not take effect.
    pub fn new(status: u16, body: ReplyBody) -> Self {
        Self { status, headers: BTreeMap::new(), body, effect: false }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Lets the request take effect first.
    #[must_use]
    pub fn with_effect(mut self) -> Self {
        self.effect = true;
        self
    }
}

/// The body of a [`Reply`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReplyBody {
    /// No body.
    #[default]
    Empty,
    /// Text as it is.
    Text(String),
    /// JSON, with its content type.
    Json(Value),
    /// That many blanks, without a `Content-Length`.
    Blanks(u64),
    /// Bytes as they are.
    Bytes(Bytes),
}

/// When a connection is reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ResetMoment {
    /// After the head of the request was read.
    BeforeBody,
    /// After the whole request was read.
    BeforeEffect,
    /// Instead of responding; the request takes effect.
    AfterEffect,
}

mod milliseconds {
    use super::{Deserialize, Deserializer, Duration, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}
