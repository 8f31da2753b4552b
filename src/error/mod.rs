//! The error type of the crate: the kind of failure, and the response of the service.

mod body;
pub(crate) mod connect;
mod constructors;
mod redaction;
mod retry_after;
mod target;

use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::fmt::{self, Display};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use reqwest::StatusCode;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

use crate::wire::decode::issue::DecodeIssue;
use crate::wire::operation::{is_rate_limited, is_transient};
use crate::wire::single_line::single_line;
use body::ErrorBody;
pub(crate) use body::{is_html, is_of_store};
pub(crate) use retry_after::retry_after;
pub(crate) use target::Target;

/// Any error: of your hook, rate limiter, token store or transport.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// Why a call failed.
///
/// `Display` shows the operation and the failure on one line; [`source`](StdError::source) and its
/// sources explain it further, and [`with_causes`](Self::with_causes) shows all of them. Methods
/// return the parts. No text of the error and its sources contains a credential; the error itself
/// shows no body and no header. See the [guide](crate::guide::errors).
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    operation: Option<&'static str>,
    target: Target,
    /// The failure, for kinds that no response explains.
    detail: String,
    response: Option<ErrorResponse>,
    source: Option<BoxError>,
    attempts: Attempts,
    stop: Option<GiveUp>,
    job: Option<WaitedJob>,
    /// The item of a list that could not be decoded.
    item: Option<DecodeIssue>,
}

/// The attempts of a call, or of calls that belong together.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Attempts {
    pub(crate) count: u32,
    pub(crate) elapsed: Duration,
    /// The status of the last response, if the error has none of its own.
    pub(crate) last_status: Option<StatusCode>,
    pub(crate) may_have_taken_effect: bool,
}

/// Why a call was not retried, although its policy would allow another attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GiveUp {
    /// The body could not be sent again.
    BodyNotReplayable,
    /// The service asked for a longer pause than the policy allows.
    RetryAfterTooLong(Duration),
    /// The call's timeout was near.
    Deadline,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ElapsedTimeout {
    Idle(Duration),
    Call(Duration),
    /// The timeout of the call, while it waited for the rate limiter.
    RateLimiter(Duration),
    /// The timeout of the call, while it waited for an access token.
    Refresh(Duration),
}

/// Why a body cannot be read.
pub(crate) enum BodyError {
    Timeout(ElapsedTimeout),
    /// The connection closed early, or the compressed data is damaged.
    Truncated(BoxError),
    /// It exceeds the client's limit, in bytes.
    TooLarge(usize),
    /// Its content coding cannot be decoded, for this reason.
    Coding(String),
}

struct WaitedJob {
    id: String,
    /// The name of the job in messages.
    shown: String,
}

/// The response that made a call fail.
struct ErrorResponse {
    raw: http::Response<Bytes>,
    body: ErrorBody,
}

/// The kinds of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The settings are invalid, or lack a server that the call needs. Nothing was sent.
    Configuration,
    /// A parameter or the body is not valid for the operation. Nothing was sent.
    InvalidRequest,
    /// No connection could be made. Nothing was sent.
    Connect,
    /// No secure connection could be made: the server's certificate is invalid, or it does not
    /// support TLS. Nothing was sent, and a retry does not help.
    Tls,
    /// A [`Hook`](crate::hook::Hook) or a [`RateLimiter`](crate::rate_limit::RateLimiter) rejected
    /// the request, which was not sent.
    Rejected,
    /// A timeout elapsed.
    Timeout,
    /// The connection closed before the response was complete.
    ConnectionLost,
    /// The status of the response is not a success.
    Status,
    /// The status is a success, but the body does not match the document; or the head of the
    /// response is not valid HTTP, or has too many headers.
    Decode,
    /// The body of the response is longer than
    /// [`max_response_size`](crate::ClientBuilder::max_response_size).
    TooLarge,
    /// The user or the authorization server denied access, or the access token could not be
    /// refreshed. The last request of the call was not sent, or was rejected with 401.
    Authorization,
    /// The [`TokenStore`](crate::TokenStore) failed, so the session has no tokens. The last request
    /// of the call was not sent, or was rejected with 401.
    TokenStore,
    /// A job of the service failed or was cancelled.
    JobFailed,
    /// The status is a success, but the service did not do everything: see
    /// [`BulkReport::complete`](crate::bulk::BulkReport::complete).
    Incomplete,
    /// Pagination failed: the service repeated a page or a cursor, or returned an empty page
    /// although more items exist. See the rules in [`pages`](crate::pages).
    Pagination,
    /// A file cannot be read or written, or a source does not have its declared length.
    Io,
    /// The link to a bundle cannot be followed.
    Bundle,
}

