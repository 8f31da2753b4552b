//! A rate limiter that processes share: its interface, and the state of the store in one process.

mod builder;
mod request;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use l10n_client::BoxFuture;
use l10n_client::rate_limit::{Permit, RateLimiter, RequestInfo, SlidingWindow};
use redis::{FromRedisValue, ToRedisArgs};
use tokio::runtime::Handle;
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;

use crate::error::Error;
use crate::store::{Address, Script, Store};
use builder::Settings;
pub use builder::{RedisRateLimiterBuilder, WhenAway};
use request::{Request, micros};

/// How often to ask a store again that is unavailable.
const PROBE: Duration = Duration::from_millis(500);

static SLOW: Script = Script::new(include_str!("slow.lua"));

/// A [`RateLimiter`] that all processes with the same store and prefix share. It limits the starts
/// per second for each credential, and the requests in flight for each project.
///
/// Requests start in the order in which they ask, in all processes. If a process dies, its leases
/// expire. A 429 or 423 in one process pauses all requests of the credential for about a second, or
/// for `Retry-After` up to 20 seconds. All times are those of the store's clock. Clones share one
/// connection.
///
/// Requests without a credential, such as those for tokens, are limited in each process separately.
/// Requests without a project do not count as in flight.
///
/// The rate limiter runs tasks on the runtime that first uses it, and must not outlive it. Before
/// your program exits, wait until the rate limiter is [idle](Self::idle).
///
/// ```no_run
/// use l10n_client::Client;
/// use l10n_client_redis::{RedisRateLimiter, WhenAway};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let limiter = RedisRateLimiter::builder("redis://127.0.0.1:6379")
///     .when_away(WhenAway::Share { of: 8 })
///     .build()?;
/// let client = Client::builder("https://api.example.test/v2")
///     .api_token("token")
///     .rate_limiter(limiter)
///     .build()?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RedisRateLimiter(Arc<Shared>);

struct Shared {
    store: Store,
    settings: Settings,
    away: Mutex<Option<Away>>,
    /// The number of tasks that use the store.
    busy: watch::Sender<usize>,
    /// For requests without a credential.
    own: SlidingWindow,
    /// The share of this process while the store is unavailable; `None` with [`WhenAway::Stop`].
    share: Option<SlidingWindow>,
}

/// An outage of the store.
struct Away {
    since: Instant,
    why: Arc<Error>,
    /// When to ask again.
    again: Instant,
}

/// Counts a task until it is dropped.
struct Busy(Arc<Shared>);

impl Busy {
    fn new(shared: &Arc<Shared>) -> Self {
        shared.busy.send_modify(|count| *count += 1);
        Self(Arc::clone(shared))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.send_modify(|count| *count -= 1);
    }
}

impl RedisRateLimiter {
    /// Returns a builder for the store at this address: a URL (`redis://`, `unix://`, or
    /// `rediss://` if the `redis` crate is built with TLS), or a [`redis::Client`].
    pub fn builder(store: impl Into<Address>) -> RedisRateLimiterBuilder {
        RedisRateLimiterBuilder::new(store.into())
    }

    /// Returns why the store is unavailable; `None` if the last command reached it. Use it for
    /// monitoring and readiness checks.
    pub fn store_error(&self) -> Option<Arc<Error>> {
        self.0.away().as_ref().map(|away| Arc::clone(&away.why))
    }

