//! Transports: send requests instead of the client's own connections.

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use reqwest::{Request, Response};

use crate::error::BoxError;

/// Sends requests instead of the client's own connections: a fake for unit tests, or middleware.
/// Pass it to [`ClientBuilder::transport`](crate::ClientBuilder::transport).
///
/// An `https` URL still needs one of the TLS features, because the HTTP library builds the
/// requests.
///
/// The client still applies the rate limiter, the credential, retries and timeouts; the transport
/// receives each attempt. The request is exactly as it would be sent, including its secret
/// credential.
///
/// ```
/// use l10n_client::reqwest::{Request, Response};
/// use l10n_client::transport::Transport;
/// use l10n_client::{BoxError, BoxFuture, Client, http};
///
/// /// Knows one project.
/// #[derive(Debug)]
/// struct Fake;
///
/// impl Transport for Fake {
///     fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, BoxError>> {
///         assert_eq!(request.url().path(), "/v2/projects/garnet-7041.26");
///         let body = r#"{"project_id": "garnet-7041.26", "name": "Garnet"}"#;
///         Box::pin(async move { Ok(Response::from(http::Response::new(body))) })
///     }
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
/// let client = Client::builder("https://api.service.test/v2")
///     .api_token("c0ffee")
///     .transport(Fake)
///     .build()?;
/// let project = client.get_project("garnet-7041.26").send().await?;
/// assert_eq!(project.name.as_deref(), Some("Garnet"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Transport: fmt::Debug + Send + Sync {
    /// Sends a request, and returns the head of the response; its body may still be arriving.
    ///
    /// It must not follow redirects, which would send the credential to another host, and not send
    /// a request twice. Dropping the future must end the exchange.
    ///
    /// # Errors
    ///
    /// A `reqwest` error is treated like one of the client's own connections. An
    /// [`io::Error`](std::io::Error) of the kind `ConnectionRefused` means that nothing was sent.
    /// After any other error the request may have taken effect, and is retried only if that is
    /// harmless.
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, BoxError>>;
}

impl<T: Transport + ?Sized> Transport for Arc<T> {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, BoxError>> {
        (**self).send(request)
    }
}

/// The client's own connections.
#[derive(Debug)]
pub(super) struct Connections(pub(super) reqwest::Client);

impl Transport for Connections {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, BoxError>> {
        Box::pin(async { Ok(self.0.execute(request).await?) })
    }
}
