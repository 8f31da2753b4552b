//! The body of an answer in pieces, as it comes.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use futures_util::stream;

use super::RawRequest;
use crate::call::Origin;
use crate::call::exchange;
use crate::call::outgoing::Answering;
use crate::call::response::{RawResponse, Response, Rest};
use crate::error::Error;
use crate::wire::operation::Operation;

impl RawRequest<'_> {
    /// Sends the request, and gives the answer's body in pieces as it comes, however long it is:
    /// neither the limit of an answer's size nor that of a whole call holds for it. What ends it
    /// is silence, as for any call. The service may send anything, not only JSON; an answer without
    /// success is an error, as for every call.
    ///
    /// The request is repeated as any other until its answer begins, not behind that. From then
    /// on it takes no place in the [pace](crate::pace), so that a body which is read slowly holds
    /// up no other call.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    ///
    /// let image = client.request(Method::GET, "projects/garnet-7041.26/screenshots/7/image");
    /// let image = image.chunks().await?;
    /// println!("{:?}", image.headers().get("content-type"));
    /// let (mut chunks, mut length) = (image.into_inner(), 0);
    /// while let Some(chunk) = chunks.next().await {
    ///     length += chunk?.len();
    /// }
    /// println!("{length} bytes");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send). A body that does not come to its end is an error of the stream.
    pub async fn chunks(self) -> Result<Response<Chunks>, Error> {
        let operation = self.operation();
        let answer = self.answer(Answering::InPieces).await?;
        Ok(of(answer, operation))
    }
}

/// The body of an answer, in pieces as it comes: a [`Stream`], which
/// [`RawRequest::chunks`](crate::RawRequest::chunks) makes.
///
/// A piece is what has come by then, of any length. It ends with the body, or with an error.
/// Dropping it ends the exchange.
#[must_use = "nothing comes until it is polled"]
pub struct Chunks(Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send>>);

impl Chunks {
    /// The next piece; nothing at the end.
    ///
    /// # Errors
    ///
    /// The body broke, or was silent for too long: as for every call. Nothing follows.
    pub async fn next(&mut self) -> Option<Result<Bytes, Error>> {
        poll_fn(|context| self.0.as_mut().poll_next(context)).await
    }
}

/// An answer whose head has come.
struct Reading {
    operation: &'static Operation,
    answer: RawResponse,
    rest: Box<Rest>,
}

fn of(mut answer: RawResponse, operation: &'static Operation) -> Response<Chunks> {
    let (status, headers) = (answer.status, answer.headers.clone());
    let retries = answer.origin.as_ref().map(|origin| origin.retries);
    let reading = answer.rest.take().map(|rest| Reading {
        operation,
        answer,
        rest,
    });
    let chunks = Chunks(Box::pin(stream::unfold(reading, async |reading| {
        reading?.step().await
    })));
    Response::new(status, headers, chunks).after(retries)
}

impl Reading {
    async fn step(mut self) -> Option<(Result<Bytes, Error>, Option<Self>)> {
        match exchange::chunk(&mut self.rest.response, &mut self.rest.timeout).await {
            Ok(Some(bytes)) => Some((Ok(bytes), Some(self))),
            Ok(None) => {
                let status = self.answer.status;
                if let Some(origin) = &mut self.answer.origin {
                    origin.ended(Ok(status));
                }
                None
            }
            Err(cut) => {
                let origin = self.answer.origin.take();
                let error = Error::cut_short(self.operation, self.answer.into(), cut);
                Some((Err(Origin::conclude(origin, error)), None))
            }
        }
    }
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
