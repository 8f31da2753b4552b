//! What makes the calls of a task, and logs what became of each.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::Utc;
use fastrand::Rng;
use l10n_client::{Client, Error};
use l10n_sandbox::SeededProject;
use tokio::time::timeout;

use crate::log::{CANCELLED, Entry, Log, Outcome, Rule};

/// No call takes that long: the client's own limits are far below.
const ENDLESS: Duration = Duration::from_secs(90);

/// What a call brought.
pub(crate) enum CallResult<T> {
    Done(T),
    Failed(Error),
    /// The caller gave it up.
    Cancelled,
}

impl<T> CallResult<T> {
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Self::Done(_) => Outcome::Done,
            // What was to be started has been, whatever became of the wait for it.
            Self::Failed(error) if error.job_id().is_some() => Outcome::Done,
            Self::Failed(error) if error.may_have_taken_effect() => Outcome::Unknown,
            Self::Failed(_) => Outcome::NoEffect,
            Self::Cancelled => Outcome::Unknown,
        }
    }

    pub(crate) fn is_not_found(&self) -> bool {
        matches!(self, Self::Failed(error) if error.is_not_found())
    }
}

/// What the tasks of a round share.
pub(crate) struct Shared {
    pub(crate) project: SeededProject,
    /// The session is the last.
    pub(crate) clients: Vec<Client>,
    calls: u64,
    next: AtomicU64,
    markers: AtomicU64,
    log: Mutex<Log>,
}

impl Shared {
    pub(crate) fn new(project: SeededProject, clients: Vec<Client>, calls: u64) -> Self {
        Self {
            project,
            clients,
            calls,
            next: AtomicU64::new(0),
            markers: AtomicU64::new(0),
            log: Mutex::default(),
        }
    }

    /// Whether calls are left to be made.
    pub(crate) fn goes_on(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.calls
    }

    /// The number of a new call, and the address of the project in it.
    pub(crate) fn address(&self) -> (u64, String) {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number, format!("{}:c{number}", self.project.project_id))
    }

    pub(crate) fn marker(&self) -> String {
        format!("soak-{}", self.markers.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the calls of a task.
pub(crate) struct Caller {
    pub(crate) random: Rng,
    pub(crate) shared: Arc<Shared>,
}

impl Caller {
    /// Makes a call with one of the clients. It is told the address of the project, by which the
    /// sandbox's record tells calls apart: every one has a branch of its own.
    pub(crate) async fn call<T, F>(
        &mut self,
        operation: &'static str,
        rule: Rule,
        make: impl FnOnce(Client, String) -> F,
    ) -> CallResult<T>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let clients = &self.shared.clients;
        // The last is the session, which this API does not know.
        let choice = match operation {
            "listItems" => clients.len() - 1,
            _ => clients.len(),
        };
        let index = self.random.usize(..choice);
        let (client, session) = (clients[index].clone(), index + 1 == clients.len());
        let (number, address) = self.shared.address();
        let impatient =
            matches!(rule, Rule::Unchecked | Rule::AtMostOnce) && self.random.u8(..100) == 0;
        let limit = match impatient {
            true => Duration::from_micros(self.random.u64(..4000)),
            false => ENDLESS,
        };
        let began = Utc::now();
        let told = match timeout(limit, Box::pin(make(client, address))).await {
            Ok(Ok(value)) => CallResult::Done(value),
            Ok(Err(error)) => CallResult::Failed(error),
            Err(_) => CallResult::Cancelled,
        };
        if !impatient && matches!(told, CallResult::Cancelled) {
            self.violation(format!("{operation} (call {number}) has not ended"));
        }
        let (failure, attempts) = match &told {
            CallResult::Done(_) => (None, None),
            CallResult::Failed(error) => (Some(name(error)), Some(error.attempts())),
            CallResult::Cancelled => (Some(CANCELLED.to_owned()), None),
        };
        self.shared.log().entries.push(Entry {
            number,
            operation,
            rule,
            session,
            outcome: told.outcome(),
            failure,
            attempts,
            began,
            ended: Utc::now(),
        });
        told
    }

    /// A text that nothing else in this round has.
    pub(crate) fn marker(&mut self) -> String {
        self.shared.marker()
    }

    pub(crate) fn violation(&self, what: String) {
        self.shared.log().violations.push(what);
    }
}

/// What an error is, in a word or two.
fn name(error: &Error) -> String {
    match error.status() {
        Some(status) => format!("{:?} {}", error.kind(), status.as_u16()),
        None => format!("{:?}", error.kind()),
    }
}
