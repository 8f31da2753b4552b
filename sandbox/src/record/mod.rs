//! The record of requests, for tests to count, to search and to wait for.

mod filter;
mod seen;

use std::collections::VecDeque;
use std::sync::Arc;

use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;

pub use filter::RequestFilter;
pub use seen::{SeenBody, SeenRequest, Stage};

/// How many requests are kept; the oldest are dropped first.
pub(crate) const CAPACITY: usize = 1_000;

#[derive(Debug, Default)]
pub(crate) struct Record {
    requests: VecDeque<SeenRequest>,
    last: u64,
    changed: Arc<Notify>,
}

impl Record {
    pub(crate) fn enter(&mut self, mut request: SeenRequest) -> u64 {
        self.last += 1;
        request.number = self.last;
        self.requests.push_back(request);
        if self.requests.len() > CAPACITY {
            self.requests.pop_front();
        }
        self.last
    }

    /// Changes a request, unless it was dropped.
    pub(crate) fn update(&mut self, number: u64, change: impl FnOnce(&mut SeenRequest)) {
        let found = self.requests.binary_search_by_key(&number, |it| it.number);
        if let Some(request) = found.ok().and_then(|index| self.requests.get_mut(index)) {
            change(request);
            self.changed.notify_waiters();
        }
    }

    pub(crate) fn matching(&self, filter: &RequestFilter) -> Vec<SeenRequest> {
        self.requests.iter().filter(|it| filter.matches(it)).cloned().collect()
    }

    /// The number of the first request that is kept, or of the next one, and that of the last.
    pub(crate) fn range(&self) -> (u64, u64) {
        (self.requests.front().map_or(self.last + 1, |it| it.number), self.last)
    }

    pub(crate) fn clear(&mut self) {
        self.requests.clear();
    }

    /// Completes when a request changes after this call.
    pub(crate) fn change(&self) -> OwnedNotified {
        Arc::clone(&self.changed).notified_owned()
    }
}
