//! Waiting for what the service does in the background: bulk deletions, imports and exports, until
//! they end.

use std::fmt;
use std::future::{Future, IntoFuture, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use futures_util::stream;
use tokio::time::{Instant, sleep, timeout_at};

use crate::builder::{
    DeleteAllContributors, GetContributorDeletionJob, GetProcess, StartExport, UploadFile,
};
use crate::client::Client;
use crate::error::{Error, LastState, Target};
use crate::input::Unfit;
use crate::settings::options::CallOptions;
use crate::settings::retry::RetryState;
use crate::types::{
    ContributorDeletionJob, DeletionJobState, ProcessStatus, ProcessedFile, QueuedProcess,
};
use crate::wire::operation::Operation;

type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
/// A state, and the call that has read it.
type Seen<S> = Result<(S, RetryState), Error>;
/// Reads the state once more.
type Look<'a, S> = Box<dyn FnMut() -> BoxFuture<'a, Seen<S>> + Send + 'a>;

/// A job that is started, where it has not been yet, and then watched. Await it for its end, or see
/// its [`states`](Self::states).
///
/// The first look comes at once; the pauses between looks grow from a quarter of a second to a cap.
/// Ended means `completed` for a bulk deletion and `finished` for a process. `failed` and
/// `cancelled` are errors with the service's reasons, of a process and of a file in it, and a state
/// that the document does not list means that the job still goes on.
///
/// To look does no harm, so a passing trouble does not end the wait: it goes on looking until its
/// [`total`](Self::total). An error behind the start of a job says that the call
/// [may have taken effect](Error::may_have_taken_effect), has the job's [id](Error::job_id), and
/// counts all requests from the start on. Wait on by that id; do not start the job again.
///
/// ```no_run
/// # async fn example(client: l10n_client::Client, project: uuid::Uuid)
/// # -> Result<(), l10n_client::Error> {
/// let job = client.delete_all_contributors().project_id(project).wait().await?;
/// println!("{:?} deleted, {:?} failed: {:?}", job.deleted, job.failed, job.errors);
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is sent until this is awaited, or its states are polled"]
pub struct Wait<'a, S> {
    operation: &'static Operation,
    client: &'a Client,
    target: Target,
    start: BoxFuture<'a, Result<Started<'a, S>, Error>>,
    cap: Duration,
    total: Duration,
}

/// A job that has been started.
struct Started<'a, S> {
    id: String,
    /// The calls that have started it.
    retries: RetryState,
    look: Look<'a, S>,
}

impl<'a, S: State> Wait<'a, S> {
    const FIRST_PAUSE: Duration = Duration::from_millis(250);

    fn new(
        operation: &'static Operation,
        client: &'a Client,
        target: Target,
        start: impl Future<Output = Result<Started<'a, S>, Error>> + Send + 'a,
    ) -> Self {
        Self {
            operation,
            client,
            target,
            start: Box::pin(start),
            cap: Duration::from_secs(10),
            total: Duration::from_secs(30 * 60),
        }
    }

    /// The longest pause between two looks; 10 seconds by default.
    pub fn cap(mut self, pause: Duration) -> Self {
        self.cap = pause;
        self
    }

    /// How long to wait for the end, from the first look; 30 minutes by default. Then the error has
    /// the last state that was seen; the job goes on at the service.
    pub fn total(mut self, limit: Duration) -> Self {
        self.total = limit;
        self
    }

    /// The states that are seen, for a progress bar; the last one is the end. An error ends the
    /// stream.
    pub fn states(self) -> States<'a, S> {
        States(Box::pin(stream::unfold(
            Watching::Starting(self),
            Watching::step,
        )))
    }
}

/// The states of a job as they are seen: see [`Wait::states`].
pub struct States<'a, S>(Pin<Box<dyn Stream<Item = Result<S, Error>> + Send + 'a>>);

impl<S> States<'_, S> {
    /// The next state; nothing behind the end.
    ///
    /// # Errors
    ///
    /// As for awaiting the [`Wait`]. Nothing follows.
    pub async fn next(&mut self) -> Option<Result<S, Error>> {
        poll_fn(|context| self.0.as_mut().poll_next(context)).await
    }
}

impl<S> Stream for States<'_, S> {
    type Item = Result<S, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context)
    }
}

impl<'a, S: State> IntoFuture for Wait<'a, S> {
    type Output = Result<S, Error>;
    type IntoFuture = BoxFuture<'a, Result<S, Error>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let mut watching = Watching::Starting(self);
            let mut last = None;
            while let Some((seen, next)) = watching.step().await {
                last = Some(seen?);
                watching = next;
            }
            // Watching ends only behind a state that it has given.
            last.ok_or_else(|| Error::configuration("no state was seen"))
        })
    }
}

/// The time of the wait was up.
struct Late;

