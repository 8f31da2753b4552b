//! How a rate limiter is built.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use l10n_client::rate_limit::SlidingWindow;
use tokio::sync::watch;

use super::settings::{Settings, WhenAway};
use super::share::Share;
use super::{RedisRateLimiter, Shared};
use crate::error::Error;
use crate::store::{Address, Store};

/// Builds a [`RedisRateLimiter`].
#[derive(Debug)]
#[must_use]
pub struct RedisRateLimiterBuilder {
    address: Address,
    patience: Duration,
    settings: Settings,
}

impl RedisRateLimiterBuilder {
    pub(super) fn new(address: Address) -> Self {
        Self {
            address,
            patience: Duration::from_secs(1),
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

    /// How many requests of one credential may start in any second, over all processes: 6 by
    /// default, which is what the service was observed to allow. At least 1.
    pub fn per_second(mut self, starts: u32) -> Self {
        self.settings.per_second = starts;
        self
    }

    /// How many requests of one project may be in flight, over all processes: 10 by default. At
    /// least 1.
    pub fn in_flight(mut self, requests: u32) -> Self {
        self.settings.in_flight = requests;
        self
    }

    /// How much later than another a request may reach the service after the store has let both
    /// go: 250 ms by default, 10 s at most. See [the page on fleets](crate::fleets#the-margin).
    pub fn margin(mut self, margin: Duration) -> Self {
        self.settings.margin = margin;
        self
    }

    /// How long a request counts as in flight when its process has died, or ended without waiting
    /// to be [idle](RedisRateLimiter::idle): 10 s by default, between 1 s and 10
    /// minutes. It is renewed for as long as the process lives and the request lasts.
    pub fn lease(mut self, lease: Duration) -> Self {
        self.settings.lease = lease;
        self
    }

    /// What the names of all keys begin with: `l10n:` by default. Processes share a budget where
    /// their prefix is the same.
    pub fn key_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.settings.prefix = prefix.into();
        self
    }

    /// One budget, by this name, for all that has a credential here, and not one for each of them.
    ///
    /// A token is told from others by itself, and a session of a
    /// [`RedisTokenStore`](crate::RedisTokenStore) by its user. One of another store that does not
    /// tell its [user](l10n_client::TokenStore::user) is told by the tokens with which it began in
    /// its process: where the service gives a new refresh token with each refresh, processes that
    /// start later count apart, unless their rate limiter names the user.
    pub fn budget(mut self, name: impl Into<String>) -> Self {
        self.settings.budget = Some(name.into());
        self
    }

    /// What to do while the store cannot be reached: [`WhenAway::Stop`] by default.
    pub fn when_away(mut self, choice: WhenAway) -> Self {
        self.settings.when_away = choice;
        self
    }

    /// With [`WhenAway::Stop`], how long calls wait for a store that is away: 30 s by default,
    /// counted from when it was found away, enough for one that restarts. So long a call waits too
    /// where the store is there and refuses. Then they fail with
    /// [`ErrorKind::Rejected`](l10n_client::ErrorKind::Rejected), nothing sent, and why the store
    /// cannot be asked as the source; those that come later fail at once, until it is back.
    pub fn away_limit(mut self, limit: Duration) -> Self {
        self.settings.away_limit = limit;
        self
    }

    /// How long one question to the store may take, connecting included, before it counts as away:
    /// 1 s by default.
    pub fn store_timeout(mut self, limit: Duration) -> Self {
        self.patience = limit;
        self
    }

    /// The rate limiter. It connects when it is first asked.
    ///
    /// # Errors
    ///
    /// [`Error::Address`] and [`Error::Setting`].
    pub fn build(self) -> Result<RedisRateLimiter, Error> {
        let settings = self.settings;
        let minute = Duration::from_secs(60);
        let wrong = [
            (settings.per_second == 0, "at least one start a second is needed: per_second(1)"),
            (settings.in_flight == 0, "at least one request in flight is needed: in_flight(1)"),
            (
                settings.margin > minute / 6,
                "a margin is 10 s at most: margin(Duration::from_millis(250))",
            ),
            (
                !(minute / 60..=minute * 10).contains(&settings.lease),
                "a lease is between 1 s and 10 minutes: lease(Duration::from_secs(10))",
            ),
            (
                settings.when_away == WhenAway::Share { of: 0 },
                "a share is of one process at least: WhenAway::Share { of: 1 }",
            ),
            (
                self.patience.is_zero(),
                "the store needs some time: store_timeout(Duration::from_secs(1))",
            ),
        ];
        if let Some((_, right)) = wrong.into_iter().find(|(is_wrong, _)| *is_wrong) {
            return Err(Error::Setting(right));
        }
        let store = Store::new(self.address, self.patience)?;
        let small = |number| usize::try_from(number).unwrap_or(usize::MAX);
        Ok(RedisRateLimiter(Arc::new(Shared {
            store,
            away: Mutex::default(),
            refused: Mutex::default(),
            busy: watch::Sender::new(0),
            own: SlidingWindow::new(small(settings.per_second), small(settings.in_flight)),
            share: Share::new(&settings),
            settings,
        })))
    }
}
