//! Misbehavior on demand: what the sandbox shall do wrong, to which requests, and how often.

use std::collections::BTreeMap;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use fastrand::Rng;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// The pseudo-operation of requests to the bundle host.
pub const DOWNLOAD_BUNDLE: &str = "downloadBundle";

/// One misbehavior, and the requests it befalls.
///
/// As JSON: `{"operation": "listFiles", "after": 1, "times": 2, "what": {"respond": {"status": 503}}}`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// An `operationId` or [`DOWNLOAD_BUNDLE`]; `None` (`"any"`) for every request.
    #[serde(default, deserialize_with = "any_or_operation")]
    operation: Option<String>,
    #[serde(default)]
    after: u64,
    /// `None` (`"always"`) for ever.
    #[serde(default = "once", deserialize_with = "count_or_always")]
    times: Option<u64>,
    #[serde(default = "all", deserialize_with = "part_of_one")]
    share: f64,
    /// Draws the requests of a share, and one of several misbehaviors. In JSON: its seed.
    #[serde(default = "unseeded", rename = "seed", deserialize_with = "seeded")]
    random: Rng,
    what: Misbehavior,
}

impl Fault {
    /// A misbehavior that befalls the next request, whichever it is.
    pub fn new(what: Misbehavior) -> Self {
        Self {
            operation: None,
            after: 0,
            times: once(),
            share: all(),
            random: unseeded(),
            what,
        }
    }

    /// Only requests of this operation: an `operationId` or [`DOWNLOAD_BUNDLE`].
    #[must_use]
    pub fn on(mut self, operation: &str) -> Self {
        self.operation = Some(operation.to_owned());
        self
    }

    /// Spares that many matching requests first.
    #[must_use]
    pub fn after(mut self, requests: u64) -> Self {
        self.after = requests;
        self
    }

    /// How many requests it befalls; one by default.
    #[must_use]
    pub fn times(mut self, requests: u64) -> Self {
        self.times = Some(requests);
        self
    }

    /// Befalls matching requests until it is cleared.
    #[must_use]
    pub fn always(mut self) -> Self {
        self.times = None;
        self
    }

    /// Befalls this share of the requests whose turn it is, drawn at random: 0.2 for a fifth; all of them by default. Other faults
    /// may befall the rest.
    #[must_use]
    pub fn share(mut self, share: f64) -> Self {
        self.share = share;
        self
    }

    /// What is drawn at random, a [share](Self::share) or [one of several](Misbehavior::OneOf), follows from this; 0 by default.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.random = Rng::with_seed(seed);
        self
    }

    fn matches(&self, operation: Option<&str>) -> bool {
        self.operation.is_none() || self.operation.as_deref() == operation
    }

    /// Counts a matching request down; what befalls it, if anything does.
    fn befall(&mut self) -> Option<Misbehavior> {
        if self.after > 0 {
            self.after -= 1;
            return None;
        }
        if self.times == Some(0) || self.random.f64() >= self.share {
            return None;
        }
        if let Some(left) = &mut self.times {
            *left -= 1;
        }
        self.what.drawn(&mut self.random)
    }
}

/// What goes wrong.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Misbehavior {
    /// Answers something else.
    Respond(Reply),
    /// Does what was asked, then waits that long before it answers. In JSON: milliseconds.
    Delay(#[serde(deserialize_with = "milliseconds")] Duration),
    /// Does what was asked, and sends the body in pieces.
    Drip {
        /// Bytes of a piece, at least one.
        chunk: usize,
        /// The pause before each piece. In JSON: milliseconds.
        #[serde(deserialize_with = "milliseconds")]
        pause: Duration,
    },
    /// Resets the connection (RST).
    Reset(ResetMoment),
    /// Does what was asked, and closes the connection after that many bytes of the answer's head and body together.
    CutHead(u64),
    /// Does what was asked, announces the whole body, and closes the connection after that many bytes of it.
    CutBody(u64),
    /// Lists only: gives smaller pages than asked for, or does not say how many items there are.
    List {
        /// Takes `limit` for this where it is greater or absent.
        #[serde(default)]
        cap: Option<usize>,
        /// Whether the headers that count come.
        #[serde(default = "yes")]
        counted: bool,
    },
    /// Bundle host only: takes the link for expired (403).
    ExpiredLink,
    /// Bundle host only: ignores `Range` and announces no support for it.
    NoRange,
    /// One of these, drawn at random for each request; of none, nothing.
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
        Self::Respond(
            Reply::new(200, ReplyBody::Text(page.to_owned())).header("Content-Type", "text/html"),
        )
    }

    /// Answers 200 with JSON that claims to be compressed and is not; nothing takes effect.
    pub fn false_gzip() -> Self {
        Self::Respond(
            Reply::new(200, ReplyBody::Text("{\"not\":\"compressed\"}".to_owned()))
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip"),
        )
    }

    /// What it is for one request.
    fn drawn(&self, random: &mut Rng) -> Option<Self> {
        match self {
            Self::OneOf(several) => random.choice(several)?.drawn(random),
            one => Some(one.clone()),
        }
    }
}

