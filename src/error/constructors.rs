//! How errors are made: one constructor for each thing that goes wrong.

use std::error::Error as StdError;
use std::fmt::{self, Display};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::StatusCode;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};

use super::body::ErrorBody;
use super::{
    Answer, BodyError, Error, ErrorKind, GiveUp, Inner, Job, LastState, Limit, Reason, Target,
    connect,
};
use crate::wire::decode::DecodeError;
use crate::wire::decode::issue::DecodeIssue;
use crate::wire::operation::Operation;
use crate::wire::secret::Secret;
use crate::wire::single_line::single_line;
use url::Url;

impl Error {
    pub(crate) fn new(
        kind: ErrorKind,
        operation: Option<&'static Operation>,
        detail: impl Into<String>,
    ) -> Self {
        Self(Box::new(Inner {
            kind,
            operation: operation.map(|operation| operation.id),
            target: Target::default(),
            detail: detail.into(),
            answer: None,
            source: None,
            attempts: 0,
            elapsed: Duration::ZERO,
            last_status: None,
            may_have_taken_effect: false,
            stop: None,
            job: None,
            item: None,
        }))
    }

    /// A long body is no message, and costs what it is worth to read.
    pub(crate) fn with_answer(mut self, raw: http::Response<Bytes>) -> Self {
        const LONGEST: usize = 1 << 20;
        let is_message = self.0.kind == ErrorKind::Status && raw.body().len() <= LONGEST;
        let kind = raw.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
        let is_text = kind.is_some_and(|kind| kind.starts_with(b"text/plain"));
        let said = match is_message {
            true => ErrorBody::read(raw.body(), is_text),
            false => ErrorBody::default(),
        };
        self.0.answer = Some(Answer { raw, said });
        self
    }

    /// What is behind it, where that was given as it is.
    pub(crate) fn caused_by(mut self, source: Box<dyn StdError + Send + Sync>) -> Self {
        self.0.source = Some(source);
        self
    }

    pub(crate) fn with_source(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.0.source = Some(Box::new(source));
        self
    }

    /// Adds how many attempts there were, how long they took, the status of the last answer, and
    /// whether one may have taken effect.
    pub(crate) fn with_attempts(
        mut self,
        (attempts, elapsed): (u32, Duration),
        last_status: Option<StatusCode>,
        may_have_taken_effect: bool,
    ) -> Self {
        self.0.attempts = attempts;
        self.0.elapsed = elapsed;
        self.0.last_status = last_status.or(self.0.last_status);
        self.0.may_have_taken_effect |= may_have_taken_effect;
        self
    }

    /// What has kept the call from another attempt.
    pub(crate) fn stopped_by(mut self, stop: Option<GiveUp>) -> Self {
        self.0.stop = stop;
        self
    }

    /// Keeps secrets out of the words, which may be the service's own; its answer stays as it is.
    pub(crate) fn without_secrets(mut self, secrets: &[Secret]) -> Self {
        // What is shorter may be any word.
        const SHORTEST: usize = 4;
        let secrets = secrets.iter().map(Secret::expose);
        for secret in secrets.filter(|secret| secret.len() >= SHORTEST) {
            let encoded = utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string();
            let hide = |text: &mut String| {
                for form in [secret, &encoded] {
                    if text.contains(form) {
                        *text = text.replace(form, "[redacted]");
                    }
                }
            };
            hide(&mut self.0.detail);
            if let Some(answer) = &mut self.0.answer {
                answer.said.change(hide);
            }
            if let Some(job) = &mut self.0.job {
                hide(&mut job.shown);
            }
        }
        self
    }

    /// Says where a redirect leads that was not followed: host and path, since a query may hold
    /// what nobody must see.
    pub(crate) fn with_place_of_redirect(self, to: &Url) -> Self {
        let Some(host) = to.host_str() else {
            return self;
        };
        let port = to.port().map(|port| format!(":{port}")).unwrap_or_default();
        let place = single_line(&format!("{host}{port}{}", to.path()));
        self.and(&format!("it leads to {place}, and is not followed"))
    }

    /// What the call was to, as far as the error does not know it.
    pub(crate) fn at(mut self, target: Target) -> Self {
        self.0.target = std::mem::take(&mut self.0.target).or(target);
        self
    }

