//! Waiting for requests to a world.

use std::time::Duration;

use tokio::time::timeout;

use super::World;
use crate::record::{CAPACITY, RequestFilter, SeenRequest, Stage};

/// Why waiting for requests failed.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum WaitError {
    /// No request can match the filter, or it asks for more requests than are kept.
    #[error("{0}")]
    Filter(String),
    /// Too few requests arrived in time.
    #[error("{} of {wanted} requests came in time", seen.len())]
    TooFew {
        /// How many were waited for.
        wanted: usize,
        /// Those that arrived.
        seen: Vec<SeenRequest>,
    },
}

impl World {
    /// Waits until that many requests match a filter, and returns all that do. A request counts
    /// once it was read whole, whether or not it has a response: set the
    /// [`status`](RequestFilter::status) to wait for the response.
    ///
    /// # Errors
    ///
    /// Fails if too few arrive in time, or no request can match the filter.
    pub async fn wait_for_requests(
        &self,
        filter: &RequestFilter,
        count: usize,
        limit: Duration,
    ) -> Result<Vec<SeenRequest>, WaitError> {
        if count > CAPACITY {
            let message = format!("`wait`: {count} is more than the {CAPACITY} that are kept");
            return Err(WaitError::Filter(message));
        }
        filter.check(self.document).map_err(WaitError::Filter)?;
        let enough = async {
            loop {
                let change = self.record().change();
                let seen = self.settled(filter);
                if seen.len() >= count {
                    return seen;
                }
                change.await;
            }
        };
        let found = timeout(limit, enough).await;
        found.map_err(|_| WaitError::TooFew { wanted: count, seen: self.settled(filter) })
    }

    /// The matching requests that were read whole, or ended before.
    fn settled(&self, filter: &RequestFilter) -> Vec<SeenRequest> {
        let mut seen = self.record().matching(filter);
        seen.retain(|it| it.stage != Stage::Arriving);
        seen
    }
}
