//! The client: its servers, its credential, its HTTP settings.

mod address;
mod builder;
pub mod transport;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_core::future::BoxFuture;
use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::{Request, Response};
use url::Url;

use address::{base_path, may_lead, with_path};
pub use builder::ClientBuilder;
use transport::Transport;

use crate::credentials::{Credentials, OAuthApp, Session, TokenStore};
use crate::error::{BoxError, Error, ErrorKind, Target};
use crate::hook::Hook;
use crate::rate_limit::RateLimiter;
use crate::settings::options::CallOptions;
use crate::settings::retry::RetryPolicy;
use crate::settings::secrets_of;
use crate::wire::operation::{Operation, Server};
use crate::wire::secret::Secret;

/// A client of the service: one method for each operation of the document, on all its servers.
///
/// Clones are cheap and share their connections.
///
/// A `project_id` may name a branch: `garnet-7041.26:feature/start`. See
/// [branches](crate::guide::keys_and_translations#branches).
///
/// ```no_run
/// # async fn example() -> Result<(), l10n_client::Error> {
/// use l10n_client::Client;
///
/// let client = Client::builder("https://api.service.test/v2").api_token("c0ffee").build()?;
/// let page = client.list_contributors("garnet-7041.26").limit(500).send().await?;
/// println!("{} of {:?}", page.contributors.len(), page.total_count());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client {
    pub(crate) core: Arc<Core>,
    /// The options of this clone.
    pub(crate) options: CallOptions,
}

/// The state that all clones share.
#[derive(Clone)]
pub(crate) struct Core {
    transport: Arc<dyn Transport>,
    allows_plain_http: bool,
    addresses: Addresses,
    pub(crate) credentials: Credentials,
    user_agent: HeaderValue,
    headers: HeaderMap,
    pub(crate) hooks: Vec<Arc<dyn Hook>>,
    pub(crate) limiter: Arc<dyn RateLimiter>,
    retry: RetryPolicy,
    pub(crate) max_response_size: usize,
    pub(crate) read_timeout: Duration,
    call_timeout: Option<Duration>,
}

const NO_AUTH_URL: &str =
    "the URL of the authorization server is not set: set `ClientBuilder::auth_url`";

#[derive(Clone)]
struct Addresses {
    main: Url,
    auth: Option<Url>,
    cursor: Option<Url>,
}

impl Client {
    /// Returns a clone with these options for all its calls. They override those that it has;
    /// options of a call override both.
    #[must_use]
    pub fn with_options(&self, options: CallOptions) -> Self {
        Self { core: Arc::clone(&self.core), options: self.options.overridden_by(&options) }
    }

    pub(crate) fn overridden_by(mut self, options: &CallOptions) -> Self {
        if !options.is_empty() {
            self.options = self.options.overridden_by(options);
        }
        self
    }

    /// Returns the secrets that errors must not contain.
    pub(crate) fn secrets(&self) -> Vec<Secret> {
        let mut secrets = self.core.credentials.secrets();
        secrets.extend(secrets_of(self.core.headers.values()));
        secrets.extend(self.options.secrets());
        secrets
    }

    /// Adds the headers of the client and the call.
    pub(crate) fn apply_headers(&self, headers: &mut HeaderMap) {
        let own = &self.options.settings().headers;
        for (name, value) in self.core.headers.iter().chain(own) {
            headers.insert(name, value.clone());
        }
    }

    pub(crate) fn user_agent(&self) -> HeaderValue {
        self.core.user_agent.clone()
    }

    /// The address of the authorization server.
    pub(crate) fn auth_url(&self) -> Result<&str, Error> {
        let address = self.core.addresses.auth.as_ref();
        let address = address.ok_or_else(|| Error::configuration(NO_AUTH_URL))?;
        Ok(address.as_str().trim_end_matches('/'))
    }

    /// Sends a request.
    pub(crate) fn execute(&self, request: Request) -> BoxFuture<'_, Result<Response, BoxError>> {
        self.core.transport.send(request)
    }

    pub(crate) fn may_follow(&self, link: &Url) -> bool {
        may_lead(&self.core.addresses.main, link, self.core.allows_plain_http)
    }

    /// Returns a client of another user, with the OAuth tokens of a store. It shares the servers,
    /// connections, rate limiter, hooks and settings, so it is cheap: a web application creates one
    /// for each signed-in user.
    ///
    /// Create one client per user and keep it, because its clones share refreshed tokens: see
    /// [`ClientBuilder::oauth_store`]. It keeps the [`ClientBuilder::cursor_api_token`].
    ///
    /// # Errors
    ///
    /// Fails with a configuration error if [`ClientBuilder::auth_url`] is not set.
    pub fn with_session(
        &self,
        app: OAuthApp,
        store: impl TokenStore + 'static,
    ) -> Result<Self, Error> {
        self.auth_url()?;
        let session = Session::of_store(app, Arc::new(store), self.core.retry.clone());
        let credentials = self.core.credentials.with_session(session);
        let core = Core { credentials, ..(*self.core).clone() };
        Ok(Self { core: Arc::new(core), options: self.options.clone() })
    }

    /// Waits until the tokens of a refresh in progress are saved, and saves tokens that the store
    /// failed to save before.
    ///
    /// A refresh continues in the background, and may already have invalidated the old refresh
    /// token. Await this before the program ends or shuts down its runtime, or the new token may be
    /// lost. Returns at once if no refresh is in progress and all tokens are saved.
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::TokenStore`] if the tokens are not saved within 30 seconds.
    pub async fn flush(&self) -> Result<(), Error> {
        self.core.credentials.flush(self).await
    }

    pub(crate) fn retry_policy(&self) -> &RetryPolicy {
        let own = self.options.settings().retry.as_ref();
        own.unwrap_or(&self.core.retry)
    }

    pub(crate) fn call_timeout(&self) -> Option<Duration> {
        let own = self.options.settings().timeout;
        own.unwrap_or(self.core.call_timeout)
    }

    /// Returns the path of the base URL of an operation's server, without a trailing slash.
    pub(crate) fn base_path(&self, operation: &'static Operation) -> &str {
        self.base_url(operation).map_or("", base_path)
    }

    /// Returns the URL of a path with its query at an operation's server.
    pub(crate) fn url(&self, operation: &'static Operation, path: &str) -> Result<Url, Error> {
        Ok(with_path(self.base_url(operation)?, path))
    }

    pub(crate) fn base_url(&self, operation: &'static Operation) -> Result<&Url, Error> {
        let addresses = &self.core.addresses;
        let (address, remedy) = match operation.server {
            Server::Main => return Ok(&addresses.main),
            Server::Auth => (&addresses.auth, NO_AUTH_URL),
            Server::Cursor => (
                &addresses.cursor,
                "the address of the cursor API is missing: give it with \
                 `ClientBuilder::cursor_api_url`",
            ),
        };
        let missing = || Error::new(ErrorKind::Configuration, Some(operation), remedy);
        address.as_ref().ok_or_else(missing)
    }
}

impl Target {
    /// An operation of a client.
    pub(crate) fn of_project(
        operation: &'static Operation,
        client: &Client,
        project: Option<String>,
    ) -> Self {
        let host = client.base_url(operation).ok().map(Self::host_of);
        host.unwrap_or_default().project_of(project)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Addresses { main, auth, cursor } = &self.core.addresses;
        f.debug_struct("Client")
            .field("base_url", &main.as_str())
            .field("auth_url", &auth.as_ref().map(Url::as_str))
            .field("cursor_api_url", &cursor.as_ref().map(Url::as_str))
            .field("credentials", &self.core.credentials)
            .finish_non_exhaustive()
    }
}
