//! Files of a plan on their way: each uploaded and awaited, and noted in the ledger step by step.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

use super::event::{PushEvent, Teller};
use super::imports::Awaited;
use super::lanes::{Lane, Lanes};
use super::ledger::{Held, Step};
use super::lookup::{Found, Lookup, Lost};
use super::plan::PushPlan;
use super::planned::{PlannedFile, PushState};
use super::processes::{self, Processes};
use super::report::PushedFile;
use crate::error::Error;
use crate::settings::retry::RetryState;
use crate::types::QueuedProcess;
use crate::wait;

/// How often a file is sent whose import is not there, whatever the retry policy.
const LEAST: u32 = 3;
/// The longest pause between two looks at an import: many of them take one request.
const LONGEST_PAUSE: Duration = Duration::from_secs(3);
/// How many imports are awaited beside the uploads.
pub(super) const AWAITED: usize = 200;

/// What becomes of a file: the process of its import, and whether that had to be looked for.
type Outcome = Result<(QueuedProcess, bool), Error>;

/// The right to upload, which a file has until its answer is there or lost.
type Slot<'s> = Option<SemaphorePermit<'s>>;

/// A file that the service has.
enum There {
    /// As the answer to its upload says.
    Answered(Box<QueuedProcess>),
    /// As the list of processes says.
    Found(String),
}

/// Sends the files of a plan.
pub(super) struct Sender<'p> {
    plan: &'p PushPlan<'p>,
    pub(super) held: Option<Held>,
    pub(super) teller: Arc<Teller>,
    lookup: Option<Lookup<'p, 'p>>,
    lanes: Lanes,
    processes: &'p Processes<'p>,
    /// The right to upload.
    uploads: Semaphore,
}

impl<'p> Sender<'p> {
    pub(super) fn new(
        plan: &'p PushPlan<'p>,
        (held, teller): (Option<Held>, Arc<Teller>),
        processes: &'p Processes<'p>,
        files: &[PlannedFile],
    ) -> Self {
        let sizes: Vec<_> = files.iter().map(|file| file.size).collect();
        teller.begin(&sizes);
        let settings = &plan.settings;
        let clock = plan.clock.filter(|_| !settings.look_up.is_zero());
        let lookup = clock.map(|clock| Lookup::new(processes, clock, settings.look_up));
        for file in files {
            if let (Some(lookup), PushState::Queued { process_id }) = (&lookup, &file.state) {
                lookup.know(process_id);
            }
        }
        let sent = files.iter().filter(|file| file.is_sent());
        Self {
            plan,
            held,
            teller,
            lookup,
            lanes: Lanes::of(sent.map(|file| &*file.file.filename)),
            processes,
            uploads: Semaphore::new(settings.concurrency),
        }
    }

    pub(super) async fn push(&self, place: usize, mut planned: PlannedFile) -> (usize, PushedFile) {
        let file = Arc::clone(&planned.file);
        let state = std::mem::replace(&mut planned.state, PushState::New);
        let tell = |event: PushEvent<'_>| self.teller.tell(place, &file, event);
        let outcome = match state {
            PushState::Unreadable(error) => Err(error),
            PushState::Queued { process_id } => {
                tell(PushEvent::Queued {
                    process_id: &process_id,
                });
                let there = (process_id, None, RetryState::begin());
                self.imported(&planned, there, false).await
            }
            _ => self.upload(place, &planned).await,
        };
        match &outcome {
            Ok((process, _)) if self.plan.settings.waits => tell(PushEvent::Finished(process)),
            Ok(_) => self.teller.left(),
            Err(error) => tell(PushEvent::Failed(error)),
        }
        let (outcome, adopted) = match outcome {
            Ok((process, adopted)) => (Ok(process), adopted),
            Err(error) => (Err(error), false),
        };
        drop(planned);
        let file = Arc::unwrap_or_clone(file);
        (
            place,
            PushedFile {
                file,
                outcome,
                adopted,
            },
        )
    }

    /// Uploads a file, and waits for its import.
    async fn upload(&self, place: usize, planned: &PlannedFile) -> Outcome {
        let file = &planned.file;
        let lane = self.lanes.lane(&file.filename);
        let turn = match &lane {
            Some(lane) => lane.turn().await,
            None => None,
        };
        let slot = self.uploads.acquire().await.ok();
        self.teller.tell(place, file, PushEvent::Started);
        self.note(planned, Step::Sending, None).await?;
        let lane = (lane.as_deref(), slot);
        let (there, retries) = self.send(place, planned, lane).await?;
        drop(turn);
        match there {
            There::Answered(process) => {
                let process_id = &process.process_id;
                self.teller
                    .tell(place, file, PushEvent::Queued { process_id });
                self.queued(planned, *process, retries, false).await
            }
            There::Found(id) => {
                let adopted = PushEvent::Adopted { process_id: &id };
                self.teller.tell(place, file, adopted);
                self.adopted(planned, id, retries).await
            }
        }
    }

