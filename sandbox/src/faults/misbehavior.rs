//! What goes wrong: the misbehaviors, their forms in JSON, and what they answer.

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::form;

/// What goes wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Misbehavior {
    /// Answers something else.
    Respond(Reply),
    /// Does what was asked, then waits that long before it answers. In JSON: milliseconds.
    Delay(#[serde(with = "form::milliseconds")] Duration),
    /// Does what was asked, and sends the body in pieces.
    Drip {
        /// Bytes of a piece, at least one.
        chunk: usize,
        /// The pause before each piece. In JSON: milliseconds.
        #[serde(with = "form::milliseconds")]
        pause: Duration,
    },
    /// Resets the connection (RST).
    Reset(ResetMoment),
    /// Does what was asked, and closes the connection after that many bytes of the answer's head
    /// and body together.
    CutHead(u64),
    /// Does what was asked, announces the whole body, and closes the connection after that many
    /// bytes of it.
    CutBody(u64),
    /// Lists only: gives smaller pages than asked for, or does not say how many items there are.
    /// One of both has to be.
    List {
        /// Takes `limit` for this, at least one, where it is greater or absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cap: Option<usize>,
        /// Whether the headers that count come.
        #[serde(default = "form::yes")]
        counted: bool,
    },
    /// Bundle host only: takes the link for expired (403).
    ExpiredLink,
    /// Bundle host only: ignores `Range` and announces no support for it.
    NoRange,
    /// One of these, at least one, drawn at random for each request.
    OneOf(Vec<Misbehavior>),
}

impl Misbehavior {
    /// Answers with this status and the service's usual error body; nothing takes effect.
    pub fn status(status: u16) -> Self {
        let message = axum::http::StatusCode::from_u16(status)
            .ok()
            .and_then(|status| status.canonical_reason())
            .unwrap_or("Error");
        let body = serde_json::json!({ "error": { "message": message, "code": status } });
        Self::Respond(Reply::new(status, ReplyBody::Json(body)))
    }

    /// Redirects (302) to any URL; nothing takes effect.
    pub fn redirect(url: &str) -> Self {
        Self::Respond(Reply::new(302, ReplyBody::Empty).header("Location", url))
    }

    /// Answers 200 with an HTML page, as proxies do; nothing takes effect.
    pub fn html() -> Self {
        let page = "<!doctype html><title>Maintenance</title><p>We will be back soon.</p>";
        let reply = Reply::new(200, ReplyBody::Text(page.to_owned()));
        Self::Respond(reply.header("Content-Type", "text/html"))
    }

    /// Answers 200 with JSON that claims to be compressed and is not; nothing takes effect.
    pub fn false_gzip() -> Self {
        let reply = Reply::new(200, ReplyBody::Text("{\"not\":\"compressed\"}".to_owned()));
        let reply = reply.header("Content-Type", "application/json");
        Self::Respond(reply.header("Content-Encoding", "gzip"))
    }

    /// What it is for one request.
    pub(super) fn drawn(&self, random: &mut Rng) -> Option<Self> {
        match self {
            Self::OneOf(several) => random.choice(several)?.drawn(random),
            one => Some(one.clone()),
        }
    }
}

/// An answer in the place of the right one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reply {
    pub(crate) status: u16,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) headers: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "form::is_default")]
    pub(crate) body: ReplyBody,
    #[serde(skip_serializing_if = "form::is_default")]
    pub(crate) effect: bool,
}

impl Default for Reply {
    fn default() -> Self {
        Self::new(200, ReplyBody::Empty)
    }
}

impl Reply {
    /// An answer of this status, 200 to 599, and body. What was asked does not take effect.
    pub fn new(status: u16, body: ReplyBody) -> Self {
        Self { status, headers: BTreeMap::new(), body, effect: false }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Lets what was asked take effect before this is answered.
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
    /// No byte.
    #[default]
    Empty,
    /// Text as it is.
    Text(String),
    /// JSON, with its content type.
    Json(Value),
    /// That many blanks, without a length announced: larger than anyone should keep.
    Blanks(u64),
    /// Bytes as they are, for what is no text. In JSON: `base64`.
    #[serde(rename = "base64", with = "form::base64")]
    Bytes(Bytes),
}

/// When a connection is reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ResetMoment {
    /// When its first byte comes, before any is read. Nothing is known of a request then, not even
    /// its world: only for faults of the default world that ask for nothing. Where it is one of
    /// several it is drawn for a request, and is the same as `BeforeBody`.
    OnConnect,
    /// When the head of the request was read, and its body was not. Nothing took effect.
    BeforeBody,
    /// When the whole request was read. Nothing took effect.
    BeforeEffect,
    /// When what was asked took effect, before the answer.
    AfterEffect,
}
