//! What a port serves, and which part of it a path means.

use crate::settings::{Server, WORLDS};

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
        match below_world(path).1.split('/').nth(1) {
            Some("control") => Self::Control,
            Some("bundles") => Self::Api(Server::Bundle),
            Some("oauth2") => Self::Api(Server::Auth),
            Some("v1") => Self::Api(Server::Cursor),
            _ => Self::Api(Server::Main),
        }
    }
}

/// Splits `/worlds/{name}` off a path.
pub(super) fn below_world(path: &str) -> (&str, &str) {
    let end = path.strip_prefix(WORLDS).and_then(|rest| {
        let name = rest.find('/')?;
        Some(WORLDS.len() + name)
    });
    path.split_at(end.unwrap_or(0))
}
