//! The request of a list, sent again for each page, and how its pages are read.

use reqwest::{Method, Url};

use super::summary::ErasedPage;
use crate::call::Call;
use crate::call::response::RawResponse;
use crate::client::Client;
use crate::error::{Error, Target};
use crate::wire::operation::Operation;

/// The query parameters that select a page.
pub(super) type Query = Vec<(&'static str, String)>;

pub(super) type Read = Box<dyn Fn(RawResponse) -> Result<ErasedPage, Error> + Send + Sync>;

/// The request of a list, without the parameters that select a page.
pub(super) struct Source {
    client: Client,
    pub(super) operation: &'static Operation,
    method: Method,
    url: Url,
    project: Option<String>,
    read: Read,
}

impl Source {
    pub(super) fn new(call: Call, read: Read) -> Self {
        let (client, operation, method, url, project) = call.into_parts();
        Self { client, operation, method, url, project, read }
    }

    /// Returns what its errors are about.
    pub(super) fn target(&self) -> Target {
        self.call(self.url.clone()).target()
    }

    fn call(&self, url: Url) -> Call {
        let (client, method) = (self.client.clone(), self.method.clone());
        Call::new(client, self.operation, method, url, self.project.clone())
    }

    /// Removes a query parameter, and returns its first value.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        let pairs = self.url.query_pairs().into_owned();
        let (taken, kept): (Vec<_>, Vec<_>) = pairs.partition(|(known, _)| known == name);
        self.url.set_query(None);
        if !kept.is_empty() {
            self.url.query_pairs_mut().extend_pairs(kept);
        }
        taken.into_iter().next().map(|(_, value)| value)
    }

    pub(super) fn take_count(&mut self, name: &str) -> Result<Option<u64>, Error> {
        const MAX: u64 = i32::MAX as u64;
        let Some(text) = self.take(name) else {
            return Ok(None);
        };
        match text.parse() {
            Ok(count @ 1..=MAX) => Ok(Some(count)),
            _ => Err(self.invalid(format!("`{name}` is {text}, expected 1 to {MAX}"))),
        }
    }

    pub(super) fn invalid(&self, reason: impl Into<String>) -> Error {
        Error::invalid_request(self.operation, reason).with_target(self.target())
    }

    /// Requests a page and reads it.
    pub(super) async fn fetch(&self, query: Query) -> Result<ErasedPage, Error> {
        const PAGING: [&str; 6] = ["after", "before", "cursor", "limit", "page", "pagination"];
        if let Some(name) = self.client.options.asks_for(&PAGING) {
            let reason = format!("set `{name}` on the list, not in its options");
            return Err(Error::invalid_request(self.operation, reason));
        }
        let mut url = self.url.clone();
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        (self.read)(Box::new(self.call(url)).run_here().await?)
    }
}
