//! The client: its servers, its credential, its HTTP settings.

mod address;
mod builder;
mod connections;
mod target;
pub mod transport;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use reqwest::Request;
use reqwest::header::HeaderMap;
use url::Url;

use address::{Base, PlainHost, is_loopback};
pub use builder::ClientBuilder;
pub(crate) use connections::Connections;

use crate::credentials::Credentials;
use crate::error::Error;
use crate::hook::Hook;
use crate::pace::Pace;
use crate::settings::options::CallOptions;
use crate::settings::retry::{RetryBudget, RetryPolicy};
use crate::settings::secrets_of;
use crate::wire::operation::{Operation, Server};
use crate::wire::secret::Secret;

/// A client of the service: one method for each operation of the document, on all its servers.
///
/// Clones are cheap and share their connections.
///
/// ```no_run
/// # async fn example() -> Result<(), l10n_client::Error> {
/// use l10n_client::Client;
///
/// let client = Client::builder("https://api.service.test/v2").api_token("c0ffee").build()?;
/// let page = client.list_contributors().project_id("garnet-7041.26").limit(500).send().await?;
/// println!("{} of {:?}", page.contributors.len(), page.total_count());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client {
    core: Arc<Core>,
    /// What a clone may have of its own.
    options: CallOptions,
}

/// What all clones share.
struct Core {
    connections: Connections,
    plain_host: Option<PlainHost>,
    addresses: Addresses,
    credentials: Credentials,
    headers: HeaderMap,
    hooks: Vec<Arc<dyn Hook>>,
    pace: Arc<dyn Pace>,
    retry: RetryPolicy,
    retry_budget: RetryBudget,
    answer_limit: usize,
    read_timeout: Duration,
    call_timeout: Option<Duration>,
}

const NO_AUTH_URL: &str =
    "the address of the authorization server is missing: give it with `ClientBuilder::auth_url`";

#[derive(Debug)]
struct Addresses {
    main: Base,
    auth: Option<Base>,
    cursor: Option<Base>,
}

impl Client {
    /// The same client with another retry policy, for a call or for some.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::RetryPolicy;
    ///
    /// let once = client.with_retry(RetryPolicy::off());
    /// once.list_files().project_id("garnet-7041.26").send().await?;
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_retry(&self, policy: RetryPolicy) -> Self {
        self.with_options(CallOptions::new().retry(policy))
    }

    /// The same client with another limit for a whole call, or none: see
    /// [`ClientBuilder::call_timeout`].
    #[must_use]
    pub fn with_call_timeout(&self, limit: Option<Duration>) -> Self {
        self.with_options(CallOptions::new().limited(limit, false))
    }

    /// The same client with options for all its calls, over those that it has. What a call is
    /// given itself goes before them.
    #[must_use]
    pub fn with_options(&self, options: CallOptions) -> Self {
        Self {
            core: Arc::clone(&self.core),
            options: self.options.overridden_by(&options),
        }
    }

    /// The same client without options: for what a call needs besides itself.
    pub(crate) fn without_options(&self) -> Self {
        Self {
            core: Arc::clone(&self.core),
            options: CallOptions::default(),
        }
    }

    pub(crate) fn hooks(&self) -> &[Arc<dyn Hook>] {
        &self.core.hooks
    }

    /// What must not be seen in the words of an error.
    pub(crate) fn secrets(&self) -> Vec<Secret> {
        let mut secrets = self.core.credentials.secrets();
        secrets.extend(secrets_of(self.core.headers.values()));
        secrets.extend(self.options.secrets());
        secrets
    }

    pub(crate) fn options(&self) -> &CallOptions {
        &self.options
    }

    /// Adds what the client and the call want in each request.
    ///
    /// # Errors
    ///
    /// What cannot be sent, in words.
    pub(crate) fn dress(&self, request: &mut Request) -> Result<(), String> {
        for (name, value) in &self.core.headers {
            request.headers_mut().insert(name, value.clone());
        }
        self.options.apply(request)
    }

