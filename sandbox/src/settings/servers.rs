//! The servers of a sandbox, and the addresses of theirs that are given out.

use serde::{Deserialize, Serialize};
use url::Url;

/// What the path of a request to another world than the default one begins with, before its name.
pub(crate) const WORLDS: &str = "/worlds/";

/// A server of the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Server {
    /// The main API.
    Main,
    /// The authorization server.
    Auth,
    /// The cursor-paginated API.
    Cursor,
    /// The host of bundles.
    Bundle,
}

/// What the paths of each server begin with: a slash and more, or nothing.
#[derive(Debug, Clone, Default)]
pub(crate) struct Paths {
    pub(crate) base: String,
    pub(crate) cursor: &'static str,
    pub(crate) bundle: &'static str,
    pub(crate) control: &'static str,
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
    /// The same servers, as a world is addressed on them: below `/worlds/{name}`.
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

    /// The path of the main API, without a slash at its end: what a `Location` begins with.
    pub(crate) fn base_path(&self) -> String {
        let url = Url::parse(&self.base);
        url.map_or_else(|_| String::new(), |url| url.path().trim_end_matches('/').to_owned())
    }
}
