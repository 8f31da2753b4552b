//! Streamed response bodies.

use std::path::Path;

use super::RawRequest;
use crate::call::chunks::{Chunks, chunks};
use crate::call::response::Response;
use crate::error::Error;

impl RawRequest {
    /// Sends the request and streams the body of the response, of any size and content type. Only
    /// the idle timeout applies to the body, not the maximum response size or the timeout of the
    /// call.
    ///
    /// The request is retried like any other until the response begins. The body holds no slot of
    /// the [rate limiter](crate::rate_limit), so reading it slowly does not block other calls.
    ///
    /// # Errors
    ///
    /// Fails as [`send`](Self::send) does. An incomplete body is an error of the stream.
    pub async fn chunks(self) -> Result<Response<Chunks>, Error> {
        Ok(chunks(self.call()?.streamed().run().await?))
    }

    /// Sends the request, writes the body of the response to a file, and returns its length in
    /// bytes: see [`Chunks::to_file`].
    ///
    /// # Errors
    ///
    /// Fails as [`chunks`](Self::chunks) and [`Chunks::to_file`] do.
    pub async fn to_file(self, path: impl AsRef<Path>) -> Result<u64, Error> {
        self.chunks().await?.into_inner().to_file(path).await
    }
}
