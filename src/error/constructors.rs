//! Constructors of errors used in several places, and methods that add context.

use std::error::Error as StdError;
use std::fmt::{self, Display};
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use reqwest::StatusCode;

use super::body::{ErrorBody, is_html};
use super::redaction::Redaction;
use super::{
    Attempts, BodyError, BoxError, ElapsedTimeout, Error, ErrorKind, ErrorResponse, GiveUp, Inner,
    Target, WaitedJob, connect,
};
use crate::wire::decode::DecodeError;
use crate::wire::decode::issue::DecodeIssue;
use crate::wire::operation::{Operation, Server};
use crate::wire::secret::Secret;
use crate::wire::single_line::single_line;

impl Error {
    /// Creates an error. Its detail is put on one line.
    pub(crate) fn new(
        kind: ErrorKind,
        operation: Option<&'static Operation>,
        detail: impl Into<String>,
    ) -> Self {
        Self(Box::new(Inner {
            kind,
            operation: operation.map(|operation| operation.id),
            target: Target::default(),
            detail: single_line(&detail.into()),
            response: None,
            source: None,
            attempts: Attempts::default(),
            stop: None,
            job: None,
            item: None,
        }))
    }

    /// Adds the response. A long body is not parsed for a message.
    pub(crate) fn with_response(mut self, raw: http::Response<Bytes>) -> Self {
        const LONGEST: usize = 1 << 20;
        let is_message = self.0.kind == ErrorKind::Status && raw.body().len() <= LONGEST;
        let body = match is_message {
            true => ErrorBody::read(raw.body()),
            false => ErrorBody::default(),
        };
        self.0.response = Some(ErrorResponse { raw, body });
        self
    }

    pub(crate) fn with_source(mut self, source: impl Into<BoxError>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// Adds the attempts of the call.
    pub(crate) fn with_attempts(mut self, attempts: Attempts) -> Self {
        let known = std::mem::replace(&mut self.0.attempts, attempts);
        self.0.attempts.last_status = attempts.last_status.or(known.last_status);
        self.with_possible_effect(known.may_have_taken_effect)
    }

    /// Adds the attempts of earlier calls, which this call continues.
    pub(crate) fn with_earlier_attempts(mut self, earlier: Attempts) -> Self {
        self.0.attempts.count += earlier.count;
        self.0.attempts.elapsed = earlier.elapsed;
        self.with_possible_effect(earlier.may_have_taken_effect)
    }

    /// Adds why the call was not retried.
    pub(crate) fn stopped_by(mut self, stop: Option<GiveUp>) -> Self {
        self.0.stop = stop;
        self
    }

    /// Redacts secrets in the texts and in the sources, which others wrote. The response is not
    /// changed.
    pub(crate) fn without_secrets(mut self, secrets: &[Secret]) -> Self {
        let redaction = Redaction::new(secrets);
        let hide = |text: &mut String| redaction.apply(text);
        hide(&mut self.0.detail);
        if let Some(response) = &mut self.0.response {
            response.body.change(hide);
        }
        if let Some(job) = &mut self.0.job {
            hide(&mut job.shown);
        }
        if let Some(source) = self.source().and_then(|source| redaction.of_chain(source)) {
            self.0.source = Some(source);
        }
        self
    }

    /// Adds the target of the call, as far as the error does not know it.
    pub(crate) fn with_target(mut self, target: Target) -> Self {
        self.0.target = std::mem::take(&mut self.0.target).or(target);
        self
    }

    pub(crate) fn configuration(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Configuration, None, detail)
    }

    pub(crate) fn invalid_request(
        operation: &'static Operation,
        reason: impl Into<String>,
    ) -> Self {
        Self::new(ErrorKind::InvalidRequest, Some(operation), reason)
    }

    /// Adds that the call is a part of work that has already had an effect.
    pub(crate) fn with_possible_effect(mut self, is_done: bool) -> Self {
        self.0.attempts.may_have_taken_effect |= is_done;
        self
    }

    /// The error of a hook or rate limiter that rejected the request.
    pub(crate) fn rejected_by(who: &str, operation: &'static Operation, reason: BoxError) -> Self {
        let detail = format!("{who} rejected the request");
        Self::new(ErrorKind::Rejected, Some(operation), detail).with_source(reason)
    }

    pub(crate) fn timeout(operation: &'static Operation, limit: ElapsedTimeout) -> Self {
        Self::new(ErrorKind::Timeout, Some(operation), limit.to_string())
    }

