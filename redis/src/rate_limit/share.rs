//! What a process starts by itself while the store is away: a fixed part of the limits.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::settings::{Settings, WhenAway};

/// The share of this process.
#[derive(Debug)]
pub(super) struct Share {
    /// Between two starts of a budget; none where nothing starts.
    interval: Option<Duration>,
    in_flight: u32,
    /// How long a start counts at most.
    cycle: Duration,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// No start before, by budget.
    next: HashMap<String, Instant>,
    /// The last start that the store does not know of, by budget.
    untold: HashMap<String, Instant>,
    /// By project.
    in_flight: HashMap<String, u32>,
}

/// A request in flight that the store does not know of; it has ended when this is dropped.
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

    /// Whether something starts at all.
    pub(super) fn is_some(&self) -> bool {
        self.interval.is_some()
    }

    /// A place, or when to ask again.
    pub(super) fn start(
        &self,
        budget: &str,
        project: Option<&str>,
        not_before: Instant,
    ) -> Result<Own, Instant> {
        const ENDED: Duration = Duration::from_millis(50);
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
                return Err(now + ENDED);
            }
            *running += 1;
        }
        state.next.insert(budget.to_owned(), now + interval);
        state.untold.insert(budget.to_owned(), now);
        Ok(Own { state: Arc::clone(&self.state), project: project.map(str::to_owned) })
    }

    /// Whether what this has started may still count, and the store was not told.
    pub(super) fn is_untold(&self, budget: &str) -> bool {
        let mut state = lock(&self.state);
        state.untold.retain(|_, at| at.elapsed() < self.cycle);
        state.untold.contains_key(budget)
    }

    /// The store knows that there was something.
    pub(super) fn told(&self, budget: &str) {
        lock(&self.state).untold.remove(budget);
    }

    /// The service has said that these were too many.
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