async fn within<T>(end: Option<Instant>, work: impl Future<Output = T>) -> Result<T, Late> {
    match end {
        Some(end) => timeout_at(end, work).await.map_err(|_| Late),
        None => Ok(work.await),
    }
}

/// Where watching stands.
enum Watching<'a, S> {
    Starting(Wait<'a, S>),
    Looking(Box<Looking<'a, S>>),
    Ended,
}

struct Looking<'a, S> {
    operation: &'static Operation,
    client: &'a Client,
    target: Target,
    started: Started<'a, S>,
    began: Instant,
    pause: Duration,
    cap: Duration,
    total: Duration,
    is_first: bool,
    last: Option<S>,
    /// Why the latest look has failed, if it did.
    trouble: Option<Error>,
}

impl<'a, S: State> Watching<'a, S> {
    /// The next state, or the error that ends it; nothing behind the end.
    async fn step(self) -> Option<(Result<S, Error>, Self)> {
        let mut looking = match self {
            Self::Ended => return None,
            Self::Looking(looking) => looking,
            Self::Starting(wait) => match wait.start.await {
                Ok(started) => Box::new(Looking {
                    operation: wait.operation,
                    client: wait.client,
                    target: wait.target,
                    started,
                    began: Instant::now(),
                    pause: Wait::<S>::FIRST_PAUSE.min(wait.cap),
                    cap: wait.cap,
                    total: wait.total,
                    is_first: true,
                    last: None,
                    trouble: None,
                }),
                Err(error) => return Some((Err(error), Self::Ended)),
            },
        };
        match looking.look().await {
            Ok((state, true)) => Some((Ok(state), Self::Ended)),
            Ok((state, false)) => Some((Ok(state), Self::Looking(looking))),
            Err(error) => Some((Err(error), Self::Ended)),
        }
    }
}

impl<S: State> Looking<'_, S> {
    /// The next state, after a pause where it is not the first, and whether it is the end.
    async fn look(&mut self) -> Result<(S, bool), Error> {
        let state = self.next_state().await?;
        match state.verdict() {
            Verdict::Ended => Ok((state, true)),
            Verdict::Going => {
                self.last = Some(state.clone());
                Ok((state, false))
            }
            Verdict::Failed(reason) => {
                let text = format!("{} {}: {reason}", S::WHAT, self.started.id);
                Err(self.with(Error::failed(self.operation, text), Some(state)))
            }
        }
    }

    /// Looks until there is a state to see: a passing trouble is not the end of the wait.
    async fn next_state(&mut self) -> Result<S, Error> {
        loop {
            if !std::mem::take(&mut self.is_first) {
                self.pause().await?;
            }
            let looked = (self.started.look)();
            let Ok(looked) = within(self.end(), looked).await else {
                let error = Error::gave_up_waiting(self.operation, self.gave_up());
                return Err(self.with_last(error));
            };
            match looked {
                Ok((state, retries)) => {
                    self.started.retries.followed_by(&retries);
                    self.trouble = None;
                    return Ok(state);
                }
                Err(error) if error.is_transient() => {
                    self.started.retries.attempts += error.attempts();
                    self.trouble = Some(error);
                }
                Err(error) => return Err(self.with_last(error)),
            }
        }
    }

    /// When the time of the wait is up.
    fn end(&self) -> Option<Instant> {
        self.began.checked_add(self.total)
    }

    async fn pause(&mut self) -> Result<(), Error> {
        let left = self.total.saturating_sub(self.began.elapsed());
        sleep(self.pause.min(left)).await;
        if left <= self.pause {
            let error = Error::gave_up_waiting(self.operation, self.gave_up());
            return Err(self.with_last(error));
        }
        self.pause = self.pause.mul_f64(1.5).min(self.cap);
        Ok(())
    }

    fn gave_up(&self) -> String {
        let (what, id, total) = (S::WHAT, &self.started.id, self.total);
        let text = format!("{what} {id} has not ended after {total:.1?} (`Wait::total`)");
        match &self.trouble {
            Some(trouble) => format!("{text}; the last look failed: {}", trouble.brief()),
            None => text,
        }
    }

    fn with_last(&mut self, error: Error) -> Error {
        let last = self.last.take();
        self.with(error, last)
    }

    /// What is known of the job must not be lost with the wait for it, nor what has started it.
    fn with(&self, error: Error, state: Option<S>) -> Error {
        let error = error.following(&self.started.retries);
        let error = error.with_job(self.started.id.clone(), state.map(S::into_last));
        error
            .at(self.target.clone())
            .without_secrets(&self.client.credentials().secrets())
    }
}

/// What a state means for who waits.
#[derive(Debug)]
pub enum Verdict {
    Going,
    Ended,
    Failed(String),
}

