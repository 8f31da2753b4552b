//! Waiting for jobs of the service: bulk deletions, imports and exports.

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
use tokio::time::{Instant, sleep, timeout_at};

use crate::calls::{DeleteAllContributors, GetContributorDeletionJob, GetProcess, StartExport};
use crate::client::Client;
use crate::error::{Attempts, Error, ErrorKind, Target};
use crate::settings::options::CallOptions;
use crate::settings::retry::RetryState;
use crate::types::{
    ContributorDeletionJob, DeletionJobState, ProcessStatus, ProcessedFile, QueuedProcess,
};
use crate::wire::operation::Operation;

/// A state, and the attempts of the call that read it.
type Polled<S> = Result<(S, RetryState), Error>;

/// A wait for a job. Await it for the final state; or, for example for a progress bar, read its
/// states: it is a [`Stream`] of them, which an error ends. If the job has not been started yet, this
/// starts it.
///
/// The first poll is immediate; the intervals between polls grow from 250 ms to 10 seconds. A bulk
/// deletion ends with `completed`, a process with `finished`. `failed` and `cancelled` are errors
/// with the service's reasons, including those of a process's files. The wait
/// continues in a state that the document does not list; after a timeout, the error contains the
/// last state.
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
pub struct Wait<S>(Phase<S>);

enum Phase<S> {
    Idle(Box<Plan<S>>),
    Running(BoxStream<'static, Result<S, Error>>),
}

struct Plan<S> {
    operation: &'static Operation,
    client: Client,
    target: Target,
    start: BoxFuture<'static, Result<Job<S>, Error>>,
    max_interval: Duration,
    timeout: Duration,
}

/// A job that has been started.
struct Job<S> {
    id: String,
    /// The calls so far.
    retries: RetryState,
    poll: Box<dyn Fn() -> BoxFuture<'static, Polled<S>> + Send + 'static>,
}

impl<S> Job<S> {
    fn new<F>(id: String, retries: RetryState, poll: impl Fn() -> F + Send + 'static) -> Self
    where
        F: Future<Output = Polled<S>> + Send + 'static,
    {
        let poll = Box::new(move || -> BoxFuture<'static, _> { Box::pin(poll()) });
        Self { id, retries, poll }
    }
}

impl<S: JobState> Wait<S> {
    fn new(
        operation: &'static Operation,
        client: Client,
        target: Target,
        start: impl Future<Output = Result<Job<S>, Error>> + Send + 'static,
    ) -> Self {
        Self(Phase::Idle(Box::new(Plan {
            operation,
            client,
            target,
            start: Box::pin(start),
            max_interval: Duration::from_secs(10),
            timeout: Duration::from_secs(30 * 60),
        })))
    }

    /// Sets the maximum interval between polls; 10 seconds by default, and at least 50 ms.
    pub fn max_interval(mut self, interval: Duration) -> Self {
        if let Phase::Idle(plan) = &mut self.0 {
            plan.max_interval = interval;
        }
        self
    }

    /// Sets the timeout of the wait, from the first poll; 30 minutes by default. The error has the
    /// last state; the job continues at the service.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        if let Phase::Idle(plan) = &mut self.0 {
            plan.timeout = timeout;
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
            Phase::Idle(plan) => {
                stream::unfold(PollStep::Start(plan), PollStep::next).fuse().boxed()
            }
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
            last.ok_or_else(|| Error::configuration("no state was polled"))
        })
    }
}

enum PollStep<S> {
    Start(Box<Plan<S>>),
    Poll(Box<Polling<S>>),
    End,
}

impl<S: JobState> PollStep<S> {
    async fn next(self) -> Option<(Result<S, Error>, Self)> {
        let mut polling = match self {
            Self::End => return None,
            Self::Poll(polling) => polling,
            Self::Start(plan) => match plan.start.await {
                Ok(job) => Box::new(Polling {
                    operation: plan.operation,
                    client: plan.client,
                    target: plan.target,
                    job,
                    deadline: Instant::now().checked_add(plan.timeout),
                    timeout: plan.timeout,
                    interval: None,
                    max_interval: plan.max_interval,
                    last: None,
                    trouble: None,
                }),
                Err(error) => return Some((Err(error), Self::End)),
            },
        };
        Some(match polling.poll().await {
            Ok((state, false)) => (Ok(state), Self::Poll(polling)),
            Ok((state, true)) => (Ok(state), Self::End),
            Err(error) => (Err(error), Self::End),
        })
    }
}

struct Polling<S> {
    operation: &'static Operation,
    client: Client,
    target: Target,
    job: Job<S>,
    deadline: Option<Instant>,
    timeout: Duration,
    /// Before the next poll, unless it is the first.
    interval: Option<Duration>,
    max_interval: Duration,
    last: Option<S>,
    /// The transient error of the last poll.
    trouble: Option<Error>,
}

