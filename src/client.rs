//! The client: its servers, its credential, its HTTP settings.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect;
use url::{Host, Url};

use crate::credentials::Credentials;
use crate::error::Error;
use crate::runtime::{Operation, Server};
use crate::secret::Secret;

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
pub struct Client(Arc<Core>);

struct Core {
    http: reqwest::Client,
    addresses: Addresses,
    credentials: Credentials,
}

/// Base URLs without a slash at the end.
#[derive(Debug)]
struct Addresses {
    main: String,
    auth: Option<String>,
    cursor: Option<String>,
}

impl Client {
    /// Starts a client of the main API at `base_url`, its version segment included.
    ///
    /// The URL must be `https`, or `http` to a loopback address, and carry neither credentials nor a query nor a fragment:
    /// [`ClientBuilder::build`] refuses it otherwise.
    pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
        ClientBuilder {
            base_url: base_url.into(),
            auth_url: None,
            cursor_api_url: None,
            credential: Credential::None,
            http: reqwest::Client::builder(),
        }
    }

    /// Makes a client from the environment: `L10N_BASE_URL` and `L10N_TOKEN` (a personal API token), and where they are set
    /// `L10N_AUTH_URL` and `L10N_CURSOR_API_URL`.
    ///
    /// # Errors
    ///
    /// A configuration error that names the variable that is missing or not usable.
    pub fn from_env() -> Result<Self, Error> {
        let variable = |name: &str| match std::env::var(name) {
            Ok(value) => Ok(Some(value)),
            Err(std::env::VarError::NotPresent) => Ok(None),
            Err(std::env::VarError::NotUnicode(_)) => {
                Err(Error::configuration(format!("{name} is not Unicode")))
            }
        };
        let required = |name: &str| {
            variable(name)?.ok_or_else(|| Error::configuration(format!("{name} is not set")))
        };

        let mut builder =
            Self::builder(required("L10N_BASE_URL")?).api_token(required("L10N_TOKEN")?);
        if let Some(url) = variable("L10N_AUTH_URL")? {
            builder = builder.auth_url(url);
        }
        if let Some(url) = variable("L10N_CURSOR_API_URL")? {
            builder = builder.cursor_api_url(url);
        }
        builder.build()
    }

    pub(crate) fn http(&self) -> &reqwest::Client {
        &self.0.http
    }

    pub(crate) fn credentials(&self) -> &Credentials {
        &self.0.credentials
    }

    /// The base URL of the server that has this operation.
    pub(crate) fn base_url(&self, operation: &'static Operation) -> Result<&str, Error> {
        let addresses = &self.0.addresses;
        let (address, remedy) = match operation.server {
            Server::Main => return Ok(&addresses.main),
            Server::Auth => (
                &addresses.auth,
                "the address of the authorization server is missing: give it with `ClientBuilder::auth_url`",
            ),
            Server::Cursor => (
                &addresses.cursor,
                "the address of the cursor-paginated API is missing: give it with `ClientBuilder::cursor_api_url`",
            ),
        };
        address
            .as_deref()
            .ok_or_else(|| Error::unconfigured(operation, remedy))
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("addresses", &self.0.addresses)
            .field("credentials", &self.0.credentials)
            .finish_non_exhaustive()
    }
}

/// Settings of a [`Client`].
#[derive(Debug)]
#[must_use = "a builder makes a client only when `build` is called"]
pub struct ClientBuilder {
    base_url: String,
    auth_url: Option<String>,
    cursor_api_url: Option<String>,
    credential: Credential,
    http: reqwest::ClientBuilder,
}

#[derive(Debug)]
enum Credential {
    None,
    ApiToken(Secret),
    AccessToken(Secret),
}

impl ClientBuilder {
    /// Authenticates with a personal API token, in the header `X-Api-Token`.
    pub fn api_token(mut self, token: impl Into<Secret>) -> Self {
        self.credential = Credential::ApiToken(token.into());
        self
    }

    /// Authenticates with an OAuth access token, in the header `Authorization`.
    pub fn access_token(mut self, token: impl Into<Secret>) -> Self {
        self.credential = Credential::AccessToken(token.into());
        self
    }

    /// Address of the authorization server, which `request_token` needs.
    pub fn auth_url(mut self, url: impl Into<String>) -> Self {
        self.auth_url = Some(url.into());
        self
    }

    /// Address of the cursor-paginated API, version segment included, which `list_items` needs.
    pub fn cursor_api_url(mut self, url: impl Into<String>) -> Self {
        self.cursor_api_url = Some(url.into());
        self
    }

    /// Settings of the HTTP library to start from: proxies, certificates, a resolver, connection limits.
    ///
    /// The client sets the `User-Agent`, the connect timeout and the handling of redirects itself: it follows none, because
    /// a redirect would carry the credential to another host.
    pub fn http(mut self, settings: reqwest::ClientBuilder) -> Self {
        self.http = settings;
        self
    }

    /// Makes the client.
    ///
    /// # Errors
    ///
    /// A configuration error for an address that is not a URL, is plain HTTP to another machine, or carries credentials, a query
    /// or a fragment; for an empty token, or one that no header can carry; and when TLS cannot be set up.
    pub fn build(self) -> Result<Client, Error> {
        let addresses = Addresses {
            main: address("base URL", &self.base_url)?,
            auth: self
                .auth_url
                .map(|url| address("authorization server's URL", &url))
                .transpose()?,
            cursor: self
                .cursor_api_url
                .map(|url| address("cursor-paginated API's URL", &url))
                .transpose()?,
        };
        let credentials = match &self.credential {
            Credential::None => Credentials::None,
            Credential::ApiToken(token) => Credentials::api_token(token)?,
            Credential::AccessToken(token) => Credentials::access_token(token)?,
        };
        let http = self
            .http
            .user_agent(concat!(
                env!("CARGO_PKG_NAME"),
                "/",
                env!("CARGO_PKG_VERSION")
            ))
            .redirect(redirect::Policy::none())
            .connect_timeout(Duration::from_secs(10))
            .build()
            .map_err(|error| {
                Error::configuration(format!("the HTTP client cannot be made: {error}"))
            })?;
        Ok(Client(Arc::new(Core {
            http,
            addresses,
            credentials,
        })))
    }
}

/// Checks a base URL, and brings it to the form that paths are appended to. The URL is not shown in errors: it may hold a
/// password.
fn address(what: &str, text: &str) -> Result<String, Error> {
    let refuse = |reason: &str| Err(Error::configuration(format!("the {what} {reason}")));
    let url = match Url::parse(text.trim()) {
        Ok(url) => url,
        Err(error) => return refuse(&format!("is not a URL: {error}")),
    };
    match url.scheme() {
        "https" => {}
        "http" if is_loopback(&url) => {}
        "http" => {
            return refuse(
                "is plain HTTP, which the service refuses and which shows the token to the network: use https",
            );
        }
        _ => return refuse("is neither https nor http"),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("carries credentials: give them to the builder");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return refuse("carries a query or a fragment, and paths are appended to it");
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
