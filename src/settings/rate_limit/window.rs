//! The default rate limiter: a rate per credential, and a number of requests in flight per project,
//! within this process.
//!
//! Of the requests with the same credential and project, only one waits for the rate and for a slot
//! of the project; the others queue in order.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_core::future::BoxFuture;
use futures_util::future::select;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep_until};

use super::{Permit, RateLimiter, RequestInfo};
use crate::settings::retry::random;

/// The second of the limit, plus a margin for coarse clocks.
const WINDOW: Duration = Duration::from_millis(1020);
/// How long a request without a response may take to reach the service.
const UNDER_WAY: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(20);

/// Limits the requests per second for each credential, and the requests in flight for each project,
/// within this process.
///
/// The default is the observed limit of the service: 6 a second, 10 in flight. A request counts
/// until one second after its response, or three seconds after its start if the response takes
/// longer. With immediate responses the full rate is reached; with a latency of 100 ms, 5.4 of 6 a
/// second.
///
/// After a 429 or 423, which another process with the same token may cause, all requests with this
/// credential wait for the `Retry-After`, at least 1 and at most 20 seconds, plus a random part of
/// a second.
///
/// Requests without a project do not count as in flight. Requests start in the order in which they
/// ask for a slot.
#[doc(alias = "rate limit")]
pub struct SlidingWindow(Arc<Shared>);

struct Shared {
    limits: Limits,
    state: Mutex<WindowState>,
}

#[derive(Debug, Clone, Copy)]
struct Limits {
    per_second: usize,
    in_flight: usize,
}

impl SlidingWindow {
    /// Returns a limiter with these limits; zero means one.
    pub fn new(per_second: usize, in_flight: usize) -> Self {
        Self(Arc::new(Shared {
            limits: Limits { per_second: per_second.max(1), in_flight: in_flight.max(1) },
            state: Mutex::default(),
        }))
    }
}

impl Default for SlidingWindow {
    fn default() -> Self {
        Self::new(6, 10)
    }
}

impl RateLimiter for SlidingWindow {
    fn start<'a>(&'a self, request: RequestInfo<'a>) -> BoxFuture<'a, Permit> {
        let (limits, mut state) = (self.0.limits, self.0.state());
        state.forget_idle();
        let credential = state.credential(request.credential);
        let project = request.project.map(|it| state.projects.get(it, limits.in_flight));
        let turn = (request.attempt <= 1).then(|| credential.turn(request.project));
        drop(state);
        Box::pin(async move { Permit::new(slot(limits, credential, project, turn).await) })
    }

    fn rate_limited(&self, request: RequestInfo<'_>, retry_after: Option<Duration>) {
        let credential = self.0.state().credential(request.credential);
        let pause = retry_after.unwrap_or_default().clamp(WINDOW, LONGEST_PAUSE);
        // So that processes with the same token do not come back at once.
        let until = Instant::now() + pause + WINDOW.mul_f64(random());
        let mut rate = credential.rate();
        rate.not_before = rate.not_before.max(Some(until));
    }
}

impl fmt::Debug for SlidingWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SlidingWindow").field("limits", &self.0.limits).finish_non_exhaustive()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, WindowState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Default)]
struct WindowState {
    credentials: HashMap<Option<u64>, Arc<CredentialState>>,
    /// The requests in flight.
    projects: Semaphores,
}

impl WindowState {
    fn credential(&mut self, credential: Option<u64>) -> Arc<CredentialState> {
        Arc::clone(self.credentials.entry(credential).or_default())
    }

    /// Removes credentials that are no longer in use.
    fn forget_idle(&mut self) {
        if self.credentials.len() > FEW {
            let now = Instant::now();
            self.credentials.retain(|_, known| Arc::strong_count(known) > 1 || known.is_busy(now));
        }
    }
}

/// The size of a map above which unused entries are removed.
const FEW: usize = 16;

/// Semaphores by name, while they are in use.
#[derive(Default)]
struct Semaphores(HashMap<Arc<str>, Arc<Semaphore>>);

