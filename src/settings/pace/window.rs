//! The default pace: a rate for each credential, and a number in flight for each project, in this
//! process.
//!
//! Nobody waits for anybody else's future here. Places are granted to those who wait in their
//! order, under a lock that is held for a few instructions, by whoever comes by: a request that
//! starts or ends, or a waiter whose timer rings. A place that nobody comes for is free again
//! after a while.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

use super::{Pace, Permit, PermitFuture, Priority, RequestInfo};
use crate::settings::retry::random;

/// How long a request counts for the rate after it has reached the service: the second of its
/// limit, and a little for the coarseness of clocks.
const WINDOW: Duration = Duration::from_millis(1020);
/// A request that has had no answer for so long has reached the service.
const ARRIVAL: Duration = Duration::from_secs(2);
/// For so long a place is kept for who does not come for it.
const KEPT: Duration = Duration::from_secs(1);
/// A request that is longer in flight is not counted any more: it may be one that nobody polls,
/// since its runtime stands still.
const IN_FLIGHT: Duration = Duration::from_secs(60);

/// At most so many requests in any second for each credential, and at most so many in flight for
/// each project, in this process.
///
/// The default is what the service was observed to allow: 6 a second, 10 in flight. They are
/// counted where the service counts, not where they start: a request has reached the service at
/// some time between its start and its answer, so its place in the second is free one second
/// after its answer (three after its start, where the answer takes longer). The full rate is
/// reached where answers come at once; with a latency of 100 ms it is 5.4 a second of 6.
///
/// A 429, which another process with the same token may cause, holds up all that start with this
/// credential for about a second (or for what `Retry-After` says, up to 20 seconds), halves
/// their rate, and spreads them evenly. The rate recovers by a twentieth of the whole in each
/// second, so processes that share a token share its rate.
///
/// A request counts as in flight for a minute at most, and not at all where it is of no project.
/// Of those that wait, the ones of a higher [priority](Priority) start first, whatever that means
/// for the others.
#[doc(alias = "rate limit")]
pub struct Window(Arc<Shared>);

struct Shared {
    limits: Limits,
    state: Mutex<State>,
}

#[derive(Debug, Clone, Copy)]
struct Limits {
    per_second: usize,
    in_flight: usize,
}

