//! What calls of a client are to, as their errors tell it.

use std::sync::Arc;

use reqwest::Method;
use url::Url;

use super::Client;
use crate::error::Target;
use crate::wire::operation::Operation;

impl Target {
    /// A request that is sent.
    pub(crate) fn of_request(
        operation: &'static Operation,
        client: &Client,
        project: Option<Arc<str>>,
        method: &Method,
        url: &Url,
    ) -> Self {
        let base = client.base_url(operation).map_or(0, str::len);
        let raw = operation.path.is_empty();
        let raw = raw.then(|| (method.clone(), base));
        Self::of(Some(url.clone()), raw, project)
    }

    /// An operation that was not called yet, or is called again and again.
    pub(crate) fn of_project(
        operation: &'static Operation,
        client: &Client,
        project: Option<Arc<str>>,
    ) -> Self {
        let base = client.base_url(operation).ok();
        let url = base.and_then(|base| Url::parse(base).ok());
        Self::of(url, None, project)
    }

    /// A raw request that cannot be made.
    pub(crate) fn of_unsent(
        operation: &'static Operation,
        client: &Client,
        method: &Method,
        path: &str,
    ) -> Self {
        let base = client.base_url(operation).unwrap_or_default();
        let length = base.len();
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let url = Url::parse(base).ok().map(|mut url| {
            if let Ok(mut segments) = url.path_segments_mut() {
                segments.pop_if_empty().extend(path.split('/'));
            }
            url
        });
        Self::of(url, Some((method.clone(), length)), None)
    }
}
