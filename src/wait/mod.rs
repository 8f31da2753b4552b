//! Waiting for jobs of the service: bulk deletions, imports, exports and tasks.

use std::fmt;
use std::future::{Future, IntoFuture, poll_fn};
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use futures_util::stream::{self, StreamExt};
use tokio::time::{Instant, sleep};

use crate::call::response::Response;
use crate::client::Client;
use crate::error::{Attempts, Error, ErrorKind, Target};
use crate::settings::options::CallOptions;
use crate::settings::retry::RetryState;
use crate::types::{ContributorDeletionJob, ProcessStatus, ProcessedFile, QueuedProcess};
use crate::wire::operation::Operation;

/// A wait for a job. Await it for the final state; or, for example for a progress bar, read its
/// states: it is a [`Stream`] of them. Each poll yields one, so states repeat; the last is the
/// final one, and a failure is an error, which ends the stream. If the job has not been started
/// yet, this starts it.
///
/// The first poll is immediate; the intervals between polls grow from 250 ms to 10 seconds. A bulk
/// deletion or a task ends with `completed`, a process with `finished`. `failed` and `cancelled`
/// are errors with the service's reasons, including those of a process's files. The wait
/// continues in a state that the document does not list; after a timeout, the error names the last
/// state.
///
/// Each poll is a call that is retried according to its policy. If it fails nevertheless with a
/// [transient error](Error::is_retryable), the wait continues with the next poll, until its own
/// timeout. An error after the start of a job reports that the call [may have taken
/// effect](Error::may_have_taken_effect), has the job's [id](Error::job_id), and counts all
/// requests since the start. Use the id to wait again; do not start the job again.
///
/// ```no_run
/// # async fn example(client: l10n_client::Client, project: uuid::Uuid)
/// # -> Result<(), l10n_client::Error> {
/// let job = client.delete_all_contributors(project).wait().await?;
/// println!("{:?} deleted, {:?} failed: {:?}", job.deleted, job.failed, job.errors);
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is sent until this is awaited or polled"]
pub struct Wait<S: JobState>(Phase<S>);

enum Phase<S: JobState> {
    Idle(Box<Polling<S>>),
    Running(BoxStream<'static, Result<S, Error>>),
}

/// Starts a job, and returns its id and the calls so far.
type Start<S> = BoxFuture<'static, Result<(<S as JobState>::Id, RetryState), Error>>;

struct Polling<S: JobState> {
    operation: &'static Operation,
    target: Target,
    call: S::Call,
    /// None once the job was started.
    start: Option<Start<S>>,
    retries: RetryState,
    deadline: Option<Instant>,
    timeout: Duration,
    /// Before the next poll, unless it is the first.
    interval: Option<Duration>,
    /// The last status.
    last: Option<String>,
    /// The transient error of the last poll.
    trouble: Option<Error>,
}

impl<S: JobState> Wait<S> {
    /// Waits for a job that was started before.
    pub(crate) fn of(operation: &'static Operation, mut call: S::Call) -> Self {
        let id = S::id_of(&mut call).clone();
        Self::after(operation, call, async { Ok((id, RetryState::begin())) })
    }

    /// Waits for the job that `start` starts. Its project is the one that the caller named: a
    /// response repeats it without its branch.
    pub(crate) fn after(
        operation: &'static Operation,
        call: S::Call,
        start: impl Future<Output = Result<(S::Id, RetryState), Error>> + Send + 'static,
    ) -> Self {
        let (client, project) = S::client(&call);
        Self(Phase::Idle(Box::new(Polling {
            operation,
            target: Target::of_project(operation, client, project.map(str::to_owned)),
            call,
            start: Some(Box::pin(start)),
            retries: RetryState::default(),
            deadline: None,
            timeout: Duration::from_secs(30 * 60),
            interval: None,
            last: None,
            trouble: None,
        })))
    }

    /// Sets the timeout of the wait, from the first poll; 30 minutes by default. The job continues
    /// at the service.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        if let Phase::Idle(polling) = &mut self.0 {
            polling.timeout = timeout;
        }
        self
    }

    /// Returns the next state, or `None` after the end.
    ///
    /// # Errors
    ///
    /// Fails as awaiting the wait does. The stream ends then.
    pub async fn next(&mut self) -> Option<Result<S, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }
}

