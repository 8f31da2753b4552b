//! The default rate limiter: a rate for each credential, and a number of requests in flight for
//! each project, in this process.
//!
//! A request takes its slot itself, under a lock that is held for a few instructions, if it is the
//! first in its queue whose project has one. Whoever changes a queue wakes that request, which
//! sleeps until the rate allows it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::future::{Future, ready};
use std::hash::{BuildHasherDefault, Hasher};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

use super::{Permit, PermitFuture, Priority, RateLimiter, RequestInfo};
use crate::settings::retry::random;

/// How long a request counts for the rate after it has reached the service: the second of its
/// limit, and a little for the coarseness of clocks.
const WINDOW: Duration = Duration::from_millis(1020);
/// A request that has had no response for so long has reached the service.
const ARRIVAL: Duration = Duration::from_secs(2);

/// Limits the requests in any second for each credential, and those in flight for each project, in
/// this process.
///
/// The default is what the service was observed to allow: 6 a second, 10 in flight. Requests are
/// counted when they reach the service, which is some time between their start and their response:
/// so a slot of the second is free one second after the response (three after the start, if the
/// response takes longer). The full rate is reached if responses come at once; with a latency of
/// 100 ms it is 5.4 a second of 6.
///
/// A 429, which another process with the same token may cause, delays all requests with this
/// credential for about a second (or for what `Retry-After` says, up to 20 seconds), halves their
/// rate, and spreads them evenly. The rate recovers by a twentieth of the whole in each second, so
/// processes that share a token share its rate.
///
/// A request without a project is not counted as in flight. Waiting requests of a higher
/// [priority](Priority) start first, whatever that means for the others.
#[doc(alias = "rate limit")]
pub struct SlidingWindow(Arc<Shared>);

struct Shared {
    limits: Limits,
    state: Mutex<State>,
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
            limits: Limits {
                per_second: per_second.max(1),
                in_flight: in_flight.max(1),
            },
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
    fn start<'a>(&'a self, request: RequestInfo<'a>) -> PermitFuture<'a> {
        let mut state = self.0.state();
        if let Some(slot) = state.take_at_once(&self.0, &request) {
            return Box::pin(ready(Permit::new(slot)));
        }
        state.last_id += 1;
        let waiting = Waiting {
            shared: Arc::clone(&self.0),
            credential: request.credential,
            project: request.project.map(Arc::from),
            turn: Turn {
                priority: Reverse(request.priority),
                is_first_attempt: request.attempt <= 1,
                id: state.last_id,
            },
            alarm: None,
        };
        Box::pin(async move { Permit::new(waiting.await) })
    }

    fn rate_limited(&self, request: RequestInfo<'_>, retry_after: Option<Duration>) {
        let mut state = self.0.state();
        let queue = state.queues.entry(request.credential).or_default();
        queue.rate.slow_down(Instant::now(), retry_after);
    }

    fn holds_slots(&self) -> bool {
        true
    }
}

impl fmt::Debug for SlidingWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SlidingWindow")
            .field("limits", &self.0.limits)
            .finish_non_exhaustive()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Default)]
struct State {
    last_id: u64,
    /// By credential.
    queues: QuickMap<Option<u64>, Queue>,
    /// How many requests are in flight, by project.
    projects: QuickMap<Arc<str>, usize>,
}

/// The requests of a credential.
#[derive(Default)]
struct Queue {
    /// Those that count for the rate, by the time when they cease to.
    recent: VecDeque<Recent>,
    rate: Rate,
    waiting: BTreeMap<Turn, Ticket>,
}

#[derive(Debug, Clone, Copy)]
struct Recent {
    until: Instant,
    id: u64,
}

/// The order of those who wait: by priority; then retries come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    priority: Reverse<Priority>,
    is_first_attempt: bool,
    id: u64,
}

struct Ticket {
    project: Option<Arc<str>>,
    waker: Waker,
}

