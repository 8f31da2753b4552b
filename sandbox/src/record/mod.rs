//! The record of requests, for tests to count, to search and to wait for.

mod seen;

use std::collections::VecDeque;
use std::sync::Arc;

use serde::Deserialize;
use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;

pub use seen::{SeenBody, SeenRequest, Stage};

use crate::document::Document;
use crate::state::suggestion;

/// The pseudo-operation of requests to the bundle host.
pub const DOWNLOAD_BUNDLE: &str = "downloadBundle";
pub(crate) const ANY: &str = "any";

/// Fails if there is no such operation.
pub(crate) fn check_operation(document: &Document, name: &str) -> Result<(), String> {
    let operations = document.operations().iter().map(|it| it.id.as_str());
    let known: Vec<_> = operations.chain([ANY, DOWNLOAD_BUNDLE]).collect();
    if known.contains(&name) {
        return Ok(());
    }
    Err(format!("`operation`: there is no {name:?}{}", suggestion(name, known)))
}

/// How many requests are kept; the oldest are dropped first.
const CAPACITY: usize = 1_000;

/// Which requests of the record a test asks for, and how many of them it waits for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RequestFilter {
    pub(crate) operation: Option<String>,
    pub(crate) status: Option<u16>,
    /// Only requests with a higher number.
    pub(crate) since: u64,
    pub(crate) wait: usize,
    /// In milliseconds.
    pub(crate) timeout: Option<u64>,
}

impl RequestFilter {
    fn matches(&self, seen: &SeenRequest) -> bool {
        let operation = self.operation.as_deref();
        seen.number > self.since
            && (self.status.is_none() || self.status == seen.status)
            && operation.is_none_or(|it| it == ANY || seen.operation.as_deref() == Some(it))
    }
}

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

    /// How many matching requests were read whole, or ended before.
    pub(crate) fn count(&self, filter: &RequestFilter) -> usize {
        let matching = self.requests.iter().filter(|it| filter.matches(it));
        matching.filter(|it| it.stage != Stage::Arriving).count()
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