    /// Sends a file until the service has it, and looks for it where the answer is lost. Others are
    /// uploaded meanwhile.
    async fn send<'s>(
        &'s self,
        place: usize,
        planned: &PlannedFile,
        (lane, mut slot): (Option<&Lane>, Slot<'s>),
    ) -> Result<(There, RetryState), Error> {
        let file = &planned.file;
        let (mut retries, began, mut sent) = (RetryState::begin(), Instant::now(), 0);
        loop {
            sent += 1;
            let error = match self.upload_once(place, planned).await {
                Ok((process, answered)) => {
                    retries.followed_by(&answered);
                    return Ok((There::Answered(Box::new(process)), retries));
                }
                Err(error) => error,
            };
            let lookup = self
                .lookup
                .as_ref()
                .filter(|_| error.may_have_taken_effect());
            let error = error.following(&retries);
            retries.attempts = error.attempts();
            retries.may_have_taken_effect |= error.may_have_taken_effect();
            let Some(lookup) = lookup else {
                return Err(error);
            };
            drop(slot.take());
            self.teller.tell(place, file, PushEvent::LookedFor(&error));
            let lost = Lost {
                filename: &file.filename,
                lang: &file.lang,
                began,
                sent,
                is_ambiguous: lane.is_some_and(Lane::is_spoiled),
            };
            let found = lookup.find(lost).await;
            if let Ok(Found::Process(id)) = found {
                return Ok((There::Found(id), retries));
            }
            // It may come to light yet, and be taken for the next file of this name.
            lane.inspect(|lane| lane.spoil());
            // That it is not there is known: this is safer than any other repetition.
            let most = self.plan.client.retry_policy().attempts.max(LEAST);
            if !matches!(found, Ok(Found::Nothing | Found::Ambiguous)) || sent >= most {
                return Err(error);
            }
            slot = self.uploads.acquire().await.ok();
        }
    }

    async fn upload_once(
        &self,
        place: usize,
        planned: &PlannedFile,
    ) -> Result<(QueuedProcess, RetryState), Error> {
        let (teller, file) = (Arc::clone(&self.teller), Arc::clone(&planned.file));
        let project = &*self.plan.settings.project_id;
        let upload = self.plan.client.upload_file(project, "", "");
        let upload = upload.body(planned.body.clone()).file(file.path());
        let content = planned.sent.as_ref().map(|sent| sent.content.clone());
        let upload = upload
            .planned_content(content)
            .on_progress(move |bytes, total| {
                teller.tell(place, &file, PushEvent::Sent { bytes, total });
            });
        let answer = upload.send().await?;
        let retries = *answer.retries();
        Ok((answer.into_inner().process, retries))
    }

    async fn adopted(&self, planned: &PlannedFile, id: String, retries: RetryState) -> Outcome {
        if self.plan.settings.waits {
            return self.imported(planned, (id, None, retries), true).await;
        }
        let project = &*self.plan.settings.project_id;
        let read = processes::read(self.plan.client, project, &id).await;
        let (process, _) = read.map_err(|error| error.with_job(id, None))?;
        self.queued(planned, process, retries, true).await
    }

    /// The service has the file, and imports it.
    async fn queued(
        &self,
        planned: &PlannedFile,
        process: QueuedProcess,
        retries: RetryState,
        adopted: bool,
    ) -> Outcome {
        if let Some(lookup) = &self.lookup {
            lookup.know(&process.process_id);
        }
        match self.plan.settings.waits {
            true => {
                let there = (process.process_id.clone(), Some(process), retries);
                self.imported(planned, there, adopted).await
            }
            false => {
                self.note_queued(planned, &process.process_id).await;
                Ok((process, adopted))
            }
        }
    }

    /// Waits for the end of an import.
    async fn imported(
        &self,
        planned: &PlannedFile,
        (id, first, retries): (String, Option<QueuedProcess>, RetryState),
        adopted: bool,
    ) -> Outcome {
        self.note_queued(planned, &id).await;
        let project = &self.plan.settings.project_id;
        let awaited = Arc::new(Awaited::new(self.processes, &id, first));
        let look = move || {
            let awaited = Arc::clone(&awaited);
            async move { awaited.look().await }
        };
        let wait = wait::process_seen_by(self.plan.client, project, (id, retries), look);
        let mut wait = wait.max_interval(LONGEST_PAUSE);
        if let Some(limit) = self.plan.settings.total {
            wait = wait.timeout(limit);
        }
        let process = wait.await?;
        if let Err(error) = self.note(planned, Step::Imported, None).await {
            tracing::warn!("{}: it will be sent again: {error}", planned.file.filename);
        }
        Ok((process, adopted))
    }

    async fn note_queued(&self, planned: &PlannedFile, id: &str) {
        if let Err(error) = self.note(planned, Step::Queued, Some(id)).await {
            tracing::warn!("{}: it will be sent again: {error}", planned.file.filename);
        }
    }

    /// Adds a line to the ledger, where there is one.
    async fn note(&self, planned: &PlannedFile, step: Step, id: Option<&str>) -> Result<(), Error> {
        let (Some(held), Some(mut line)) = (&self.held, self.plan.line(planned, step)) else {
            return Ok(());
        };
        line.process = id.map(str::to_owned);
        held.add(line, step == Step::Sending).await
    }
}
