//! Waiting for requests to a world.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::World;
use crate::record::{CAPACITY, RequestFilter, SeenRequest};

/// Why waiting for requests failed.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum WaitError {
    /// No request can match the filter, or it asks for more requests than are kept.
    #[error("{0}")]
    Filter(String),
    /// The world of this name was removed, or the sandbox stopped.
    #[error("the world {0:?} is gone")]
    Removed(String),
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
        timeout: Duration,
    ) -> Result<Vec<SeenRequest>, WaitError> {
        if count > CAPACITY {
            let message = format!("`wait`: {count} is more than the {CAPACITY} that are kept");
            return Err(WaitError::Filter(message));
        }
        let checked = filter.check(self.document, &self.state()).map_err(WaitError::Filter)?;
        let end = Instant::now().checked_add(timeout);
        let end = end.unwrap_or_else(|| Instant::now() + Duration::from_secs(86_400));
        let mut in_time = true;
        loop {
            let change = {
                let record = self.record();
                if count == 0 {
                    return Ok(record.matching(&checked));
                }
                let seen = record.settled(&checked);
                if seen.len() >= count {
                    return Ok(seen);
                }
                if record.closed {
                    return Err(WaitError::Removed(self.name.clone()));
                }
                if !in_time {
                    return Err(WaitError::TooFew { wanted: count, seen });
                }
                record.change()
            };
            in_time = timeout_at(end, change).await.is_ok();
        }
    }
}
