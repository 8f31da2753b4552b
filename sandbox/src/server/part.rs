//! What is behind a port, and which part of it a path means.

use crate::settings::{Server, WORLDS};

pub(super) const HEALTH: &str = "/health";

/// What is behind a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Api(Server),
    Control,
    /// All of it.
    All,
}

impl Part {
    /// The one that a path means.
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

    /// Whether what a connection begins with is for none of the servers that can misbehave.
    pub(super) fn is_spared(self, start: &[u8]) -> bool {
        let path = start.split(|byte| *byte == b' ').nth(1);
        let path = path.and_then(|path| str::from_utf8(path).ok()).unwrap_or_default();
        let path = path.split('?').next().unwrap_or_default();
        path == HEALTH || self.at(path) == Self::Control
    }
}

/// A path as its world's prefix, if it has one, and what comes behind it.
pub(super) fn below_world(path: &str) -> (&str, &str) {
    let end = path.strip_prefix(WORLDS).and_then(|rest| {
        let name = rest.find('/')?;
        Some(WORLDS.len() + name)
    });
    path.split_at(end.unwrap_or(0))
}
