//! File work that blocks, on the threads that the runtime has for it.

use std::path::Path;

use crate::error::Error;

/// Does file work, in the name of `path`.
pub(super) async fn blocking<T: Send + 'static>(
    path: &Path,
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        Err(_) => Err(Error::bad_place(path, "the runtime is shutting down")),
    }
}
