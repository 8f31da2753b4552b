//! The retry state: what has happened in a call so far.

use std::time::Duration;

use reqwest::StatusCode;
use tokio::time::Instant;

use crate::error::Error;

/// What has happened in a call so far, or in several that belong together.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RetryState {
    began: Option<Instant>,
    /// Since when attempts count for the policy.
    counted_since: Option<Instant>,
    pub(crate) attempts: u32,
    /// How many of them the policy does not count any more.
    forgiven: u32,
    /// How many of those that count were answered with 429.
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
        Self {
            began: Some(Instant::now()),
            ..Self::default()
        }
    }

    /// Counts an attempt that starts.
    pub(crate) fn attempt(&mut self) {
        self.attempts += 1;
        self.counted_since.get_or_insert_with(Instant::now);
    }

    /// Counts an attempt that was answered without success.
    pub(crate) fn answered(&mut self, status: StatusCode) {
        self.last_status = Some(status);
        self.rate_limited += u32::from(status == StatusCode::TOO_MANY_REQUESTS);
    }

    /// The last attempt brought so much that it counts as the first.
    pub(crate) fn count_anew(&mut self) {
        self.forgiven = self.attempts.saturating_sub(1);
        self.rate_limited = 0;
        self.counted_since = Some(Instant::now());
    }

    /// The attempts that the policy counts.
    pub(crate) fn counted(&self) -> u32 {
        self.attempts - self.forgiven
    }

    /// Since the first of these.
    pub(crate) fn counted_for(&self) -> Duration {
        let since = self.counted_since;
        since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Adds a call that followed.
    pub(crate) fn followed_by(&mut self, other: &Self) {
        self.began = self.began.or(other.began);
        self.attempts += other.attempts;
        self.may_have_taken_effect |= other.may_have_taken_effect;
    }

    /// Since the call began.
    pub(crate) fn elapsed(&self) -> Duration {
        let began = self.began.or(self.counted_since);
        began.map_or(Duration::ZERO, |began| began.elapsed())
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
        self.with_attempts(
            (attempts, state.elapsed()),
            None,
            state.may_have_taken_effect,
        )
    }
}
