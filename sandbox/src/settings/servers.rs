//! The servers of a sandbox, and their public addresses.

use serde::{Deserialize, Serialize};

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
    /// The same servers, with the control endpoints of a world.
    pub(crate) fn of_world(&self, name: &str) -> Self {
        Self { control: format!("{}/worlds/{name}", self.control), ..self.clone() }
    }
}
