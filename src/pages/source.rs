//! Where pages come from: one request, sent anew for each page with other parameters.

use std::marker::PhantomData;

use reqwest::header::HeaderMap;
use reqwest::{Method, Request, Url};

use crate::client::Client;
use crate::error::{Error, Target};
use crate::response::Response;
use crate::runtime::{Call, Operation};

use super::Page;

/// The query parameters that say which page is meant.
pub(crate) type Query = Vec<(&'static str, String)>;

/// The request of a list without what says which page is meant, and the type of its pages.
pub(crate) struct Source<B> {
    client: Client,
    pub(super) operation: &'static Operation,
    method: Method,
    url: Url,
    headers: HeaderMap,
    page: PhantomData<fn() -> B>,
}

impl<B> Source<B> {
    pub(super) fn new<A>(call: Call<'_, A>) -> Self {
        let (client, operation, request) = call.into_parts();
        Self {
            client,
            operation,
            method: request.method().clone(),
            url: request.url().clone(),
            headers: request.headers().clone(),
            page: PhantomData,
        }
    }

    /// What its errors are of.
    pub(super) fn target(&self) -> Target {
        let project = self.client.project_of(self.operation, &self.url);
        Target::of_project(self.operation, &self.client, project)
    }

    /// The same request, with pages of another type.
    pub(super) fn of<C>(self) -> Source<C> {
        Source {
            client: self.client,
            operation: self.operation,
            method: self.method,
            url: self.url,
            headers: self.headers,
            page: PhantomData,
        }
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
    /// Reads a page, in a task of this crate's.
    pub(super) async fn fetch(&self, query: Query) -> Result<Response<B>, Error> {
        let mut url = self.url.clone();
        for (name, value) in query {
            url.query_pairs_mut().append_pair(name, &value);
        }
        let mut request = Request::new(self.method.clone(), url);
        *request.headers_mut() = self.headers.clone();
        Call::new(&self.client, self.operation, request)
            .send_here()
            .await
    }
}
