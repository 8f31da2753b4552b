//! The retry state: what has happened in a call so far.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use tokio::time::Instant;

use super::{Outcome, may_have_taken_effect};
use crate::error::Error;

/// What has happened in a call so far, or in several that belong together.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RetryState {
    began: Option<Instant>,
    first_attempt: Option<Instant>,
    pub(crate) attempts: u32,
    /// How many of them were answered with 429.
    pub(crate) rate_limited: u32,
    /// Whether an attempt may have changed something without an answer that says so.
    pub(crate) may_have_taken_effect: bool,
    /// The status of the last answer, which a later attempt without an answer must not hide.
    pub(crate) last_status: Option<StatusCode>,
    /// How many other access tokens were got, after one was refused.
    pub(crate) refreshes: u8,
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

    /// Keeps what an attempt without success has told.
    pub(crate) fn learn(&mut self, method: &Method, outcome: Outcome, status: Option<StatusCode>) {
        self.last_status = status.or(self.last_status);
        self.rate_limited += u32::from(status == Some(StatusCode::TOO_MANY_REQUESTS));
        self.may_have_taken_effect |= may_have_taken_effect(method, outcome);
    }

    pub(crate) fn since_first_attempt(&self) -> Duration {
        let first = self.first_attempt;
        first.map_or(Duration::ZERO, |first| first.elapsed())
    }

    /// Adds a call that followed.
    pub(crate) fn followed_by(&mut self, other: &Self) {
        self.began = self.began.or(other.began);
        self.attempts += other.attempts;
        self.may_have_taken_effect |= other.may_have_taken_effect;
    }

    /// Since the call began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.map_or(Duration::ZERO, |began| began.elapsed())
    }
}

impl Error {
    /// Adds what happened in the call before it was given up.
    pub(crate) fn after(self, state: &RetryState) -> Self {
        self.with_attempts(
            (state.attempts, state.elapsed()),
            state.last_status,
            state.may_have_taken_effect,
        )
    }

    /// Adds what was done before, of which this call is a part.
    pub(crate) fn following(self, state: &RetryState) -> Self {
        let attempts = self.attempts() + state.attempts;
        self.with_attempts((attempts, state.elapsed()), None, state.may_have_taken_effect)
    }
}