    /// The address of the authorization server.
    pub(crate) fn auth_url(&self) -> Result<&str, Error> {
        let address = self.core.addresses.auth.as_ref().map(Base::as_str);
        address.ok_or_else(|| Error::configuration(NO_AUTH_URL))
    }

    pub(crate) fn http(&self) -> &reqwest::Client {
        self.core.connections.http()
    }

    pub(crate) fn connections(&self) -> &Connections {
        &self.core.connections
    }

    /// Whether a link of the service may be followed: over HTTPS, or in plain to this machine or
    /// to the host that the builder names.
    pub(crate) fn may_follow(&self, link: &Url) -> bool {
        let is_bare = link.username().is_empty() && link.password().is_none();
        let plain = self.core.plain_host.as_ref();
        let is_safe = match link.scheme() {
            "https" => true,
            "http" => is_loopback(link) || plain.is_some_and(|plain| plain.is_of(link)),
            _ => false,
        };
        is_bare && is_safe
    }

    pub(crate) fn credentials(&self) -> &Credentials {
        &self.core.credentials
    }

    pub(crate) fn pace(&self) -> &dyn Pace {
        &*self.core.pace
    }

    /// Waits until the tokens of an OAuth session that are being refreshed are saved.
    ///
    /// A refresh goes on behind the calls that need it, and may have given the old refresh token
    /// away. Await this before the program ends, or before its runtime is shut down, or the new
    /// one may be lost. It ends at once where no refresh is under way.
    pub async fn flush(&self) {
        self.core.credentials.settle().await;
    }

    /// The budget of retries that all clones share.
    pub fn retry_budget(&self) -> &RetryBudget {
        &self.core.retry_budget
    }

    pub(crate) fn answer_limit(&self) -> usize {
        self.core.answer_limit
    }

    pub(crate) fn read_timeout(&self) -> Duration {
        self.core.read_timeout
    }

    pub(crate) fn retry_policy(&self) -> &RetryPolicy {
        self.options.retry_policy().unwrap_or(&self.core.retry)
    }

    pub(crate) fn call_timeout(&self) -> Option<Duration> {
        self.options
            .call_timeout()
            .unwrap_or(self.core.call_timeout)
    }

    /// The project in the path of a request, as it was given.
    pub(crate) fn project_of(&self, operation: &'static Operation, url: &Url) -> Option<Arc<str>> {
        let base = self.base_url(operation).ok()?;
        let path = url.as_str().strip_prefix(base)?;
        let project = path.strip_prefix("/projects/")?.split(['/', '?']).next()?;
        Some(percent_decode_str(project).decode_utf8_lossy().into())
    }

    /// The base URL of the server that has this operation, without a slash at the end.
    pub(crate) fn base_url(&self, operation: &'static Operation) -> Result<&str, Error> {
        self.base(operation).map(Base::as_str)
    }

    /// The address of a path at the server that has this operation.
    pub(crate) fn url(&self, operation: &'static Operation, path: &str) -> Result<Url, Error> {
        Ok(self.base(operation)?.with_path(path))
    }

    fn base(&self, operation: &'static Operation) -> Result<&Base, Error> {
        let addresses = &self.core.addresses;
        let (address, remedy) = match operation.server {
            Server::Main => return Ok(&addresses.main),
            Server::Auth => (&addresses.auth, NO_AUTH_URL),
            Server::Cursor => (
                &addresses.cursor,
                "the address of the cursor-paginated API is missing: give it with \
                 `ClientBuilder::cursor_api_url`",
            ),
        };
        address
            .as_ref()
            .ok_or_else(|| Error::unconfigured(operation, remedy))
    }

    /// Whether the address of the server that has this operation has no version segment, as it
    /// should.
    pub(crate) fn lacks_path(&self, operation: &'static Operation) -> bool {
        let authority = self
            .base_url(operation)
            .ok()
            .and_then(|url| url.split_once("://"));
        operation.server != Server::Auth
            && authority.is_some_and(|(_, authority)| !authority.contains('/'))
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("addresses", &self.core.addresses)
            .field("credentials", &self.core.credentials)
            .finish_non_exhaustive()
    }
}