/// A state that says whether the job has ended. Sealed: its module is private.
pub trait State: Clone + Send + Sync + 'static {
    /// What the job is called in errors.
    const WHAT: &'static str;

    /// Whether the job has ended.
    fn verdict(&self) -> Verdict;

    /// The state as an error keeps it.
    fn into_last(self) -> LastState;
}

impl State for ContributorDeletionJob {
    const WHAT: &'static str = "deletion job";

    fn verdict(&self) -> Verdict {
        match self.state {
            DeletionJobState::Completed => Verdict::Ended,
            DeletionJobState::Failed => {
                let errors = self.errors.iter().flatten();
                let counts: Vec<_> = errors
                    .map(|(error, count)| format!("{error} ({count})"))
                    .collect();
                Verdict::Failed(format!("failed: {}", counts.join(", ")))
            }
            _ => Verdict::Going,
        }
    }

    fn into_last(self) -> LastState {
        LastState::Deletion(Box::new(self))
    }
}

impl State for QueuedProcess {
    const WHAT: &'static str = "process";

    fn verdict(&self) -> Verdict {
        match &self.status {
            ProcessStatus::Finished => match failed_files(self) {
                true => {
                    Verdict::Failed(format!("finished with files that failed{}", reasons(self)))
                }
                false => Verdict::Ended,
            },
            status @ (ProcessStatus::Failed | ProcessStatus::Cancelled) => {
                Verdict::Failed(format!("{status}{}", reasons(self)))
            }
            _ => Verdict::Going,
        }
    }

    fn into_last(self) -> LastState {
        LastState::Process(Box::new(self))
    }
}

/// Whether a file of an import did not come to its end with the process: by a state that says so,
/// or by one that is not known with the reason for it.
fn failed_files(process: &QueuedProcess) -> bool {
    let is_failed = |file: &ProcessedFile| match &file.status {
        Some(ProcessStatus::Failed | ProcessStatus::Cancelled) => true,
        Some(ProcessStatus::Other(_)) => words(file.message.as_deref()).is_some(),
        _ => false,
    };
    let mut details = process.details.iter();
    details.any(|details| details.files.iter().flatten().any(is_failed))
}

/// The message of a process, and those of its files.
fn reasons(process: &QueuedProcess) -> String {
    let details = process.details.iter();
    let files = details.flat_map(|details| details.files.iter().flatten());
    let of_files: Vec<_> = files
        .filter_map(|file| {
            Some((
                file.name_original.as_deref(),
                words(file.message.as_deref())?,
            ))
        })
        .collect();
    // The service may say of the whole what it says of a file.
    let is_said = |message: &&str| of_files.iter().any(|(_, said)| said == message);
    let own = words(process.message.as_deref()).filter(|message| !is_said(message));
    let of_files = of_files
        .iter()
        .map(|(name, message)| format!("`{}`: {message}", name.unwrap_or("a file")));
    let all: Vec<_> = own.map(str::to_owned).into_iter().chain(of_files).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!(": {}", all.join("; ")),
    }
}

fn words(message: Option<&str>) -> Option<&str> {
    message.filter(|message| !message.is_empty())
}

impl<'a> DeleteAllContributors<'a> {
    /// Starts the deletion, and waits for its end.
    ///
    /// # Errors
    ///
    /// Those of the calls; a failed job; the time being up. The error has the job's id and the last
    /// state that was seen.
    pub fn wait(self) -> Wait<'a, ContributorDeletionJob> {
        let (client, project) = (self.client, self.project_id.clone());
        let text = project.as_ref().ok().map(ToString::to_string);
        let target = Target::of_project(Self::OPERATION, client, text.map(Arc::from));
        Wait::new(Self::OPERATION, client, target, async move {
            let options = self.options.for_what_follows();
            let answer = self.send().await?;
            let look = GetContributorDeletionJob {
                client,
                project_id: project,
                job_id: Ok(answer.job_id),
                options,
            };
            Ok(look.started(answer.job_id.to_string(), *answer.retries()))
        })
    }
}

impl<'a> GetContributorDeletionJob<'a> {
    /// Waits for the end of a job that was started before.
    ///
    /// # Errors
    ///
    /// As [`DeleteAllContributors::wait`].
    pub fn wait(self) -> Wait<'a, ContributorDeletionJob> {
        let text = |id: &Result<uuid::Uuid, Unfit>| id.as_ref().ok().map(ToString::to_string);
        let (id, project) = (text(&self.job_id), text(&self.project_id));
        let target = Target::of_project(Self::OPERATION, self.client, project.map(Arc::from));
        Wait::new(Self::OPERATION, self.client, target, async move {
            Ok(self.started(id.unwrap_or_default(), RetryState::begin()))
        })
    }

    fn started(self, id: String, retries: RetryState) -> Started<'a, ContributorDeletionJob> {
        let look = move || -> BoxFuture<'a, _> {
            let call = self.clone();
            Box::pin(async move {
                let answer = call.send().await?;
                let retries = *answer.retries();
                Ok((answer.into_inner(), retries))
            })
        };
        Started {
            id,
            retries,
            look: Box::new(look),
        }
    }
}

