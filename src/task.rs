//! Work of a call in a task of its own: it goes on whether or not the caller polls, and ends when
//! the caller drops it.

use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tracing::Instrument;

/// A task that ends with its handle.
#[derive(Debug)]
pub(crate) struct Task<T>(JoinHandle<T>);

/// The task has not come to its end: its runtime was shut down.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Interrupted;

impl<T: Send + 'static> Task<T> {
    /// Starts it; nothing where there is no Tokio runtime to run it.
    pub(crate) fn start(work: impl Future<Output = T> + Send + 'static) -> Option<Self> {
        let runtime = Handle::try_current().ok()?;
        Some(Self(runtime.spawn(work.in_current_span())))
    }
}

impl<T> Future for Task<T> {
    type Output = Result<T, Interrupted>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let ended = std::task::ready!(Pin::new(&mut self.0).poll(cx));
        Poll::Ready(
            match ended.map_err(tokio::task::JoinError::try_into_panic) {
                Ok(result) => Ok(result),
                // Code of the caller's may run in it: a pace, a reader, a type to decode into.
                Err(Ok(panic)) => resume_unwind(panic),
                Err(Err(_)) => Err(Interrupted),
            },
        )
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