impl Window {
    /// Limits; zero is taken as one.
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

impl Default for Window {
    fn default() -> Self {
        Self::new(6, 10)
    }
}

impl Pace for Window {
    fn start<'a>(&'a self, request: RequestInfo<'a>) -> PermitFuture<'a> {
        let waiting = Waiting {
            shared: Arc::clone(&self.0),
            credential: request.credential,
            project: request.project.map(Arc::from),
            priority: request.priority,
            is_retry: request.attempt > 1,
            turn: None,
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

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Window")
            .field("limits", &self.0.limits)
            .finish_non_exhaustive()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Places that are taken, by the time when they are free again.
type Leases = BTreeSet<(Instant, u64)>;

#[derive(Default)]
struct State {
    last_id: u64,
    /// By credential.
    queues: HashMap<Option<u64>, Queue>,
    /// Those in flight, by project. What is of no project is not counted.
    projects: HashMap<Arc<str>, Leases>,
    /// What was granted and not fetched yet.
    granted: HashMap<u64, Grant>,
}

/// The requests of a credential.
#[derive(Default)]
struct Queue {
    /// Those that count for the rate.
    recent: Leases,
    rate: Rate,
    waiting: BTreeMap<Turn, Ticket>,
    /// Those whose project had no place when it was their turn: they wait for one of its places,
    /// and hold up nobody.
    parked: HashMap<Arc<str>, BTreeMap<Turn, Ticket>>,
}

/// Whose turn it is: by priority; then those who have been refused come first, the others in
/// their order.
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

/// A place, in the second and in flight.
#[derive(Clone)]
struct Grant {
    id: u64,
    credential: Option<u64>,
    project: Option<Arc<str>>,
    /// When it ceases to count for the rate, unless its answer comes earlier.
    recent_until: Instant,
    in_flight_until: Instant,
}

impl State {
    /// Grants what can be granted to those who wait with this credential; answers with those who
    /// have to be woken.
    fn advance(&mut self, limits: Limits, credential: Option<u64>, now: Instant) -> Vec<Waker> {
        let Self {
            queues,
            projects,
            granted,
            ..
        } = self;
        let mut woken = Vec::new();
        let Some(queue) = queues.get_mut(&credential) else {
            return woken;
        };
        while queue.free_at(limits, now).is_none() {
            let Some((turn, ticket)) = queue.take_next(limits, projects, now) else {
                break;
            };
            let grant = Grant {
                id: turn.id,
                credential,
                project: ticket.project,
                recent_until: now + ARRIVAL + WINDOW,
                // As long as nobody has come for it.
                in_flight_until: now + KEPT,
            };
            queue.recent.insert((grant.recent_until, grant.id));
            queue.rate.started(now, limits.per_second);
            if let Some(project) = grant.project.clone() {
                let leases = projects.entry(project).or_default();
                leases.insert((grant.in_flight_until, grant.id));
            }
            granted.insert(grant.id, grant);
            woken.push(ticket.waker);
        }
        if !woken.is_empty()
            && let Some(ticket) = queue.waiting.values().next()
        {
            // The first one's timer is the one that rings in time.
            woken.push(ticket.waker.clone());
        }
        woken
    }

    /// Takes a place that was granted and for which somebody has come in time.
    fn fetch(&mut self, id: u64, now: Instant) -> Option<Grant> {
        let mut grant = self.granted.remove(&id)?;
        if grant.in_flight_until <= now {
            return None;
        }
        if let Some(project) = &grant.project {
            let leases = self.projects.get_mut(project)?;
            leases.remove(&(grant.in_flight_until, id));
            grant.in_flight_until = now + IN_FLIGHT;
            leases.insert((grant.in_flight_until, id));
        }
        Some(grant)
    }

    /// When somebody who waits should look again.
    fn look_again(
        &mut self,
        limits: Limits,
        waiting: &Waiting,
        turn: Turn,
        now: Instant,
    ) -> Instant {
        const REPLACEMENT: Duration = Duration::from_millis(100);
        let queue = self.queues.entry(waiting.credential).or_default();
        let is_first = queue.waiting.keys().next() == Some(&turn);
        let leases = waiting
            .project
            .as_ref()
            .and_then(|project| self.projects.get(project));
        let place_at = leases.and_then(|leases| Some(leases.first()?.0));
        let at = queue.free_at(limits, now).or(place_at);
        let at = at.unwrap_or(now + KEPT);
        match is_first {
            true => at,
            // Should the first one's runtime stand still, one of the others takes over.
            false => at + REPLACEMENT * (1 + u32::try_from(turn.id % 8).unwrap_or_default()),
        }
    }

    /// Gives a place back; one that was not used, as if it had never been taken.
    fn release(&mut self, grant: &Grant, used: bool, now: Instant) {
        if let Some(queue) = self.queues.get_mut(&grant.credential) {
            let counted = queue.recent.remove(&(grant.recent_until, grant.id));
            if counted && used {
                let until = grant.recent_until.min(now + WINDOW);
                queue.recent.insert((until, grant.id));
            }
        }
        let Some(project) = &grant.project else {
            return;
        };
        if let Some(leases) = self.projects.get_mut(project) {
            leases.remove(&(grant.in_flight_until, grant.id));
            if leases.is_empty() {
                self.projects.remove(project);
            }
        }
        for queue in self.queues.values_mut() {
            queue.unpark(project);
        }
    }

    /// Forgets credentials that nobody uses any more.
    fn forget_idle(&mut self, now: Instant) {
        const FEW: usize = 16;
        if self.queues.len() > FEW {
            self.queues.retain(|_, queue| !queue.is_idle(now));
        }
    }
}

impl Queue {
    /// When the next request may start, as far as the rate goes; nothing where that is now.
    fn free_at(&mut self, limits: Limits, now: Instant) -> Option<Instant> {
        expire(&mut self.recent, now);
        let is_full = self.recent.len() >= limits.per_second;
        let place = self.recent.first().filter(|_| is_full);
        let later = [place.map(|(until, _)| *until), self.rate.not_before];
        later.into_iter().flatten().max().filter(|at| *at > now)
    }

    /// The first one whose project has a place; those before it are parked.
    fn take_next(
        &mut self,
        limits: Limits,
        projects: &mut HashMap<Arc<str>, Leases>,
        now: Instant,
    ) -> Option<(Turn, Ticket)> {
        loop {
            let (turn, ticket) = self.waiting.pop_first()?;
            let project = ticket.project.clone();
            let leases = project
                .as_ref()
                .and_then(|project| projects.get_mut(project));
            let is_full = leases.is_some_and(|leases| {
                expire(leases, now);
                leases.len() >= limits.in_flight
            });
            match project {
                Some(project) if is_full => {
                    self.parked.entry(project).or_default().insert(turn, ticket);
                }
                _ => return Some((turn, ticket)),
            }
        }
    }

    /// A place of a project is free: the first of those who wait for it may have it.
    fn unpark(&mut self, project: &Arc<str>) {
        if let Some(parked) = self.parked.get_mut(project) {
            self.waiting.extend(parked.pop_first());
            if parked.is_empty() {
                self.parked.remove(project);
            }
        }
    }

    /// Takes one out who waits.
    fn leave(&mut self, turn: Turn, project: Option<&Arc<str>>) {
        self.waiting.remove(&turn);
        if let Some(project) = project
            && let Some(parked) = self.parked.get_mut(project)
        {
            parked.remove(&turn);
            if parked.is_empty() {
                self.parked.remove(project);
            }
        }
    }

    fn is_idle(&mut self, now: Instant) -> bool {
        expire(&mut self.recent, now);
        let is_waited_for = !self.waiting.is_empty() || !self.parked.is_empty();
        let is_slow = self.rate.share_at(now) < 1.0 || self.rate.not_before > Some(now);
        self.recent.is_empty() && !is_waited_for && !is_slow
    }
}

fn expire(leases: &mut Leases, now: Instant) {
    while leases.first().is_some_and(|(until, _)| *until <= now) {
        leases.pop_first();
    }
}

/// How fast a credential may go, after what the service has refused.
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

    /// A request starts. As long as the rate is not the full one, the next one keeps a distance.
    fn started(&mut self, now: Instant, per_second: usize) {
        let share = self.share_at(now);
        if share < 1.0 {
            let distance = WINDOW.div_f64(per_second as f64 * share);
            self.not_before = self.not_before.max(Some(now + distance));
        }
    }

    /// The service has refused a request. Several refusals in a second tell the same.
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

/// Somebody who waits for a place.
struct Waiting {
    shared: Arc<Shared>,
    credential: Option<u64>,
    project: Option<Arc<str>>,
    priority: Priority,
    is_retry: bool,
    /// Nothing before it is polled, and when it has its place.
    turn: Option<Turn>,
    alarm: Option<Pin<Box<Sleep>>>,
}

impl Future for Waiting {
    type Output = Place;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Place> {
        let this = &mut *self;
        loop {
            let at = match this.look(cx.waker()) {
                Ok(place) => return Poll::Ready(place),
                Err(at) => at,
            };
            let alarm = match &mut this.alarm {
                Some(alarm) => {
                    alarm.as_mut().reset(at);
                    alarm
                }
                None => this.alarm.insert(Box::pin(sleep_until(at))),
            };
            if alarm.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
        }
    }
}

impl Waiting {
    /// The place, or when to look again.
    fn look(&mut self, waker: &Waker) -> Result<Place, Instant> {
        let (now, limits) = (Instant::now(), self.shared.limits);
        let mut state = self.shared.state();
        if let Some(grant) = self.turn.and_then(|turn| state.fetch(turn.id, now)) {
            self.turn = None;
            return Ok(self.place(grant));
        }
        let turn = *self.turn.get_or_insert_with(|| {
            state.last_id += 1;
            Turn {
                priority: Reverse(self.priority),
                is_first_attempt: !self.is_retry,
                id: state.last_id,
            }
        });
        state.forget_idle(now);
        let queue = state.queues.entry(self.credential).or_default();
        queue.leave(turn, self.project.as_ref());
        let ticket = Ticket {
            project: self.project.clone(),
            waker: waker.clone(),
        };
        queue.waiting.insert(turn, ticket);
        let woken = state.advance(limits, self.credential, now);
        let looked = match state.fetch(turn.id, now) {
            Some(grant) => Ok(grant),
            None => Err(state.look_again(limits, self, turn, now)),
        };
        drop(state);
        wake(woken);
        let grant = looked?;
        self.turn = None;
        Ok(self.place(grant))
    }

    fn place(&self, grant: Grant) -> Place {
        Place {
            shared: Arc::clone(&self.shared),
            grant,
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let Some(turn) = self.turn else { return };
        let now = Instant::now();
        let mut state = self.shared.state();
        if let Some(queue) = state.queues.get_mut(&self.credential) {
            queue.leave(turn, self.project.as_ref());
        }
        if let Some(grant) = state.granted.remove(&turn.id) {
            state.release(&grant, false, now);
        }
        let woken = state.advance(self.shared.limits, self.credential, now);
        drop(state);
        wake(woken);
    }
}

/// A place, until it is dropped.
struct Place {
    shared: Arc<Shared>,
    grant: Grant,
}

impl Drop for Place {
    fn drop(&mut self) {
        let now = Instant::now();
        let mut state = self.shared.state();
        state.release(&self.grant, true, now);
        // Whoever waits for the project may have another credential.
        let waiting = state
            .queues
            .iter()
            .filter(|(_, queue)| !queue.waiting.is_empty());
        let credentials: Vec<_> = waiting.map(|(credential, _)| *credential).collect();
        let mut woken = Vec::new();
        for credential in credentials {
            woken.extend(state.advance(self.shared.limits, credential, now));
        }
        drop(state);
        wake(woken);
    }
}

/// Not under the lock: a waker runs code of the runtime.
fn wake(woken: Vec<Waker>) {
    woken.into_iter().for_each(Waker::wake);
}

#[cfg(test)]
mod tests;
