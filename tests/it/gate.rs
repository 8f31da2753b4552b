//! A transport that holds back responses, also for the tests of the Redis crate.

use std::sync::Arc;

use l10n_client::reqwest::{self, Request, Response};
use l10n_client::transport::Transport;
use l10n_client::{BoxError, BoxFuture};
use tokio::sync::Semaphore;

/// Sends requests over HTTP, and holds back the responses of one operation until it is opened.
#[derive(Debug)]
pub(crate) struct Gate {
    http: reqwest::Client,
    path: &'static str,
    open: Semaphore,
}

impl Gate {
    /// Holds back the responses of paths with this end.
    pub(crate) fn new(path: &'static str) -> Arc<Self> {
        Arc::new(Self { http: reqwest::Client::new(), path, open: Semaphore::new(0) })
    }

    pub(crate) fn open(&self) {
        self.open.add_permits(1);
    }
}

impl Transport for Gate {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, BoxError>> {
        let is_held = request.url().path().ends_with(self.path);
        Box::pin(async move {
            let response = self.http.execute(request).await?;
            if is_held {
                // The permit returns: the gate stays open.
                drop(self.open.acquire().await?);
            }
            Ok(response)
        })
    }
}
