//! What a port serves, and which part of it a path means.

use crate::settings::Server;

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
}
