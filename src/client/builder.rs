//! The builder of a client.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::redirect;

use super::address::address;
use super::transport::{Connections, Transport};
use super::{Addresses, Client, Core, NO_AUTH_URL};
use crate::credentials::{
    Credential, Credentials, OAuthApp, OAuthTokens, Session, TokenStore, api_token, bearer,
};
use crate::error::{Error, ErrorKind};
use crate::hook::Hook;
use crate::rate_limit::{NoRateLimit, RateLimiter, SlidingWindow};
use crate::settings::options::CallOptions;
use crate::settings::own_header;
use crate::settings::retry::RetryPolicy;
use crate::wire::secret::Secret;

impl Client {
    /// Returns a builder for a client of the API at `base_url`, which includes the version segment.
    ///
    /// The URL must use `https`; or `http` to this machine (a loopback address or `localhost`), or
    /// with [`allow_plain_http`](ClientBuilder::allow_plain_http). It must not contain credentials,
    /// a query or a fragment. [`ClientBuilder::build`] checks this.
    pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
        ClientBuilder {
            base_url: base_url.into(),
            auth_url: None,
            cursor_api_url: None,
            allows_plain_http: false,
            credential: Auth::None,
            cursor_api_token: None,
            http: Box::new(|settings| settings),
            limiter: Arc::new(SlidingWindow::default()),
            max_response_size: 64 << 20,
            connect_timeout: Duration::from_secs(10),
            read_timeout: Duration::from_secs(60),
            call_timeout: Some(Duration::from_secs(120)),
            retry: RetryPolicy::default(),
            user_agent: None,
            headers: HeaderMap::new(),
            hooks: Vec::new(),
            transport: None,
            invalid: None,
        }
    }

    /// Creates a client from environment variables: `L10N_BASE_URL`, `L10N_TOKEN` (a personal API
    /// token), and optionally `L10N_AUTH_URL`, `L10N_CURSOR_API_URL` and `L10N_ALLOW_PLAIN_HTTP`,
    /// which is 1 for [`allow_plain_http`](ClientBuilder::allow_plain_http).
    ///
    /// # Errors
    ///
    /// Fails with a configuration error that names the missing or invalid variable.
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
        builder.auth_url = variable("L10N_AUTH_URL")?;
        builder.cursor_api_url = variable("L10N_CURSOR_API_URL")?;
        builder.allows_plain_http = match variable("L10N_ALLOW_PLAIN_HTTP")?.as_deref() {
            None | Some("" | "0") => false,
            Some("1") => true,
            Some(_) => return Err(Error::configuration("L10N_ALLOW_PLAIN_HTTP is not 0 or 1")),
        };
        builder.build()
    }
}

/// Builds a [`Client`].
#[must_use = "a builder makes a client only when `build` is called"]
pub struct ClientBuilder {
    base_url: String,
    auth_url: Option<String>,
    cursor_api_url: Option<String>,
    allows_plain_http: bool,
    credential: Auth,
    cursor_api_token: Option<Secret>,
    http: HttpSettings,
    limiter: Arc<dyn RateLimiter>,
    max_response_size: usize,
    connect_timeout: Duration,
    read_timeout: Duration,
    call_timeout: Option<Duration>,
    retry: RetryPolicy,
    user_agent: Option<String>,
    headers: HeaderMap,
    hooks: Vec<Arc<dyn Hook>>,
    transport: Option<Arc<dyn Transport>>,
    /// The first header that was given and cannot be sent.
    invalid: Option<String>,
}

type HttpSettings = Box<dyn FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

enum Auth {
    None,
    ApiToken(Secret),
    AccessToken(Secret),
    Session(OAuthApp, OAuthTokens),
    Stored(OAuthApp, Arc<dyn TokenStore>),
}

/// Shows nothing: URLs may contain passwords.
impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder").finish_non_exhaustive()
    }
}

impl ClientBuilder {
    /// Authenticates with a personal API token, in the header `X-Api-Token`.
    pub fn api_token(mut self, token: impl Into<Secret>) -> Self {
        self.credential = Auth::ApiToken(token.into());
        self
    }