    pub(crate) fn incomplete_body(
        operation: &'static Operation,
        raw: http::Response<Bytes>,
        cut: BodyError,
    ) -> Self {
        let (kind, detail) = match &cut {
            BodyError::Timeout(limit) => (ErrorKind::Timeout, limit.to_string()),
            BodyError::Truncated(_) => {
                (ErrorKind::ConnectionLost, "the response is incomplete".to_owned())
            }
            BodyError::Coding(reason) => (ErrorKind::Decode, reason.clone()),
            BodyError::TooLarge(limit) => (
                ErrorKind::TooLarge,
                format!(
                    "the response is longer than {limit} bytes (`ClientBuilder::max_response_size`)"
                ),
            ),
        };
        let error = Self::new(kind, Some(operation), detail).with_response(raw);
        match cut {
            BodyError::Truncated(cause) => error.with_source(cause),
            BodyError::Timeout(_) | BodyError::TooLarge(_) | BodyError::Coding(_) => error,
        }
    }

    /// The error of a source of an upload that cannot be read.
    pub(crate) fn unreadable(
        operation: &'static Operation,
        name: &str,
        error: std::io::Error,
    ) -> Self {
        Self::new(ErrorKind::Io, Some(operation), format!("cannot read {name}")).with_source(error)
    }

    /// The error of a file or directory. `action` is a verb.
    pub(crate) fn io(action: &str, path: &Path, error: std::io::Error) -> Self {
        let path = format!("{path:?}");
        // On Windows a backslash is the separator.
        let path = if cfg!(windows) { path.replace(r"\\", r"\") } else { path };
        Self::new(ErrorKind::Io, None, format!("cannot {action} {path}")).with_source(error)
    }

    /// The error of one item of a list that does not match the document.
    pub(crate) fn undecodable_item(
        operation: Option<&'static Operation>,
        status: StatusCode,
        item: DecodeIssue,
    ) -> Self {
        let detail = format!("an item does not match the document: {item}");
        let mut error = Self::new(ErrorKind::Decode, operation, detail);
        error.0.attempts.last_status = Some(status);
        error.0.item = Some(item);
        error
    }

    /// Adds the job of a wait.
    pub(crate) fn with_job(mut self, id: String) -> Self {
        let shown = single_line(&id);
        self.0.job = Some(WaitedJob { id, shown });
        self
    }

    pub(crate) fn with_note(mut self, detail: &str) -> Self {
        if !self.0.detail.is_empty() {
            self.0.detail.push_str("; ");
        }
        self.0.detail.push_str(detail);
        self
    }

    /// The error of an authorization that was denied, or whose callback belongs to another request.
    pub(crate) fn unauthorized(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Authorization, None, detail)
    }

    /// The error of a failed token refresh. All calls that waited for it share the cause.
    pub(crate) fn not_refreshed(operation: Option<&'static Operation>, error: Arc<Self>) -> Self {
        let kind = match error.kind() {
            kind @ ErrorKind::TokenStore => kind,
            _ => ErrorKind::Authorization,
        };
        let detail = "the access token could not be refreshed";
        Self::new(kind, operation, detail).with_source(error)
    }

    /// The error of a token store. `action` is a verb. The JSON library quotes what it cannot read.
    pub(crate) fn store(action: &str, error: BoxError) -> Self {
        let quotes = connect::steps(&*error).any(|step| step.is::<serde_json::Error>());
        let error = if quotes { "invalid JSON".into() } else { error };
        let detail = format!("the token store could not {action}");
        Self::new(ErrorKind::TokenStore, None, detail).with_source(error)
    }

    /// The error of a successful response whose body does not match the document, or is an OAuth
    /// error.
    pub(crate) fn undecodable(
        operation: &'static Operation,
        raw: http::Response<Bytes>,
        error: &DecodeError,
    ) -> Self {
        let is_refusal =
            operation.server == Server::Auth && ErrorBody::read(raw.body()).code.is_some();
        if is_refusal {
            return Self::new(ErrorKind::Status, Some(operation), "").with_response(raw);
        }
        let detail = match raw.body() {
            body if body.is_empty() => {
                "the response has no content, but the document requires it".to_owned()
            }
            body if is_html(body) => "the body is not JSON but an HTML page".to_owned(),
            _ => error.to_string(),
        };
        Self::new(ErrorKind::Decode, Some(operation), detail).with_response(raw)
    }
}

impl Display for ElapsedTimeout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CALL: &str = "`ClientBuilder::call_timeout` or `CallOptions::timeout`";
        let (limit, what, setter) = match self {
            Self::Idle(limit) => {
                return write!(f, "no data for {limit:?} (`ClientBuilder::read_timeout`)");
            }
            Self::Call(limit) => (limit, "the response", CALL),
            Self::RateLimiter(limit) => (limit, "the rate limiter", CALL),
            Self::Refresh(limit) => (limit, "an access token", CALL),
        };
        write!(f, "timed out after {limit:?} waiting for {what} ({setter})")
    }
}
