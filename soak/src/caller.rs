//! Makes the calls of a task, and logs each.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fastrand::Rng;
use l10n_client::{Client, Error};
use tokio::time::timeout;

use crate::environment::PROJECT;

/// Only a hang reaches this: each request has a timeout.
const ENDLESS: Duration = Duration::from_secs(900);

/// How often a call may change the service.
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
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) operation: &'static str,
    pub(crate) rule: Rule,
    pub(crate) outcome: Outcome,
    pub(crate) error: Option<Error>,
}

#[derive(Default)]
pub(crate) struct Log {
    pub(crate) entries: Vec<Entry>,
    pub(crate) violations: Vec<String>,
}

/// What the tasks of a round share.
pub(crate) struct Shared {
    pub(crate) clients: [Client; 3],
    pub(crate) calls: u64,
    pub(crate) next: AtomicU64,
    pub(crate) log: Mutex<Log>,
}

impl Shared {
    pub(crate) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn violation(&self, what: String) {
        self.log().violations.push(what);
    }
}

pub(crate) struct Caller {
    pub(crate) random: Rng,
    pub(crate) shared: Arc<Shared>,
}

/// How a call ended.
pub(crate) struct Ended<T> {
    pub(crate) value: Option<T>,
    pub(crate) outcome: Outcome,
    pub(crate) is_not_found: bool,
}

impl Caller {
    /// Makes a call with one of the clients, in the project with this name. Each call names a
    /// branch of its own, by which [`call_of`] finds its requests in the sandbox's record.
    pub(crate) async fn call<T, F>(
        &mut self,
        operation: &'static str,
        rule: Rule,
        make: impl FnOnce(Client, String) -> F,
    ) -> Ended<T>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let client = &self.shared.clients[self.random.usize(..self.shared.clients.len())];
        // A request that was left may still arrive after the next change of the same key.
        let cancels = rule != Rule::Idempotent && self.random.u8(..100) == 0;
        let limit = if cancels { Duration::from_micros(self.random.u64(..4000)) } else { ENDLESS };
        let call = Box::pin(make(client.clone(), format!("{PROJECT}:c{number}")));
        let (value, outcome, error) = match timeout(limit, call).await {
            Ok(Ok(value)) => (Some(value), Outcome::Done, None),
            // The job was started, even if waiting for it failed.
            Ok(Err(error)) if error.job_id().is_some() => (None, Outcome::Done, Some(error)),
            Ok(Err(error)) if error.may_have_taken_effect() => {
                (None, Outcome::Unknown, Some(error))
            }
            Ok(Err(error)) => (None, Outcome::NoEffect, Some(error)),
            Err(_) => (None, Outcome::Unknown, None),
        };
        if value.is_none() && error.is_none() && !cancels {
            self.shared.violation(format!("{operation} (call {number}) hangs"));
        }
        let is_not_found = error.as_ref().is_some_and(Error::is_not_found);
        self.shared.log().entries.push(Entry { number, operation, rule, outcome, error });
        Ended { value, outcome, is_not_found }
    }
}

/// The number of the call that a request belongs to: the branch in its path.
pub(crate) fn call_of(target: &str) -> Option<u64> {
    let (_, rest) = target.split_once(":c")?;
    rest.split('/').next()?.parse().ok()
}
