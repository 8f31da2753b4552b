//! The imports that a push waits for: looked at one by one where they are few, and otherwise in the
//! list of processes, one request for many.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::time::Instant;

use super::processes::{self, List, Processes};
use crate::error::Error;
use crate::settings::retry::RetryState;
use crate::types::QueuedProcess;
use crate::wait::{State as _, Verdict};

/// So many imports are looked at one by one.
const FEW: usize = 3;

/// An import that is waited for, until this is dropped.
pub(super) struct Awaited<'p, 'a> {
    processes: &'p Processes<'a>,
    id: String,
    since: Instant,
    /// As the answer to its upload has it.
    first: Option<QueuedProcess>,
    is_looked_at: AtomicBool,
}

impl<'p, 'a> Awaited<'p, 'a> {
    pub(super) fn new(
        processes: &'p Processes<'a>,
        id: &str,
        first: Option<QueuedProcess>,
    ) -> Self {
        processes.ask_for(id);
        Self {
            processes,
            id: id.to_owned(),
            since: Instant::now(),
            first: first.filter(|process| matches!(process.verdict(), Verdict::Going)),
            is_looked_at: AtomicBool::new(false),
        }
    }

    /// What becomes of the import, and what it took to know that. The end is told with its details,
    /// which say what the list does not: what became of the file.
    pub(super) async fn look(&self) -> Result<(QueuedProcess, RetryState), Error> {
        if !self.is_looked_at.swap(true, Ordering::Relaxed)
            && let Some(first) = &self.first
        {
            return Ok((first.clone(), RetryState::begin()));
        }
        if let Some(list) = self.list().await?
            && let Some(process) = self.going_on(&list)
        {
            return Ok((process.clone(), RetryState::begin()));
        }
        let Processes {
            client, project, ..
        } = self.processes;
        processes::read(client, project, &self.id).await
    }

    /// A list that is new, where there are many imports to look for.
    async fn list(&self) -> Result<Option<Arc<List>>, Error> {
        if self.processes.asked_for() <= FEW {
            return Ok(None);
        }
        self.processes.list().await
    }

    /// The import, where the list leaves no doubt that it goes on.
    fn going_on<'l>(&'l self, list: &'l List) -> Option<&'l QueuedProcess> {
        // A list that was asked for since should have it.
        let first = self.first.as_ref().filter(|_| list.began <= self.since);
        let known = list.processes.get(&self.id).or(first);
        known.filter(|process| matches!(process.verdict(), Verdict::Going))
    }
}

impl Drop for Awaited<'_, '_> {
    fn drop(&mut self) {
        self.processes.ask_no_more_for(&self.id);
    }
}
