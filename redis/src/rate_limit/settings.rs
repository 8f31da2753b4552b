//! What a rate limiter is told, checked.

use std::time::Duration;

/// What a process does while the store cannot be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhenAway {
    /// Nothing starts until the store is back. Calls wait, those that have no more time fail with
    /// [`ErrorKind::Timeout`](l10n_client::ErrorKind::Timeout), and all of them after the
    /// [limit](super::RedisRateLimiterBuilder::away_limit) with
    /// [`ErrorKind::Rejected`](l10n_client::ErrorKind::Rejected).
    Stop,
    /// Each process goes on with a fixed share of the limits.
    Share {
        /// How many processes there are at most: each starts so much less. Where there are more,
        /// the service will answer some requests with 429.
        of: u32,
    },
}

/// The limits and the rest, checked.
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
    /// How long a start counts at most.
    pub(super) fn cycle(&self) -> Duration {
        Duration::from_secs(1) + self.margin
    }
}
