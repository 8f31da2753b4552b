//! Settings of a sandbox.

use std::path::PathBuf;
use std::time::Duration;

use super::begin::Source;
use crate::quirks::{Preset, Quirk, Shape};
use crate::server::Binding;
use crate::settings::{Load, Nulls, Pace, Paths, RateLimit, Settings, Urls};

/// Settings of a sandbox.
#[derive(Debug, Clone)]
pub struct Builder {
    pub(super) binding: Binding,
    /// Those of the running sandbox, but for its addresses.
    pub(super) settings: Settings,
    pub(super) compress: bool,
    pub(super) source: Source,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            binding: Binding {
                listen: "127.0.0.1:0".to_owned(),
                public_host: None,
                base_path: "/v2".to_owned(),
                one_port: false,
                tls: false,
            },
            settings: Settings {
                shapes: Preset::default().into(),
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
            },
            compress: false,
            source: Source::BuiltIn,
        }
    }
}

impl Builder {
    /// Host and port of the main API, as `127.0.0.1:8080`, `localhost:8080` or `0.0.0.0:8080`; the
    /// other servers take the ports that follow: authorization server, cursor API, bundle host,
    /// control endpoints. Port 0 gives each a free port; `127.0.0.1:0` by default.
    #[must_use]
    pub fn listen(mut self, address: impl ToString) -> Self {
        self.binding.listen = address.to_string();
        self
    }

    /// The host in all addresses that are given out; by default the one that it listens at. Others
    /// know a container by its name: `sandbox`.
    ///
    /// A port, as in `localhost:9000`, is the main API's, and the other servers have those that
    /// follow: for a container whose ports are mapped. With [`one_port`](Self::one_port) this may
    /// be a whole origin, as `https://sandbox.example`, of a proxy that stands before it.
    #[must_use]
    pub fn public_host(mut self, host: impl Into<String>) -> Self {
        self.binding.public_host = Some(host.into());
        self
    }

    /// Serves all on one port: the main API below its base path, the authorization server below
    /// `/oauth2`, the cursor API below `/v1`, the bundle host below `/bundles` and the control
    /// endpoints below `/control`. Off by default.
    #[must_use]
    pub fn one_port(mut self) -> Self {
        self.binding.one_port = true;
        self
    }

    /// The path of the main API, as `/api2`, `/a/b` or `/`; `/v2` by default.
    #[must_use]
    pub fn base_path(mut self, path: impl Into<String>) -> Self {
        self.binding.base_path = path.into();
        self
    }

    /// Speaks HTTPS, with an authority of its own that is made at the start: clients are to trust
    /// [`Sandbox::ca_pem`](super::Sandbox::ca_pem). The certificate is for the public host,
    /// `localhost`, `127.0.0.1` and `::1`. The control endpoints stay with plain HTTP, unless they
    /// share the port. Off by default.
    #[must_use]
    pub fn tls(mut self) -> Self {
        self.binding.tls = true;
        self
    }

    /// The sides of all contradictions that are answered at the start and after a reset;
    /// [`Preset::Observed`] by default.
    #[must_use]
    pub fn shapes(mut self, preset: Preset) -> Self {
        self.settings.shapes = preset.into();
        self
    }

    /// The side of one contradiction; [`shapes`](Self::shapes) sets it again.
    #[must_use]
    pub fn quirk(mut self, quirk: Quirk, shape: Shape) -> Self {
        self.settings.shapes.set(quirk, shape);
        self
    }

    /// Refuses what the document does not have (400): unknown fields and parameters, and values
    /// that are written otherwise, such as a number as text. Off by default, which takes them, and
    /// tells so in [`SeenRequest`](crate::SeenRequest) and in the answer's headers.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.settings.strict = true;
        self
    }

    /// Rate limits; none by default.
    #[must_use]
    pub fn rate_limit(mut self, limit: RateLimit) -> Self {
        self.settings.rate_limit = Some(limit);
        self
    }

    /// How long processes and jobs stay in each of their states; 20 ms by default.
    #[must_use]
    pub fn step(mut self, step: Duration) -> Self {
        self.settings.pace = Pace::Step(step);
        self
    }

    /// Processes and jobs move on whenever one is read, after the answer, and at no other time.
    #[must_use]
    pub fn step_on_look(mut self) -> Self {
        self.settings.pace = Pace::EachLook;
        self
    }

    /// How long access tokens live; one hour by default.
    #[must_use]
    pub fn token_lifetime(mut self, lifetime: Duration) -> Self {
        self.settings.token_lifetime = lifetime;
        self
    }

    /// Gives a new refresh token with each refresh, and refuses the old one from then on; off by
    /// default.
    #[must_use]
    pub fn rotate_refresh_tokens(mut self) -> Self {
        self.settings.rotate_refresh_tokens = true;
        self
    }

    /// For how long a project's next bulk deletion of contributors is refused (409) after one
    /// ended; 2 s by default.
    #[must_use]
    pub fn deletion_cooldown(mut self, cooldown: Duration) -> Self {
        self.settings.deletion_cooldown = cooldown;
        self
    }

    /// Compresses answers of the APIs (gzip) for clients that ask for it; off by default.
    #[must_use]
    pub fn compress(mut self) -> Self {
        self.compress = true;
        self
    }

    /// Takes the name of a branch that does not exist for the default one instead of answering 404,
    /// so that requests can be told apart by their addresses; off by default.
    #[must_use]
    pub fn any_branch(mut self) -> Self {
        self.settings.any_branch = true;
        self
    }

    /// Which properties of answers are null at the start, and after a reset; none by default.
    #[must_use]
    pub fn nulls(mut self, nulls: Nulls) -> Self {
        self.settings.nulls = nulls;
        self
    }

    /// Seeds the main project with so many comments more, on its last key; none by default. One
    /// takes about 200 bytes of memory.
    #[must_use]
    pub fn comments(mut self, count: u32) -> Self {
        self.settings.load.comments = count;
        self
    }

    /// Adds a file of so many zero bytes, stored uncompressed, to every bundle; none by default.
    /// Bundles are held in memory until the sandbox is reset.
    #[must_use]
    pub fn bundle_filler(mut self, bytes: usize) -> Self {
        self.settings.load.bundle_filler = bytes;
        self
    }

    /// Begins with the data of a file, and returns to them at each reset. Their form is that of
    /// [`SEED_SCHEMA`](crate::SEED_SCHEMA); `README.md` has an example.
    #[must_use]
    pub fn seed_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.source = Source::File(path.into());
        self
    }

    /// Begins with these data, and returns to them at each reset. Their form is that of
    /// [`SEED_SCHEMA`](crate::SEED_SCHEMA).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let seed = serde_json::json!({ "projects": [{
    ///     "name": "Shop",
    ///     "languages": ["en", "de"],
    ///     "keys": [{ "name": "cart.title", "translations": { "en": "Cart", "de": "Warenkorb" } }]
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
