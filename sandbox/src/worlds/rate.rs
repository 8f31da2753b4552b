//! Rate limits: requests of a token in any second, and requests of a project in flight.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use tokio::time::{Duration, Instant};

use crate::settings::RateLimit;

const WINDOW: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub(crate) struct Rate {
    pub(crate) limit: Option<RateLimit>,
    recent: HashMap<String, VecDeque<Instant>>,
    /// Each request in flight holds a clone.
    in_flight: HashMap<String, InFlight>,
}

/// A request in flight, counted until this is dropped.
pub(crate) type InFlight = Arc<()>;

impl Rate {
    pub(crate) fn new(limit: Option<RateLimit>) -> Self {
        Self { limit, ..Self::default() }
    }

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

    /// Counts a request of a project in flight; `None` if there are too many.
    pub(crate) fn start(&mut self, project: &str) -> Option<InFlight> {
        self.in_flight.retain(|_, counted| Arc::strong_count(counted) > 1);
        let counted = self.in_flight.entry(project.to_owned()).or_default();
        let running = Arc::strong_count(counted) - 1;
        let within = self.limit.is_none_or(|limit| running < limit.in_flight);
        within.then(|| Arc::clone(counted))
    }
}
