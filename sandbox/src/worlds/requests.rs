//! The requests that a world has seen: those that a filter means, and waiting for them.

use std::fmt;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::World;
use crate::matcher::{known_address, spellings};
use crate::record::{CAPACITY, Checked, Closed, RequestFilter, SeenRequest};
use crate::state::Address;

/// Why the requests that were waited for are not there.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum WaitError {
    /// The filter asks for what no request can have, or for more requests than are kept.
    Filter(String),
    /// The world of this name was removed.
    Removed(String),
    /// Not as many came in time, or before the sandbox stopped.
    TooFew {
        /// How many were waited for.
        wanted: usize,
        /// Those that came.
        seen: Vec<SeenRequest>,
    },
}

impl fmt::Display for WaitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Filter(message) => f.write_str(message),
            Self::Removed(name) => write!(f, "the world {name:?} was removed"),
            Self::TooFew { wanted, seen } => {
                write!(f, "{} of {wanted} requests came in time", seen.len())
            }
        }
    }
}

impl std::error::Error for WaitError {}

impl World {
    /// What a filter means here; what no request can ever have is wrong.
    fn checked<'f>(&self, filter: &'f RequestFilter) -> Result<Checked<'f>, WaitError> {
        let checked = filter.checked(self.document, |written| self.address(written));
        checked.map_err(WaitError::Filter)
    }

    /// What is there, or was when a request came that names it.
    fn address(&self, written: &str) -> Result<Address, String> {
        let known = known_address(&self.state(), written);
        known.or_else(|why| {
            let seen = self.record().address_like(&spellings(written));
            seen.ok_or(why)
        })
    }

    /// Those of the requests seen so far that a filter means.
    ///
    /// # Errors
    ///
    /// When the filter asks for what no request can have.
    pub fn requests_like(&self, filter: &RequestFilter) -> Result<Vec<SeenRequest>, WaitError> {
        let checked = self.checked(filter)?;
        Ok(self.record().matching(&checked))
    }

    /// Waits until so many requests came that a filter means, and answers with all of those. A
    /// request counts when it was read whole, whether or not it is answered: ask for its
    /// [`status`](RequestFilter::status) to wait for the answer.
    ///
    /// # Errors
    ///
    /// When not as many came in time, or the filter asks for what no request can have.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use l10n_sandbox::{RequestFilter, Sandbox};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let sandbox = Sandbox::start().await?;
    /// let filter = RequestFilter::new().operation("listFiles");
    /// let none = sandbox.wait_for_requests(&filter, 1, Duration::from_millis(5)).await;
    /// assert_eq!(none.unwrap_err().to_string(), "0 of 1 requests came in time");
    /// # Ok(())
    /// # }
    /// ```
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
        let checked = self.checked(filter)?;
        // A deadline that no clock can hold is none to speak of.
        let end = Instant::now().checked_add(timeout);
        let end = end.unwrap_or_else(|| Instant::now() + Duration::from_secs(86_400));
        loop {
            let (change, closed) = {
                let record = self.record();
                if count == 0 {
                    return Ok(record.matching(&checked));
                }
                if record.settled(&checked).count() >= count {
                    return Ok(record.settled(&checked).cloned().collect());
                }
                (record.change(), record.closed)
            };
            if closed == Some(Closed::Removed) {
                return Err(WaitError::Removed(self.name.clone()));
            }
            if closed.is_some() || timeout_at(end, change).await.is_err() {
                let seen: Vec<_> = self.record().settled(&checked).cloned().collect();
                // The last may have come while its time ran out.
                return match seen.len() < count {
                    true => Err(WaitError::TooFew { wanted: count, seen }),
                    false => Ok(seen),
                };
            }
        }
    }
}
