//! Work of a call in a task of its own: it goes on whether or not the caller polls, and ends when
//! the caller drops it.

use std::any::Any;
use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::{self, Handle};
use tokio::task::JoinHandle;
use tracing::Instrument;

use crate::error::Error;
use crate::wire::operation::Operation;

/// A task that ends with its handle.
#[derive(Debug)]
pub(crate) struct Task<T> {
    work: JoinHandle<T>,
    home: runtime::Id,
}

/// Why a task has not come to its end.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Interrupted {
    /// Its runtime was shut down.
    ShutDown,
    /// Its runtime has no timers, or no I/O.
    NoDriver,
    /// Its runtime stands still.
    StandsStill,
}

impl Interrupted {
    /// The error of a call, of which a request that writes may have been sent.
    pub(crate) fn error(self, operation: Option<&'static Operation>, sent: bool) -> Error {
        match self {
            Self::ShutDown => Error::interrupted(operation, sent),
            Self::NoDriver => Error::no_runtime(operation),
            Self::StandsStill => Error::stands_still(operation, sent),
        }
    }
}

impl<T: Send + 'static> Task<T> {
    /// Starts it; nothing where there is no Tokio runtime to run it.
    pub(crate) fn start(work: impl Future<Output = T> + Send + 'static) -> Option<Self> {
        let runtime = Handle::try_current().ok()?;
        Some(Self {
            home: runtime.id(),
            work: runtime.spawn(work.in_current_span()),
        })
    }

    /// Whether who waits is on another runtime, while that of the task may stand still.
    pub(crate) fn is_elsewhere(&self) -> bool {
        Handle::try_current().is_ok_and(|runtime| runtime.id() != self.home)
    }
}

impl<T> Future for Task<T> {
    type Output = Result<T, Interrupted>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let ended = std::task::ready!(Pin::new(&mut self.work).poll(cx));
        Poll::Ready(
            match ended.map_err(tokio::task::JoinError::try_into_panic) {
                Ok(result) => Ok(result),
                // Code of the caller's may run in it: a pace, a reader, a type to decode into.
                Err(Ok(panic)) if is_about_drivers(&*panic) => Err(Interrupted::NoDriver),
                Err(Ok(panic)) => resume_unwind(panic),
                Err(Err(_)) => Err(Interrupted::ShutDown),
            },
        )
    }
}

/// Whether Tokio says that its runtime was built without `enable_time` or `enable_io`.
fn is_about_drivers(panic: &(dyn Any + Send)) -> bool {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.is_some_and(|text| {
        text.contains("Tokio") && (text.contains("`enable_time`") || text.contains("`enable_io`"))
    })
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.work.abort();
    }
}
