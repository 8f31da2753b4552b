//! Rate limits: requests of a token in any one-second window, and requests of a project in flight.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use tokio::time::{Duration, Instant};

use super::lock;
use crate::settings::RateLimit;

const WINDOW: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub(crate) struct Rate {
    limit: Option<RateLimit>,
    recent: HashMap<String, VecDeque<Instant>>,
    in_flight: HashMap<String, usize>,
}

impl Rate {
    pub(crate) fn new(limit: Option<RateLimit>) -> Self {
        Self { limit, ..Self::default() }
    }

    pub(crate) fn limit(&self) -> Option<RateLimit> {
        self.limit
    }

    pub(crate) fn set_limit(&mut self, limit: Option<RateLimit>) {
        self.limit = limit;
    }

    /// Forgets the requests of the last second.
    pub(crate) fn forget(&mut self) {
        self.recent.clear();
    }

    /// Counts a request of a token, and returns whether it is within the limit.
    pub(crate) fn admit(&mut self, token: &str) -> bool {
        let Some(limit) = self.limit else { return true };
        let now = Instant::now();
        let recent = self.recent.entry(token.to_owned()).or_default();
        while recent.front().is_some_and(|first| now - *first >= WINDOW) {
            recent.pop_front();
        }
        let within = recent.len() < limit.per_second;
        if within {
            recent.push_back(now);
        }
        within
    }

    fn start(&mut self, project: &str) -> bool {
        let running = self.in_flight.entry(project.to_owned()).or_default();
        let within = self.limit.is_none_or(|limit| *running < limit.in_flight);
        if within {
            *running += 1;
        }
        within
    }

    fn end(&mut self, project: &str) {
        if let Some(running) = self.in_flight.get_mut(project) {
            *running = running.saturating_sub(1);
        }
    }
}

/// A request in flight, counted until this is dropped.
#[derive(Debug)]
pub(crate) struct InFlight {
    rate: Arc<Mutex<Rate>>,
    project: String,
}

impl InFlight {
    pub(super) fn start(rate: &Arc<Mutex<Rate>>, project: &str) -> Option<Self> {
        lock(rate)
            .start(project)
            .then(|| Self { rate: Arc::clone(rate), project: project.to_owned() })
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        lock(&self.rate).end(&self.project);
    }
}
