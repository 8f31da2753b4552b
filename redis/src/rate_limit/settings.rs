//! The settings of a rate limiter.

use std::time::Duration;

/// What a process does while the store is unavailable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhenAway {
    /// No request starts until the store is available again. Calls wait. They fail with
    /// [`ErrorKind::Timeout`](l10n_client::ErrorKind::Timeout) at their own timeout, or with
    /// [`ErrorKind::Rejected`](l10n_client::ErrorKind::Rejected) after the
    /// [`away_limit`](super::RedisRateLimiterBuilder::away_limit).
    Stop,
    /// Each process continues with a fixed share of the limits.
    Share {
        /// The maximum number of processes, by which the limits are divided. If there are more, the
        /// service rejects some requests with 429.
        of: u32,
    },
}

/// Valid settings.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) per_second: u32,
    pub(super) in_flight: u32,
    pub(super) margin: Duration,
    pub(super) lease: Duration,
    pub(super) prefix: String,
    pub(super) budget: Option<String>,
    pub(super) when_away: WhenAway,
    pub(super) away_limit: Duration,
}

impl Settings {
    /// The longest time that a start counts.
    pub(super) fn cycle(&self) -> Duration {
        Duration::from_secs(1) + self.margin
    }
}
