//! Streamed response bodies.

use url::Url;

use super::RawRequest;
use crate::call::chunks::{Chunks, chunks};
use crate::call::response::Response;
use crate::call::{Call, DOWNLOAD};
use crate::client::Client;
use crate::error::{Error, ErrorKind};
use crate::wire::secret::Secret;

impl RawRequest<'_> {
    /// Sends the request and streams the body of the response, of any size and content type. Only
    /// the idle timeout applies to the body, not the maximum response size or the timeout of the
    /// call.
    ///
    /// The request is retried like any other until the response begins. The body holds no slot of
    /// the [rate limiter](crate::rate_limit), so reading it slowly does not block other calls.
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
    /// Fails as [`send`](Self::send) does. An incomplete body is an error of the stream.
    pub async fn chunks(self) -> Result<Response<Chunks>, Error> {
        Ok(chunks(self.call()?.streamed().run().await?))
    }
}

impl Client {
    /// Downloads from a link returned by the service, such as that of a bundle, in chunks.
    ///
    /// Neither a credential nor the client's headers are sent to the link, and the request needs no
    /// slot of the rate limiter. Redirects to other such links are followed. The request is retried
    /// until the response begins.
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
    /// Fails if the link is not HTTPS, or contains a user name or password; and as every call. A
    /// service on this machine, or on the host of
    /// [`allow_plain_http_to`](crate::ClientBuilder::allow_plain_http_to), may return links to that
    /// host over plain HTTP.
    pub async fn download(&self, link: &Secret) -> Result<Response<Chunks>, Error> {
        let url = Url::parse(link.expose()).ok();
        let Some(url) = url.filter(|url| self.may_follow(url)) else {
            let detail = "the link is not HTTPS, or contains a user name or password";
            return Err(Error::new(ErrorKind::Bundle, Some(&DOWNLOAD), detail));
        };
        Ok(chunks(Call::of_link(self.clone(), url).run().await?))
    }
}