impl<S: JobState> Polling<S> {
    /// Returns the next state, and whether it is the end.
    async fn poll(&mut self) -> Result<(S, bool), Error> {
        let polled = match self.deadline {
            Some(deadline) => timeout_at(deadline, self.next_state()).await,
            None => Ok(self.next_state().await),
        };
        let polled = polled.unwrap_or_else(|_| Err(self.timed_out()));
        let state = match polled {
            Ok(state) => state,
            Err(error) => {
                let last = self.last.take();
                return Err(self.with_job(error, last));
            }
        };
        match state.verdict() {
            Verdict::Ended => Ok((state, true)),
            Verdict::Going => {
                self.last = Some(state.clone());
                Ok((state, false))
            }
            Verdict::Failed(reason) => {
                let text = format!("{} {}: {reason}", S::WHAT, self.job.id);
                let error = Error::new(ErrorKind::JobFailed, Some(self.operation), text);
                Err(self.with_job(error, Some(state)))
            }
        }
    }

    /// Polls until a poll succeeds, or fails with an error that is not transient.
    async fn next_state(&mut self) -> Result<S, Error> {
        const FIRST: Duration = Duration::from_millis(250);
        const SHORTEST: Duration = Duration::from_millis(50);
        loop {
            if let Some(interval) = self.interval {
                sleep(interval).await;
            }
            let next = self.interval.map_or(FIRST, |interval| interval.mul_f64(1.5));
            self.interval = Some(next.min(self.max_interval).max(SHORTEST));
            match (self.job.poll)().await {
                Ok((state, retries)) => {
                    self.job.retries.followed_by(&retries);
                    self.trouble = None;
                    return Ok(state);
                }
                Err(error) if error.is_retryable() => {
                    self.job.retries.attempts += error.attempts();
                    self.trouble = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The error of the timeout. Its source is the error of the last poll, if that failed.
    fn timed_out(&mut self) -> Error {
        let (what, id, timeout) = (S::WHAT, &self.job.id, self.timeout);
        let mut text = format!("timed out after {timeout:.1?} waiting for {what} {id}");
        if let Some(last) = &self.last {
            text = format!("{text}, which was `{}`", last.status());
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

    /// Adds the job and its last state to an error of the wait.
    fn with_job(&self, error: Error, state: Option<S>) -> Error {
        error
            .with_earlier_attempts(self.job.retries.summary())
            .with_job(self.job.id.clone(), state)
            .with_target(self.target.clone())
            .without_secrets(&self.client.core.credentials.secrets())
    }
}

/// Whether a job continues, has succeeded or has failed.
#[derive(Debug)]
pub enum Verdict {
    Going,
    Ended,
    Failed(String),
}

/// A state that shows whether the job has ended. Sealed: its module is private.
pub trait JobState: Clone + Send + Sync + 'static {
    /// The name of the job in errors.
    const WHAT: &'static str;

    fn verdict(&self) -> Verdict;

    fn status(&self) -> String;
}

impl JobState for ContributorDeletionJob {
    const WHAT: &'static str = "deletion job";

    fn verdict(&self) -> Verdict {
        match self.state {
            DeletionJobState::Completed => Verdict::Ended,
            DeletionJobState::Failed => {
                let errors = self.errors.iter().flatten();
                let counts = errors.map(|(error, count)| format!("{error} ({count})"));
                let counts: Vec<_> = counts.collect();
                Verdict::Failed(format!("failed: {}", counts.join(", ")))
            }
            _ => Verdict::Going,
        }
    }

    fn status(&self) -> String {
        self.state.to_string()
    }
}

impl JobState for QueuedProcess {
    const WHAT: &'static str = "process";

    fn verdict(&self) -> Verdict {
        match &self.status {
            ProcessStatus::Finished if has_failed_files(self) => {
                Verdict::Failed(format!("finished, but files failed{}", reasons(self)))
            }
            ProcessStatus::Finished => Verdict::Ended,
            status @ (ProcessStatus::Failed | ProcessStatus::Cancelled) => {
                Verdict::Failed(format!("{status}{}", reasons(self)))
            }
            _ => Verdict::Going,
        }
    }

    fn status(&self) -> String {
        self.status.to_string()
    }
}

/// Whether a file of an import failed: by its state, or by an unknown state with a message.
fn has_failed_files(process: &QueuedProcess) -> bool {
    let is_failed = |file: &ProcessedFile| match &file.status {
        Some(ProcessStatus::Failed | ProcessStatus::Cancelled) => true,
        Some(ProcessStatus::Other(_)) => words(file.message.as_deref()).is_some(),
        _ => false,
    };
    files(process).any(is_failed)
}

fn files(process: &QueuedProcess) -> impl Iterator<Item = &ProcessedFile> {
    let details = process.details.iter();
    details.flat_map(|details| details.files.iter().flatten())
}

/// Returns the message of a process, unless a file has it too, and those of its files.
fn reasons(process: &QueuedProcess) -> String {
    let own = words(process.message.as_deref());
    let own = own.filter(|own| files(process).all(|file| file.message.as_deref() != Some(*own)));
    let of_file = |file: &ProcessedFile| {
        let message = words(file.message.as_deref())?;
        let name = file.name_original.as_deref().unwrap_or("a file");
        Some(format!("`{name}`: {message}"))
    };
    let all = own.map(str::to_owned).into_iter();
    let all: Vec<_> = all.chain(files(process).filter_map(of_file)).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!(": {}", all.join("; ")),
    }
}

fn words(message: Option<&str>) -> Option<&str> {
    message.filter(|message| !message.is_empty())
}

impl DeleteAllContributors {
    /// Starts the deletion, and waits for its end.
    ///
    /// # Errors
    ///
    /// Fails if a call fails, if the job fails, or if the timeout elapses. The error has the job's
    /// id and its last state.
    pub fn wait(self) -> Wait<ContributorDeletionJob> {
        let client = self.client.clone();
        let target = target(Self::OPERATION, &client, &self.project_id);
        Wait::new(Self::OPERATION, client, target, async move {
            let poll = self.client.get_contributor_deletion_job(&self.project_id, "");
            let poll = poll.options(self.options.for_what_follows());
            let started = self.send().await?;
            let id = started.job_id.to_string();
            let poll = GetContributorDeletionJob { job_id: id.clone(), ..poll };
            Ok(poll.job(id, *started.retries()))
        })
    }
}

impl GetContributorDeletionJob {
    /// Waits for the end of a job that was started before.
    ///
    /// # Errors
    ///
    /// As [`DeleteAllContributors::wait`].
    pub fn wait(self) -> Wait<ContributorDeletionJob> {
        let id = self.job_id.clone();
        let target = target(Self::OPERATION, &self.client, &self.project_id);
        let job = self.clone().job(id, RetryState::begin());
        Wait::new(Self::OPERATION, self.client, target, async { Ok(job) })
    }

    fn job(self, id: String, retries: RetryState) -> Job<ContributorDeletionJob> {
        Job::new(id, retries, move || {
            let call = self.clone();
            async move {
                let response = call.send().await?;
                let retries = *response.retries();
                Ok((response.into_inner(), retries))
            }
        })
    }
}

impl GetProcess {
    /// Waits for the end of a process that was started before.
    ///
    /// # Errors
    ///
    /// Fails if a call fails, if the process fails or is cancelled, or if the timeout elapses. The
    /// error has the process's id, its last state, and its messages and those of its files.
    pub fn wait(self) -> Wait<QueuedProcess> {
        let id = self.process_id.clone();
        let target = target(Self::OPERATION, &self.client, &self.project_id);
        let job = self.clone().job(id, RetryState::begin());
        Wait::new(Self::OPERATION, self.client, target, async { Ok(job) })
    }

    fn job(self, id: String, retries: RetryState) -> Job<QueuedProcess> {
        Job::new(id, retries, move || {
            let call = self.clone();
            async move {
                let id = call.process_id.clone();
                let response = call.send().await?;
                let retries = *response.retries();
                let process = response.into_inner().process;
                match process.process_id == id {
                    true => Ok((process, retries)),
                    false => {
                        let text =
                            format!("the response has another process: {}", process.process_id);
                        Err(Error::new(ErrorKind::Decode, Some(Self::OPERATION), text))
                    }
                }
            }
        })
    }
}

impl StartExport {
    /// Starts the export, and waits for its end; the details of the process then have the URL of
    /// the bundle.
    ///
    /// # Errors
    ///
    /// As [`GetProcess::wait`].
    pub fn wait(self) -> Wait<QueuedProcess> {
        let poll = poll_of(&self.client, &self.project_id, &self.options);
        process(Self::OPERATION, poll, async move {
            let started = self.send().await?;
            let retries = *started.retries();
            Ok((started.into_inner().process_id, retries))
        })
    }
}

/// Returns the call that polls a process which a call with these options starts. Its project is the
/// one that the caller named: a response repeats it without its branch.
pub(crate) fn poll_of(client: &Client, project: &str, options: &CallOptions) -> GetProcess {
    let poll = client.get_process(project, "");
    poll.options(options.for_what_follows())
}

/// Waits for the process that `start` starts.
pub(crate) fn process(
    operation: &'static Operation,
    poll: GetProcess,
    start: impl Future<Output = Result<(String, RetryState), Error>> + Send + 'static,
) -> Wait<QueuedProcess> {
    let client = poll.client.clone();
    let target = target(operation, &client, &poll.project_id);
    Wait::new(operation, client, target, async move {
        let (id, retries) = start.await?;
        let poll = GetProcess { process_id: id.clone(), ..poll };
        Ok(poll.job(id, retries))
    })
}

fn target(operation: &'static Operation, client: &Client, project: &str) -> Target {
    Target::of_project(operation, client, Some(project.into()))
}

impl<S> fmt::Debug for Wait<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Phase::Idle(plan) = &self.0 else { return f.write_str("Wait") };
        f.debug_struct("Wait")
            .field("operation", &plan.operation.id)
            .field("max_interval", &plan.max_interval)
            .field("timeout", &plan.timeout)
            .finish_non_exhaustive()
    }
}
