//! Streamed response bodies.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use futures_core::stream::BoxStream;
use futures_util::stream;

use super::response::{RawResponse, Response};
use crate::error::Error;

/// The body of a response as a [`Stream`] of chunks, returned by
/// [`RawRequest::chunks`](crate::RawRequest::chunks).
///
/// Chunks have any length. The stream ends with the body or with an error. Dropping it cancels the
/// request.
#[must_use = "streams do nothing unless polled"]
pub struct Chunks(BoxStream<'static, Result<Bytes, Error>>);

impl Chunks {
    /// Returns the next chunk, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the body is incomplete, or if the idle timeout elapses, and ends the stream.
    pub async fn next(&mut self) -> Option<Result<Bytes, Error>> {
        poll_fn(|context| self.0.as_mut().poll_next(context)).await
    }
}

pub(crate) fn chunks(mut response: RawResponse) -> Response<Chunks> {
    let (status, headers) = (response.head.status(), response.head.headers().clone());
    let retries = response.call.state;
    let reading = response.rest.take().map(|rest| (response.call.idle_timer(), rest, response));
    let chunks = stream::unfold(reading, async |reading| {
        let (timer, mut rest, mut response) = reading?;
        match timer.chunk(&mut rest).await {
            Ok(Some(bytes)) => Some((Ok(bytes), Some((timer, rest, response)))),
            Ok(None) => {
                response.call.succeed(response.head.status());
                None
            }
            Err(cut) => {
                let error = |operation, head| Error::incomplete_body(operation, head, cut);
                Some((Err(response.fail(error)), None))
            }
        }
    });
    let mut response = Response::new(status, headers, Chunks(Box::pin(chunks)));
    response.retries = retries;
    response
}

impl Stream for Chunks {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context)
    }
}

impl fmt::Debug for Chunks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chunks")
    }
}
