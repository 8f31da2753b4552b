//! The one error of the crate: what kind of failure, what the service answered, and what the caller may conclude from it.

use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::fmt::{self, Display};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::pipeline::{Course, Cut};
use crate::response::RawResponse;
use crate::runtime::Operation;
use crate::types::{ContributorDeletionJob, QueuedProcess};
use crate::wait::LastState;

/// Why a call failed.
///
/// One line of text says what happened to which operation; the parts are behind the methods. Neither `Display` nor
/// `Debug` shows a credential, a body or a header.
///
/// ```
/// # async fn example(client: &l10n_client::Client) {
/// match client.get_contributor().project_id("garnet-7041.26").contributor_id(1002).send().await {
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
    /// What went wrong, for the kinds that no answer explains.
    detail: String,
    answer: Option<Answer>,
    source: Option<Box<dyn StdError + Send + Sync>>,
    attempts: u32,
    elapsed: Duration,
    /// The status of the last answer of the call, where this error has none of its own.
    last_status: Option<StatusCode>,
    may_have_taken_effect: bool,
    /// Whether another attempt was due, and the body could not be sent again.
    spent_body: bool,
    job: Option<Job>,
}

/// A job that was waited for.
struct Job {
    id: String,
    last: Option<LastState>,
}

/// The answer that made a call fail, with what the service says in it.
struct Answer {
    raw: RawResponse,
    said: Said,
}

/// The kinds of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The client cannot be made, or cannot reach a server, with the settings given. Nothing was sent.
    Configuration,
    /// A parameter or a body does not fit the operation. Nothing was sent.
    InvalidRequest,
    /// No connection could be made. Nothing was sent.
    Connect,
    /// The time was up.
    Timeout,
    /// The connection broke before the answer was complete.
    Broken,
    /// The service answered, and not with success.
    Status,
    /// The service answered with success, and the body is not what the document says.
    Decode,
    /// The body of the answer is longer than the client's limit.
    TooLarge,
    /// The user, or the authorization server, gives no access: a refused authorization, or an access token that could not be
    /// refreshed. The request itself was not sent.
    Authorization,
    /// A job of the service has failed, or was cancelled.
    Failed,
    /// The pages of a list do not lead to its end: a cursor came a second time, or none came where more items exist.
    Pagination,
    /// A file or folder of this machine cannot be read or written; or what was to be sent cannot be read, or has not the length that it
    /// was said to have.
    Io,
    /// The bundle, or the link to it, is not what it must be: damaged, over a limit, or unsafe to extract.
    Bundle,
}

impl Error {
    /// The kind of failure.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The `operationId` of the failed call, as the document spells it; `downloadBundle` for the download of a bundle.
    pub fn operation(&self) -> Option<&'static str> {
        self.0.operation
    }

    /// The status of the last answer that came, if any did.
    pub fn status(&self) -> Option<StatusCode> {
        self.own_status().or(self.0.last_status)
    }

    /// The headers of the answer, where one came.
    pub fn headers(&self) -> Option<&HeaderMap> {
        Some(&self.0.answer.as_ref()?.raw.headers)
    }

    /// The body of the answer as it came, whatever it is; empty where it was cut short. It may hold secrets: the body of a
    /// token answer that does not decode, say.
    pub fn body(&self) -> Option<&Bytes> {
        Some(&self.0.answer.as_ref()?.raw.body)
    }

    /// What the service says went wrong, where its answer has words for it: the `message` of the error envelope, with or
    /// without the `error` around it, or the description of an OAuth error.
    pub fn message(&self) -> Option<&str> {
        self.said()?.message.as_deref()
    }

    /// The code that the service gives: the number of its error envelope as text, or the name of an OAuth error.
    pub fn code(&self) -> Option<&str> {
        self.said()?.code.as_deref()
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

    /// Whether the time was up.
    pub fn is_timeout(&self) -> bool {
        self.0.kind == ErrorKind::Timeout
    }

    /// Whether the same call may succeed later: too many requests, a passing trouble of the service, a conflict that passes, a
    /// connection that was not made or broke, a time that was up. Says nothing of harm: see
    /// [`may_have_taken_effect`](Self::may_have_taken_effect).
    pub fn is_retryable(&self) -> bool {
        match self.0.kind {
            ErrorKind::Connect | ErrorKind::Timeout | ErrorKind::Broken => true,
            ErrorKind::Status => {
                let status = self.status().map_or(0, |status| status.as_u16());
                matches!(status, 408 | 409 | 429 | 502 | 503 | 504)
            }
            _ => false,
        }
    }

    /// Whether the call may have changed something at the service all the same: it was one that writes, and may have been read
    /// before things went wrong. Look before you repeat it.
    pub fn may_have_taken_effect(&self) -> bool {
        self.0.may_have_taken_effect
    }

    /// How many requests were sent for this call.
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// How long the call took, from the start of its first request.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed
    }

    /// The id of the job or process that was waited for: it has been started, whatever became of the wait.
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

    fn own_status(&self) -> Option<StatusCode> {
        Some(self.0.answer.as_ref()?.raw.status)
    }

    fn said(&self) -> Option<&Said> {
        Some(&self.0.answer.as_ref()?.said)
    }
}

