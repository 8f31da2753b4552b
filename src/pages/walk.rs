//! The walk over a list, whatever the type of its pages.

use std::any::Any;
use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use reqwest::{Method, Url};

use super::page::ErasedPage;
use super::paginator::{PageRole, Paginator, Paging, Query};
use crate::call::Call;
use crate::call::response::RawResponse;
use crate::call::task::Task;
use crate::client::Client;
use crate::error::{Error, Target};
use crate::wire::operation::Operation;

pub(super) type Read = fn(RawResponse) -> Result<ErasedPage, Error>;

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
    fn new(call: Call, read: Read) -> Self {
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

    /// Requests a page and reads it, in a task of its own. If it were polled with the stream, a
    /// caller who works on an item would hold up a request that has a slot of the rate limiter; and
    /// if that work is another call of the same client, both would wait forever.
    fn fetch(&self, query: Query) -> Task<Result<ErasedPage, Error>> {
        let mut url = self.url.clone();
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let (response, read) = (Box::new(self.call(url)).run_here(), self.read);
        Task::start(async move { read(response.await?) })
    }

    /// Fails if the options set what selects a page.
    fn check_options(&self) -> Result<(), Error> {
        const PAGING: [&str; 6] = ["after", "before", "cursor", "limit", "page", "pagination"];
        match self.client.options.asks_for(&PAGING) {
            None => Ok(()),
            Some(name) => {
                Err(self.invalid(format!("set `{name}` on the list, not in its options")))
            }
        }
    }
}

/// A list: its request, where it continues, and the requested pages in order.
pub(super) struct List {
    pub(super) source: Source,
    pub(super) paginator: Paginator,
    requested: VecDeque<Task<Result<ErasedPage, Error>>>,
}

/// A walk that starts at the first poll. None after the end.
pub(super) struct Walk(Option<Result<Box<List>, Error>>);

impl Walk {
    pub(super) fn new(list: Result<List, Error>) -> Self {
        Self(Some(list.map(Box::new)))
    }

    pub(super) fn poll_page(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Box<dyn Any + Send>, Error>>> {
        let page = match &mut self.0 {
            Some(Ok(list)) => ready!(list.poll_page(cx)),
            _ => match self.0.take() {
                Some(Err(error)) => Err(error),
                _ => Ok(None),
            },
        };
        if !matches!(page, Ok(Some(_))) {
            self.0 = None;
        }
        Poll::Ready(page.transpose())
    }
}

impl List {
    pub(super) fn new(
        call: Result<Call, Error>,
        paging: Paging,
        read: Read,
    ) -> Result<Self, Error> {
        let mut source = Source::new(call?, read);
        source.check_options()?;
        let paginator = Paginator::new(&mut source, paging)?;
        Ok(Self { source, paginator, requested: VecDeque::new() })
    }

    /// Returns the next page. While the caller waits for it, the page after it is requested too;
    /// and while the caller works on it, no other.
    fn poll_page(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Option<Box<dyn Any + Send>>, Error>> {
        self.request(2);
        let Some(first) = self.requested.front_mut() else {
            return Poll::Ready(Ok(None));
        };
        let page = ready!(Pin::new(first).poll(cx)).flatten()?;
        self.requested.pop_front();
        let role = self.paginator.learn(page.info);
        match role.map_err(|error| error.with_target(self.source.target()))? {
            PageRole::PastEnd => return Poll::Ready(Ok(None)),
            PageRole::Last => self.requested.clear(),
            PageRole::More => self.request(1),
        }
        Poll::Ready(Ok(Some(page.page)))
    }

    /// Requests pages that are known to exist, up to this many at a time.
    fn request(&mut self, count: usize) {
        while self.requested.len() < count
            && let Some(query) = self.paginator.next_query()
        {
            self.requested.push_back(self.source.fetch(query));
        }
    }
}
