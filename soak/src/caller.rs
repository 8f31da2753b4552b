//! Makes the calls of a task, and logs each.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use fastrand::Rng;
use l10n_client::{Client, Error, ErrorKind};
use l10n_sandbox::SeededProject;
use tokio::time::timeout;

use crate::items::Target;

/// The client's own limits end a call long before this.
const ENDLESS: Duration = Duration::from_secs(90);

/// What a call may do to the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    Reads,
    AtMostOnce,
    Idempotent,
}

/// What the caller knows when a call has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    /// It failed, and had no effect.
    NoEffect,
    /// It failed or was cancelled, and may have had an effect.
    Unknown,
}

/// A call that was made.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) operation: &'static str,
    pub(crate) rule: Rule,
    pub(crate) with_session: bool,
    pub(crate) outcome: Outcome,
    /// How it failed, if it did.
    pub(crate) failure: Option<String>,
    /// How many requests were sent, if the client reports it.
    pub(crate) attempts: Option<u32>,
    pub(crate) began: DateTime<Utc>,
    pub(crate) ended: DateTime<Utc>,
}

#[derive(Default)]
pub(crate) struct Log {
    pub(crate) entries: Vec<Entry>,
    pub(crate) violations: Vec<String>,
}

pub(crate) enum CallResult<T> {
    Done(T),
    Failed(Error),
    /// The caller dropped it.
    Cancelled,
}

impl<T> CallResult<T> {
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Self::Done(_) => Outcome::Done,
            // The job was started, even if waiting for it failed.
            Self::Failed(error) if error.job_id().is_some() => Outcome::Done,
            Self::Failed(error) if !error.may_have_taken_effect() => Outcome::NoEffect,
            Self::Failed(_) | Self::Cancelled => Outcome::Unknown,
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
    /// The API token of the clients.
    pub(crate) token: String,
    pub(crate) calls: u64,
    pub(crate) next: AtomicU64,
    pub(crate) log: Mutex<Log>,
}

impl Shared {
    pub(crate) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) struct Caller {
    pub(crate) random: Rng,
    pub(crate) shared: Arc<Shared>,
    /// The key that this task comments on.
    pub(crate) key: i64,
}

impl Caller {
    /// Makes a call with one of the clients. Each call names a branch of its own, by which
    /// `call_of` finds its requests in the sandbox's record.
    pub(crate) async fn call<T, F>(
        &mut self,
        operation: &'static str,
        rule: Rule,
        make: impl FnOnce(Target) -> F,
    ) -> CallResult<T>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let clients = &self.shared.clients;
        let index = self.random.usize(..clients.len());
        let with_session = index + 1 == clients.len();
        let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let project = format!("{}:c{number}", self.shared.project.project_id);
        let target = Target { client: clients[index].clone(), project, key: self.key };
        // A request that was left may still arrive after the next change of the same item.
        let cancels = rule != Rule::Idempotent && self.random.u8(..100) == 0;
        let limit = match cancels {
            true => Duration::from_micros(self.random.u64(..4000)),
            false => ENDLESS,
        };
        let began = Utc::now();
        let result = match timeout(limit, Box::pin(make(target))).await {
            Ok(Ok(value)) => CallResult::Done(value),
            Ok(Err(error)) => CallResult::Failed(error),
            Err(_) => CallResult::Cancelled,
        };
        let (failure, attempts) = match &result {
            CallResult::Done(_) => (None, None),
            CallResult::Failed(error) => {
                self.check_error(operation, error);
                let status = error.status().map_or(0, |status| status.as_u16());
                (Some(format!("{:?} {status}", error.kind())), Some(error.attempts()))
            }
            CallResult::Cancelled => (Some("cancelled".to_owned()), None),
        };
        if !cancels && matches!(result, CallResult::Cancelled) {
            self.violation(format!("{operation} (call {number}) hangs"));
        }
        self.shared.log().entries.push(Entry {
            number,
            operation,
            rule,
            with_session,
            outcome: result.outcome(),
            failure,
            attempts,
            began,
            ended: Utc::now(),
        });
        result
    }

    fn check_error(&self, operation: &str, error: &Error) {
        if format!("{error} {error:?}").contains(&self.shared.token) {
            self.violation(format!("an error of {operation} contains the token"));
        }
        if error.kind() == ErrorKind::JobFailed {
            self.violation(format!("a job of {operation} failed: {error}"));
        }
    }

    pub(crate) fn violation(&self, what: String) {
        self.shared.log().violations.push(what);
    }
}

/// The number of the call that a request belongs to: the branch in its path.
pub(crate) fn call_of(target: &str) -> Option<u64> {
    let (_, rest) = target.split_once(":c")?;
    rest.split('/').next()?.parse().ok()
}
