//! What the servers share, and the way of a request through them.

mod answer;
mod authorize;
mod body;
mod connection;
mod dispatch;
mod misbehave;
mod rate;
mod refusal;
mod validate;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(crate) use answer::Answer;
pub(crate) use body::Body;
pub(crate) use connection::{Connection, FaultyListener};
pub(crate) use dispatch::serve;
pub use rate::RateLimit;
pub(crate) use refusal::Refusal;
pub(crate) use validate::Parameters;

use crate::document::Document;
use crate::faults::Faults;
use crate::nulls::Nulls;
use crate::quirks::Quirks;
use crate::record::Record;
use crate::state::State;
use rate::Rate;

/// How processes and jobs go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// By one state in that time.
    Step(Duration),
    /// By one state whenever one is read, after the answer.
    EachLook,
}

/// What is there to be moved in bulk.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Load {
    /// Comments of the main project beyond the seeded ones.
    pub(crate) comments: u32,
    /// The size of a file that is added to every bundle; no file when it is 0.
    pub(crate) bundle_filler: usize,
}

/// What does not change while a sandbox runs.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) pace: Pace,
    pub(crate) token_lifetime: Duration,
    pub(crate) rotate_refresh_tokens: bool,
    /// How long after a bulk deletion the next one is refused.
    pub(crate) deletion_cooldown: Duration,
    /// Whether a branch that does not exist is taken for the default one.
    pub(crate) any_branch: bool,
    pub(crate) load: Load,
    /// The addresses of the servers.
    pub(crate) urls: Urls,
}

/// The base addresses of a sandbox.
#[derive(Debug, Clone, Default)]
pub(crate) struct Urls {
    pub(crate) base: String,
    pub(crate) auth: String,
    pub(crate) cursor: String,
    pub(crate) bundle: String,
    pub(crate) control: String,
}

/// All that the servers of one sandbox share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) document: &'static Document,
    pub(crate) settings: Settings,
    pub(crate) http: reqwest::Client,
    state: Mutex<State>,
    faults: Mutex<Faults>,
    quirks: Mutex<Quirks>,
    nulls: Mutex<Nulls>,
    record: Mutex<Record>,
    rate: Mutex<Rate>,
}

impl Shared {
    pub(crate) fn new(
        document: &'static Document,
        settings: Settings,
        rate_limit: Option<RateLimit>,
        http: reqwest::Client,
    ) -> Self {
        Self {
            document,
            state: Mutex::new(crate::state::seed(settings.load.comments)),
            settings,
            http,
            faults: Mutex::default(),
            quirks: Mutex::default(),
            nulls: Mutex::default(),
            record: Mutex::default(),
            rate: Mutex::new(Rate::new(rate_limit)),
        }
    }

    /// Starts over with the seeded state: no faults, no record, no nulls, every quirk in its sample
    /// shape.
    pub(crate) fn reset(&self) {
        self.seed();
        *self.faults() = Faults::default();
        *self.quirks() = Quirks::default();
        *self.nulls() = Nulls::default();
        self.record().clear();
    }

    /// Starts over with the seeded state; what is set of the answers stays.
    pub(crate) fn seed(&self) {
        *self.state() = crate::state::seed(self.settings.load.comments);
        self.rate().forget();
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    pub(crate) fn faults(&self) -> MutexGuard<'_, Faults> {
        lock(&self.faults)
    }

    pub(crate) fn quirks(&self) -> MutexGuard<'_, Quirks> {
        lock(&self.quirks)
    }

    pub(crate) fn nulls(&self) -> MutexGuard<'_, Nulls> {
        lock(&self.nulls)
    }

    pub(crate) fn record(&self) -> MutexGuard<'_, Record> {
        lock(&self.record)
    }

    pub(crate) fn rate(&self) -> MutexGuard<'_, Rate> {
        lock(&self.rate)
    }
}

/// A lock that a panicking thread held guards plain data all the same.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