/// An answer in the place of the right one.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    #[serde(default = "ok")]
    pub(crate) status: u16,
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) body: ReplyBody,
    #[serde(default)]
    pub(crate) effect: bool,
}

impl Reply {
    /// An answer of this status and body. What was asked does not take effect.
    pub fn new(status: u16, body: ReplyBody) -> Self {
        Self {
            status,
            headers: BTreeMap::new(),
            body,
            effect: false,
        }
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
#[derive(Debug, Clone, Default, Deserialize)]
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
    #[serde(rename = "base64", deserialize_with = "base64")]
    Bytes(Bytes),
}

/// When a connection is reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ResetMoment {
    /// When its first byte comes, before any is read. The operation is not known then: only for faults on any operation. Where it is
    /// one of several it is drawn for a request, and is the same as `BeforeBody`.
    OnConnect,
    /// When the head of the request was read, and its body was not. Nothing took effect.
    BeforeBody,
    /// When the whole request was read. Nothing took effect.
    BeforeEffect,
    /// When what was asked took effect, before the answer.
    AfterEffect,
}

/// The faults that are set, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<Fault>);

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// What befalls a request: the first fault whose turn it is.
    pub(crate) fn take(&mut self, operation: Option<&str>) -> Option<Misbehavior> {
        self.take_where(|fault| !fault.on_connect() && fault.matches(operation))
    }

    /// Whether a connection that was just accepted is to be reset.
    pub(crate) fn take_on_connect(&mut self) -> bool {
        self.take_where(Fault::on_connect).is_some()
    }

    fn take_where(&mut self, applies: impl Fn(&Fault) -> bool) -> Option<Misbehavior> {
        let what = self
            .0
            .iter_mut()
            .filter(|fault| applies(fault))
            .find_map(Fault::befall);
        self.0.retain(|fault| fault.times != Some(0));
        what
    }
}

impl Fault {
    fn on_connect(&self) -> bool {
        matches!(self.what, Misbehavior::Reset(ResetMoment::OnConnect))
    }
}

fn yes() -> bool {
    true
}

fn ok() -> u16 {
    200
}

#[expect(clippy::unnecessary_wraps, reason = "the default of an optional field")]
fn once() -> Option<u64> {
    Some(1)
}

fn all() -> f64 {
    1.0
}

fn unseeded() -> Rng {
    Rng::with_seed(0)
}

fn seeded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rng, D::Error> {
    u64::deserialize(deserializer).map(Rng::with_seed)
}

fn part_of_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let share = f64::deserialize(deserializer)?;
    match (0.0..=1.0).contains(&share) {
        true => Ok(share),
        false => Err(serde::de::Error::custom("`share` is from 0 to 1")),
    }
}

fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    u64::deserialize(deserializer).map(Duration::from_millis)
}

fn base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
    let text = String::deserialize(deserializer)?;
    let bytes = STANDARD.decode(text).map_err(serde::de::Error::custom)?;
    Ok(bytes.into())
}

fn any_or_operation<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(|operation| (operation != "any").then_some(operation))
}

fn count_or_always<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(word) if word == "always" => Ok(None),
        value => value
            .as_u64()
            .map(Some)
            .ok_or_else(|| serde::de::Error::custom("`times` is a count or \"always\"")),
    }
}