impl State {
    /// Takes a slot if one is free and nobody with this credential waits.
    fn take_at_once(&mut self, shared: &Arc<Shared>, request: &RequestInfo<'_>) -> Option<Slot> {
        let now = Instant::now();
        self.forget_idle(now);
        if !has_slot(&self.projects, shared.limits, request.project) {
            return None;
        }
        let queue = self.queues.entry(request.credential).or_default();
        if !queue.waiting.is_empty() || queue.free_at(shared.limits, now).is_some() {
            return None;
        }
        let project = request.project.map(|project| {
            let known = self.projects.get_key_value(project);
            known.map_or_else(|| Arc::from(project), |(project, _)| Arc::clone(project))
        });
        self.last_id += 1;
        Some(self.take(shared, request.credential, project, self.last_id, now))
    }

    fn take(
        &mut self,
        shared: &Arc<Shared>,
        credential: Option<u64>,
        project: Option<Arc<str>>,
        id: u64,
        now: Instant,
    ) -> Slot {
        let queue = self.queues.entry(credential).or_default();
        queue.count(Recent {
            until: now + ARRIVAL + WINDOW,
            id,
        });
        queue.rate.started(now, shared.limits.per_second);
        if let Some(project) = &project {
            *self.projects.entry(Arc::clone(project)).or_default() += 1;
        }
        Slot {
            shared: Arc::clone(shared),
            credential,
            project,
            id,
        }
    }

    /// Returns the waker of the request that may start next with this credential.
    fn next(&self, limits: Limits, credential: Option<u64>) -> Option<Waker> {
        let mut waiting = self.queues.get(&credential)?.waiting.values();
        let next =
            waiting.find(|ticket| has_slot(&self.projects, limits, ticket.project.as_deref()));
        next.map(|ticket| ticket.waker.clone())
    }

    /// Forgets credentials that nobody uses any more.
    fn forget_idle(&mut self, now: Instant) {
        const FEW: usize = 16;
        if self.queues.len() > FEW {
            self.queues.retain(|_, queue| !queue.is_idle(now));
        }
    }
}

fn has_slot(projects: &QuickMap<Arc<str>, usize>, limits: Limits, project: Option<&str>) -> bool {
    let in_flight = project.and_then(|project| projects.get(project));
    in_flight.is_none_or(|count| *count < limits.in_flight)
}

impl Queue {
    /// Returns when the rate allows the next request, or `None` if it does now.
    fn free_at(&mut self, limits: Limits, now: Instant) -> Option<Instant> {
        self.expire(now);
        let is_full = self.recent.len() >= limits.per_second;
        let place = self.recent.front().filter(|_| is_full);
        let later = [place.map(|recent| recent.until), self.rate.not_before];
        later.into_iter().flatten().max().filter(|at| *at > now)
    }

    fn expire(&mut self, now: Instant) {
        while self
            .recent
            .front()
            .is_some_and(|recent| recent.until <= now)
        {
            self.recent.pop_front();
        }
    }

    fn count(&mut self, recent: Recent) {
        let later = self
            .recent
            .iter()
            .rev()
            .take_while(|other| other.until > recent.until);
        let index = self.recent.len() - later.count();
        self.recent.insert(index, recent);
    }

    /// A request has ended: it reached the service before.
    fn arrived(&mut self, id: u64, now: Instant) {
        let index = self.recent.iter().rposition(|recent| recent.id == id);
        if let Some(recent) = index.and_then(|index| self.recent.remove(index)) {
            let until = recent.until.min(now + WINDOW);
            self.count(Recent { until, id });
        }
    }

    fn is_idle(&mut self, now: Instant) -> bool {
        self.expire(now);
        let is_slow = self.rate.share_at(now) < 1.0 || self.rate.not_before > Some(now);
        self.recent.is_empty() && self.waiting.is_empty() && !is_slow
    }
}

/// How fast a credential may go, after what the service has rejected.
struct Rate {
    /// The part of the full rate that was left, and when.
    share: f64,
    since: Option<Instant>,
    not_before: Option<Instant>,
}

