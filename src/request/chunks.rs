//! The body of an answer in pieces, as it comes.

use url::Url;

use super::RawRequest;
use crate::call::chunks::{Chunks, chunks};
use crate::call::response::Response;
use crate::call::{Call, DOWNLOAD};
use crate::client::Client;
use crate::error::{Error, ErrorKind};
use crate::wire::secret::Secret;

impl RawRequest<'_> {
    /// Sends the request, and gives the answer's body in pieces as it comes, however long it is:
    /// neither the limit of an answer's size nor that of a whole call holds for it. What ends it
    /// is silence, as for any call. The service may send anything, not only JSON; an answer without
    /// success is an error, as for every call.
    ///
    /// The request is repeated as any other until its answer begins, not behind that. From then
    /// on it takes no place in the [rate limiter](crate::rate_limit), so that a body which is read
    /// slowly holds up no other call.
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
        Ok(chunks(self.call()?.streamed().run().await?))
    }
}

impl Client {
    /// Downloads from a link that the service gave, such as that of a bundle, in pieces as they
    /// come.
    ///
    /// The link gets neither a credential nor the client's headers, and no slot of the rate
    /// limiter. Redirects are followed to links of the same kind. The request is repeated until the
    /// response begins, not behind that.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// let export = client.export_files("garnet-7041.26", "json").send().await?;
    /// let mut chunks = client.download(&export.bundle_url).await?.into_inner();
    /// while let Some(chunk) = chunks.next().await {
    ///     println!("{} bytes", chunk?.len());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the link is not HTTPS (or plain HTTP to this machine, or to the host of
    /// [`allow_plain_http_to`](crate::ClientBuilder::allow_plain_http_to)), or carries a user name
    /// or password; and as every call.
    pub async fn download(&self, link: &Secret) -> Result<Response<Chunks>, Error> {
        let url = Url::parse(link.expose()).ok();
        let Some(url) = url.filter(|url| self.may_follow(url)) else {
            let detail = "the link is not HTTPS, or contains a user name or password";
            return Err(Error::new(ErrorKind::Bundle, Some(&DOWNLOAD), detail));
        };
        Ok(chunks(Call::of_link(self.clone(), url).run().await?))
    }
}