impl<S: JobState> Stream for Wait<S> {
    type Item = Result<S, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let ended = Phase::Running(Box::pin(stream::empty()));
        let mut states = match mem::replace(&mut self.0, ended) {
            Phase::Idle(polling) => stream::unfold(Some(polling), async |polling| {
                let mut polling = polling?;
                let state = polling.poll().await;
                let rest = matches!(state, Ok((_, false))).then_some(polling);
                Some((state.map(|(state, _)| state), rest))
            })
            .fuse()
            .boxed(),
            Phase::Running(states) => states,
        };
        let state = states.as_mut().poll_next(context);
        self.0 = Phase::Running(states);
        state
    }
}

impl<S: JobState> IntoFuture for Wait<S> {
    type Output = Result<S, Error>;
    type IntoFuture = BoxFuture<'static, Result<S, Error>>;

    fn into_future(mut self) -> Self::IntoFuture {
        Box::pin(async move {
            let mut last = None;
            while let Some(state) = self.next().await {
                last = Some(state?);
            }
            // The stream ends only after a state or an error.
            last.ok_or_else(|| {
                Error::configuration("the wait has ended: its last state was returned before")
            })
        })
    }
}

impl<S: JobState> Polling<S> {
    /// Returns the next state, and whether it is the end.
    async fn poll(&mut self) -> Result<(S, bool), Error> {
        if let Some(start) = self.start.take() {
            let (id, retries) = start.await?;
            *S::id_of(&mut self.call) = id;
            self.retries = retries;
            self.deadline = Instant::now().checked_add(self.timeout);
        }
        let state = match self.next_state().await {
            Ok(state) => state,
            Err(error) => return Err(self.with_job(error)),
        };
        match end(&state) {
            Some(Ok(())) => Ok((state, true)),
            None => {
                self.last = Some(state.status().to_owned());
                Ok((state, false))
            }
            Some(Err(reason)) => {
                let text = format!("{} {}: {reason}", S::WHAT, self.id());
                let error = Error::new(ErrorKind::JobFailed, Some(self.operation), text);
                Err(self.with_job(error))
            }
        }
    }

    /// Polls until a poll succeeds, or fails with an error that is not transient. A poll gets no
    /// more time than the wait has left, so its error says why it was retried until then.
    async fn next_state(&mut self) -> Result<S, Error> {
        const FIRST: Duration = Duration::from_millis(250);
        const LONGEST: Duration = Duration::from_secs(10);
        loop {
            if let Some(interval) = self.interval {
                sleep(self.left().map_or(interval, |left| left.min(interval))).await;
            }
            let next = self.interval.map_or(FIRST, |interval| interval.mul_f64(1.5));
            self.interval = Some(next.min(LONGEST));
            let left = self.left();
            if left.is_some_and(|left| left.is_zero()) {
                return Err(self.timed_out());
            }
            match S::read(self.call.clone(), left).await {
                Ok(response) => {
                    self.retries.followed_by(&response.retries);
                    self.trouble = None;
                    return self.checked(response.into_inner());
                }
                Err(error) if error.is_retryable() => {
                    self.retries.attempts += error.attempts();
                    self.trouble = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the remaining time.
    fn left(&self) -> Option<Duration> {
        let now = Instant::now();
        self.deadline.map(|deadline| deadline.saturating_duration_since(now))
    }

    fn id(&mut self) -> String {
        S::id_of(&mut self.call).to_string()
    }

    /// Fails if this is the state of another job.
    fn checked(&mut self, state: S) -> Result<S, Error> {
        match state.own_id().filter(|own| *own != S::id_of(&mut self.call)) {
            None => Ok(state),
            Some(other) => {
                let text = format!("the response has another {}: {}", S::WHAT, other.to_string());
                Err(Error::new(ErrorKind::Decode, Some(self.operation), text))
            }
        }
    }

    /// The error of the timeout. Its source is the error of the last poll, if that failed.
    fn timed_out(&mut self) -> Error {
        let (what, id, timeout) = (S::WHAT, self.id(), self.timeout);
        let mut text = format!("timed out after {timeout:.1?} waiting for {what} {id}");
        if let Some(last) = &self.last {
            text = format!("{text}, which was `{last}`");
        }
        let error = Error::new(ErrorKind::Timeout, Some(self.operation), text);
        match self.trouble.take() {
            Some(trouble) => {
                let last_status = trouble.status();
                error
                    .with_attempts(Attempts { last_status, ..Attempts::default() })
                    .with_source(trouble)
            }
            None => error,
        }
    }

    /// Adds the job to an error of the wait.
    fn with_job(&mut self, error: Error) -> Error {
        error
            .with_earlier_attempts(self.retries.summary())
            .with_job(self.id())
            .with_target(self.target.clone())
            .without_secrets(&S::client(&self.call).0.core.credentials.secrets())
    }
}

/// The state of a job, and the call that reads it. Sealed: its module is private.
pub trait JobState: Reasons + Sized + Send + Sync + 'static {
    type Call: Clone + Send + 'static;
    type Id: ToString + PartialEq + Clone + Send;

    /// The name of the job in errors.
    const WHAT: &'static str;
    const ENDED: &'static [&'static str];
    const FAILED: &'static [&'static str];

    fn status(&self) -> &str;

    /// Returns the id that the state has, if it has one.
    fn own_id(&self) -> Option<&Self::Id> {
        None
    }

    /// Returns the client and the project of a call.
    fn client(call: &Self::Call) -> (&Client, Option<&str>);

    fn id_of(call: &mut Self::Call) -> &mut Self::Id;

    /// Reads the state, in the remaining time if the wait has a timeout.
    fn read(
        call: Self::Call,
        left: Option<Duration>,
    ) -> BoxFuture<'static, Result<Response<Self>, Error>>;
}

/// What a state says of a failure.
pub trait Reasons {
    /// Whether a part has failed of a job that has ended.
    fn has_failed_part(&self) -> bool {
        false
    }