    pub(crate) fn configuration(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Configuration, None, detail)
    }

    /// A server or a credential that this operation needs was not given.
    pub(crate) fn unconfigured(operation: &'static Operation, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Configuration, Some(operation), detail)
    }

    pub(crate) fn invalid_request(
        operation: &'static Operation,
        reason: impl Into<String>,
    ) -> Self {
        Self::new(ErrorKind::InvalidRequest, Some(operation), reason)
    }

    /// A value does not fit its type, whatever operation it was meant for.
    pub(crate) fn invalid_value(reason: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidRequest, None, reason)
    }

    /// Not all that was asked for was done.
    pub(crate) fn incomplete(operation: &'static Operation, words: String) -> Self {
        Self::new(ErrorKind::Incomplete, Some(operation), words)
    }

    /// Adds that something was done before, of which this call is a part.
    pub(crate) fn after_effect(mut self, is_done: bool) -> Self {
        self.0.may_have_taken_effect |= is_done;
        self
    }

    /// A hook or a rate limiter of the caller's has refused the request.
    pub(crate) fn refused_by(
        who: &str,
        operation: &'static Operation,
        reason: Box<dyn StdError + Send + Sync>,
    ) -> Self {
        let detail = format!("{who} refused it: {}", single_line(&reason.to_string()));
        Self::new(ErrorKind::Rejected, Some(operation), detail).caused_by(reason)
    }

    /// The HTTP library cannot be set up.
    pub(crate) fn unmade(error: reqwest::Error) -> Self {
        let reason = connect::chain(&error);
        let detail = format!("cannot build the HTTP client: {reason}");
        Self::new(ErrorKind::Configuration, None, detail).with_source(error.without_url())
    }

    /// The time of a call was up.
    pub(crate) fn timeout(operation: &'static Operation, limit: Limit) -> Self {
        let detail = match limit {
            Limit::Idle(_) | Limit::Call(_) => format!("no answer within {limit}"),
            Limit::RateLimiter(_) => {
                format!("other calls came first in the rate limiter for {limit}")
            }
            Limit::Refresh(_) => format!("no access token came within {limit}"),
        };
        Self::new(ErrorKind::Timeout, Some(operation), detail)
    }

    /// The head of an answer came, and its body did not come to an end.
    pub(crate) fn cut_short(
        operation: &'static Operation,
        raw: http::Response<Bytes>,
        cut: BodyError,
    ) -> Self {
        let (kind, detail) = match &cut {
            BodyError::Timeout(limit) => {
                let detail = format!("the answer did not end within {limit}");
                (ErrorKind::Timeout, detail)
            }
            BodyError::Truncated(error) => {
                let detail = format!("the answer was cut short: {}", connect::chain(error));
                (ErrorKind::ConnectionLost, detail)
            }
            BodyError::TooLarge(limit) => {
                let detail =
                    format!("the answer is longer than {limit} bytes, the limit of this client");
                (ErrorKind::TooLarge, detail)
            }
        };
        let error = Self::new(kind, Some(operation), detail).with_answer(raw);
        match cut {
            BodyError::Timeout(_) | BodyError::TooLarge(_) => error,
            BodyError::Truncated(cause) => error.with_source(cause.without_url()),
        }
    }

    /// What was to be sent cannot be read.
    pub(crate) fn unreadable(
        operation: &'static Operation,
        name: &str,
        error: std::io::Error,
    ) -> Self {
        Self::new(ErrorKind::Io, Some(operation), "").because_unreadable(name, error)
    }

    /// The call failed because what was to be sent could not be read to its end. Where an answer
    /// came, that says more. Nothing took effect: the end of the request was not sent.
    pub(crate) fn because_unreadable(mut self, name: &str, error: std::io::Error) -> Self {
        if self.0.answer.is_none() {
            self.0.kind = ErrorKind::Io;
            self.0.detail = single_line(&format!("cannot read {name}: {error}"));
            self.0.may_have_taken_effect = false;
            self.0.source = Some(Box::new(error));
        }
        self
    }

    /// The pages of a list do not lead to its end.
    pub(crate) fn pagination(operation: &'static Operation, detail: &str) -> Self {
        Self::new(ErrorKind::Pagination, Some(operation), detail)
    }

    /// An item of a list is not what the document says; the others came.
    pub(crate) fn unreadable_item(
        operation: Option<&'static Operation>,
        status: StatusCode,
        item: DecodeIssue,
    ) -> Self {
        let detail = format!("an item is not as documented, {item}");
        let mut error = Self::new(ErrorKind::Decode, operation, detail);
        error.0.last_status = Some(status);
        error.0.item = Some(item);
        error
    }

    /// A job of the service has failed, or was cancelled.
    pub(crate) fn failed(operation: &'static Operation, detail: String) -> Self {
        Self::new(ErrorKind::JobFailed, Some(operation), single_line(&detail))
    }

    /// A job of the service has not ended in the time that it was given.
    pub(crate) fn gave_up_waiting(operation: &'static Operation, detail: String) -> Self {
        Self::new(ErrorKind::Timeout, Some(operation), detail)
    }

    /// What is known of the job that was waited for.
    pub(crate) fn with_job(mut self, id: String, last: Option<LastState>) -> Self {
        let shown = single_line(&id);
        self.0.job = Some(Job { id, shown, last });
        self
    }

    /// An answer ended without being complete.
    pub(crate) fn broken(operation: &'static Operation, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::ConnectionLost, Some(operation), detail)
    }

    /// The system refuses to do something with a file or folder: `action` is a verb.
    pub(crate) fn io(action: &str, path: &Path, error: io::Error) -> Self {
        let detail = single_line(&format!("cannot {action} {}: {error}", quoted(path)));
        Self::new(ErrorKind::Io, None, detail).with_source(error)
    }

    /// The caller's writer does not take what has come.
    pub(crate) fn unwritten(operation: &'static Operation, error: io::Error) -> Self {
        let detail = single_line(&format!("cannot write what came: {error}"));
        Self::new(ErrorKind::Io, Some(operation), detail).with_source(error)
    }

    /// A place where no file is written.
    pub(crate) fn bad_place(path: &Path, reason: &str) -> Self {
        Self::new(
            ErrorKind::Io,
            None,
            format!("cannot write {}: {reason}", quoted(path)),
        )
    }

    /// Adds to an error what must be known besides.
    pub(crate) fn and(mut self, detail: &str) -> Self {
        if !self.0.detail.is_empty() {
            self.0.detail.push_str("; ");
        }
        self.0.detail.push_str(detail);
        self
    }

    /// An authorization that was refused, or an answer to one that does not belong to it.
    pub(crate) fn unauthorized(detail: impl Into<String>) -> Self {
        // Whoever sends the browser back chooses the words.
        Self::new(ErrorKind::Authorization, None, single_line(&detail.into()))
    }

    /// An access token that could not be refreshed; all calls that waited for it share the reason.
    pub(crate) fn not_refreshed(operation: &'static Operation, error: Arc<Self>) -> Self {
        let kind = match error.kind() {
            kind @ ErrorKind::TokenStore => kind,
            _ => ErrorKind::Authorization,
        };
        // Without the retry state of the refresh, which would be read as that of the call.
        let detail = format!(
            "the access token could not be refreshed: {}",
            Reason(&error)
        );
        Self::new(kind, Some(operation), detail).with_source(error)
    }

    /// The task of a refresh has gone without a word, and the next one too.
    pub(crate) fn refresh_lost(operation: &'static Operation) -> Self {
        let detail = "the refresh of the access token ended without a result: the token store \
                      panicked, or the runtime was shut down";
        Self::new(ErrorKind::TokenStore, Some(operation), detail)
    }

    /// The caller's token store failed to do something: `action` is a verb.
    pub(crate) fn store(action: &str, error: Box<dyn StdError + Send + Sync>) -> Self {
        let detail = single_line(&format!("the token store could not {action}: {error}"));
        let mut made = Self::new(ErrorKind::TokenStore, None, detail);
        made.0.source = Some(error);
        made
    }

    /// The service answered without success.
    pub(crate) fn refused(operation: &'static Operation, raw: http::Response<Bytes>) -> Self {
        Self::new(ErrorKind::Status, Some(operation), "").with_answer(raw)
    }

    /// A page that is not the service's, where its version segment may be missing.
    pub(crate) fn with_base_without_path(mut self) -> Self {
        if self.said().is_some_and(|said| said.message.is_none()) {
            let detail = "the base URL has no path: does it lack the version segment?";
            self.0.detail = detail.to_owned();
        }
        self
    }

    /// The body of a success is not what the document says.
    pub(crate) fn undecodable(
        operation: &'static Operation,
        raw: http::Response<Bytes>,
        error: &DecodeError,
    ) -> Self {
        // What the client unpacks has lost this header.
        let encoding = raw.headers().get(CONTENT_ENCODING);
        let encoding = encoding.filter(|name| !error.is_json() && *name != "identity");
        let detail = match encoding {
            _ if raw.body().is_empty() => "the body is empty".to_owned(),
            Some(encoding) => {
                let encoding = single_line(&String::from_utf8_lossy(encoding.as_bytes()));
                let encoding: String = encoding.chars().take(40).collect();
                format!("the body is encoded as `{encoding}`, which was not asked for")
            }
            None => error.to_string(),
        };
        Self::new(ErrorKind::Decode, Some(operation), detail).with_answer(raw)
    }
}

impl Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (limit, setter) = match self {
            Self::Idle(limit) => (limit, "for silence (`ClientBuilder::read_timeout`)"),
            Self::Call(limit) | Self::RateLimiter(limit) | Self::Refresh(limit) => (
                limit,
                "for a whole call (`ClientBuilder::call_timeout`, or its `CallOptions`)",
            ),
        };
        write!(f, "{limit:?}, the limit {setter}")
    }
}

/// A path on one line, as its user writes it.
fn quoted(path: &Path) -> String {
    let escaped = format!("{path:?}");
    match cfg!(windows) {
        // There it is the separator.
        true => escaped.replace(r"\\", r"\"),
        false => escaped,
    }
}
