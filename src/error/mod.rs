//! The one error of the crate: what kind of failure, what the service answered, and what the caller
//! may conclude from it.

mod body;
pub(crate) mod connect;
mod constructors;
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

use crate::types::{ContributorDeletionJob, QueuedProcess};
use crate::wire::decode::issue::DecodeIssue;
use crate::wire::status::is_transient;
use body::ErrorBody;
pub(crate) use retry_after::retry_after;
pub(crate) use target::Target;

/// Why a call failed.
///
/// One line of text says what happened to which operation; the parts are behind the methods.
/// Neither `Display` nor `Debug` shows a credential, a body or a header.
///
/// ```
/// # async fn example(client: &l10n_client::Client) {
/// match client.get_contributor("garnet-7041.26", 1002).send().await {
///     Ok(answer) => println!("{:?}", answer.contributor.email),
///     Err(error) if error.is_not_found() => println!("nobody there"),
///     Err(error) => eprintln!("{error}"),
/// }
/// # }
/// ```
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    operation: Option<&'static str>,
    target: Target,
    /// What went wrong, for the kinds that no answer explains.
    detail: String,
    answer: Option<Answer>,
    source: Option<Box<dyn StdError + Send + Sync>>,
    attempts: u32,
    elapsed: Duration,
    /// The status of the last answer of the call, where this error has none of its own.
    last_status: Option<StatusCode>,
    may_have_taken_effect: bool,
    stop: Option<GiveUp>,
    job: Option<Job>,
    /// The one item of a list that the error is of.
    item: Option<DecodeIssue>,
}

/// What has kept a call from another attempt that was due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GiveUp {
    /// The body could not be sent again.
    BodyNotReplayable,
    /// The client's budget of retries was empty.
    BudgetExhausted,
    /// The service asked for a pause that the policy has no time for.
    RetryAfterTooLong(Duration),
    /// The limit of the call was near.
    Deadline,
}

/// The limit that has ended a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Of the silence of the service.
    Idle(Duration),
    /// Of the whole call.
    Call(Duration),
    /// Of the whole call, while it waited for its slot of the rate limiter.
    RateLimiter(Duration),
    /// Of the whole call, while it waited for an access token.
    Refresh(Duration),
}

/// Why a body did not come to its end.
pub(crate) enum BodyError {
    /// The service was silent for too long, or the time of the call was over.
    Timeout(Limit),
    Truncated(reqwest::Error),
    /// It is longer than so many bytes, which the client takes.
    TooLarge(usize),
}

/// The last state that was seen of a job.
#[derive(Debug)]
pub enum LastState {
    Process(Box<QueuedProcess>),
    Deletion(Box<ContributorDeletionJob>),
}

/// A job that was waited for.
struct Job {
    id: String,
    /// As it is shown.
    shown: String,
    last: Option<LastState>,
}

/// The answer that made a call fail, with what the service says in it.
struct Answer {
    raw: http::Response<Bytes>,
    said: ErrorBody,
}

/// The kinds of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The client cannot be made, or cannot reach a server, with the settings given. Nothing was
    /// sent.
    Configuration,
    /// A parameter or a body does not fit the operation. Nothing was sent.
    InvalidRequest,
    /// No connection could be made. Nothing was sent.
    Connect,
    /// No connection could be made that is safe: the certificate of the server does not fit, or it
    /// does not speak TLS as it must. Nothing was sent, and trying again is no use.
    Tls,
    /// A [`Hook`](crate::hook::Hook) or a [`RateLimiter`](crate::rate_limit::RateLimiter) of the
    /// caller's refused the request, which was not sent.
    Rejected,
    /// The time was up.
    Timeout,
    /// The connection broke before the answer was complete.
    ConnectionLost,
    /// The service answered, and not with success.
    Status,
    /// The service answered with success, and the body is not what the document says.
    Decode,
    /// The body of the answer is longer than the client's limit.
    TooLarge,
    /// The user, or the authorization server, gives no access: a refused authorization, or an
    /// access token that could not be refreshed. The last request of the call was not sent, or was
    /// refused with 401.
    Authorization,
    /// The caller's [`TokenStore`](crate::TokenStore) failed or panicked, so that the session has
    /// no tokens to go on with. The last request of the call was not sent, or was refused with 401.
    TokenStore,
    /// A job of the service has failed, or was cancelled.
    JobFailed,
    /// The service answered with success, and has not done all that was asked for: see
    /// [`BulkReport::complete`](crate::bulk::BulkReport::complete).
    Incomplete,
    /// The pages of a list do not lead to its end: they came again, a cursor came a second time, or
    /// nothing came where more items exist. When is told in [`pages`](crate::pages).
    Pagination,
    /// A file or folder of this machine cannot be read or written; or what was to be sent cannot be
    /// read, or has not the length that it was said to have.
    Io,
    /// The bundle, or the link to it, is not what it must be: damaged, over a limit, or unsafe to
    /// extract.
    Bundle,
}

