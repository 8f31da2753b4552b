//! Work in a task of its own, which ends when its handle is dropped.

use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::task::JoinHandle;
use tracing::Instrument;
use tracing::instrument::WithSubscriber;

use crate::error::{Error, ErrorKind};

/// A task that is aborted when this handle is dropped.
#[derive(Debug)]
pub(crate) struct Task<T>(JoinHandle<T>);

impl<T: Send + 'static> Task<T> {
    /// Starts a task with the span and the subscriber of its caller.
    pub(crate) fn start(work: impl Future<Output = T> + Send + 'static) -> Self {
        Self(tokio::spawn(work.in_current_span().with_current_subscriber()))
    }
}

impl<T> Future for Task<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let ended = ready!(Pin::new(&mut self.0).poll(cx));
        Poll::Ready(ended.map_err(|error| match error.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            Err(error) => {
                let detail = "the Tokio runtime was shut down";
                Error::new(ErrorKind::ConnectionLost, None, detail).with_source(error)
            }
        }))
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
