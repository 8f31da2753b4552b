//! File work that blocks, on the threads that the runtime has for it.

use std::path::Path;

use tokio::task::{JoinHandle, spawn_blocking};

use crate::error::Error;

/// Does file work, in the name of `path`.
pub(super) async fn blocking<T: Send + 'static>(
    path: &Path,
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    joined(path, spawn_blocking(work)).await
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
