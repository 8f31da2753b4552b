//! The record of requests, for tests to count, to search and to wait for.

mod filter;
mod seen;

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;

pub(crate) use filter::Checked;
pub use filter::RequestFilter;
pub use seen::{SeenBody, SeenRequest, Stage};

/// How many requests are kept; the oldest are dropped first.
pub(crate) const CAPACITY: usize = 10_000;
/// The total size of the bodies that are kept, in bytes; the oldest are dropped first.
const BODIES_LIMIT: usize = 16 << 20;

/// Whether records are larger together than one can be. An empty one counts as one request.
pub(crate) fn exceeds_limits<'a>(records: impl Iterator<Item = &'a Record> + Clone) -> bool {
    records.clone().map(|record| record.requests.len().max(1)).sum::<usize>() > CAPACITY
        || records.map(|record| record.bodies).sum::<usize>() > BODIES_LIMIT
}

#[derive(Debug, Default)]
pub(crate) struct Record {
    requests: VecDeque<SeenRequest>,
    last: u64,
    /// The number of the last request of the sandbox, shared by all worlds.
    newest: Arc<AtomicU64>,
    bodies: usize,
    /// The bodies of the requests up to this number were dropped.
    without_bodies: u64,
    changed: Arc<Notify>,
    /// Whether the world was removed or the sandbox stopped.
    pub(crate) closed: bool,
}

impl Record {
    pub(crate) fn of_another_world(&self) -> Self {
        let newest = Arc::clone(&self.newest);
        Self { last: self.newest(), newest, ..Self::default() }
    }

    pub(crate) fn newest(&self) -> u64 {
        self.newest.load(Ordering::Relaxed)
    }

    pub(crate) fn enter(&mut self, mut request: SeenRequest) -> u64 {
        self.last = self.newest.fetch_add(1, Ordering::Relaxed) + 1;
        request.number = self.last;
        self.requests.push_back(request);
        if self.requests.len() > CAPACITY
            && let Some(oldest) = self.requests.pop_front()
        {
            self.bodies -= oldest.bodies_size();
        }
        self.last
    }

    /// Changes a request, unless it was dropped.
    pub(crate) fn update(&mut self, number: u64, change: impl FnOnce(&mut SeenRequest)) {
        let Some(index) = self.index(number) else {
            return;
        };
        let request = &mut self.requests[index];
        let (before, stage) = (request.bodies_size(), request.stage);
        change(request);
        if number <= self.without_bodies {
            (request.body, request.answer) = (None, None);
        }
        self.bodies = self.bodies - before + request.bodies_size();
        if request.stage != stage {
            self.changed.notify_waiters();
        }
        self.drop_bodies();
    }

    fn index(&self, number: u64) -> Option<usize> {
        self.requests.binary_search_by_key(&number, |it| it.number).ok()
    }

    fn drop_bodies(&mut self) {
        while self.bodies > BODIES_LIMIT {
            let next = self.requests.partition_point(|it| it.number <= self.without_bodies);
            let Some(request) = self.requests.get_mut(next) else { return };
            self.without_bodies = request.number;
            self.bodies -= request.bodies_size();
            (request.body, request.answer) = (None, None);
        }
    }

    pub(crate) fn all(&self) -> Vec<SeenRequest> {
        self.requests.iter().cloned().collect()
    }

    pub(crate) fn matching(&self, filter: &Checked) -> Vec<SeenRequest> {
        self.requests.iter().filter(|it| filter.matches(it)).cloned().collect()
    }

    /// The matching requests that were read whole, or ended before.
    pub(crate) fn settled(&self, filter: &Checked) -> Vec<SeenRequest> {
        let mut settled = self.matching(filter);
        settled.retain(|it| it.stage != Stage::Arriving);
        settled
    }

    /// The number of the first request that is kept, or of the next one, and that of the last.
    pub(crate) fn range(&self) -> (u64, u64) {
        (self.requests.front().map_or(self.last + 1, |it| it.number), self.last)
    }

    pub(crate) fn clear(&mut self) {
        self.requests.clear();
        self.bodies = 0;
    }

    /// Wakes everyone who waits: no request will arrive.
    pub(crate) fn close(&mut self) {
        self.closed = true;
        self.changed.notify_waiters();
    }

    /// Closes the record, and moves its requests to another one. Those that have no response are
    /// lost: theirs is not recorded.
    pub(crate) fn take(&mut self) -> Self {
        self.close();
        for request in &mut self.requests {
            if request.stage != Stage::Answered {
                request.stage = Stage::Lost;
            }
        }
        let (requests, bodies) = (mem::take(&mut self.requests), mem::take(&mut self.bodies));
        Self { requests, bodies, last: self.last, closed: true, ..Self::default() }
    }

    /// Completes when a request changes after this call.
    pub(crate) fn change(&self) -> OwnedNotified {
        Arc::clone(&self.changed).notified_owned()
    }
}
