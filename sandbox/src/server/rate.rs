//! Rate limits: requests of a token in any one-second window, and requests of a project in flight.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::time::{Duration, Instant};

use super::World;

const WINDOW: Duration = Duration::from_secs(1);

/// Limits past which the answer is 429. The default is what the service was seen to allow.
///
/// As JSON: `{"per_second": 6, "in_flight": 10}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RateLimit {
    /// Requests of one token within any second.
    pub per_second: usize,
    /// Requests of one project at the same time.
    pub in_flight: usize,
}

impl Default for RateLimit {
    fn default() -> Self {
        Self {
            per_second: 6,
            in_flight: 10,
        }
    }
}

impl RateLimit {
    /// These limits.
    pub fn new(per_second: usize, in_flight: usize) -> Self {
        Self {
            per_second,
            in_flight,
        }
    }
}

/// The requests that count.
#[derive(Debug, Default)]
pub(crate) struct Rate {
    limit: Option<RateLimit>,
    recent: HashMap<String, VecDeque<Instant>>,
    in_flight: HashMap<String, usize>,
}

impl Rate {
    pub(crate) fn new(limit: Option<RateLimit>) -> Self {
        Self {
            limit,
            ..Self::default()
        }
    }

    pub(crate) fn limit(&self) -> Option<RateLimit> {
        self.limit
    }

    pub(crate) fn set_limit(&mut self, limit: Option<RateLimit>) {
        self.limit = limit;
    }

    /// Forgets the requests of the last second; those in flight still end.
    pub(crate) fn forget(&mut self) {
        self.recent.clear();
    }

    /// Counts a request of a token; whether it is within the limit.
    pub(super) fn admit(&mut self, token: &str) -> bool {
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

/// A request in flight; counted until it is dropped.
#[derive(Debug)]
pub(super) struct InFlight {
    world: Arc<World>,
    project: String,
}

impl InFlight {
    /// `None` when the project has as many as it may have.
    pub(super) fn start(world: &Arc<World>, project: &str) -> Option<Self> {
        world.rate().start(project).then(|| Self {
            world: Arc::clone(world),
            project: project.to_owned(),
        })
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.world.rate().end(&self.project);
    }
}
