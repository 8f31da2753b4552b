//! Waiting for jobs of the service: bulk deletions, imports, exports and tasks.

use std::fmt;
use std::future::{Future, IntoFuture, poll_fn};
use std::mem;
use std::pin::Pin;
use std::task::{self, Context};
use std::time::Duration;

use futures_core::Stream;
use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use futures_util::stream::{self, StreamExt};
use tokio::time::{Instant, sleep, timeout_at};

use crate::call::response::Response;
use crate::client::Client;
use crate::error::{Attempts, Error, ErrorKind, Target};
use crate::settings::retry::RetryState;
use crate::types::{ContributorDeletionJob, ProcessStatus, ProcessedFile, QueuedProcess};
use crate::wire::operation::Operation;

/// A state, and the attempts of the call that read it.
type Polled<S> = Result<(S, RetryState), Error>;

/// A wait for a job. Await it for the final state; or, for example for a progress bar, read its
/// states: it is a [`Stream`] of them. Each poll yields one, so states repeat; the last is the final
/// one, and a failure is an error, which ends the stream. If the job has not been started yet, this
/// starts it.
///
/// The first poll is immediate; the intervals between polls grow from 250 ms to 10 seconds. A bulk
/// deletion or a task ends with `completed`, a process with `finished`. `failed` and `cancelled`
/// are errors with the service's reasons, including those of a process's files. The wait
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

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> task::Poll<Option<Self::Item>> {
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
            last.ok_or_else(|| {
                Error::configuration("the wait has ended: its last state was returned before")
            })
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
        match end(&state) {
            Some(Ok(())) => Ok((state, true)),
            None => {
                self.last = Some(state.clone());
                Ok((state, false))
            }
            Some(Err(reason)) => {
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

/// A state that shows whether the job has ended. Sealed: its module is private.
pub trait JobState: Reasons + Clone + Send + Sync + 'static {
    /// The name of the job in errors.
    const WHAT: &'static str;
    /// The statuses with which it has ended.
    const ENDED: &'static [&'static str];
    const FAILED: &'static [&'static str];

    fn status(&self) -> &str;
}

/// What a state says of a failure.
pub trait Reasons {
    /// Whether a part has failed of a job that has ended.
    fn has_failed_part(&self) -> bool {
        false
    }

    /// Returns the reasons of a failure.
    fn reasons(&self) -> Vec<String>;
}

/// Implements [`JobState`], given the field with the status, the name of the job, and the statuses
/// with which it has ended.
macro_rules! job {
    // What cannot fail has no reasons for it.
    ($state:ident $status:ident: $what:literal ended $ended:tt failed []) => {
        impl $crate::wait::Reasons for $state {
            fn reasons(&self) -> Vec<String> {
                Vec::new()
            }
        }

        job!(@state $state $status: $what ended $ended failed []);
    };
    ($state:ident $status:ident: $what:literal ended $ended:tt failed $failed:tt) => {
        job!(@state $state $status: $what ended $ended failed $failed);
    };
    (@state $state:ident $status:ident: $what:literal ended $ended:tt failed $failed:tt) => {
        impl $crate::wait::JobState for $state {
            const WHAT: &'static str = $what;
            const ENDED: &'static [&'static str] = &$ended;
            const FAILED: &'static [&'static str] = &$failed;

            fn status(&self) -> &str {
                self.$status.as_str()
            }
        }
    };
}

/// A call that reads the state of a job.
pub(crate) trait Poll: Clone + Send + 'static {
    type State: JobState;
    type Id: ToString + PartialEq + Clone + Send;

    fn client(&self) -> (&'static Operation, &Client);

    /// Returns the project and the id of the job.
    fn job(&self) -> (&str, &Self::Id);

    fn with_id(self, id: Self::Id) -> Self;

    fn read(self) -> BoxFuture<'static, Result<Response<Self::State>, Error>>;

    /// Returns the id that the state has, if it has one.
    fn id_of(_: &Self::State) -> Option<&Self::Id> {
        None
    }
}

