//! What a port serves, and which part of it a path means.

use crate::settings::Server;

pub(super) const HEALTH: &str = "/health";

/// What a port serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Api(Server),
    Control,
    All,
}

impl Part {
    pub(super) fn at(self, path: &str) -> Self {
        if self != Self::All {
            return self;
        }
        match path.split('/').nth(1) {
            Some("control") => Self::Control,
            Some("bundles") => Self::Api(Server::Bundle),
            Some("oauth2") => Self::Api(Server::Auth),
            Some("v1") => Self::Api(Server::Cursor),
            _ => Self::Api(Server::Main),
        }
    }

    /// Whether a connection begins with a request that no fault applies to.
    pub(super) fn is_spared(self, start: &[u8]) -> bool {
        let path = start.split(|byte| b" ?".contains(byte)).nth(1).unwrap_or_default();
        let path = str::from_utf8(path).unwrap_or_default();
        path == HEALTH || self.at(path) == Self::Control
    }
}