impl Error {
    /// Returns the kind of failure.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Returns the `operationId` of the failed call, as the document spells it; `downloadBundle`
    /// for the download of a bundle.
    pub fn operation(&self) -> Option<&'static str> {
        self.0.operation
    }

    /// Returns the host that the call was sent to, if it is known.
    pub fn host(&self) -> Option<&str> {
        self.0.target.host()
    }

    /// Returns the project of the call, as the caller named it.
    pub fn project(&self) -> Option<&str> {
        self.0.target.project()
    }

    /// Returns the status of the last response, if there was one.
    pub fn status(&self) -> Option<StatusCode> {
        self.own_status().or(self.0.attempts.last_status)
    }

    /// Returns the headers of the response, if there was one.
    pub fn headers(&self) -> Option<&HeaderMap> {
        Some(self.0.response.as_ref()?.raw.headers())
    }

    /// Returns the body of the response as received; empty if it is incomplete. It may contain
    /// secrets, such as those of a token response that does not decode.
    pub fn body(&self) -> Option<&Bytes> {
        Some(self.0.response.as_ref()?.raw.body())
    }

    /// Returns the error message of the service: the `message` of the error envelope, with or
    /// without the `error` around it, or the description of an OAuth error.
    pub fn message(&self) -> Option<&str> {
        self.error_body()?.message.as_deref()
    }

    /// Returns the error code of the service: the number of its error envelope as text, or the name
    /// of an OAuth error.
    pub fn code(&self) -> Option<&str> {
        self.error_body()?.code.as_deref()
    }

    /// Returns the `state` of the authorization request that an OAuth error belongs to.
    pub fn oauth_state(&self) -> Option<&str> {
        self.error_body()?.state.as_deref()
    }

    /// Returns the messages by field, if the service rejected fields of the request.
    pub fn violations(&self) -> &BTreeMap<String, Vec<String>> {
        const NONE: &BTreeMap<String, Vec<String>> = &BTreeMap::new();
        self.error_body().map_or(NONE, |body| &body.violations)
    }

    /// Whether the status is 404.
    pub fn is_not_found(&self) -> bool {
        self.status() == Some(StatusCode::NOT_FOUND)
    }

    /// Whether the status is 409.
    pub fn is_conflict(&self) -> bool {
        self.status() == Some(StatusCode::CONFLICT)
    }

    /// Whether the status is 429, or 423 (the token is in use): the service did nothing.
    pub fn is_rate_limited(&self) -> bool {
        self.status().is_some_and(is_rate_limited)
    }

    /// Returns how long the service asks to wait, from the `Retry-After` of its response; `None` if
    /// it does not ask for a pause.
    pub fn retry_after(&self) -> Option<Duration> {
        let headers = self.headers()?;
        let text = |name| headers.get(name)?.to_str().ok();
        // The service's date is relative to its own clock.
        let now = text(DATE).and_then(|date| DateTime::parse_from_rfc2822(date).ok());
        let now = now.map_or_else(Utc::now, |now| now.to_utc());
        retry_after(text(RETRY_AFTER)?, now)
    }

    /// Whether a timeout elapsed.
    pub fn is_timeout(&self) -> bool {
        self.0.kind == ErrorKind::Timeout
    }

    /// Whether the same call may succeed later: after a rate limit, a transient error of the
    /// service, a conflict, a failed or lost connection, a timeout, a failure of the token store,
    /// or a refresh that failed for one of these reasons. A retry may still be harmful: see
    /// [`may_have_taken_effect`](Self::may_have_taken_effect).
    pub fn is_retryable(&self) -> bool {
        match self.0.kind {
            ErrorKind::Connect
            | ErrorKind::Timeout
            | ErrorKind::ConnectionLost
            | ErrorKind::TokenStore => true,
            ErrorKind::Authorization => self.shared().is_some_and(Self::is_retryable),
            ErrorKind::Status => {
                let passes = |status| is_transient(status) || status == StatusCode::CONFLICT;
                self.status().is_some_and(passes)
            }
            _ => false,
        }
    }

    /// Whether the failed call may have changed something at the service: it was a write, and the
    /// service may have processed it. Check before you repeat it.
    pub fn may_have_taken_effect(&self) -> bool {
        self.0.attempts.may_have_taken_effect
    }

    /// Returns the number of requests sent for this call; for a wait, including those that started
    /// the job.
    pub fn attempts(&self) -> u32 {
        self.0.attempts.count
    }

    /// Returns the duration of the call, including waits for the rate limiter.
    pub fn elapsed(&self) -> Duration {
        self.0.attempts.elapsed
    }

    /// Returns the item that could not be decoded, if the error is about one item of a list. A
    /// stream continues after such an error; every other error ends it.
    pub fn item(&self) -> Option<&DecodeIssue> {
        self.0.item.as_ref()
    }

    /// Returns the id of the job or process of a wait. It was started, even though the wait failed.
    pub fn job_id(&self) -> Option<&str> {
        Some(&self.0.job.as_ref()?.id)
    }

    /// Returns the error and its sources on one line, as `Debug` shows them.
    pub fn with_causes(&self) -> String {
        let mut text = self.to_string();
        for cause in std::iter::successors(self.source(), |error| (**error).source()) {
            let cause = single_line(&cause.to_string());
            // Libraries repeat their sources.
            if !text.contains(&cause) {
                text.push_str(": ");
                text.push_str(&cause);
            }
        }
        text
    }

    /// The error of a refresh, shared by all calls that waited for it.
    fn shared(&self) -> Option<&Self> {
        let shared = self.0.source.as_deref()?.downcast_ref::<Arc<Self>>();
        shared.map(AsRef::as_ref)
    }

    fn own_status(&self) -> Option<StatusCode> {
        Some(self.0.response.as_ref()?.raw.status())
    }

    fn error_body(&self) -> Option<&ErrorBody> {
        Some(&self.0.response.as_ref()?.body)
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.target.fmt(self.0.operation, f)?;
        self.0.fmt_failure(f)?;
        self.0.fmt_retries(f)
    }
}

