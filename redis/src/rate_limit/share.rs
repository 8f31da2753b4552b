//! Limits requests while the store is unavailable: to a fixed share for this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::settings::{Settings, WhenAway};

/// The share of this process.
#[derive(Debug)]
pub(super) struct Share {
    /// The time between two starts of a budget; `None` with [`WhenAway::Stop`].
    interval: Option<Duration>,
    in_flight: u32,
    /// The longest time that a start counts.
    cycle: Duration,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The earliest time of the next start, by budget.
    next: HashMap<String, Instant>,
    /// The last start that the store was not informed of, by budget.
    unreported: HashMap<String, Instant>,
    /// The number of requests in flight, by project.
    in_flight: HashMap<String, u32>,
}

/// A request in flight without a slot of the store. Dropping it ends the request.
#[derive(Debug)]
pub(super) struct Own {
    state: Arc<Mutex<State>>,
    project: Option<String>,
}

impl Share {
    pub(super) fn new(settings: &Settings) -> Self {
        let cycle = settings.cycle();
        let WhenAway::Share { of } = settings.when_away else {
            return Self { interval: None, in_flight: 0, cycle, state: Arc::default() };
        };
        Self {
            interval: Some(cycle * of / settings.per_second),
            in_flight: (settings.in_flight / of).max(1),
            cycle,
            state: Arc::default(),
        }
    }

    /// Whether the process may start requests at all.
    pub(super) fn is_some(&self) -> bool {
        self.interval.is_some()
    }

    /// Returns a slot, or when to try again.
    pub(super) fn start(
        &self,
        budget: &str,
        project: Option<&str>,
        not_before: Instant,
    ) -> Result<Own, Instant> {
        const POLL: Duration = Duration::from_millis(50);
        let now = Instant::now();
        let Some(interval) = self.interval else {
            return Err(now + super::PROBE * 2);
        };
        let mut state = lock(&self.state);
        state.next.retain(|_, next| *next + interval > now);
        let next = state.next.get(budget).copied();
        let at = next.map_or(not_before, |next| next.max(not_before));
        if at > now {
            return Err(at);
        }
        if let Some(project) = project {
            let running = state.in_flight.entry(project.to_owned()).or_default();
            if *running >= self.in_flight {
                return Err(now + POLL);
            }
            *running += 1;
        }
        state.next.insert(budget.to_owned(), now + interval);
        state.unreported.insert(budget.to_owned(), now);
        Ok(Own { state: Arc::clone(&self.state), project: project.map(str::to_owned) })
    }

    /// Whether a start that the store was not informed of may still count.
    pub(super) fn has_unreported(&self, budget: &str) -> bool {
        let mut state = lock(&self.state);
        state.unreported.retain(|_, at| at.elapsed() < self.cycle);
        state.unreported.contains_key(budget)
    }

    /// Notes that the store was informed of the starts.
    pub(super) fn mark_reported(&self, budget: &str) {
        lock(&self.state).unreported.remove(budget);
    }

    /// Delays the next start after a 429.
    pub(super) fn slow_down(&self, budget: &str, pause: Duration) {
        if self.is_some() {
            let until = Instant::now() + pause;
            let mut state = lock(&self.state);
            let next = state.next.entry(budget.to_owned()).or_insert(until);
            *next = until.max(*next);
        }
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let Some(project) = self.project.take() else {
            return;
        };
        let mut state = lock(&self.state);
        if let Some(running) = state.in_flight.get_mut(&project) {
            *running -= 1;
            if *running == 0 {
                state.in_flight.remove(&project);
            }
        }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
