//! The servers of a sandbox, and their public addresses.

use serde::{Deserialize, Serialize};
use url::Url;

/// The path of a world, before its name.
pub(crate) const WORLDS: &str = "/worlds/";

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

/// The prefix of the paths of each server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Paths {
    pub(crate) base: &'static str,
    pub(crate) cursor: &'static str,
    pub(crate) bundle: &'static str,
    pub(crate) control: &'static str,
}

impl Paths {
    pub(crate) fn of(&self, server: Server) -> &'static str {
        match server {
            Server::Main => self.base,
            Server::Cursor => self.cursor,
            Server::Auth => "",
            Server::Bundle => self.bundle,
        }
    }
}

/// The base addresses of a sandbox.
#[derive(Debug, Clone, Default)]
pub(crate) struct Urls {
    pub(crate) base: String,
    pub(crate) auth: String,
    pub(crate) cursor: String,
    pub(crate) bundle: String,
    pub(crate) control: String,
}

impl Urls {
    /// The same servers, below `/worlds/{name}`.
    pub(crate) fn of_world(&self, name: &str) -> Self {
        let below = |url: &str| match Url::parse(url) {
            Ok(mut url) => {
                let path = url.path().trim_end_matches('/').to_owned();
                url.set_path(&format!("{WORLDS}{name}{path}"));
                url.to_string()
            }
            Err(_) => url.to_owned(),
        };
        Self {
            base: below(&self.base),
            auth: below(&self.auth),
            cursor: below(&self.cursor),
            bundle: below(&self.bundle),
            control: below(&self.control),
        }
    }

    /// The path of the main API, which a `Location` begins with.
    pub(crate) fn base_path(&self) -> String {
        let url = Url::parse(&self.base);
        url.map_or_else(|_| String::new(), |url| url.path().trim_end_matches('/').to_owned())
    }
}
