//! Errors that no call has made: for the tests of code that handles them.

use std::error::Error as StdError;

use bytes::Bytes;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::LastState;
use super::{Error, ErrorKind, Inner, Target};
use crate::types::QueuedProcess;
use crate::wire::answer::RawAnswer;

/// Makes an [`Error`], as a call may end with: see [`Error::builder`].
#[derive(Debug)]
#[must_use = "an error is made when `build` is called"]
pub struct ErrorBuilder(Error);

impl Error {
    /// Starts an error that no call has made, for tests of code that handles errors.
    ///
    /// ```
    /// use l10n_client::reqwest::StatusCode;
    /// use l10n_client::{Error, ErrorKind};
    ///
    /// let answer = r#"{"error": {"code": 404, "message": "Key not found"}}"#;
    /// let missing = Error::builder(ErrorKind::Status)
    ///     .operation("getKey")
    ///     .answer(StatusCode::NOT_FOUND, answer)
    ///     .build();
    /// assert!(missing.is_not_found());
    /// assert_eq!(missing.message(), Some("Key not found"));
    /// ```
    pub fn builder(kind: ErrorKind) -> ErrorBuilder {
        ErrorBuilder(Self::new(kind, None, ""))
    }
}

impl ErrorBuilder {
    /// The `operationId` of the call, as the document spells it.
    pub fn operation(self, id: &'static str) -> Self {
        self.set(|error| error.operation = Some(id))
    }

    /// The host of the call, without a port, and its project: see [`Error::host`] and
    /// [`Error::project`]. A host that is none is left out.
    pub fn target(self, host: &str, project: Option<&str>) -> Self {
        Self(self.0.at(Target::named(host, project)))
    }

    /// The process that was waited for, as it was seen last: see [`Error::last_process`].
    pub fn process(self, last: QueuedProcess) -> Self {
        let id = last.process_id.clone();
        Self(
            self.0
                .with_job(id, Some(LastState::Process(Box::new(last)))),
        )
    }

    /// What went wrong, in words; the answer's own, where it has some, go before them.
    pub fn detail(self, words: impl Into<String>) -> Self {
        let words = words.into();
        self.set(|error| error.detail = words)
    }

    /// The answer that made the call fail, without headers.
    pub fn answer(self, status: StatusCode, body: impl Into<Bytes>) -> Self {
        self.answer_with(status, HeaderMap::new(), body)
    }

    /// The answer that made the call fail, with its headers, as `Retry-After`.
    pub fn answer_with(
        self,
        status: StatusCode,
        headers: HeaderMap,
        body: impl Into<Bytes>,
    ) -> Self {
        Self(self.0.with_answer(RawAnswer {
            status,
            headers,
            body: body.into(),
        }))
    }

    /// What it was caused by.
    pub fn source(self, cause: impl StdError + Send + Sync + 'static) -> Self {
        Self(self.0.with_source(cause))
    }

    /// How many attempts there were.
    pub fn attempts(self, count: u32) -> Self {
        self.set(|error| error.attempts = count)
    }

    /// Says that the request may have done what it asked for.
    pub fn may_have_taken_effect(self) -> Self {
        self.set(|error| error.may_have_taken_effect = true)
    }

    /// The error.
    pub fn build(self) -> Error {
        self.0
    }

    fn set(mut self, change: impl FnOnce(&mut Inner)) -> Self {
        change(&mut self.0.0);
        self
    }
}