impl Inner {
    fn fmt_failure(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, &self.response) {
            (ErrorKind::Configuration, _) => write!(f, "configuration: {}", self.detail),
            (ErrorKind::InvalidRequest, _) if self.operation.is_some() => {
                write!(f, "invalid request: {}", self.detail)
            }
            (ErrorKind::Status, Some(response)) => {
                write!(f, "{}{}", response.raw.status(), response.body)?;
                match self.detail.as_str() {
                    "" => Ok(()),
                    hint => write!(f, "; {hint}"),
                }
            }
            (_, Some(response)) => write!(f, "{}: {}", response.raw.status(), self.detail),
            (_, None) => f.write_str(&self.detail),
        }
    }

    /// Writes the attempts, the job, and whether the call may have taken effect.
    fn fmt_retries(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Attempts { count, elapsed, last_status, may_have_taken_effect } = self.attempts;
        if count > 1 {
            write!(f, " ({count} attempts in {elapsed:.1?})")?;
        }
        if let (None, None, Some(status)) = (&self.response, &self.item, last_status) {
            write!(f, "; the last response was {status}")?;
        }
        if let Some(job) = &self.job
            && !self.detail.contains(&job.shown)
        {
            write!(f, "; waiting for {}", job.shown)?;
        }
        match self.stop {
            None => Ok(()),
            Some(GiveUp::BodyNotReplayable) => {
                f.write_str("; not retried: the body can be sent only once")
            }
            Some(GiveUp::RetryAfterTooLong(asked)) => write!(
                f,
                "; not retried: the service asks to wait {asked:?} (`RetryPolicy::max_elapsed`)"
            ),
            Some(GiveUp::Deadline) => f.write_str(
                "; not retried: the call's timeout is near (`ClientBuilder::call_timeout` or \
                 `CallOptions::timeout`)",
            ),
        }?;
        if may_have_taken_effect {
            f.write_str("; it may have taken effect")?;
        }
        Ok(())
    }
}

/// Writes the error and its sources in one line, for a `main` that returns it; `{:#?}` writes its
/// parts.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return f.write_str(&self.with_causes());
        }
        f.debug_struct("Error")
            .field("kind", &self.0.kind)
            .field("text", &format_args!("{self}"))
            // Not as it shows itself: libraries keep what a server has sent.
            .field("source", &self.source().map(ToString::to_string))
            .finish_non_exhaustive()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self.shared() {
            Some(shared) => Some(shared),
            None => self.0.source.as_deref().map(|source| source as _),
        }
    }
}
