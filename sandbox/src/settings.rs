//! Settings of a sandbox, and the addresses of its servers.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::quirks::Preset;

#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// How long a process stays in each state; `None`: until it is polled.
    pub(crate) step: Option<Duration>,
    pub(crate) token_lifetime: Duration,
    pub(crate) rotate_refresh_tokens: bool,
    /// Whether a branch that does not exist stands for the default one.
    pub(crate) any_branch: bool,
    /// The variants at the start, and after a reset.
    pub(crate) variants: Preset,
    pub(crate) strict: bool,
    pub(crate) rate_limit: Option<RateLimit>,
    pub(crate) nulls: Nulls,
    pub(crate) urls: Urls,
    /// The certificate of the authority that clients must trust, with TLS.
    pub(crate) ca_pem: Option<String>,
    pub(crate) log: bool,
}

/// The addresses of the servers, as a client reaches them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Urls {
    pub(crate) base: String,
    /// The origin, such as `http://127.0.0.1:8080`.
    pub(crate) auth: String,
    pub(crate) cursor: String,
    pub(crate) bundle: String,
    /// The control endpoints of a world.
    pub(crate) control: String,
}

impl Urls {
    /// `world` is what follows `/control` in the paths of a world.
    pub(crate) fn new(origin: &str, world: &str) -> Self {
        let at = |server: Server| format!("{origin}{}", server.prefix());
        Self {
            base: at(Server::Main),
            cursor: at(Server::Cursor),
            bundle: at(Server::Bundle),
            control: format!("{origin}/control{world}"),
            auth: origin.to_owned(),
        }
    }
}

/// A server of the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Server {
    /// The main API.
    #[default]
    Main,
    /// The authorization server.
    Auth,
    /// The cursor-paginated API.
    Cursor,
    /// The host of bundles.
    Bundle,
}

impl Server {
    /// The server that a path means.
    pub(crate) fn at(path: &str) -> Self {
        match path.split('/').nth(1) {
            Some("bundles") => Self::Bundle,
            Some("oauth2") => Self::Auth,
            Some("v1") => Self::Cursor,
            _ => Self::Main,
        }
    }

    /// What precedes the paths of its operations.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::Main => "/v2",
            Self::Cursor => "/v1",
            Self::Bundle => "/bundles",
            Self::Auth => "",
        }
    }
}

/// Which properties of responses are null, of those that their schema does not require.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Nulls {
    /// Only those without a value.
    #[default]
    Off,
    /// All except objects and lists, which have nulls within.
    Values,
    /// All.
    All,
}

/// Limits past which the response is 429. The default is that of the service.
///
/// As JSON: `{"per_second": 6, "in_flight": 10}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RateLimit {
    /// Requests of one token in any second.
    pub per_second: usize,
    /// Requests of one project at the same time.
    pub in_flight: usize,
}

impl Default for RateLimit {
    fn default() -> Self {
        Self { per_second: 6, in_flight: 10 }
    }
}

impl RateLimit {
    /// Creates limits.
    pub fn new(per_second: usize, in_flight: usize) -> Self {
        Self { per_second, in_flight }
    }
}
