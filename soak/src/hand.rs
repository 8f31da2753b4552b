//! What makes the calls of a task, and writes down what became of each.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use fastrand::Rng;
use l10n_client::{Client, Error};
use tokio::time::timeout;

use crate::round::Round;
use crate::world;

/// No call takes that long: the client's own limits are far below.
const ENDLESS: Duration = Duration::from_secs(90);

/// What a call may do to the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// It reads, or does what leaves nothing to count.
    Free,
    /// It must not be done twice.
    Once,
    /// It must not be done twice, and is one of a kind whose requests cannot tell which call they
    /// are of: such calls are made one after the other.
    OnceUnmarked,
    /// It may be done again without harm.
    Again,
    /// It makes that many things, none of them twice.
    Many(usize),
}

/// What the caller knows when a call has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Done,
    /// It failed, and had no effect.
    Nothing,
    /// It failed, or was given up, and may have had an effect.
    Perhaps,
}

/// A call that was made.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) operation: &'static str,
    pub(crate) rule: Rule,
    /// Whether it was made with the session.
    pub(crate) session: bool,
    pub(crate) ending: Ending,
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
        self.failure
            .as_deref()
            .is_some_and(|failure| walk || failure == DROPPED)
    }
}

/// How a call failed that was given up.
const DROPPED: &str = "dropped";

/// What a call brought.
pub(crate) enum Told<T> {
    Done(T),
    Failed(Error),
    /// The caller gave it up.
    Dropped,
}

impl<T> Told<T> {
    pub(crate) fn ending(&self) -> Ending {
        match self {
            Self::Done(_) => Ending::Done,
            // What was to be started has been, whatever became of the wait for it.
            Self::Failed(error) if error.job_id().is_some() => Ending::Done,
            Self::Failed(error) if error.may_have_taken_effect() => Ending::Perhaps,
            Self::Failed(_) => Ending::Nothing,
            Self::Dropped => Ending::Perhaps,
        }
    }

    pub(crate) fn is_not_found(&self) -> bool {
        matches!(self, Self::Failed(error) if error.is_not_found())
    }
}

/// Makes the calls of a task.
pub(crate) struct Hand {
    pub(crate) random: Rng,
    pub(crate) round: Arc<Round>,
}

impl Hand {
    /// Makes a call with one of the clients. It is told the address of the project, by which the
    /// sandbox's record tells calls apart: every one has a branch of its own.
    pub(crate) async fn call<T, F>(
        &mut self,
        operation: &'static str,
        rule: Rule,
        make: impl FnOnce(Client, String) -> F,
    ) -> Told<T>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let clients = &self.round.clients;
        // The last is the session, which this API does not know.
        let choice = match operation {
            "listItems" => clients.len() - 1,
            _ => clients.len(),
        };
        let index = self.random.usize(..choice);
        let (client, session) = (clients[index].clone(), index + 1 == clients.len());
        let (number, address) = self.round.address();
        let impatient = matches!(rule, Rule::Free | Rule::Once) && self.random.u8(..100) == 0;
        let limit = match impatient {
            true => Duration::from_micros(self.random.u64(..4000)),
            false => ENDLESS,
        };
        let began = Utc::now();
        let told = match timeout(limit, Box::pin(make(client, address))).await {
            Ok(Ok(value)) => Told::Done(value),
            Ok(Err(error)) => Told::Failed(error),
            Err(_) => Told::Dropped,
        };
        if !impatient && matches!(told, Told::Dropped) {
            self.violation(format!("{operation} (call {number}) has not ended"));
        }
        let (failure, attempts) = match &told {
            Told::Done(_) => (None, None),
            Told::Failed(error) => (Some(world::name(error)), Some(error.attempts())),
            Told::Dropped => (Some(DROPPED.to_owned()), None),
        };
        self.round.log().entries.push(Entry {
            number,
            operation,
            rule,
            session,
            ending: told.ending(),
            failure,
            attempts,
            began,
            ended: Utc::now(),
        });
        told
    }

    /// A text that nothing else in this round has.
    pub(crate) fn marker(&mut self) -> String {
        self.round.marker()
    }

    pub(crate) fn violation(&self, what: String) {
        self.round.log().violations.push(what);
    }
}