    /// Authenticates with an OAuth access token, in the header `Authorization`. It is not
    /// refreshed: see [`oauth`](Self::oauth).
    pub fn access_token(mut self, token: impl Into<Secret>) -> Self {
        self.credential = Auth::AccessToken(token.into());
        self
    }

    /// Authenticates with OAuth tokens, and refreshes them: shortly before the access token
    /// expires, and once if the service rejects it (401). Calls that need a new token at the same
    /// time share one refresh, which continues if they are dropped. Requires
    /// [`auth_url`](Self::auth_url).
    ///
    /// Refreshed tokens are kept in memory only. If the authorization server issues a new refresh
    /// token with each refresh, the next process cannot use the one passed here: use
    /// [`oauth_store`](Self::oauth_store) to store them.
    pub fn oauth(mut self, app: OAuthApp, tokens: OAuthTokens) -> Self {
        self.credential = Auth::Session(app, tokens);
        self
    }

    /// Like [`oauth`](Self::oauth), with the tokens of a store. Refreshed tokens are saved there
    /// before any call uses them. After a sign-in, save the tokens in the store first. See
    /// [`TokenStore`] for the rules.
    pub fn oauth_store(mut self, app: OAuthApp, store: impl TokenStore + 'static) -> Self {
        self.credential = Auth::Stored(app, Arc::new(store));
        self
    }

    /// Sets the personal API token for the cursor API, which does not accept OAuth
    /// tokens. Defaults to [`api_token`](Self::api_token).
    pub fn cursor_api_token(mut self, token: impl Into<Secret>) -> Self {
        self.cursor_api_token = Some(token.into());
        self
    }

    /// Sets the rate limiter. The default is [`SlidingWindow`] with the observed limits of the
    /// service: 6 requests a second for each token, and 10 in flight for each project. All clones
    /// of the client share it; several clients or processes can share one too.
    #[doc(alias = "rate limit")]
    pub fn rate_limiter(mut self, limiter: impl RateLimiter + 'static) -> Self {
        self.limiter = Arc::new(limiter);
        self
    }

    /// Sends requests without a rate limit, for example to the sandbox.
    pub fn without_rate_limit(self) -> Self {
        self.rate_limiter(NoRateLimit)
    }

