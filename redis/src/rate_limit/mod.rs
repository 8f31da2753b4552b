//! A rate limiter that all processes share: its interface, and what one process knows of the store.

mod builder;
mod request;
mod settings;
mod share;

use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use l10n_client::rate_limit::{Permit, PermitFuture, RateLimiter, RequestInfo, SlidingWindow};
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

/// How often a store that is away is asked whether it is back, and one that refuses whether it
/// still does.
const PROBE: Duration = Duration::from_millis(500);

static ASK: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("probe.lua")));
static SLOW: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("slow.lua")));
static HEAL: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("heal.lua")));

/// A [`RateLimiter`] that all processes with the same store and prefix share: at most so many
/// starts in any second for each credential, and so many requests in flight for each project.
///
/// Who asked first starts first, wherever it is. A process that dies leaves nothing behind but
/// leases that end. A 429 that one process sees holds up all of this credential for about a second,
/// or for what `Retry-After` says up to 20 seconds, and halves their rate, which recovers within
/// ten. All times are those of the store's clock. Clones share one connection.
///
/// Requests without a credential, such as those for tokens, do not count in the store: the service
/// can tell them only by their address, so each process counts its own. Those of no project do not
/// count as in flight.
///
/// It works on the runtime on which it is first asked, and must not outlive it. A program that ends
/// waits for it to be [idle](Self::idle).
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
    /// What the store refused last, where it has answered nothing since.
    refused: Mutex<Option<Arc<Error>>>,
    /// How many tasks have something to tell the store.
    busy: watch::Sender<usize>,
    /// For requests without a credential.
    own: SlidingWindow,
    share: Share,
}

/// The store as it is now, to this process.
struct Away {
    since: Instant,
    why: Arc<Error>,
    /// Asks whether it is back.
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
    /// A rate limiter on the store at this address: a URL (`redis://`, `rediss://` where the
    /// `redis` crate is built with TLS, `unix://`), or a [`redis::Client`].
    pub fn builder(store: impl Into<Address>) -> RedisRateLimiterBuilder {
        RedisRateLimiterBuilder::new(store.into())
    }

    /// Why the store cannot be asked now, or what it has refused, as far as is known; nothing where
    /// the last question was answered. This is what to watch, and what a readiness check can tell.
    pub fn store_error(&self) -> Option<Arc<Error>> {
        let away = self.0.away();
        let away = away.as_ref().map(|away| Arc::clone(&away.why));
        away.or_else(|| self.0.refused().clone())
    }

    /// Waits until no request of this process waits or is in flight, and the store knows.
    ///
    /// What a request gives back is told to the store by a task of its own, a moment after the call
    /// has ended. A program that ends before leaves its places in flight taken for the
    /// [lease](RedisRateLimiterBuilder::lease): wait for this at its end. While the store is away
    /// it is told for a minute, so set a limit (`tokio::time::timeout`).
    pub async fn idle(&self) {
        // The sender is here.
        let _ = self.0.busy.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl RateLimiter for RedisRateLimiter {
    fn start<'a>(&'a self, request: RequestInfo<'a>) -> PermitFuture<'a> {
        let (Some(budget), Ok(runtime)) = (self.0.budget(&request), Handle::try_current()) else {
            return self.0.own.start(request);
        };
        let keys = Keys::new(&self.0.settings.prefix, budget, request.project);
        let asking = Request::new(Arc::clone(&self.0), keys, &request);
        let (tell, granted) = oneshot::channel();
        // A task of its own, so that what the store knows of a request that is dropped is undone.
        let busy = Busy::new(&self.0);
        runtime.spawn(async move {
            asking.live(tell).await;
            drop(busy);
        });
        Box::pin(async move {
            match granted.await {
                Ok(Ok(held)) => Permit::new(held),
                Ok(Err(why)) => Permit::refused(why),
                // Its runtime is being shut down, and this future with it.
                Err(_) => std::future::pending().await,
            }
        })
    }

    fn rate_limited(&self, request: RequestInfo<'_>, retry_after: Option<Duration>) {
        const LONGEST: Duration = Duration::from_secs(20);
        let Some(budget) = self.0.budget(&request) else {
            return self.0.own.rate_limited(request, retry_after);
        };
        let pause = retry_after.unwrap_or_default().min(LONGEST);
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
    /// What a request with a credential counts for.
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

    /// Since when the store is away, and why.
    fn outage(self: &Arc<Self>) -> Option<(Instant, Arc<Error>)> {
        let mut away = self.away();
        let away = away.as_mut()?;
        if away.probe.is_finished() {
            // Its runtime has ended.
            away.probe = tokio::spawn(probe(Arc::downgrade(self)));
        }
        Some((away.since, Arc::clone(&away.why)))
    }

    /// What a question to the store has shown. One that nothing could have answered is answered by
    /// the store's being away, for all that ask; any other is the matter of who asked.
    fn note(self: &Arc<Self>, error: Error) -> Arc<Error> {
        let why = Arc::new(error);
        if !why.is_of_all() {
            *self.refused() = Some(Arc::clone(&why));
            return why;
        }
        let mut away = self.away();
        match &mut *away {
            Some(away) => away.why = Arc::clone(&why),
            None => {
                tracing::warn!(target: "l10n_client_redis", error = %why, "the store is away");
                *away = Some(Away {
                    since: Instant::now(),
                    why: Arc::clone(&why),
                    probe: tokio::spawn(probe(Arc::downgrade(self))),
                });
            }
        }
        why
    }

    /// Removes what stands under these names by mistake.
    async fn heal(self: &Arc<Self>, keys: &Keys) {
        let mut call = HEAL.prepare_invoke();
        for (key, kind) in keys.with_types() {
            call.key(key).arg(kind);
        }
        if let Err(error) = self.store.run::<()>(&call).await {
            self.note(error);
        }
    }

    fn refused(&self) -> MutexGuard<'_, Option<Arc<Error>>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn away(&self) -> MutexGuard<'_, Option<Away>> {
        self.away.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks a store that is away until it is back.
async fn probe(shared: Weak<Shared>) {
    loop {
        // Not all processes at the same time.
        sleep(PROBE / 2 + random::up_to(PROBE)).await;
        let Some(shared) = shared.upgrade() else {
            return;
        };
        let call = ASK.key(format!("{}probe", shared.settings.prefix));
        match shared.store.run::<()>(&call).await {
            Err(error) if error.is_of_all() => drop(shared.note(error)),
            _ => {
                *shared.away() = None;
                tracing::info!(target: "l10n_client_redis", "the store is back");
                return;
            }
        }
    }
}
