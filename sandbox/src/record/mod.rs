//! The record of the requests that were seen, for tests to count, to search and to wait for.

mod events;
mod filter;
mod seen;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

use tokio::sync::futures::OwnedNotified;
use tokio::sync::{Notify, broadcast};

pub(crate) use events::Event;
use events::Events;
pub(crate) use filter::Checked;
pub use filter::RequestFilter;
pub(crate) use seen::Head;
pub use seen::{SeenBody, SeenRequest, Stage};

use crate::faults::FaultId;
use crate::state::Address;

/// How many requests are kept; the oldest go first.
pub(crate) const CAPACITY: usize = 10_000;
/// How much the bodies that are kept may take, in bytes; the oldest go first.
const BODIES_LIMIT: usize = 16 << 20;

/// The requests that were seen, in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Record {
    requests: VecDeque<SeenRequest>,
    last: u64,
    /// How much is kept of bodies, in bytes.
    bodies: usize,
    /// The bodies of the requests up to this number are gone.
    without_bodies: u64,
    changed: Arc<Notify>,
    events: Events,
    /// Why nothing will ever come.
    pub(crate) closed: Option<Closed>,
}

/// Why nothing comes to a world any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closed {
    /// The world was removed.
    Removed,
    /// The sandbox stopped.
    Stopped,
}

impl Record {
    /// Enters a request; the number answered stands for it.
    pub(crate) fn enter(&mut self, head: &Head<'_>) -> u64 {
        self.last += 1;
        let request = SeenRequest::new(self.last, head);
        self.events.tell(|| Event::Request(Arc::new(request.clone())));
        self.requests.push_back(request);
        if self.requests.len() > CAPACITY
            && let Some(oldest) = self.requests.pop_front()
        {
            self.bodies -= oldest.bodies_size();
        }
        self.last
    }

    /// Tells more of a request, unless it was cleared meanwhile.
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
        if request.has_ended() {
            self.events.tell(|| Event::Request(Arc::new(request.clone())));
        }
        if request.stage != stage {
            self.changed.notify_waiters();
        }
        self.drop_bodies();
    }

    fn index(&self, number: u64) -> Option<usize> {
        let found = self.requests.binary_search_by_key(&number, |it| it.number);
        found.ok()
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

    /// Tells who listens that a fault befell a request, or a connection.
    pub(crate) fn struck(&self, id: FaultId, request: Option<u64>) {
        self.events.tell(|| Event::Fault { id, request });
    }

    pub(crate) fn all(&self) -> Vec<SeenRequest> {
        self.requests.iter().cloned().collect()
    }

    /// Those that a filter means.
    pub(crate) fn matching(&self, filter: &Checked<'_>) -> Vec<SeenRequest> {
        let requests = self.requests.iter().filter(|it| filter.fits(it));
        requests.cloned().collect()
    }

    /// The project, or the branch of it, of an address in one of these spellings, if a request
    /// named it, whether or not it is there.
    pub(crate) fn address_like(&self, spellings: &[Cow<'_, str>]) -> Option<Address> {
        let wanted = spellings.iter().map(|spelling| {
            let (project, branch) = match spelling.split_once(':') {
                Some((project, branch)) => (project, Some(branch.to_owned())),
                None => (&**spelling, None),
            };
            Address { project: project.to_owned(), branch }
        });
        let mut wanted = wanted
            .filter(|address| self.requests.iter().any(|seen| address.covers(&seen.heading())));
        wanted.next()
    }

    /// Those that a filter means and that were read whole, or ended before.
    pub(crate) fn settled(&self, filter: &Checked<'_>) -> impl Iterator<Item = &SeenRequest> {
        let settled = self.requests.iter().filter(|it| it.stage != Stage::Arriving);
        settled.filter(|it| filter.fits(it))
    }

    /// The number of the last request that came.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    pub(crate) fn clear(&mut self) {
        self.requests.clear();
        self.bodies = 0;
    }

    /// Forgets the requests, and tells who listens that the world started over.
    pub(crate) fn reset(&mut self) {
        self.clear();
        self.events.tell(|| Event::Reset);
    }

    /// Events from now on; `None` when nothing will ever come.
    pub(crate) fn listen(&mut self) -> Option<broadcast::Receiver<Event>> {
        self.closed.is_none().then(|| self.events.listen())
    }

    /// Lets all go who wait or listen: nothing will ever come.
    pub(crate) fn close(&mut self, why: Closed) {
        self.closed = Some(why);
        self.events = Events::default();
        self.changed.notify_waiters();
    }

    /// What ends when a request changes, from now on.
    pub(crate) fn change(&self) -> OwnedNotified {
        Arc::clone(&self.changed).notified_owned()
    }
}
