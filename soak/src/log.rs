//! The log of a round: the calls that were made, what each may do, and what became of it.

use chrono::{DateTime, Utc};

/// What the tasks of a round wrote down.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) entries: Vec<Entry>,
    pub(crate) violations: Vec<String>,
}

/// What a call may do to the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// It reads, or does what leaves nothing to count.
    Unchecked,
    /// It must not be done twice.
    AtMostOnce,
    /// It must not be done twice, and is one of a kind whose requests cannot tell which call they
    /// are of: such calls are made one after the other.
    AtMostOnceUnmarked,
    /// It may be done again without harm.
    Idempotent,
}

/// What the caller knows when a call has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    /// It failed, and had no effect.
    NoEffect,
    /// It failed, or was given up, and may have had an effect.
    Unknown,
}

/// A call that was made.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) operation: &'static str,
    pub(crate) rule: Rule,
    /// Whether it was made with the session.
    pub(crate) session: bool,
    pub(crate) outcome: Outcome,
    /// How it failed, if it did.
    pub(crate) failure: Option<String>,
    /// How many requests were sent, as far as the client says.
    pub(crate) attempts: Option<u32>,
    pub(crate) began: DateTime<Utc>,
    pub(crate) ended: DateTime<Utc>,
}

impl Entry {
    /// Whether requests of it may have been given up on their way: the call was, or a walk has
    /// failed while pages behind were on theirs.
    pub(crate) fn gave_up(&self) -> bool {
        let walk = self.operation.starts_with("list");
        self.failure.as_deref().is_some_and(|failure| walk || failure == CANCELLED)
    }
}

/// How a call failed that was given up.
pub(crate) const CANCELLED: &str = "cancelled";

/// The number of the call that a request is of: the branch of the project in its path.
pub(crate) fn call_of(target: &str) -> Option<u64> {
    let (_, rest) = target.split_once(":c")?;
    rest.split('/').next()?.parse().ok()
}
