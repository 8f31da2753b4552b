//! The default rate limiter: a rate per credential, and a number of requests in flight per project,
//! within this process.
//!
//! Of the requests with the same credential and project, only one waits for the rate and for a slot
//! of the project; the others queue in order.

use std::collections::{HashMap, VecDeque};
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

/// How long a request counts after it has reached the service: the second of the limit, plus a
/// margin for coarse clocks.
const WINDOW: Duration = Duration::from_millis(1020);
/// A request without a response for this long is assumed to have reached the service.
const ARRIVAL: Duration = Duration::from_secs(2);

/// Limits the requests per second for each credential, and the requests in flight for each project,
/// within this process.
///
/// The default is the observed limit of the service: 6 a second, 10 in flight. A request counts
/// until one second after its response, or three seconds after its start if the response takes
/// longer. With immediate responses the full rate is reached; with a latency of 100 ms, 5.4 of 6 a
/// second.
///
/// After a 429, which another process with the same token may cause, all requests with this
/// credential are delayed for about a second, or for the `Retry-After`, up to 20 seconds. Their
/// rate is halved and spread evenly. It recovers by 5 % of the full rate each second, so processes
/// that share a token share its rate.
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
        credential.rate().slow_down(Instant::now(), retry_after);
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
        !rate.recent.is_empty() || rate.share_at(now) < 1.0 || rate.not_before > Some(now)
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
        let id = credential.rate().take(limits, Instant::now());
        if let Some(id) = id {
            return Slot { credential, id, _in_flight: in_flight };
        }
    }
}

/// Permission for one request, until it is dropped.
struct Slot {
    credential: Arc<CredentialState>,
    id: u64,
    _in_flight: Option<OwnedSemaphorePermit>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.credential.rate().arrived(self.id, Instant::now());
        self.credential.sooner.notify_waiters();
    }
}

#[derive(Debug, Clone, Copy)]
struct Recent {
    until: Instant,
    id: u64,
}

/// The current rate of a credential.
struct Rate {
    last_id: u64,
    /// The requests that count, by the time at which they no longer do.
    recent: VecDeque<Recent>,
    /// The remaining fraction of the full rate, and since when.
    share: f64,
    since: Option<Instant>,
    not_before: Option<Instant>,
}

impl Default for Rate {
    fn default() -> Self {
        Self { last_id: 0, recent: VecDeque::new(), share: 1.0, since: None, not_before: None }
    }
}

impl Rate {
    const RECOVERED_IN_A_SECOND: f64 = 0.05;
    const LEAST: f64 = 1.0 / 16.0;
    const LONGEST_PAUSE: Duration = Duration::from_secs(20);

    fn share_at(&self, now: Instant) -> f64 {
        let recovering = self.since.map_or(Duration::ZERO, |since| now - since);
        (self.share + Self::RECOVERED_IN_A_SECOND * recovering.as_secs_f64()).min(1.0)
    }

    /// Returns when the rate allows the next request, or `None` if it does now.
    fn free_at(&mut self, limits: Limits, now: Instant) -> Option<Instant> {
        self.expire(now);
        let is_full = self.recent.len() >= limits.per_second;
        let first = self.recent.front().filter(|_| is_full);
        let later = [first.map(|recent| recent.until), self.not_before];
        later.into_iter().flatten().max().filter(|at| *at > now)
    }

    /// Counts a request that starts if the rate allows it. Below the full rate, requests are spaced
    /// evenly.
    fn take(&mut self, limits: Limits, now: Instant) -> Option<u64> {
        if self.free_at(limits, now).is_some() {
            return None;
        }
        let share = self.share_at(now);
        if share < 1.0 {
            let distance = WINDOW.div_f64(limits.per_second as f64 * share);
            self.not_before = self.not_before.max(Some(now + distance));
        }
        self.last_id += 1;
        self.count(Recent { until: now + ARRIVAL + WINDOW, id: self.last_id });
        Some(self.last_id)
    }

    fn expire(&mut self, now: Instant) {
        while self.recent.front().is_some_and(|recent| recent.until <= now) {
            self.recent.pop_front();
        }
    }

    fn count(&mut self, recent: Recent) {
        let later = self.recent.iter().rev().take_while(|other| other.until > recent.until);
        let index = self.recent.len() - later.count();
        self.recent.insert(index, recent);
    }

    /// Records that a request has ended, and so has reached the service.
    fn arrived(&mut self, id: u64, now: Instant) {
        let index = self.recent.iter().rposition(|recent| recent.id == id);
        if let Some(recent) = index.and_then(|index| self.recent.remove(index)) {
            let until = recent.until.min(now + WINDOW);
            self.count(Recent { until, id });
        }
    }

    /// Records a 429. Several within a second count once.
    fn slow_down(&mut self, now: Instant, retry_after: Option<Duration>) {
        if self.since.is_none_or(|since| now - since >= WINDOW) {
            self.share = (self.share_at(now) / 2.0).max(Self::LEAST);
            self.since = Some(now);
        }
        let asked = retry_after.unwrap_or_default().min(Self::LONGEST_PAUSE);
        let pause = asked.max(WINDOW.mul_f64(0.5 + random()));
        self.not_before = self.not_before.max(Some(now + pause));
    }
}

#[cfg(test)]
mod tests;