impl Error {
    fn new(
        kind: ErrorKind,
        operation: Option<&'static Operation>,
        detail: impl Into<String>,
    ) -> Self {
        Self(Box::new(Inner {
            kind,
            operation: operation.map(|operation| operation.id),
            detail: detail.into(),
            answer: None,
            source: None,
            attempts: 0,
            elapsed: Duration::ZERO,
            last_status: None,
            may_have_taken_effect: false,
            spent_body: false,
            job: None,
        }))
    }

    fn with_answer(mut self, raw: RawResponse) -> Self {
        let said = Said::read(&raw.body);
        self.0.answer = Some(Answer { raw, said });
        self
    }

    fn with_source(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.0.source = Some(Box::new(source));
        self
    }

    /// Adds what happened in the call before it was given up.
    pub(crate) fn in_course(mut self, course: &Course) -> Self {
        self.0.attempts = course.attempts;
        self.0.elapsed = course.elapsed();
        self.0.last_status = course.last_status;
        self.0.may_have_taken_effect |= course.may_have_taken_effect;
        self
    }

    /// The call would have been tried again if its body could be sent again.
    pub(crate) fn with_spent_body(mut self) -> Self {
        self.0.spent_body = true;
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

    /// The HTTP library refuses to make the request.
    pub(crate) fn unsendable(operation: &'static Operation, reason: &impl Display) -> Self {
        Self::invalid_request(operation, reason.to_string())
    }

    /// The request was sent, or not even that, and no answer came.
    pub(crate) fn no_answer(operation: &'static Operation, error: reqwest::Error) -> Self {
        let (kind, detail) = if error.is_connect() {
            (ErrorKind::Connect, "no connection")
        } else if error.is_timeout() {
            (ErrorKind::Timeout, "no answer in time")
        } else {
            (
                ErrorKind::Broken,
                "the connection broke before an answer came",
            )
        };
        Self::new(kind, Some(operation), detail).with_source(error.without_url())
    }

    /// The time of a call was up.
    pub(crate) fn timeout(operation: &'static Operation) -> Self {
        Self::new(ErrorKind::Timeout, Some(operation), "no answer in time")
    }

    /// The head of an answer came, and its body did not come to an end.
    pub(crate) fn cut_short(operation: &'static Operation, raw: RawResponse, cut: Cut) -> Self {
        let (kind, detail) = match &cut {
            Cut::Silence => (ErrorKind::Timeout, "the answer did not end in time"),
            Cut::Broken(error) if error.is_decode() => (ErrorKind::Broken, "the answer is damaged"),
            Cut::Broken(_) => (ErrorKind::Broken, "the answer was cut short"),
        };
        let error = Self::new(kind, Some(operation), detail).with_answer(raw);
        match cut {
            Cut::Silence => error,
            Cut::Broken(cause) => error.with_source(cause.without_url()),
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

    /// The call failed because what was to be sent could not be read to its end. Where an answer came, that says more. Nothing took
    /// effect: the end of the request was not sent.
    pub(crate) fn because_unreadable(mut self, name: &str, error: std::io::Error) -> Self {
        if self.0.answer.is_none() {
            self.0.kind = ErrorKind::Io;
            self.0.detail = one_line(&format!("cannot read {name}: {error}"));
            self.0.may_have_taken_effect = false;
            self.0.source = Some(Box::new(error));
        }
        self
    }

    /// The body of an answer is longer than the client takes.
    pub(crate) fn too_large(operation: &'static Operation, raw: RawResponse, limit: usize) -> Self {
        let detail = format!("the answer is longer than {limit} bytes, the limit of this client");
        Self::new(ErrorKind::TooLarge, Some(operation), detail).with_answer(raw)
    }

    /// The pages of a list do not lead to its end.
    pub(crate) fn pagination(operation: &'static Operation, detail: &str) -> Self {
        Self::new(ErrorKind::Pagination, Some(operation), detail)
    }

    /// The runtime that a task ran on was shut down.
    pub(crate) fn interrupted() -> Self {
        let detail = "the runtime was shut down before an answer came";
        Self::new(ErrorKind::Broken, None, detail)
    }

    /// A job of the service has failed, or was cancelled.
    pub(crate) fn failed(operation: &'static Operation, detail: String) -> Self {
        Self::new(ErrorKind::Failed, Some(operation), one_line(&detail))
    }

    /// A job of the service has not ended in the time that it was given.
    pub(crate) fn gave_up_waiting(operation: &'static Operation, detail: String) -> Self {
        Self::new(ErrorKind::Timeout, Some(operation), detail)
    }

    /// What is known of the job that was waited for.
    pub(crate) fn with_job(mut self, id: String, last: Option<LastState>) -> Self {
        self.0.job = Some(Job { id, last });
        self
    }

    /// An answer ended without being complete.
    pub(crate) fn broken(operation: &'static Operation, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Broken, Some(operation), detail)
    }

    /// The system refuses to do something with a file or folder: `action` is a verb.
    pub(crate) fn io(action: &str, path: &Path, error: io::Error) -> Self {
        let reason = error.kind();
        Self::new(
            ErrorKind::Io,
            None,
            format!("cannot {action} {path:?}: {reason}"),
        )
        .with_source(error)
    }

    /// A place where no file is written.
    pub(crate) fn bad_place(path: &Path, reason: &str) -> Self {
        Self::new(
            ErrorKind::Io,
            None,
            format!("cannot write {path:?}: {reason}"),
        )
    }

    /// Adds to an error what must be known besides.
    #[cfg(feature = "zip")]
    pub(crate) fn and(mut self, detail: &str) -> Self {
        self.0.detail.push_str("; ");
        self.0.detail.push_str(detail);
        self
    }

    /// A bundle, or a link to one, that is not what it must be.
    pub(crate) fn bundle(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Bundle, None, detail)
    }

    /// A bundle that cannot be read.
    #[cfg(feature = "zip")]
    pub(crate) fn damaged_bundle(
        detail: impl Into<String>,
        source: impl StdError + Send + Sync + 'static,
    ) -> Self {
        Self::bundle(detail).with_source(source)
    }

    /// An authorization that was refused, or an answer to one that does not belong to it.
    pub(crate) fn unauthorized(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Authorization, None, detail)
    }

    /// An access token that could not be refreshed; all calls that waited for it share the reason.
    pub(crate) fn not_refreshed(operation: &'static Operation, error: Arc<Self>) -> Self {
        Self::new(
            ErrorKind::Authorization,
            Some(operation),
            "the access token could not be refreshed",
        )
        .with_source(error)
    }

    /// The service answered without success.
    pub(crate) fn refused(operation: &'static Operation, raw: RawResponse) -> Self {
        Self::new(ErrorKind::Status, Some(operation), "").with_answer(raw)
    }

    /// The body of a success is not what the document says. The decoder's own words are left out: they quote the body.
    pub(crate) fn undecodable(
        operation: &'static Operation,
        raw: RawResponse,
        error: &serde_json::Error,
        path: Option<&str>,
    ) -> Self {
        let (line, column) = (error.line(), error.column());
        let trouble = match (error.classify(), path) {
            _ if raw.body.is_empty() => "the body is empty".to_owned(),
            (serde_json::error::Category::Data, Some(path)) if path != "." => {
                format!("the body is not as documented at `{path}`, line {line} column {column}")
            }
            (serde_json::error::Category::Data, _) => {
                format!("the body is not as documented at line {line} column {column}")
            }
            _ => format!("the body is not JSON at line {line} column {column}"),
        };
        let mut error = Self::new(ErrorKind::Decode, Some(operation), trouble);
        error.0.may_have_taken_effect = raw.writes;
        error.with_answer(raw)
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        if let Some(operation) = inner.operation {
            write!(f, "{operation}: ")?;
        }
        match inner.kind {
            ErrorKind::Configuration => write!(f, "configuration: {}", inner.detail),
            ErrorKind::InvalidRequest if inner.operation.is_none() => f.write_str(&inner.detail),
            ErrorKind::InvalidRequest => write!(f, "invalid request: {}", inner.detail),
            ErrorKind::Status => match &inner.answer {
                Some(answer) => write!(f, "{}{}", answer.raw.status, answer.said),
                None => f.write_str("refused"),
            },
            _ => match self.own_status() {
                Some(status) => write!(f, "{status}: {}", inner.detail),
                None => f.write_str(&inner.detail),
            },
        }?;
        if inner.attempts > 1 {
            write!(f, " ({} attempts in {:.1?})", inner.attempts, inner.elapsed)?;
        }
        if let (None, Some(status)) = (self.own_status(), inner.last_status) {
            write!(f, "; the last answer was {status}")?;
        }
        if let Some(job) = inner
            .job
            .as_ref()
            .filter(|job| !inner.detail.contains(&job.id))
        {
            write!(f, "; waiting for {}", job.id)?;
        }
        if inner.spent_body {
            f.write_str("; not tried again, because its body can be read once")?;
        }
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
            .field("source", &self.0.source)
            .finish_non_exhaustive()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

/// What an error body says, whatever its form: the documented envelope, the same without the wrapper, an OAuth error, or
/// nothing that can be understood.
#[derive(Default)]
struct Said {
    message: Option<String>,
    code: Option<String>,
    violations: BTreeMap<String, Vec<String>>,
}

impl Said {
    fn read(body: &[u8]) -> Self {
        let Ok(Value::Object(whole)) = serde_json::from_slice(body) else {
            return Self::default();
        };
        match whole.get("error") {
            Some(Value::Object(wrapped)) => Self::envelope(wrapped),
            Some(Value::String(name)) => Self {
                message: text(whole.get("error_description"))
                    .or_else(|| text(whole.get("message"))),
                code: Some(name.clone()),
                violations: BTreeMap::new(),
            },
            _ => Self::envelope(&whole),
        }
    }

    fn envelope(members: &serde_json::Map<String, Value>) -> Self {
        let violations = members.get("violations").and_then(Value::as_object);
        Self {
            message: text(members.get("message")),
            code: text(members.get("code")),
            violations: violations
                .into_iter()
                .flatten()
                .map(|(field, messages)| (field.clone(), texts(messages)))
                .collect(),
        }
    }
}

/// Words of the service for one line of text: a colon before them, no line breaks in them.
impl Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self
            .code
            .as_deref()
            .filter(|code| code.parse::<u16>().is_err());
        for part in [named, self.message.as_deref()].into_iter().flatten() {
            write!(f, ": {}", one_line(part))?;
        }
        for (field, messages) in &self.violations {
            write!(
                f,
                "; `{}`: {}",
                one_line(field),
                one_line(&messages.join(" "))
            )?;
        }
        Ok(())
    }
}

fn one_line(text: &str) -> String {
    text.split(|character: char| character.is_control())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values
            .iter()
            .filter_map(|value| text(Some(value)))
            .collect(),
        value => text(Some(value)).into_iter().collect(),
    }
}
