//! The body of an answer in pieces, as it comes.

use super::RawRequest;
use crate::call::chunks::{Chunks, chunks};
use crate::call::response::Response;
use crate::error::Error;

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
        Ok(chunks(self.answer(true).await?))
    }
}