    /// Waits until no request of this process waits or is in flight, and all slots are released.
    ///
    /// A task releases the slot of a request shortly after the call ends. If the program exits
    /// before, the slot stays taken for the [lease](RedisRateLimiterBuilder::lease), so wait for
    /// this before you exit. While the store is unavailable, a release is retried for a minute: use
    /// a timeout (`tokio::time::timeout`).
    pub async fn idle(&self) {
        // Cannot fail: `self` holds the sender.
        let _ = self.0.busy.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl RateLimiter for RedisRateLimiter {
    fn start<'a>(&'a self, request: RequestInfo<'a>) -> BoxFuture<'a, Permit> {
        let (Some(budget), Ok(runtime)) = (self.0.budget(&request), Handle::try_current()) else {
            return self.0.own.start(request);
        };
        let task = Request::new(Arc::clone(&self.0), &budget, &request);
        let (grant, granted) = oneshot::channel();
        // In a task of its own, a request that is dropped still releases its slot.
        let busy = Busy::new(&self.0);
        runtime.spawn(async move {
            task.run(grant).await;
            drop(busy);
        });
        Box::pin(async move {
            match (granted.await, &self.0.share) {
                (Ok(Ok(held)), _) => Permit::new(held),
                (Ok(Err(why)), Some(share)) if why.is_away() => share.start(request).await,
                (Ok(Err(why)), _) => Permit::rejected(why),
                // The runtime is shutting down, and drops this future.
                (Err(_), _) => std::future::pending().await,
            }
        })
    }

    fn rate_limited(&self, request: RequestInfo<'_>, retry_after: Option<Duration>) {
        const MAX_PAUSE: Duration = Duration::from_secs(20);
        let Some(budget) = self.0.budget(&request) else {
            return self.0.own.rate_limited(request, retry_after);
        };
        if let Some(share) = &self.0.share {
            share.rate_limited(request, retry_after);
        }
        let pause = retry_after.unwrap_or_default().min(MAX_PAUSE);
        let pause = pause.max(Duration::from_secs(1) + self.0.settings.margin);
        if let Ok(runtime) = Handle::try_current() {
            let busy = Busy::new(&self.0);
            let slowing = format!("{}slowing:{budget}", self.0.settings.prefix);
            runtime.spawn(async move {
                // After an error, the service responds with 429 once more.
                let _ = busy.0.ask::<()>(&SLOW, &[&slowing], micros(pause)).await;
            });
        }
    }

    fn holds_slots(&self) -> bool {
        true
    }
}

impl fmt::Debug for RedisRateLimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisRateLimiter")
            .field("settings", &self.0.settings)
            .finish_non_exhaustive()
    }
}

impl Shared {
    /// Returns the budget of a request; `None` without a credential.
    fn budget(&self, request: &RequestInfo<'_>) -> Option<String> {
        let credential = request.credential?;
        let named = self.settings.budget.clone();
        Some(named.unwrap_or_else(|| format!("{credential:016x}")))
    }

    /// Runs a script, and records whether the store is available.
    async fn ask<T: FromRedisValue>(
        &self,
        script: &Script,
        keys: &[&str],
        args: impl ToRedisArgs,
    ) -> Result<T, Arc<Error>> {
        let result = self.store.run(script, keys, args).await.map_err(Arc::new);
        let mut away = self.away();
        match result.as_ref().err().filter(|error| error.is_away()) {
            Some(why) => {
                let now = Instant::now();
                let since = away.as_ref().map_or(now, |away| away.since);
                if away.is_none() {
                    tracing::warn!(target: "l10n_client_redis", error = %why, "store unavailable");
                }
                *away = Some(Away { since, why: Arc::clone(why), again: now + PROBE });
            }
            None => {
                if away.take().is_some() {
                    tracing::info!(target: "l10n_client_redis", "store available again");
                }
            }
        }
        drop(away);
        result
    }

    /// Returns why the store is unavailable, if this process has a share. One request at a time
    /// asks the store again.
    fn use_share(&self) -> Option<Arc<Error>> {
        let (mut away, now) = (self.away(), Instant::now());
        let away = away.as_mut().filter(|_| self.share.is_some())?;
        if away.again <= now {
            away.again = now + PROBE;
            return None;
        }
        Some(Arc::clone(&away.why))
    }

    /// Whether requests still wait for an unavailable store.
    fn waits(&self) -> bool {
        let limit = self.settings.away_limit;
        self.share.is_none() && self.away().as_ref().is_none_or(|away| away.since.elapsed() < limit)
    }

    fn away(&self) -> MutexGuard<'_, Option<Away>> {
        self.away.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
