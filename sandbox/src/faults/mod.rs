//! Misbehavior on demand: what the sandbox shall do wrong, to which requests, and how often.

mod body;
mod check;
mod error;
mod form;
mod misbehavior;
mod pending;
mod reply;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::matcher::Matcher;
use body::BodyHolds;
pub(crate) use check::Known;
pub use error::FaultError;
pub use misbehavior::{Misbehavior, Reply, ReplyBody, ResetMoment};
pub use pending::FaultReport;
pub(crate) use pending::{Asked, Faults, Take};

/// One misbehavior, and the requests it befalls.
///
/// As JSON: `{"operation": "listFiles", "after": 1, "times": 2, "what": {"respond": {"status":
/// 503}}}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    project: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<BodyHolds>,
    #[serde(default, skip_serializing_if = "form::is_default")]
    after: u64,
    /// `None` (`"always"`) for ever.
    #[serde(default = "form::once", with = "form::times", skip_serializing_if = "form::is_once")]
    times: Option<u64>,
    #[serde(default = "form::all", skip_serializing_if = "form::is_all")]
    share: f64,
    #[serde(default, skip_serializing_if = "form::is_default")]
    seed: u64,
    what: Misbehavior,
}

impl Fault {
    /// A misbehavior that befalls the next request, whichever it is.
    pub fn new(what: Misbehavior) -> Self {
        Self {
            operation: None,
            method: None,
            project: None,
            token: None,
            body: None,
            after: 0,
            times: form::once(),
            share: form::all(),
            seed: 0,
            what,
        }
    }

    /// The requests it is for, as far as their heads tell.
    fn matcher(&self) -> Matcher {
        let [operation, method, project] = [&self.operation, &self.method, &self.project];
        Matcher::new(operation.as_deref(), method.as_deref(), project.as_deref())
    }

    /// Only requests of this operation: an `operationId` or
    /// [`DOWNLOAD_BUNDLE`](crate::DOWNLOAD_BUNDLE); `any` for all.
    #[must_use]
    pub fn on(mut self, operation: &str) -> Self {
        self.operation = Some(operation.to_owned());
        self
    }

    /// Only requests with this method.
    #[must_use]
    pub fn method(mut self, method: &str) -> Self {
        self.method = Some(method.to_owned());
        self
    }

    /// Only requests to this project, by its id or UUID: to any of its branches, or to the one
    /// that is named behind a colon, percent-encoded or not. A request that names no branch is to
    /// the default one.
    #[must_use]
    pub fn project(mut self, address: &str) -> Self {
        self.project = Some(address.to_owned());
        self
    }

    /// Only requests with this API token or access token.
    #[must_use]
    pub fn token(mut self, secret: &str) -> Self {
        self.token = Some(secret.to_owned());
        self
    }

    /// Only requests whose body holds this text, as it is sent: JSON may write a character as an
    /// escape.
    #[must_use]
    pub fn body_text(mut self, text: &str) -> Self {
        self.body = Some(BodyHolds { text: Some(text.to_owned()), ..BodyHolds::default() });
        self
    }

    /// Only requests whose JSON body has this value at a place, a JSON pointer:
    /// `/comments/0/comment`.
    #[must_use]
    pub fn body_value(mut self, pointer: &str, value: impl Into<Value>) -> Self {
        let (pointer, value) = (Some(pointer.to_owned()), Some(value.into()));
        self.body = Some(BodyHolds { text: None, pointer, value });
        self
    }

    /// Spares that many matching requests first.
    #[must_use]
    pub fn after(mut self, requests: u64) -> Self {
        self.after = requests;
        self
    }

    /// How many requests it befalls, at least one; one by default.
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

    /// Befalls this share of the requests whose turn it is, drawn at random: 0.2 for a fifth; all
    /// of them by default. Other faults may befall the rest.
    #[must_use]
    pub fn share(mut self, share: f64) -> Self {
        self.share = share;
        self
    }

    /// What is drawn at random, a [share](Self::share) or [one of several](Misbehavior::OneOf),
    /// follows from this; 0 by default.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

/// What a fault of a world goes by. No other of the world ever has the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FaultId(pub(crate) u64);

impl fmt::Display for FaultId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