/// Implements [`Poll`] and `wait` for a call, given its parameter with the id, and the field of the
/// response with the state.
macro_rules! polls {
    (
        $call:ident by $id:ident: $type:ty => $state:ident $(in $field:ident)? $(with $own:ident)?
    ) => {
        impl $crate::wait::Poll for $call {
            type State = $state;
            type Id = $type;

            fn client(&self) -> (&'static Operation, &Client) {
                (Self::OPERATION, &self.client)
            }

            fn job(&self) -> (&str, &$type) {
                (&self.project_id, &self.$id)
            }

            fn with_id(self, id: $type) -> Self {
                Self { $id: id, ..self }
            }

            fn read(
                self,
            ) -> ::futures_core::future::BoxFuture<'static, Result<$crate::Response<$state>, Error>>
            {
                Box::pin(async { Ok(self.send().await?.map(|response| response$(.$field)?)) })
            }

            $(fn id_of(state: &$state) -> Option<&$type> {
                let $own = &state.$id;
                Some($own)
            })?
        }

        impl $call {
            /// Waits for the end of a job that was started before.
            ///
            /// # Errors
            ///
            /// Fails if a call fails, if the job fails or is cancelled, or if the timeout elapses.
            /// The error has the job's id and its last state, and the reasons of the service.
            pub fn wait(self) -> $crate::Wait<$state> {
                $crate::Wait::of(self)
            }
        }
    };
}

/// Defines `wait` for a call that starts a job, given the call that reads its state, its parameter
/// with the id, and the field of the response with the id.
macro_rules! starts {
    ($call:ident -> $poll:ident by $id:ident in $($place:ident).+: $state:ident) => {
        impl $call {
            /// Starts the job, and waits for its end.
            ///
            /// # Errors
            ///
            #[doc = concat!("Fails as `send` and [`", stringify!($poll), "::wait`](crate::calls::",
                stringify!($poll), "::wait) do.")]
            pub fn wait(self) -> $crate::Wait<$state> {
                let poll = $crate::calls::$poll {
                    client: self.client.clone(),
                    options: self.options.for_what_follows(),
                    project_id: self.project_id.clone(),
                    $id: Default::default(),
                };
                $crate::Wait::after(Self::OPERATION, poll, async {
                    let started = self.send().await?;
                    let retries = *started.retries();
                    Ok((started.into_inner().$($place).+.into(), retries))
                })
            }
        }
    };
}

pub(crate) use {job, polls, starts};

impl<S: JobState> Wait<S> {
    /// Waits for a job that was started before.
    pub(crate) fn of<P: Poll<State = S>>(poll: P) -> Self {
        let (operation, _) = poll.client();
        let id = poll.job().1.clone();
        Self::after(operation, poll, async { Ok((id, RetryState::begin())) })
    }

    /// Waits for the job that `start` starts. Its project is the one that the caller named: a
    /// response repeats it without its branch.
    pub(crate) fn after<P: Poll<State = S>>(
        operation: &'static Operation,
        poll: P,
        start: impl Future<Output = Result<(P::Id, RetryState), Error>> + Send + 'static,
    ) -> Self {
        let client = poll.client().1.clone();
        let target = Target::of_project(operation, &client, Some(poll.job().0.into()));
        Self::new(operation, client, target, async move {
            let (id, retries) = start.await?;
            let job = id.to_string();
            let poll = poll.with_id(id);
            Ok(Job::new(job, retries, move || read(poll.clone())))
        })
    }
}

/// Reads the state of a job.
async fn read<P: Poll>(poll: P) -> Polled<P::State> {
    let (operation, id) = (poll.client().0, poll.job().1.clone());
    let response = poll.read().await?;
    let retries = *response.retries();
    let state = response.into_inner();
    match P::id_of(&state).filter(|other| **other != id) {
        None => Ok((state, retries)),
        Some(other) => {
            let (what, other) = (P::State::WHAT, other.to_string());
            let text = format!("the response has another {what}: {other}");
            Err(Error::new(ErrorKind::Decode, Some(operation), text))
        }
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
