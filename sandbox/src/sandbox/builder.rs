//! Settings of a sandbox, and its start.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use super::Sandbox;
use crate::document::Document;
use crate::quirks::Preset;
use crate::seed;
use crate::server::{Guard, Port, Site, address, tls};
use crate::settings::{Nulls, RateLimit, Settings, Urls};
use crate::worlds::Worlds;

/// Settings of a sandbox.
#[derive(Debug, Clone)]
pub struct Builder {
    listen: String,
    tls: bool,
    /// Without the addresses.
    settings: Settings,
    origins: Vec<String>,
    seed: Option<serde_json::Value>,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:0".to_owned(),
            tls: false,
            settings: Settings {
                step: Some(Duration::from_millis(20)),
                token_lifetime: Duration::from_secs(3600),
                ..Settings::default()
            },
            origins: Vec::new(),
            seed: None,
        }
    }
}

/// Methods that change the builder and return it.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($this:ident $(, $value:ident: $kind:ty)*) $change:block)*) => {
        impl Builder {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(mut $this $(, $value: $kind)*) -> Self {
                    $change;
                    $this
                }
            )*
        }
    };
}

setters! {
    /// Sets the host and port; `127.0.0.1:0` by default. Port 0 takes a free one. The servers are
    /// below `/v2`, `/oauth2`, `/v1`, `/bundles` and `/control`.
    listen(self, address: impl ToString) { self.listen = address.to_string() }

    /// Serves HTTPS with a certificate for `localhost`, the host of [`listen`](Self::listen),
    /// `127.0.0.1` and `::1`. Clients must trust its authority,
    /// [`Sandbox::ca_pem`](super::Sandbox::ca_pem).
    tls(self) { self.tls = true }

    /// Lets web pages of this origin, such as `https://app.test`, use the sandbox, or of all
    /// origins with `*`; by default only those of `localhost` may. `null` is the origin of files
    /// and sandboxed frames.
    cors(self, origin: impl Into<String>) { self.origins.push(origin.into()) }

    /// Writes a line about each request to the standard error.
    log(self) { self.settings.log = true }

    /// Sets the variants of responses at the start and after a reset; [`Preset::Observed`] by
    /// default.
    variants(self, preset: Preset) { self.settings.variants = preset }

    /// Rejects undocumented input (400). By default it is accepted, and reported in
    /// [`SeenRequest`](crate::SeenRequest) and in the headers of the response.
    strict(self) { self.settings.strict = true }

    /// Sets rate limits; none by default.
    rate_limit(self, limit: RateLimit) { self.settings.rate_limit = Some(limit) }

    /// Sets how long processes stay in each of their states; 20 ms by default.
    step(self, step: Duration) { self.settings.step = Some(step) }

    /// Advances processes only when they are polled, after the response.
    step_on_poll(self) { self.settings.step = None }

    /// Sets how long access tokens live; one hour by default.
    token_lifetime(self, lifetime: Duration) { self.settings.token_lifetime = lifetime }

    /// Issues a new refresh token with each refresh, and rejects the old one.
    rotate_refresh_tokens(self) { self.settings.rotate_refresh_tokens = true }

    /// Uses the default branch instead of one that does not exist, so that tests can tell requests
    /// apart by their addresses.
    any_branch(self) { self.settings.any_branch = true }

    /// Sets which properties of responses are null at the start and after a reset; none by default.
    nulls(self, nulls: Nulls) { self.settings.nulls = nulls }

    /// Starts and resets with these data: objects as in responses, most of whose fields may be left
    /// out, such as `{"projects": [{"name": "Shop", "keys": ["cart.title"]}]}`.
    seed(self, data: serde_json::Value) { self.seed = Some(data) }
}

impl Builder {
    /// Starts the servers on threads of their own. Unlike with [`start`](Self::start), the sandbox
    /// outlives the runtime of the caller.
    ///
    /// # Errors
    ///
    /// Fails as [`start`](Self::start) does, or if a thread cannot be started.
    pub fn start_blocking(self) -> io::Result<Sandbox> {
        let start = || {
            let runtime = Runtime::new()?;
            let mut sandbox = runtime.block_on(self.start())?;
            sandbox.runtime = Some(runtime);
            Ok(sandbox)
        };
        // `block_on` panics in the thread of another runtime.
        let started = thread::Builder::new().spawn(start)?.join();
        started.unwrap_or_else(|_| Err(io::Error::other("the sandbox panicked as it started")))
    }

    /// Starts the servers on the Tokio runtime of the caller. They stop with it, or when the
    /// sandbox is dropped.
    ///
    /// # Errors
    ///
    /// Fails if the address is invalid (`InvalidInput`) or taken, the host cannot be in a
    /// certificate, or the seed is invalid (`InvalidData`).
    pub async fn start(self) -> io::Result<Sandbox> {
        let document = Document::embedded().map_err(io::Error::other)?;
        let seed = self.seed.map_or_else(seed::built_in, seed::read);
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, format!("seed: {error}"));
        let seed = seed.map_err(invalid)?;
        let listener = address::bind(self.listen.trim()).await?;
        let host = address::reachable_host(self.listen.trim());
        let tls = self.tls.then(|| tls::create(&host)).transpose().map_err(io::Error::other)?;
        let scheme = if self.tls { "https" } else { "http" };
        let origin = format!("{scheme}://{host}:{}", listener.local_addr()?.port());
        let ca_pem = tls.as_ref().map(|tls| tls.ca_pem.clone());
        let settings = Settings { urls: Urls::new(&origin, ""), ca_pem, ..self.settings };
        let worlds = Arc::new(Worlds::new(document, settings, seed));
        let site = Site {
            worlds: Arc::clone(&worlds),
            guard: Guard { host, origins: self.origins },
            is_tls: self.tls,
        };
        let mut port = JoinSet::new();
        port.spawn(Port { site: Arc::new(site), tls }.listen(listener));
        Ok(Sandbox { worlds, runtime: None, _port: port })
    }
}
