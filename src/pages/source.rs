//! Where pages come from: one request, sent anew for each page with other parameters.

use std::sync::Arc;

use reqwest::{Method, Url};

use crate::call::response::{RawResponse, Response};
use crate::call::{Call as Sent, runtime::Call};
use crate::client::Client;
use crate::error::{Error, Target};
use crate::wire::decode::Decode;
use crate::wire::operation::Operation;

use super::Page;

/// The query parameters that say which page is meant.
pub(crate) type Query = Vec<(&'static str, String)>;

/// The request of a list without what says which page is meant.
pub(crate) struct List {
    client: Client,
    pub(super) operation: &'static Operation,
    method: Method,
    url: Url,
}

/// Reads a page out of an answer.
type Read<B> =
    Box<dyn Fn(RawResponse, &'static Operation) -> Result<Response<B>, Error> + Send + Sync>;

/// The request of a list, and how its pages are read.
pub(crate) struct Source<B> {
    pub(super) list: List,
    read: Read<B>,
}

impl List {
    pub(super) fn new<A>(call: Call<'_, A>) -> Self {
        let (client, operation, method, url) = call.into_inner().into_parts();
        Self {
            client,
            operation,
            method,
            url,
        }
    }

    /// What its errors are of.
    pub(super) fn target(&self) -> Target {
        self.call(self.url.clone()).target()
    }

    fn call(&self, url: Url) -> Sent {
        Sent::new(
            self.client.clone(),
            self.operation,
            self.method.clone(),
            url,
        )
    }

    /// Adds a query parameter.
    pub(super) fn add(&mut self, name: &str, value: &str) {
        self.url.query_pairs_mut().append_pair(name, value);
    }

    /// Takes a query parameter away.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        let (taken, kept): (Vec<_>, Vec<_>) = self
            .url
            .query_pairs()
            .into_owned()
            .partition(|(known, _)| known == name);
        self.url.set_query(None);
        for (name, value) in kept {
            self.add(&name, &value);
        }
        taken.into_iter().next().map(|(_, value)| value)
    }
}

impl<B: Page> Source<B> {
    pub(super) fn new(list: List) -> Self
    where
        B: Decode,
    {
        Self::read_by(list, |answer, _| answer.decode())
    }

    /// With pages that are read in a way of their own.
    pub(super) fn read_by(
        list: List,
        read: impl Fn(RawResponse, &'static Operation) -> Result<Response<B>, Error>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let read = Box::new(read);
        Self { list, read }
    }

    /// Reads a page, in a task of this crate's.
    pub(super) async fn fetch(self: Arc<Self>, query: Query) -> Result<Response<B>, Error> {
        const PAGING: [&str; 6] = ["after", "before", "cursor", "limit", "page", "pagination"];
        let list = &self.list;
        if let Some(name) = list.client.options().asks_for(&PAGING) {
            let reason = format!("`{name}` is the stream's own to send: set it on the list");
            return Err(Error::invalid_request(list.operation, reason));
        }
        let mut url = list.url.clone();
        for (name, value) in query {
            url.query_pairs_mut().append_pair(name, &value);
        }
        let answer = list.call(url).run_here().await?;
        (self.read)(answer, list.operation)
    }
}
