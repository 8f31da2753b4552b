//! File work that blocks, on the threads that the runtime has for it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::{JoinHandle, spawn_blocking};

use crate::error::Error;

/// Does file work, in the name of `path`.
pub(super) async fn blocking<T: Send + 'static>(
    path: &Path,
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    joined(path, spawn_blocking(work)).await
}

/// Does file work that takes long, and ends soon after nobody waits for it any more.
pub(super) async fn stoppable<T: Send + 'static>(
    path: &Path,
    work: impl FnOnce(&Stopped) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let stop = StopOnDrop::default();
    let stopped = Stopped(Arc::clone(&stop.0));
    blocking(path, move || work(&stopped)).await
}

/// What came of file work that was begun.
pub(super) async fn joined<T>(
    path: &Path,
    begun: JoinHandle<Result<T, Error>>,
) -> Result<T, Error> {
    match begun.await {
        Ok(result) => result,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        Err(_) => Err(Error::bad_place(path, "the runtime is shutting down")),
    }
}

/// Tells work on another thread to stop, as soon as nobody waits for it any more.
#[derive(Default)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Whether work shall stop.
#[derive(Default)]
pub(super) struct Stopped(Arc<AtomicBool>);

impl Stopped {
    /// # Errors
    ///
    /// It shall. Nobody sees the error.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self.0.load(Ordering::Relaxed) {
            true => Err(Error::bad_place(Path::new(""), "nobody waits for it")),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
impl Stopped {
    /// As if nobody had waited from the start.
    pub(super) fn already() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }
}