    /// Sets when and how often a call is retried.
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.retry = policy;
        self
    }

    /// Sets the timeout for connecting; 10 seconds by default.
    pub fn connect_timeout(mut self, limit: Duration) -> Self {
        self.connect_timeout = limit;
        self
    }

    /// Sets the idle timeout: the maximum time without data from the service while the client waits
    /// for a response or reads it. 60 seconds by default. During an upload, the timeout restarts
    /// whenever the connection accepts a part of the body.
    ///
    /// HTTP/2 connections, which many requests share, are pinged every 15 seconds while requests
    /// are in flight, and closed if the server does not reply within 10.
    pub fn read_timeout(mut self, limit: Duration) -> Self {
        self.read_timeout = limit;
        self
    }

    /// Sets the timeout of a whole call, including waits for the rate limiter, retries and their
    /// backoff; 120 seconds by default. Concurrent calls wait for each other in the rate limiter:
    /// at 6 a second, 720 start within this time.
    ///
    /// The timeout does not apply to streamed uploads and to downloads, whose length is unknown. A
    /// token refresh that a call waits for continues after the timeout, because stopping it could
    /// lose the new tokens.
    pub fn call_timeout(mut self, limit: Option<Duration>) -> Self {
        self.call_timeout = limit;
        self
    }

    /// Sets the maximum size of a response in bytes, after decompression; 64 MiB by default. Does
    /// not apply to bundles.
    pub fn max_response_size(mut self, bytes: usize) -> Self {
        self.max_response_size = bytes;
        self
    }

    /// Sets the URL of the authorization server, which `request_token` needs.
    pub fn auth_url(mut self, url: impl Into<String>) -> Self {
        self.auth_url = Some(url.into());
        self
    }

    /// Sets the URL of the cursor API, including the version segment, which `list_items`
    /// and `list_audit_logs` need.
    pub fn cursor_api_url(mut self, url: impl Into<String>) -> Self {
        self.cursor_api_url = Some(url.into());
        self
    }

    /// Allows plain HTTP. Without it, plain HTTP is allowed only to this machine. Use it for a
    /// sandbox in another container.
    ///
    /// Everyone in the network can then read and change the credential and all data: never use it
    /// with a server of the service. It applies to the URLs of the servers, and to the links of a
    /// service that itself uses plain HTTP.
    pub fn allow_plain_http(mut self) -> Self {
        self.allows_plain_http = true;
        self
    }

    /// Customizes the HTTP library: proxies, certificates, a resolver, connection limits.
    ///
    /// `settings` receives the client's own settings and returns the changed ones.
    ///
    /// - Default headers are sent to every host, including the host of bundles: they must not
    ///   contain a credential.
    /// - The client sets the `User-Agent` and the connect timeout itself. It follows no redirects,
    ///   because a redirect could send the credential to another host.
    /// - Proxies set in the environment are used unless a server of the client has a URL of plain
    ///   HTTP, because they could read the credential.
    /// - `connection_verbose` is off, because its logs would show the credential.
    /// - Retries of the HTTP library are off, because they would bypass the rate limiter and the
    ///   [retry policy](Self::retry).
    #[doc(alias = "proxy")]
    pub fn http(
        mut self,
        settings: impl Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync + 'static,
    ) -> Self {
        self.http = Box::new(settings);
        self
    }

    /// Sets the name of the program in the `User-Agent` of all requests, before the name of this
    /// crate: products such as `ci-sync/2.1`, separated by spaces (RFC 9110, section 10.1.5).
    /// [`build`](Self::build) fails if it is empty or contains characters that are not allowed in a
    /// header.
    pub fn user_agent(mut self, product: impl Into<String>) -> Self {
        self.user_agent = Some(product.into());
        self
    }

    /// Adds a header to all requests to the service: to the hosts of the base URL, the
    /// authorization server and the cursor API, but not to the host of bundles. Its value
    /// is not logged.
    ///
    /// [`build`](Self::build) fails for headers that the client sets itself, such as
    /// `Authorization`, `X-Api-Token`, `Accept` and `Content-Type`, and for `User-Agent`, which
    /// [`user_agent`](Self::user_agent) sets. [`CallOptions::header`] adds a header to one call.
    pub fn header(mut self, name: &str, value: impl AsRef<str>) -> Self {
        match own_header(name, value.as_ref()) {
            Ok((name, value)) => drop(self.headers.insert(name, value)),
            Err(reason) => drop(self.invalid.get_or_insert(reason)),
        }
        self
    }

    /// Adds a hook, which observes every call and attempt, and may add headers or reject an
    /// attempt. Hooks run in the order in which they were added.
    pub fn hook(mut self, hook: impl Hook + 'static) -> Self {
        self.hooks.push(Arc::new(hook));
        self
    }

    /// Sends all requests through a custom transport: a fake for unit tests, or middleware. The
    /// settings of [`http`](Self::http) and the connect timeout have no effect then; all others
    /// still apply, and its requests have all headers.
    pub fn transport(mut self, transport: impl Transport + 'static) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Builds the client.
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Configuration`] if a URL is invalid, uses plain HTTP to another
    /// machine without [`allow_plain_http`](Self::allow_plain_http), or contains credentials, a
    /// query or a fragment; if a token is empty or contains characters that are not allowed in a
    /// header; and if TLS cannot be set up, or is needed but none of its features is enabled. See
    /// [the features](crate::guide::building).
    pub fn build(self) -> Result<Client, Error> {
        let plain = self.allows_plain_http;
        let optional = |what, url: &Option<String>| match url {
            Some(url) => address(what, url, plain).map(Some),
            None => Ok(None),
        };
        let main = address("base URL", &self.base_url, plain)?;
        let auth = optional("authorization server's URL", &self.auth_url)?;
        let cursor = optional("cursor API's URL", &self.cursor_api_url)?;
        let servers = [Some(&main), auth.as_ref(), cursor.as_ref()];
        let has_plain = servers.into_iter().flatten().any(|url| url.scheme() == "http");
        let retry = self.retry.clone();
        let credential = match self.credential {
            Auth::None => Credential::None,
            Auth::ApiToken(token) => Credential::ApiToken(api_token(&token)?),
            Auth::AccessToken(token) => Credential::AccessToken(bearer(&token)?),
            Auth::Session(..) | Auth::Stored(..) if auth.is_none() => {
                return Err(Error::configuration(NO_AUTH_URL));
            }
            Auth::Session(app, tokens) => {
                let session = Session::of_tokens(app, tokens, retry)?;
                Credential::Session(Arc::new(session))
            }
            Auth::Stored(app, store) => {
                let session = Session::of_store(app, store, retry);
                Credential::Session(Arc::new(session))
            }
        };
        if let Some(reason) = self.invalid {
            return Err(Error::configuration(reason));
        }
        let user_agent = user_agent(self.user_agent.as_deref())?;
        let transport = match self.transport {
            Some(transport) => transport,
            None => {
                cryptography()?;
                let http = http(self.http, self.connect_timeout, has_plain)?;
                Arc::new(Connections(http))
            }
        };
        let credentials = Credentials::new(credential, self.cursor_api_token.as_ref())?;
        Ok(Client {
            core: Arc::new(Core {
                transport,
                allows_plain_http: plain,
                addresses: Addresses { main, auth, cursor },
                credentials,
                user_agent,
                headers: self.headers,
                hooks: self.hooks,
                limiter: self.limiter,
                retry: self.retry,
                max_response_size: self.max_response_size,
                read_timeout: self.read_timeout,
                call_timeout: self.call_timeout,
            }),
            options: CallOptions::default(),
        })
    }
}

/// Makes sure that rustls has a crypto provider, that of the program or of a feature: without one,
/// the HTTP library panics.
#[allow(clippy::unnecessary_wraps, reason = "fails with some features only")]
fn cryptography() -> Result<(), Error> {
    #[cfg(all(
        feature = "rustls-no-provider",
        not(feature = "rustls"),
        not(feature = "native-tls")
    ))]
    {
        use rustls::crypto::CryptoProvider;

        #[cfg(feature = "rustls-ring")]
        if CryptoProvider::get_default().is_none() {
            // Fails if another thread has installed one meanwhile.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        if CryptoProvider::get_default().is_none() {
            return Err(Error::configuration(
                "rustls has no crypto provider: install a `CryptoProvider` as the process default \
                 first, or enable the feature `rustls` or `rustls-ring` of l10n-client",
            ));
        }
    }
    Ok(())
}

/// Returns the caller's products, followed by this crate's.
fn user_agent(app: Option<&str>) -> Result<HeaderValue, Error> {
    const OWN: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));
    let Some(app) = app else {
        return Ok(HeaderValue::from_static(OWN));
    };
    let value = HeaderValue::from_str(&format!("{app} {OWN}")).ok();
    value.filter(|_| app.is_ascii() && !app.trim().is_empty()).ok_or_else(|| {
        Error::configuration(format!(
            "{app:?} is not a valid product: use `name/version`, such as `ci-sync/2.1`"
        ))
    })
}

/// The interval and timeout of HTTP/2 pings: together less than the default idle timeout.
const PING_EVERY: Duration = Duration::from_secs(15);
const PING_PATIENCE: Duration = Duration::from_secs(10);

/// The window of an HTTP/2 connection: enough for hundreds of downloads that nobody reads for now,
/// each with a full window of its own.
const CONNECTION_WINDOW: u32 = 1 << 30;

fn http(
    settings: HttpSettings,
    connect_timeout: Duration,
    has_plain: bool,
) -> Result<reqwest::Client, Error> {
    let start = reqwest::Client::builder()
        .http2_keep_alive_interval(PING_EVERY)
        .http2_keep_alive_timeout(PING_PATIENCE)
        .http2_initial_connection_window_size(CONNECTION_WINDOW);
    // A proxy of the environment could be elsewhere, and would see the credential.
    let start = match has_plain {
        true => start.no_proxy(),
        false => start,
    };
    let whole = settings(start)
        .redirect(redirect::Policy::none())
        .retry(reqwest::retry::never())
        // It would log every byte that is sent, the credential's too.
        .connection_verbose(false)
        .connect_timeout(connect_timeout);
    whole.build().map_err(|error| {
        let detail = "cannot build the HTTP client";
        let made = Error::new(ErrorKind::Configuration, None, detail);
        made.with_source(error.without_url())
    })
}
