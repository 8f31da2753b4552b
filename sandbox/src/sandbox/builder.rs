//! Settings of a sandbox.

use std::path::PathBuf;
use std::time::Duration;

use super::start::Source;
use crate::quirks::{Preset, Quirk, Variant};
use crate::server::Binding;
use crate::settings::{Load, Nulls, Pace, Paths, RateLimit, Settings, Urls};

/// Settings of a sandbox.
#[derive(Debug, Clone)]
pub struct Builder {
    pub(super) binding: Binding,
    /// Without the addresses.
    pub(super) settings: Settings,
    pub(super) compress: bool,
    pub(super) origins: Vec<String>,
    pub(super) source: Source,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            binding: Binding {
                listen: "127.0.0.1:0".to_owned(),
                public_host: None,
                one_port: false,
                tls: false,
            },
            settings: Settings {
                variants: Preset::default().into(),
                strict: false,
                rate_limit: None,
                pace: Pace::Step(Duration::from_millis(20)),
                token_lifetime: Duration::from_secs(3600),
                rotate_refresh_tokens: false,
                deletion_cooldown: Duration::from_secs(2),
                any_branch: false,
                nulls: Nulls::Off,
                load: Load::default(),
                urls: Urls::default(),
                paths: Paths::default(),
                ca_pem: None,
                max_worlds: 1_000,
                log: false,
            },
            compress: false,
            origins: Vec::new(),
            source: Source::BuiltIn,
        }
    }
}

impl Builder {
    /// Sets the host and port of the main API; `127.0.0.1:0` by default. The authorization server,
    /// the cursor API, the bundle host and the control endpoints take the next ports, in this
    /// order. Port 0 takes free ports.
    #[must_use]
    pub fn listen(mut self, address: impl ToString) -> Self {
        self.binding.listen = address.to_string();
        self
    }

    /// Sets the host in the addresses that the sandbox gives out, for containers and proxies; by
    /// default the host that it listens on.
    ///
    /// With a port, `localhost:9000`, that is the port of the main API, and the other servers have
    /// the next ones. With [`one_port`](Self::one_port) this may be an origin:
    /// `https://sandbox.example`.
    #[must_use]
    pub fn public_host(mut self, host: impl Into<String>) -> Self {
        self.binding.public_host = Some(host.into());
        self
    }

    /// Serves everything on one port, below `/v2`, `/oauth2`, `/v1`, `/bundles` and `/control`.
    #[must_use]
    pub fn one_port(mut self) -> Self {
        self.binding.one_port = true;
        self
    }

    /// Serves HTTPS with a certificate for the public host, `localhost`, `127.0.0.1` and `::1`.
    /// Clients must trust its authority, [`Sandbox::ca_pem`](super::Sandbox::ca_pem). The control
    /// endpoints keep plain HTTP, unless they share the port.
    #[must_use]
    pub fn tls(mut self) -> Self {
        self.binding.tls = true;
        self
    }

    /// Lets web pages of this origin, such as `https://app.test`, use the APIs, or of all origins
    /// with `*`; by default only those of `localhost` and of the public host may. `null` is the
    /// origin of files and sandboxed frames.
    #[must_use]
    pub fn cors(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// Sets how many worlds there may be besides the default one; 1,000 by default.
    #[must_use]
    pub fn max_worlds(mut self, count: usize) -> Self {
        self.settings.max_worlds = count;
        self
    }

    /// Writes a line about each request to the standard error.
    #[must_use]
    pub fn log(mut self) -> Self {
        self.settings.log = true;
        self
    }

    /// Sets the variants of responses at the start and after a reset; [`Preset::Observed`] by
    /// default.
    #[must_use]
    pub fn variants(mut self, preset: Preset) -> Self {
        self.settings.variants = preset.into();
        self
    }

    /// Sets the variant of one response, after [`variants`](Self::variants).
    #[must_use]
    pub fn quirk(mut self, quirk: Quirk, variant: Variant) -> Self {
        self.settings.variants.set(quirk, variant);
        self
    }

    /// Rejects undocumented input (400). By default it is accepted, and reported in
    /// [`SeenRequest`](crate::SeenRequest) and in the headers of the response.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.settings.strict = true;
        self
    }

    /// Sets rate limits; none by default.
    #[must_use]
    pub fn rate_limit(mut self, limit: RateLimit) -> Self {
        self.settings.rate_limit = Some(limit);
        self
    }

    /// Sets how long processes and jobs stay in each of their states; 20 ms by default.
    #[must_use]
    pub fn step(mut self, step: Duration) -> Self {
        self.settings.pace = Pace::Step(step);
        self
    }

    /// Advances processes and jobs only when they are polled, after the response.
    #[must_use]
    pub fn step_on_look(mut self) -> Self {
        self.settings.pace = Pace::EachLook;
        self
    }

    /// Sets how long access tokens live; one hour by default.
    #[must_use]
    pub fn token_lifetime(mut self, lifetime: Duration) -> Self {
        self.settings.token_lifetime = lifetime;
        self
    }

    /// Issues a new refresh token with each refresh, and rejects the old one.
    #[must_use]
    pub fn rotate_refresh_tokens(mut self) -> Self {
        self.settings.rotate_refresh_tokens = true;
        self
    }

    /// Sets for how long a project rejects another bulk deletion of contributors (409) after one
    /// ended; 2 s by default.
    #[must_use]
    pub fn deletion_cooldown(mut self, cooldown: Duration) -> Self {
        self.settings.deletion_cooldown = cooldown;
        self
    }

    /// Compresses responses of the APIs (gzip) for clients that accept it.
    #[must_use]
    pub fn compress(mut self) -> Self {
        self.compress = true;
        self
    }

    /// Uses the default branch instead of one that does not exist, so that tests can tell requests
    /// apart by their addresses.
    #[must_use]
    pub fn any_branch(mut self) -> Self {
        self.settings.any_branch = true;
        self
    }

    /// Sets which properties of responses are null at the start and after a reset; none by default.
    #[must_use]
    pub fn nulls(mut self, nulls: Nulls) -> Self {
        self.settings.nulls = nulls;
        self
    }

    /// Adds that many comments to the last key of the main project, of about 200 bytes each.
    #[must_use]
    pub fn comments(mut self, count: u32) -> Self {
        self.settings.load.comments = count;
        self
    }

    /// Adds a file of that many zero bytes, stored uncompressed, to every bundle.
    #[must_use]
    pub fn bundle_filler(mut self, bytes: usize) -> Self {
        self.settings.load.bundle_filler = bytes;
        self
    }

    /// Starts and resets with the data of a JSON file, whose objects are
    /// those of responses; most fields may be left out.
    #[must_use]
    pub fn seed_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.source = Source::File(path.into());
        self
    }

    /// Starts and resets with these data, as in [`seed_file`](Self::seed_file).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let seed = serde_json::json!({ "projects": [{
    ///     "name": "Shop",
    ///     "languages": ["en", "de"],
    ///     "keys": [{ "key_name": "cart.title", "translations": { "en": "Cart", "de": "Warenkorb" } }]
    /// }] });
    /// let sandbox = l10n_sandbox::Sandbox::builder().seed(seed).start().await?;
    /// assert_eq!(sandbox.description()["projects"][0]["project_id"], "shop");
    /// assert_eq!(sandbox.token("read_write").as_deref(), Some("sandbox-read-write-token"));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn seed(mut self, data: serde_json::Value) -> Self {
        self.source = Source::Value(data);
        self
    }
}
