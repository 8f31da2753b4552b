//! A pace that all processes share: its interface, and what one process knows of the store.

mod request;
mod settings;
mod share;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use l10n_client::pace::{Pace, Permit, PermitFuture, RequestInfo, Window};
use redis::Script;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::error::Error;
use crate::store::{Address, Store};
use request::{Keys, Request, micros};
use settings::Settings;
pub use settings::{RedisPaceBuilder, WhenAway};
use share::Share;

/// How often a store that is away is asked whether it is back.
const PROBE: Duration = Duration::from_millis(500);

/// A [`Pace`] that all processes with the same store and prefix share: at most so many starts in
/// any second for each credential, and so many requests in flight for each project.
///
/// Who asked first starts first, wherever it is; a
/// [priority](l10n_client::CallOptions::priority) is worth a minute. A process that dies leaves nothing behind but
/// leases that end. A 429 that one process sees holds up all of this credential for about a second,
/// or for what `Retry-After` says up to 20 seconds, and halves their rate, which recovers within
/// ten. All times are those of the store's clock. Clones share one connection.
///
/// Requests without a credential, such as those for tokens, do not count in the store: the service
/// can tell them only by their address, so each process counts its own. Those of no project do not
/// count as in flight.
///
/// It works on the runtime on which it is first asked, and must not outlive it.
///
/// ```no_run
/// use l10n_client::Client;
/// use l10n_client_redis::{RedisPace, WhenAway};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let pace = RedisPace::builder("redis://127.0.0.1:6379")
///     .when_away(WhenAway::Share { of: 8 })
///     .build()?;
/// let client = Client::builder("https://api.example.test/v2")
///     .api_token("token")
///     .pace(pace)
///     .build()?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RedisPace(Arc<Shared>);

struct Shared {
    store: Store,
    settings: Settings,
    away: Mutex<Option<Away>>,
    /// For requests without a credential.
    own: Window,
    share: Share,
}

/// The store as it is now, to this process.
struct Away {
    since: Instant,
    why: Arc<Error>,
    /// When it is asked again.
    probe: Instant,
}

impl RedisPace {
    /// A pace on the store at this address: a URL (`redis://`, `rediss://` where the `redis` crate
    /// is built with TLS, `unix://`), or a [`redis::Client`].
    pub fn builder(store: impl Into<Address>) -> RedisPaceBuilder {
        RedisPaceBuilder::new(store.into())
    }

    /// Why the store cannot be asked now, as far as is known; nothing where the last question was
    /// answered. This is what to watch, and what a readiness check can tell.
    pub fn store_error(&self) -> Option<Arc<Error>> {
        let away = self.0.away();
        away.as_ref().map(|away| Arc::clone(&away.why))
    }
}

impl Pace for RedisPace {
    fn start<'a>(&'a self, request: RequestInfo<'a>) -> PermitFuture<'a> {
        let (Some(budget), Ok(runtime)) = (self.0.budget(&request), Handle::try_current()) else {
            return self.0.own.start(request);
        };
        let keys = Keys::new(&self.0.settings.prefix, budget, request.project());
        let asking = Request::new(Arc::clone(&self.0), keys, &request);
        let (tell, granted) = oneshot::channel();
        // A task of its own, so that what the store knows of a request that is dropped is undone.
        runtime.spawn(asking.live(tell));
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
            let shared = Arc::clone(&self.0);
            let keys = Keys::new(&shared.settings.prefix, budget, None);
            runtime.spawn(async move { shared.slow_down(&keys, pause).await });
        }
    }
}

impl fmt::Debug for RedisPace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisPace")
            .field("settings", &self.0.settings)
            .finish_non_exhaustive()
    }
}

impl Settings {
    /// How long a start counts at most.
    fn cycle(&self) -> Duration {
        Duration::from_secs(1) + self.margin
    }
}

impl Shared {
    /// What a request with a credential counts for.
    fn budget(&self, request: &RequestInfo<'_>) -> Option<String> {
        let credential = request.credential()?;
        let named = self.settings.budget.clone();
        Some(named.unwrap_or_else(|| format!("{credential:016x}")))
    }

    async fn slow_down(&self, keys: &Keys, pause: Duration) {
        const RECOVERY: Duration = Duration::from_secs(10);
        let script = Script::new(include_str!("slow.lua"));
        let mut call = script.key(&keys.slowing);
        call.arg(micros(pause)).arg(micros(pause + RECOVERY));
        self.note(self.store.run::<()>(&call).await.err());
    }

    /// Whether the store may be asked now: one request at a time asks a store that is away.
    fn may_ask(&self) -> Result<(), Instant> {
        let now = Instant::now();
        match &mut *self.away() {
            Some(away) if away.probe > now => Err(away.probe),
            Some(away) => {
                away.probe = now + PROBE;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Whether this process has gone on without the store.
    fn went_on(&self) -> bool {
        self.share.is_some() && self.away().is_some()
    }

    /// Why the store has been away for longer than calls wait for it.
    fn given_up(&self) -> Option<Arc<Error>> {
        let (limit, away) = (self.settings.away_limit, self.away());
        let away = away.as_ref().filter(|_| !self.share.is_some())?;
        (away.since.elapsed() > limit).then(|| Arc::clone(&away.why))
    }

    /// Before this nothing may start without the store: what it let go last has to count first.
    fn own_starts(&self) -> Instant {
        let away = self.away();
        let since = away.as_ref().map_or_else(Instant::now, |away| away.since);
        since + self.settings.cycle()
    }

    /// What the last question to the store has shown.
    fn note(&self, error: Option<Error>) {
        let mut away = self.away();
        match (error, &mut *away) {
            (None, None) => {}
            (None, Some(_)) => {
                *away = None;
                tracing::info!(target: "l10n_client_redis", "the store is back");
            }
            (Some(error), Some(away)) => away.why = Arc::new(error),
            (Some(error), None) => {
                tracing::warn!(target: "l10n_client_redis", %error, "the store is away");
                let since = Instant::now();
                *away = Some(Away {
                    since,
                    why: Arc::new(error),
                    probe: since + PROBE,
                });
            }
        }
    }

    fn away(&self) -> MutexGuard<'_, Option<Away>> {
        self.away.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