impl Semaphores {
    fn get(&mut self, name: &str, permits: usize) -> Arc<Semaphore> {
        if let Some(semaphore) = self.0.get(name) {
            return Arc::clone(semaphore);
        }
        if self.0.len() > FEW {
            self.0.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
        }
        let semaphore = Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)));
        self.0.insert(name.into(), Arc::clone(&semaphore));
        semaphore
    }
}

/// The state that requests with the same credential share.
#[derive(Default)]
struct CredentialState {
    rate: Mutex<Rate>,
    /// Notified when the rate may allow a request earlier.
    sooner: Notify,
    /// The queues of the projects. A full project does not block others.
    turns: Mutex<Semaphores>,
}

impl CredentialState {
    fn rate(&self) -> MutexGuard<'_, Rate> {
        self.rate.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn turn(&self, project: Option<&str>) -> Arc<Semaphore> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.get(project.unwrap_or_default(), 1)
    }

    fn is_busy(&self, now: Instant) -> bool {
        let mut rate = self.rate();
        rate.expire(now);
        !rate.counted.is_empty() || rate.not_before > Some(now)
    }

    /// Waits until the rate allows a request.
    async fn wait(&self, limits: Limits) {
        loop {
            let mut sooner = pin!(self.sooner.notified());
            sooner.as_mut().enable();
            let Some(at) = self.rate().free_at(limits, Instant::now()) else { return };
            select(pin!(sleep_until(at)), sooner).await;
        }
    }
}

/// Waits for a slot. A dropped wait takes none.
async fn slot(
    limits: Limits,
    credential: Arc<CredentialState>,
    project: Option<Arc<Semaphore>>,
    turn: Option<Arc<Semaphore>>,
) -> Slot {
    let _turn = match turn {
        Some(turn) => turn.acquire_owned().await.ok(),
        None => None,
    };
    loop {
        credential.wait(limits).await;
        let in_flight = match &project {
            Some(project) => Arc::clone(project).acquire_owned().await.ok(),
            None => None,
        };
        // Another request may have been faster while this one waited for its project.
        let counted = credential.rate().take(limits, Instant::now());
        if let Some(counted) = counted {
            return Slot { credential, counted, _in_flight: in_flight };
        }
    }
}

/// Permission for one request, until it is dropped.
struct Slot {
    credential: Arc<CredentialState>,
    counted: Counted,
    _in_flight: Option<OwnedSemaphorePermit>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.credential.rate().arrived(self.counted, Instant::now());
        self.credential.sooner.notify_waiters();
    }
}

/// Until when a request counts, and its number.
type Counted = (Instant, u64);

/// The current rate of a credential.
#[derive(Default)]
struct Rate {
    last_number: u64,
    counted: BTreeSet<Counted>,
    not_before: Option<Instant>,
}

impl Rate {
    /// Returns when the rate allows the next request, or `None` if it does now.
    fn free_at(&mut self, limits: Limits, now: Instant) -> Option<Instant> {
        self.expire(now);
        let is_full = self.counted.len() >= limits.per_second;
        let first = self.counted.first().filter(|_| is_full).map(|(until, _)| *until);
        first.max(self.not_before).filter(|at| *at > now)
    }

    /// Counts a request that starts, if the rate allows it.
    fn take(&mut self, limits: Limits, now: Instant) -> Option<Counted> {
        if self.free_at(limits, now).is_some() {
            return None;
        }
        self.last_number += 1;
        let counted = (now + UNDER_WAY + WINDOW, self.last_number);
        self.counted.insert(counted);
        Some(counted)
    }

    fn expire(&mut self, now: Instant) {
        while self.counted.first().is_some_and(|(until, _)| *until <= now) {
            self.counted.pop_first();
        }
    }

    /// Records that a request has ended, and so has reached the service.
    fn arrived(&mut self, counted: Counted, now: Instant) {
        if self.counted.remove(&counted) {
            let (until, number) = counted;
            self.counted.insert((until.min(now + WINDOW), number));
        }
    }
}

#[cfg(test)]
mod tests;