impl<'a> GetProcess<'a> {
    /// Waits for the end of a process that was started before.
    ///
    /// # Errors
    ///
    /// Those of the calls; a process that failed or was cancelled, with its message and those of
    /// its files; the time being up. The error has the process's id and the last state that was
    /// seen.
    pub fn wait(self) -> Wait<'a, QueuedProcess> {
        let id = self.process_id.clone().unwrap_or_default();
        let target = target(Self::OPERATION, self.client, &self.project_id);
        Wait::new(Self::OPERATION, self.client, target, async move {
            Ok(self.started(id, RetryState::begin()))
        })
    }

    fn started(self, id: String, retries: RetryState) -> Started<'a, QueuedProcess> {
        let look = move || -> BoxFuture<'a, _> {
            let call = self.clone();
            Box::pin(async move {
                let answer = call.send().await?;
                let retries = *answer.retries();
                Ok((answer.into_inner().process, retries))
            })
        };
        Started {
            id,
            retries,
            look: Box::new(look),
        }
    }
}

impl<'a> UploadFile<'a> {
    /// Uploads the file, and waits for the end of its import.
    ///
    /// # Errors
    ///
    /// As [`GetProcess::wait`].
    pub fn wait(self) -> Wait<'a, QueuedProcess> {
        let look = look(self.client, &self.project_id, &self.options);
        let sent = async move {
            let answer = self.send().await?;
            let retries = *answer.retries();
            Ok((answer.into_inner().process.process_id, retries))
        };
        process(Self::OPERATION, look, sent)
    }
}

impl<'a> StartExport<'a> {
    /// Starts the export, and waits for its end; the details of the process then have the address
    /// of the bundle.
    ///
    /// # Errors
    ///
    /// As [`GetProcess::wait`].
    pub fn wait(self) -> Wait<'a, QueuedProcess> {
        self.wait_telling(|_| {})
    }

    /// Starts the export, tells the id of its process, and waits for its end.
    pub(crate) fn wait_telling(
        self,
        started: impl FnOnce(&str) + Send + 'a,
    ) -> Wait<'a, QueuedProcess> {
        let look = look(self.client, &self.project_id, &self.options);
        let sent = async move {
            let answer = self.send().await?;
            let retries = *answer.retries();
            let process_id = answer.into_inner().process_id;
            started(&process_id);
            Ok((process_id, retries))
        };
        process(Self::OPERATION, look, sent)
    }
}

/// A look at a process that a call with these options will have started. Its project is the one
/// the caller named: an answer repeats it without its branch.
pub(crate) fn look<'a>(
    client: &'a Client,
    project: &Result<String, Unfit>,
    options: &CallOptions,
) -> GetProcess<'a> {
    let mut look = client.get_process().options(options.for_what_follows());
    look.project_id.clone_from(project);
    look
}

/// Waits for the process that `sent` starts.
pub(crate) fn process<'a>(
    operation: &'static Operation,
    look: GetProcess<'a>,
    sent: impl Future<Output = Result<(String, RetryState), Error>> + Send + 'a,
) -> Wait<'a, QueuedProcess> {
    let (client, target) = (
        look.client,
        target(operation, look.client, &look.project_id),
    );
    Wait::new(operation, client, target, async move {
        let (id, retries) = sent.await?;
        Ok(look.process_id(id.as_str()).started(id, retries))
    })
}

/// Waits for the import of an upload that was queued, as `look` sees it.
#[cfg(feature = "transfer")]
pub(crate) fn process_seen_by<'a, L>(
    client: &'a Client,
    project: &str,
    (id, retries): (String, RetryState),
    look: impl Fn() -> L + Send + 'a,
) -> Wait<'a, QueuedProcess>
where
    L: Future<Output = Result<(QueuedProcess, RetryState), Error>> + Send + 'a,
{
    let operation = UploadFile::OPERATION;
    let target = Target::of_project(operation, client, Some(project.into()));
    Wait::new(operation, client, target, async move {
        let look = Box::new(move || -> BoxFuture<'a, _> { Box::pin(look()) });
        Ok(Started { id, retries, look })
    })
}

fn target(
    operation: &'static Operation,
    client: &Client,
    project: &Result<String, Unfit>,
) -> Target {
    let project = project.as_ref().ok().map(|project| project.as_str().into());
    Target::of_project(operation, client, project)
}

impl<S> fmt::Debug for Wait<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wait")
            .field("operation", &self.operation.id)
            .field("cap", &self.cap)
            .field("total", &self.total)
            .finish_non_exhaustive()
    }
}

impl<S> fmt::Debug for States<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("States")
    }
}
