//! Transport: what sends a request in the place of the client's own connections.

use std::error::Error as StdError;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::{Request, Response};

/// Sends requests in the place of the client's own connections: a fake for the unit tests of a
/// program, or middleware. Given to
/// [`ClientBuilder::transport`](crate::ClientBuilder::transport).
///
/// An address with `https` wants one of the features for TLS all the same, and the requests that
/// come here are made by the HTTP library.
///
/// It stands behind everything else: the rate limiter, the credential, retries and the limits of
/// time are the client's, and each attempt comes here by itself. The request is as it would be
/// sent, the secret of its credential included.
///
/// ```
/// use l10n_client::Client;
/// use l10n_client::reqwest::{Request, Response};
/// use l10n_client::transport::{Transport, TransportFuture};
///
/// /// Knows one project.
/// #[derive(Debug)]
/// struct Fake;
///
/// impl Transport for Fake {
///     fn send(&self, request: Request) -> TransportFuture<'_> {
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
    /// Sends a request, and answers with the head of what came back; the body may still come.
    ///
    /// It must neither follow redirects, which would carry the credential to another host, nor
    /// send anything twice. Dropping the future must end the exchange.
    ///
    /// # Errors
    ///
    /// Whatever went wrong. An error of `reqwest` is judged as one of the client's own connections.
    /// An [`io::Error`](std::io::Error) of the kind `ConnectionRefused` says that nothing was sent.
    /// After any other, the request may have taken effect, and is repeated only where that is
    /// harmless.
    fn send(&self, request: Request) -> TransportFuture<'_>;
}

/// A future that a [`Transport`] answers with.
pub type TransportFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Response, TransportError>> + Send + 'a>>;

/// Why a [`Transport`] has no answer.
pub type TransportError = Box<dyn StdError + Send + Sync>;

impl<T: Transport + ?Sized> Transport for Arc<T> {
    fn send(&self, request: Request) -> TransportFuture<'_> {
        (**self).send(request)
    }
}

/// What sends requests.
#[derive(Clone)]
pub(super) enum Connections {
    /// The client's own connections, and when they were used last.
    Own(reqwest::Client, Arc<Mutex<Instant>>),
    Transport(Arc<dyn Transport>),
}

impl Connections {
    pub(super) fn own(http: reqwest::Client) -> Self {
        Self::Own(http, Arc::new(Mutex::new(Instant::now())))
    }

    pub(super) async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let (http, last_used) = match self {
            Self::Own(http, last_used) => (http, last_used),
            Self::Transport(transport) => return transport.send(request).await,
        };
        let idle = last_used.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
        if idle >= IDLE {
            let_runtime_catch_up(idle).await;
        }
        let response = http.execute(request).await;
        *last_used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        Ok(response?)
    }
}

/// After how long without requests the server may have closed connections.
const IDLE: Duration = Duration::from_millis(5);

/// Lets the runtime read what has arrived, so that connections the server has closed leave the
/// pool. A runtime that runs only within `block_on` learns of them no sooner, and returns a
/// connection to the pool only then, where it looks as if it had not been idle.
async fn let_runtime_catch_up(idle: Duration) {
    // The runtime reads from all sockets before it ends a sleep, and runs their tasks before a task
    // that yields; other threads of it have the time of the sleep.
    let pause = (idle / 20).clamp(Duration::from_millis(1), Duration::from_millis(10));
    tokio::time::sleep(pause).await;
    tokio::task::yield_now().await;
}
