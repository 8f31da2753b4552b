//! Status: what a push and a pull would change.

use crate::error::Error;
use crate::pull::{Change, PullOptions, PullReport};
use crate::push::PushOptions;
use crate::report::{PushReport, PushState};
use crate::service::Sync;

/// What differs between the repository and the service: see [`Sync::status`].
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Status {
    /// What a push would change at the service; files without changes are omitted.
    pub push: PushReport,
    /// What a pull would change here; files without changes are omitted.
    pub pull: PullReport,
}

impl Status {
    /// Returns whether anything differs.
    pub fn differs(&self) -> bool {
        !self.push.files.is_empty() || !self.pull.files.is_empty() || !self.pull.skipped.is_empty()
    }
}

impl Sync {
    /// Returns what differs between the repository and the service. Changes nothing.
    ///
    /// # Errors
    ///
    /// Fails like [`pull`](Self::pull).
    pub async fn status(&self) -> Result<Status, Error> {
        let mut pull = self.plan_pull(&PullOptions::new()).await?;
        let mut push = self.plan_push(&PushOptions::new()).await?;
        pull.files.retain(|file| file.change != Change::Unchanged);
        push.files.retain(|file| {
            let is_changed = file.texts.as_ref().is_some_and(|texts| !texts.is_empty());
            is_changed || !matches!(file.state, PushState::Planned | PushState::Unchanged)
        });
        Ok(Status { push, pull })
    }
}