impl Error {
    /// The kind of failure.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The `operationId` of the failed call, as the document spells it; `downloadBundle` for the
    /// download of a bundle.
    pub fn operation(&self) -> Option<&'static str> {
        self.0.operation
    }

    /// The host that the call was to, where it is known.
    pub fn host(&self) -> Option<&str> {
        self.0.target.host()
    }

    /// The project that the call was about, as it was given, where it was about one.
    pub fn project(&self) -> Option<&str> {
        self.0.target.project()
    }

    /// The status of the last answer that came, if any did.
    pub fn status(&self) -> Option<StatusCode> {
        self.own_status().or(self.0.last_status)
    }

    /// The headers of the answer, where one came.
    pub fn headers(&self) -> Option<&HeaderMap> {
        Some(self.0.answer.as_ref()?.raw.headers())
    }

    /// The body of the answer as it came, whatever it is; empty where it was cut short. It may hold
    /// secrets: the body of a token answer that does not decode, say.
    pub fn body(&self) -> Option<&Bytes> {
        Some(self.0.answer.as_ref()?.raw.body())
    }

    /// What the service says went wrong, where its answer has words for it: the `message` of the
    /// error envelope, with or without the `error` around it, or the description of an OAuth error.
    pub fn message(&self) -> Option<&str> {
        self.said()?.message.as_deref()
    }

    /// The code that the service gives: the number of its error envelope as text, or the name of an
    /// OAuth error.
    pub fn code(&self) -> Option<&str> {
        self.said()?.code.as_deref()
    }

    /// The `state` that an OAuth error echoes: that of the authorization request.
    pub fn oauth_state(&self) -> Option<&str> {
        self.said()?.state.as_deref()
    }

    /// For a request that is not valid, the messages by field.
    pub fn violations(&self) -> &BTreeMap<String, Vec<String>> {
        const NONE: &BTreeMap<String, Vec<String>> = &BTreeMap::new();
        self.said().map_or(NONE, |said| &said.violations)
    }

    /// Whether the service answered 404.
    pub fn is_not_found(&self) -> bool {
        self.status() == Some(StatusCode::NOT_FOUND)
    }

    /// Whether the service answered 409.
    pub fn is_conflict(&self) -> bool {
        self.status() == Some(StatusCode::CONFLICT)
    }

    /// Whether the service answered 429.
    pub fn is_rate_limited(&self) -> bool {
        self.status() == Some(StatusCode::TOO_MANY_REQUESTS)
    }

    /// How long the service asks to wait, by the `Retry-After` of its answer; nothing where it asks
    /// for no pause, or gave no answer.
    pub fn retry_after(&self) -> Option<Duration> {
        let headers = self.headers()?;
        let text = |name| headers.get(name)?.to_str().ok();
        // A date of the service is told by its own clock.
        let now = text(DATE).and_then(|date| DateTime::parse_from_rfc2822(date).ok());
        let now = now.map_or_else(Utc::now, |now| now.to_utc());
        retry_after(text(RETRY_AFTER)?, now)
    }

    /// Whether another attempt was due, and the client's budget of retries was empty: see
    /// [`ClientBuilder::retry_budget`](crate::ClientBuilder::retry_budget).
    pub fn is_retry_budget_spent(&self) -> bool {
        self.0.stop == Some(GiveUp::BudgetExhausted)
    }

    /// Whether the time was up.
    pub fn is_timeout(&self) -> bool {
        self.0.kind == ErrorKind::Timeout
    }

    /// Whether the same call may succeed later: too many requests, a passing trouble of the
    /// service, a conflict that passes, a connection that was not made or broke, a time that was
    /// up, a token store that failed; and a refresh that failed for one of these. Says nothing of
    /// harm: see [`may_have_taken_effect`](Self::may_have_taken_effect).
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

    /// Whether what does no harm may be tried again: a passing trouble, of the call or of the
    /// refresh before it.
    pub(crate) fn is_transient(&self) -> bool {
        let cause = self.0.source.as_deref();
        let refresh = cause.and_then(|cause| cause.downcast_ref::<Arc<Self>>());
        self.is_retryable()
            || self
                .own_status()
                .is_some_and(|status| status.is_server_error())
            || refresh.is_some_and(|refresh| refresh.is_transient())
    }

    /// Whether the call may have changed something at the service all the same: it was one that
    /// writes, and may have been read before things went wrong. Look before you repeat it.
    pub fn may_have_taken_effect(&self) -> bool {
        self.0.may_have_taken_effect
    }

    /// How many requests were sent for this call, and where it was a wait for those that started
    /// what was waited for.
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// How long the call took, with its waits for the rate limiter; where it was a wait, from its
    /// start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed
    }

    /// The item that could not be read, where the error is of one item of a list alone. A stream
    /// that yields such an error goes on behind it; every other error is the last thing that a
    /// stream yields.
    pub fn item(&self) -> Option<&DecodeIssue> {
        self.0.item.as_ref()
    }

    /// The id of the job or process that was waited for: it has been started, whatever became of
    /// the wait.
    pub fn job_id(&self) -> Option<&str> {
        Some(&self.0.job.as_ref()?.id)
    }

    /// The last state that was seen of the process that was waited for.
    pub fn last_process(&self) -> Option<&QueuedProcess> {
        match self.0.job.as_ref()?.last.as_ref()? {
            LastState::Process(process) => Some(process),
            LastState::Deletion(_) => None,
        }
    }

    /// The last state that was seen of the bulk deletion that was waited for.
    pub fn last_deletion_job(&self) -> Option<&ContributorDeletionJob> {
        match self.0.job.as_ref()?.last.as_ref()? {
            LastState::Deletion(job) => Some(job),
            LastState::Process(_) => None,
        }
    }

    /// The error with all that is behind it, in one text; what it says already is not said again.
    pub fn with_causes(&self) -> String {
        let mut text = self.to_string();
        for cause in std::iter::successors(self.source(), |error| (**error).source()) {
            let cause = cause.to_string();
            if !text.contains(&cause) {
                text.push_str(": ");
                text.push_str(&cause);
            }
        }
        text
    }

    /// The error of the refresh that this one and others share.
    fn shared(&self) -> Option<&Self> {
        let shared = self.0.source.as_deref()?.downcast_ref::<Arc<Self>>();
        shared.map(AsRef::as_ref)
    }

    fn own_status(&self) -> Option<StatusCode> {
        Some(self.0.answer.as_ref()?.raw.status())
    }

    fn said(&self) -> Option<&ErrorBody> {
        Some(&self.0.answer.as_ref()?.said)
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason(self).fmt(f)?;
        self.fmt_retries(f)
    }
}

