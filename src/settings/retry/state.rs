//! What has happened in a call so far, and when it has to be done.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use tokio::time::Instant;

use super::{Outcome, may_have_taken_effect};
use crate::error::Attempts;
use crate::wire::operation::is_rate_limited;

/// The attempts of a call so far, or of several calls that belong together.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RetryState {
    began: Option<Instant>,
    first_attempt: Option<Instant>,
    pub(crate) attempts: u32,
    /// The number of attempts with a 429 or 423.
    pub(crate) rate_limited: u32,
    /// Whether an attempt without a successful response may have taken effect.
    pub(crate) may_have_taken_effect: bool,
    /// The status of the last response; kept if a later attempt has no response.
    pub(crate) last_status: Option<StatusCode>,
    /// Whether the access token was refreshed after a 401, which is done once.
    pub(crate) has_refreshed: bool,
}

impl RetryState {
    pub(crate) fn begin() -> Self {
        Self { began: Some(Instant::now()), ..Self::default() }
    }

    /// Counts an attempt that starts.
    pub(crate) fn attempt(&mut self) {
        self.attempts += 1;
        self.first_attempt.get_or_insert_with(Instant::now);
    }

    /// Records an attempt that did not succeed.
    pub(crate) fn learn(&mut self, method: &Method, outcome: Outcome, status: Option<StatusCode>) {
        self.last_status = status.or(self.last_status);
        self.rate_limited += u32::from(status.is_some_and(is_rate_limited));
        self.may_have_taken_effect |= may_have_taken_effect(method, outcome);
    }

    pub(crate) fn since_first_attempt(&self) -> Duration {
        let first = self.first_attempt;
        first.map_or(Duration::ZERO, |first| first.elapsed())
    }

    /// Adds the attempts of a following call.
    pub(crate) fn followed_by(&mut self, other: &Self) {
        self.began = self.began.or(other.began);
        self.attempts += other.attempts;
        self.may_have_taken_effect |= other.may_have_taken_effect;
    }

    /// Returns what an error reports.
    pub(crate) fn summary(&self) -> Attempts {
        Attempts {
            count: self.attempts,
            elapsed: self.began.map_or(Duration::ZERO, |began| began.elapsed()),
            last_status: self.last_status,
            may_have_taken_effect: self.may_have_taken_effect,
        }
    }
}

/// When a call has to be done, and how long that is from its beginning.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    pub(crate) at: Instant,
    pub(crate) limit: Duration,
}

impl Deadline {
    pub(crate) fn after(limit: Duration) -> Option<Self> {
        let at = Instant::now().checked_add(limit)?;
        Some(Self { at, limit })
    }
}