impl Default for Rate {
    fn default() -> Self {
        Self {
            share: 1.0,
            since: None,
            not_before: None,
        }
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

    /// A request starts. Below the full rate, the next one keeps a distance.
    fn started(&mut self, now: Instant, per_second: usize) {
        let share = self.share_at(now);
        if share < 1.0 {
            let distance = WINDOW.div_f64(per_second as f64 * share);
            self.not_before = self.not_before.max(Some(now + distance));
        }
    }

    /// The service has rejected a request. Several rejections in a second count once.
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

/// A request that waits for a slot.
struct Waiting {
    shared: Arc<Shared>,
    credential: Option<u64>,
    project: Option<Arc<str>>,
    turn: Turn,
    alarm: Option<Pin<Box<Sleep>>>,
}

enum Attempt {
    Taken(Slot, Option<Waker>),
    /// Others come first, and wake this one; the first of them, if it may have missed its turn.
    Behind(Option<Waker>),
    Until(Instant),
}

impl Future for Waiting {
    type Output = Slot;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Slot> {
        let this = &mut *self;
        loop {
            let at = match this.attempt(cx.waker()) {
                Attempt::Taken(slot, next) => {
                    next.into_iter().for_each(Waker::wake);
                    return Poll::Ready(slot);
                }
                Attempt::Behind(next) => {
                    next.into_iter().for_each(Waker::wake);
                    return Poll::Pending;
                }
                Attempt::Until(at) => at,
            };
            let alarm = this.alarm.get_or_insert_with(|| Box::pin(sleep_until(at)));
            alarm.as_mut().reset(at);
            if alarm.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
        }
    }
}

impl Waiting {
    fn attempt(&self, waker: &Waker) -> Attempt {
        let (now, limits) = (Instant::now(), self.shared.limits);
        let mut guard = self.shared.state();
        let State {
            queues, projects, ..
        } = &mut *guard;
        let queue = queues.entry(self.credential).or_default();
        let ticket = Ticket {
            project: self.project.clone(),
            waker: waker.clone(),
        };
        let has_waited = queue.waiting.insert(self.turn, ticket).is_some();
        let has_slot = |project: &Option<Arc<str>>| has_slot(projects, limits, project.as_deref());
        if !has_slot(&self.project) {
            let next = has_waited.then(|| guard.next(limits, self.credential));
            return Attempt::Behind(next.flatten());
        }
        let mut before = queue.waiting.range(..self.turn);
        if before.any(|(_, ticket)| has_slot(&ticket.project)) {
            return Attempt::Behind(None);
        }
        if let Some(at) = queue.free_at(limits, now) {
            return Attempt::Until(at);
        }
        queue.waiting.remove(&self.turn);
        let (credential, project) = (self.credential, self.project.clone());
        let slot = guard.take(&self.shared, credential, project, self.turn.id, now);
        Attempt::Taken(slot, guard.next(limits, credential))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        let queue = state.queues.get_mut(&self.credential);
        let left = queue.is_some_and(|queue| queue.waiting.remove(&self.turn).is_some());
        let next = left.then(|| state.next(self.shared.limits, self.credential));
        drop(state);
        // Not under the lock: a waker runs code of the runtime.
        next.flatten().into_iter().for_each(Waker::wake);
    }
}

/// The right to one request, until it is dropped.
struct Slot {
    shared: Arc<Shared>,
    credential: Option<u64>,
    project: Option<Arc<str>>,
    id: u64,
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        if let Some(queue) = state.queues.get_mut(&self.credential) {
            queue.arrived(self.id, Instant::now());
        }
        if let Some(project) = &self.project
            && let Some(count) = state.projects.get_mut(project)
        {
            *count -= 1;
            if *count == 0 {
                state.projects.remove(project);
            }
        }
        // Requests for the project may have other credentials.
        let waiting = state
            .queues
            .iter()
            .filter(|(_, queue)| !queue.waiting.is_empty());
        let next: Vec<_> = waiting
            .filter_map(|(credential, _)| state.next(self.shared.limits, *credential))
            .collect();
        drop(state);
        next.into_iter().for_each(Waker::wake);
    }
}

type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// FxHash, that of rustc: keys are the program's own, so nobody floods it.
#[derive(Default)]
struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn finish(&self) -> u64 {
        // Tables use the low bits, which depend on few of the key.
        self.0.rotate_left(26)
    }
}

#[cfg(test)]
mod tests;