    /// Returns the reasons of a failure.
    fn reasons(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Lets a call take no more than the remaining time.
pub(crate) fn limit(client: &Client, options: &mut CallOptions, left: Option<Duration>) {
    let own = client.clone().overridden_by(options).call_timeout();
    if let Some(left) = left.filter(|left| own.is_none_or(|own| own > *left)) {
        *options = options.overridden_by(&CallOptions::new().timeout(left));
    }
}

/// Whether a job continues (`None`), has succeeded, or why it has failed.
fn end<S: JobState>(state: &S) -> Option<Result<(), String>> {
    let status = state.status();
    let what = match state.has_failed_part() {
        _ if S::FAILED.contains(&status) => status.to_owned(),
        true if S::ENDED.contains(&status) => format!("{status}, but files failed"),
        false if S::ENDED.contains(&status) => return Some(Ok(())),
        _ => return None,
    };
    let reasons = state.reasons().join("; ");
    Some(Err(if reasons.is_empty() { what } else { format!("{what}: {reasons}") }))
}

impl Reasons for ContributorDeletionJob {
    fn reasons(&self) -> Vec<String> {
        let errors = self.errors.iter().flatten();
        errors.map(|(error, count)| format!("{error} ({count})")).collect()
    }
}

impl Reasons for QueuedProcess {
    /// A file of an import has failed: by its state, or by an unknown state with a message.
    fn has_failed_part(&self) -> bool {
        files(self).any(|file| match &file.status {
            Some(ProcessStatus::Failed | ProcessStatus::Cancelled) => true,
            Some(ProcessStatus::Other(_)) => words(file.message.as_deref()).is_some(),
            _ => false,
        })
    }

    /// The message of the process, unless a file has it too, and those of its files.
    fn reasons(&self) -> Vec<String> {
        let own = words(self.message.as_deref());
        let own = own.filter(|own| files(self).all(|file| file.message.as_deref() != Some(*own)));
        let of_file = |file: &ProcessedFile| {
            let message = words(file.message.as_deref())?;
            let name = file.name_original.as_deref().unwrap_or("a file");
            Some(format!("`{name}`: {message}"))
        };
        own.map(str::to_owned).into_iter().chain(files(self).filter_map(of_file)).collect()
    }
}

fn files(process: &QueuedProcess) -> impl Iterator<Item = &ProcessedFile> {
    let details = process.details.iter();
    details.flat_map(|details| details.files.iter().flatten())
}

fn words(message: Option<&str>) -> Option<&str> {
    message.filter(|message| !message.is_empty())
}

#[cfg(feature = "tasks")]
impl Reasons for crate::types::Task {}

impl<S: JobState> fmt::Debug for Wait<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wait").finish_non_exhaustive()
    }
}
