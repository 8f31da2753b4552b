//! A rate limiter that processes share: its interface, and the state of the store in one process.

mod builder;
mod request;
mod settings;
mod share;

use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use l10n_client::BoxFuture;
use l10n_client::rate_limit::{Permit, RateLimiter, RequestInfo, SlidingWindow};
use redis::Script;
use tokio::runtime::Handle;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::error::Error;
use crate::random;
use crate::store::{Address, Store};
pub use builder::RedisRateLimiterBuilder;
use request::{Keys, Request, micros};
use settings::Settings;
pub use settings::WhenAway;
use share::Share;

/// How often to ask a store again that is unavailable or rejects commands.
const PROBE: Duration = Duration::from_millis(500);

static ASK: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("probe.lua")));
static SLOW: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("slow.lua")));
static HEAL: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("heal.lua")));

/// A [`RateLimiter`] that all processes with the same store and prefix share. It limits the starts
/// per second for each credential, and the requests in flight for each project.
///
/// Requests start in the order in which they ask, in all processes. If a process dies, its leases
/// expire. A 429 in one process pauses all requests of the credential for about a second, or for
/// `Retry-After` up to 20 seconds, and halves their rate, which recovers within ten seconds. All
/// times are those of the store's clock. Clones share one connection.
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
    /// The last command that the store rejected, if none has succeeded since.
    rejected: Mutex<Option<Arc<Error>>>,
    /// The number of tasks that use the store.
    busy: watch::Sender<usize>,
    /// For requests without a credential.
    own: SlidingWindow,
    share: Share,
}

/// An outage of the store.
struct Away {
    since: Instant,
    why: Arc<Error>,
    /// Polls the store until it is available.
    probe: JoinHandle<()>,
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

    /// Returns the last error of the store; `None` if the last command succeeded. Use it for
    /// monitoring and readiness checks.
    pub fn store_error(&self) -> Option<Arc<Error>> {
        let away = self.0.away();
        let away = away.as_ref().map(|away| Arc::clone(&away.why));
        away.or_else(|| self.0.rejected().clone())
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
        let keys = Keys::new(&self.0.settings.prefix, budget, request.project);
        let request = Request::new(Arc::clone(&self.0), keys, &request);
        let (grant, granted) = oneshot::channel();
        // In a task of its own, a request that is dropped still releases its slot.
        let busy = Busy::new(&self.0);
        runtime.spawn(async move {
            request.run(grant).await;
            drop(busy);
        });
        Box::pin(async move {
            match granted.await {
                Ok(Ok(held)) => Permit::new(held),
                Ok(Err(why)) => Permit::rejected(why),
                // The runtime is shutting down, and drops this future.
                Err(_) => std::future::pending().await,
            }
        })
    }

    fn rate_limited(&self, request: RequestInfo<'_>, retry_after: Option<Duration>) {
        const MAX_PAUSE: Duration = Duration::from_secs(20);
        let Some(budget) = self.0.budget(&request) else {
            return self.0.own.rate_limited(request, retry_after);
        };
        let pause = retry_after.unwrap_or_default().min(MAX_PAUSE);
        let pause = pause.max(self.0.settings.cycle());
        self.0.share.slow_down(&budget, pause);
        if let Ok(runtime) = Handle::try_current() {
            let busy = Busy::new(&self.0);
            let keys = Keys::new(&self.0.settings.prefix, budget, None);
            runtime.spawn(async move { busy.0.slow_down(&keys, pause).await });
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

    async fn slow_down(self: &Arc<Self>, keys: &Keys, pause: Duration) {
        const RECOVERY: Duration = Duration::from_secs(10);
        let mut call = SLOW.key(&keys.slowing);
        call.arg(micros(pause)).arg(micros(pause + RECOVERY));
        match self.store.run::<()>(&call).await {
            Ok(()) => {}
            Err(error) => drop(self.note(error)),
        }
    }

    /// Returns since when and why the store is unavailable.
    fn outage(self: &Arc<Self>) -> Option<(Instant, Arc<Error>)> {
        let mut away = self.away();
        let away = away.as_mut()?;
        if away.probe.is_finished() {
            // The runtime that polled the store has ended.
            away.probe = tokio::spawn(probe(Arc::downgrade(self)));
        }
        Some((away.since, Arc::clone(&away.why)))
    }

    /// Records an error of the store. If it affects every command, the store counts as unavailable.
    fn note(self: &Arc<Self>, error: Error) -> Arc<Error> {
        let why = Arc::new(error);
        if !why.affects_all() {
            *self.rejected() = Some(Arc::clone(&why));
            return why;
        }
        let mut away = self.away();
        match &mut *away {
            Some(away) => away.why = Arc::clone(&why),
            None => {
                tracing::warn!(target: "l10n_client_redis", error = %why, "store unavailable");
                *away = Some(Away {
                    since: Instant::now(),
                    why: Arc::clone(&why),
                    probe: tokio::spawn(probe(Arc::downgrade(self))),
                });
            }
        }
        why
    }

    /// Removes keys of a wrong type.
    async fn heal(self: &Arc<Self>, keys: &Keys) {
        let mut call = HEAL.prepare_invoke();
        for (key, kind) in keys.with_types() {
            call.key(key).arg(kind);
        }
        if let Err(error) = self.store.run::<()>(&call).await {
            self.note(error);
        }
    }

    fn rejected(&self) -> MutexGuard<'_, Option<Arc<Error>>> {
        self.rejected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn away(&self) -> MutexGuard<'_, Option<Away>> {
        self.away.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Polls an unavailable store until it is available.
async fn probe(shared: Weak<Shared>) {
    loop {
        // With jitter, so that not all processes poll at once.
        sleep(PROBE / 2 + random::up_to(PROBE)).await;
        let Some(shared) = shared.upgrade() else {
            return;
        };
        let call = ASK.key(format!("{}probe", shared.settings.prefix));
        match shared.store.run::<()>(&call).await {
            Err(error) if error.affects_all() => drop(shared.note(error)),
            _ => {
                *shared.away() = None;
                tracing::info!(target: "l10n_client_redis", "store available again");
                return;
            }
        }
    }
}