/// What went wrong with which operation.
struct Reason<'a>(&'a Error);

impl Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Error(inner) = self.0;
        inner.target.fmt(inner.operation, f)?;
        self.0.fmt_trouble(f)
    }
}

impl Error {
    /// What went wrong.
    fn fmt_trouble(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        match (inner.kind, &inner.answer) {
            (ErrorKind::Configuration, _) => write!(f, "configuration: {}", inner.detail),
            (ErrorKind::InvalidRequest, _) if inner.operation.is_some() => {
                write!(f, "invalid request: {}", inner.detail)
            }
            (ErrorKind::Status, Some(answer)) => {
                write!(f, "{}{}", answer.raw.status(), answer.said)?;
                match inner.detail.as_str() {
                    "" => Ok(()),
                    hint => write!(f, "; {hint}"),
                }
            }
            (_, Some(answer)) => write!(f, "{}: {}", answer.raw.status(), inner.detail),
            (_, None) => f.write_str(&inner.detail),
        }
    }

    /// What happened on the way there, and what it left behind.
    fn fmt_retries(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        if inner.attempts > 1 {
            write!(f, " ({} attempts in {:.1?})", inner.attempts, inner.elapsed)?;
        }
        if let (None, None, Some(status)) = (&inner.answer, &inner.item, inner.last_status) {
            write!(f, "; the last answer was {status}")?;
        }
        if let Some(job) = &inner.job
            && !inner.detail.contains(&job.shown)
        {
            write!(f, "; waiting for {}", job.shown)?;
        }
        match inner.stop {
            None => Ok(()),
            Some(GiveUp::BodyNotReplayable) => {
                f.write_str("; not retried: its body can be read only once")
            }
            Some(GiveUp::BudgetExhausted) => f.write_str(
                "; not retried: the retry budget is exhausted (`ClientBuilder::retry_budget`)",
            ),
            Some(GiveUp::RetryAfterTooLong(asked)) => write!(
                f,
                "; not retried: the service asks to wait {asked:?} (`RetryPolicy::max_elapsed`)"
            ),
            Some(GiveUp::Deadline) => f.write_str(
                "; not retried: the call's timeout is near (`ClientBuilder::call_timeout` or \
                 `CallOptions::timeout`)",
            ),
        }?;
        if inner.may_have_taken_effect {
            f.write_str("; it may have taken effect")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
