//! The record of requests, for tests to count, to search and to wait for.

mod events;
mod filter;
mod seen;

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;

use serde_json::json;
use tokio::sync::futures::OwnedNotified;
use tokio::sync::{Notify, broadcast};

pub(crate) use events::Event;
use events::Events;
pub(crate) use filter::Checked;
pub use filter::RequestFilter;
pub use seen::{SeenBody, SeenRequest, Stage};

use crate::faults::FaultId;

/// How many requests are kept; the oldest are dropped first.
pub(crate) const CAPACITY: usize = 10_000;
/// The total size of the bodies that are kept, in bytes; the oldest are dropped first.
const BODIES_LIMIT: usize = 16 << 20;

/// Whether records are larger together than one can be. An empty one counts as one request.
pub(crate) fn exceeds_limits<'a>(records: impl Iterator<Item = &'a Record> + Clone) -> bool {
    records.clone().map(|record| record.requests.len().max(1)).sum::<usize>() > CAPACITY
        || records.map(|record| record.bodies).sum::<usize>() > BODIES_LIMIT
}

/// Requests in the order in which they arrived.
#[derive(Debug, Default)]
pub(crate) struct Record {
    requests: VecDeque<SeenRequest>,
    last: u64,
    /// The total size of the bodies, in bytes.
    bodies: usize,
    /// The bodies of the requests up to this number were dropped.
    without_bodies: u64,
    changed: Arc<Notify>,
    events: Events,
    /// Whether the world was removed or the sandbox stopped.
    pub(crate) closed: bool,
}

impl Record {
    /// Adds a request, and returns its number.
    pub(crate) fn enter(&mut self, mut request: SeenRequest) -> u64 {
        self.last += 1;
        request.number = self.last;
        self.events.send(|| Event::new("request", &request));
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
        if matches!(request.stage, Stage::Answered | Stage::Lost) {
            self.events.send(|| Event::new("request", request));
        }
        if request.stage != stage {
            self.changed.notify_waiters();
        }
        self.drop_bodies();
    }

    fn index(&self, number: u64) -> Option<usize> {
        self.requests.binary_search_by_key(&number, |it| it.number).ok()
    }

    fn drop_bodies(&mut self) {
        while self.bodies > BODIES_LIMIT && self.without_bodies < self.last {
            self.without_bodies += 1;
            if let Some(index) = self.index(self.without_bodies) {
                let request = &mut self.requests[index];
                self.bodies -= request.bodies_size();
                (request.body, request.answer) = (None, None);
            }
        }
    }

    /// Reports that a fault applied to a request, or to a connection.
    pub(crate) fn struck(&self, id: FaultId, request: Option<u64>) {
        self.events.send(|| Event::new("fault", &json!({ "id": id, "request": request })));
    }

    pub(crate) fn all(&self) -> Vec<SeenRequest> {
        self.requests.iter().cloned().collect()
    }

    pub(crate) fn matching(&self, filter: &Checked) -> Vec<SeenRequest> {
        self.requests.iter().filter(|it| filter.matches(it)).cloned().collect()
    }

    /// The matching requests that were read whole, or ended before.
    pub(crate) fn settled(&self, filter: &Checked) -> Vec<SeenRequest> {
        let settled = self.requests.iter().filter(|it| it.stage != Stage::Arriving);
        settled.filter(|it| filter.matches(it)).cloned().collect()
    }

    /// The number of the last request.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    pub(crate) fn clear(&mut self) {
        self.requests.clear();
        self.bodies = 0;
    }

    /// Clears the record when the world starts over.
    pub(crate) fn reset(&mut self) {
        self.clear();
        self.events.send(|| Event::new("reset", &json!({})));
    }

    /// Events from now on; `None` if the record is closed.
    pub(crate) fn listen(&mut self) -> Option<broadcast::Receiver<Event>> {
        (!self.closed).then(|| self.events.listen())
    }

    /// Wakes everyone who waits or listens: no request will arrive.
    pub(crate) fn close(&mut self) {
        self.closed = true;
        self.events = Events::default();
        self.changed.notify_waiters();
    }

    /// Closes the record, and moves its requests to another one.
    pub(crate) fn take(&mut self) -> Self {
        self.close();
        let (requests, bodies) = (mem::take(&mut self.requests), mem::take(&mut self.bodies));
        Self { requests, bodies, last: self.last, closed: true, ..Self::default() }
    }

    /// Completes when a request changes after this call.
    pub(crate) fn change(&self) -> OwnedNotified {
        Arc::clone(&self.changed).notified_owned()
    }
}
