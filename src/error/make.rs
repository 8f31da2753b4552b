//! How errors are made: one constructor for each thing that goes wrong.

use std::error::Error as StdError;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::said::{Said, one_line};
use super::{Answer, Error, ErrorKind, Inner, Job};
use crate::pipeline::{Course, Cut};
use crate::response::RawResponse;
use crate::runtime::Operation;
use crate::wait::LastState;

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
            Cut::Late => (ErrorKind::Timeout, "the answer did not end in time"),
            Cut::Broken(error) if error.is_decode() => (ErrorKind::Broken, "the answer is damaged"),
            Cut::Broken(_) => (ErrorKind::Broken, "the answer was cut short"),
        };
        let error = Self::new(kind, Some(operation), detail).with_answer(raw);
        match cut {
            Cut::Late => error,
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
            self.0.detail = one_line(&format!("cannot read {name}: {}", error.kind()));
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
        // Whoever sends the browser back chooses the words.
        Self::new(ErrorKind::Authorization, None, one_line(&detail.into()))
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
                // Names of a map are the service's own words.
                let path = one_line(path);
                format!("the body is not as documented at `{path}`, line {line} column {column}")
            }
            (serde_json::error::Category::Data, _) => {
                format!("the body is not as documented at line {line} column {column}")
            }
            _ => format!("the body is not JSON at line {line} column {column}"),
        };
        let course = raw.course;
        let error = Self::new(ErrorKind::Decode, Some(operation), trouble);
        error.with_answer(raw).in_course(&course)
    }
}
