//! The builder of a rate limiter.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use l10n_client::rate_limit::SlidingWindow;
use tokio::sync::watch;

use super::{RedisRateLimiter, Shared};
use crate::error::Error;
use crate::store::{Address, Store};

/// What a process does while the store is unavailable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhenAway {
    /// No request starts until the store is available again. Calls wait. They fail with
    /// [`ErrorKind::Timeout`](l10n_client::ErrorKind::Timeout) at their own timeout, or with
    /// [`ErrorKind::Rejected`](l10n_client::ErrorKind::Rejected) after the
    /// [`away_limit`](RedisRateLimiterBuilder::away_limit).
    Stop,
    /// Each process continues with a fixed share of the limits, at least one request a second.
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

/// Builds a [`RedisRateLimiter`].
#[derive(Debug)]
#[must_use]
pub struct RedisRateLimiterBuilder {
    address: Address,
    timeout: Duration,
    settings: Settings,
}

impl RedisRateLimiterBuilder {
    pub(super) fn new(address: Address) -> Self {
        Self {
            address,
            timeout: Duration::from_secs(1),
            settings: Settings {
                per_second: 6,
                in_flight: 10,
                margin: Duration::from_millis(250),
                lease: Duration::from_secs(10),
                prefix: "l10n:".to_owned(),
                budget: None,
                when_away: WhenAway::Stop,
                away_limit: Duration::from_secs(30),
            },
        }
    }

    /// Sets how many requests of one credential may start in any second, in all processes together.
    /// At least 1; by default 6, the observed limit of the service.
    pub fn per_second(mut self, starts: u32) -> Self {
        self.settings.per_second = starts;
        self
    }

    /// Sets how many requests of one project may be in flight, in all processes together. At least
    /// 1; by default 10.
    pub fn in_flight(mut self, requests: u32) -> Self {
        self.settings.in_flight = requests;
        self
    }

    /// Sets how much the latencies of requests from the store to the service may differ: 250 ms by
    /// default, at most 10 s. See [the page on fleets](crate::fleets#the-margin).
    pub fn margin(mut self, margin: Duration) -> Self {
        self.settings.margin = margin;
        self
    }

    /// Sets how long a request counts as in flight if its process dies, or exits without waiting
    /// until it is [idle](RedisRateLimiter::idle): 10 s by default, between 1 s and 10 minutes. A
    /// running process renews the lease of a longer request.
    pub fn lease(mut self, lease: Duration) -> Self {
        self.settings.lease = lease;
        self
    }

    /// Sets the prefix of all keys in the store: `l10n:` by default. Only processes with the same
    /// prefix share budgets.
    pub fn key_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.settings.prefix = prefix.into();
        self
    }

    /// Counts all requests that have a credential against one budget with this name, instead of one
    /// budget per credential.
    ///
    /// By default, the budget is identified by the credential: by an API token, or by the tokens that
    /// a session had first in the process. Name it here if the tokens of a session are shared and
    /// their refresh tokens rotate, so that processes start with different ones; or if your programs
    /// are built with different versions of Rust, whose hashes of a token may differ.
    pub fn budget(mut self, name: impl Into<String>) -> Self {
        self.settings.budget = Some(name.into());
        self
    }

    /// Sets what to do while the store is unavailable: [`WhenAway::Stop`] by default.
    pub fn when_away(mut self, choice: WhenAway) -> Self {
        self.settings.when_away = choice;
        self
    }

    /// Sets how long calls wait with [`WhenAway::Stop`] if the store is unavailable: 30 s by
    /// default, counted from the first failure. That is enough for a restart of the store.
    ///
    /// Then they fail with [`ErrorKind::Rejected`](l10n_client::ErrorKind::Rejected), with the
    /// error of the store as the source, and send nothing. Later calls fail after one attempt to
    /// reach the store, until it is available again.
    pub fn away_limit(mut self, limit: Duration) -> Self {
        self.settings.away_limit = limit;
        self
    }

    /// Sets the timeout of a command to the store, including connecting: 1 s by default.
    pub fn store_timeout(mut self, limit: Duration) -> Self {
        self.timeout = limit;
        self
    }

    /// Builds the rate limiter. It connects when it is first used.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Address`] or [`Error::Setting`] if the address or a setting is invalid.
    pub fn build(self) -> Result<RedisRateLimiter, Error> {
        let settings = self.settings;
        let minute = Duration::from_secs(60);
        let checks = [
            (settings.per_second == 0, "`per_second` must be at least 1"),
            (settings.in_flight == 0, "`in_flight` must be at least 1"),
            (settings.margin > minute / 6, "`margin` must be at most 10 s"),
            (
                !(minute / 60..=minute * 10).contains(&settings.lease),
                "`lease` must be between 1 s and 10 minutes",
            ),
            (
                settings.when_away == WhenAway::Share { of: 0 },
                "`of` in `WhenAway::Share` must be at least 1",
            ),
        ];
        if let Some((_, message)) = checks.into_iter().find(|(is_invalid, _)| *is_invalid) {
            return Err(Error::Setting(message));
        }
        let store = Store::new(self.address, self.timeout)?;
        let window = |divisor| {
            let part = |limit: u32| usize::try_from(limit / divisor).unwrap_or(usize::MAX);
            SlidingWindow::new(part(settings.per_second), part(settings.in_flight))
        };
        Ok(RedisRateLimiter(Arc::new(Shared {
            store,
            away: Mutex::default(),
            busy: watch::Sender::new(0),
            own: window(1),
            share: match settings.when_away {
                WhenAway::Share { of } => Some(window(of)),
                WhenAway::Stop => None,
            },
            settings,
        })))
    }
}
