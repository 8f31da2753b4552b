//! What a request means: an operation, a download, or nothing there is.

use crate::document::{Found, Operation};
use crate::matcher::DOWNLOAD_BUNDLE;
use crate::settings::Server;
use crate::state::Address;
use crate::worlds::World;

/// What the parameter of a path is called that names a project.
const PROJECT: [&str; 2] = ["project_id", "projectId"];

/// What a request means.
pub(super) enum Target {
    /// An operation, the parameters in its path, and whether the path is written as documented.
    Operation(&'static Operation, Vec<(String, String)>, bool),
    /// A download, by its path.
    Bundle(String),
    WrongMethod(String),
    Unknown,
    /// It is addressed to a world that is not there.
    NoWorld,
}

impl Target {
    pub(super) fn find(world: &World, server: Server, method: &str, path: &str) -> Self {
        let paths = &world.settings.paths;
        let (prefix, url) = match server {
            Server::Main => (paths.base.as_str(), "{base_url}"),
            Server::Cursor => (paths.cursor, "{cursor_api_url}"),
            Server::Auth => ("", "{auth_url}"),
            Server::Bundle => (paths.bundle, ""),
        };
        let Some(path) = path.strip_prefix(prefix) else {
            return Self::Unknown;
        };
        if server == Server::Bundle {
            return Self::Bundle(path.to_owned());
        }
        // The answer to HEAD is that to GET, and has its body taken off on the way out.
        let method = if method == "HEAD" { "GET" } else { method };
        match world.document.find(url, method, path) {
            Found::Operation(operation, parameters) => {
                let documented = operation.path.matches('/').count() == path.matches('/').count();
                Self::Operation(operation, parameters, documented)
            }
            Found::WrongMethod(allowed) => Self::WrongMethod(allowed.join(", ")),
            Found::Unknown => Self::Unknown,
        }
    }

    /// The operation, by the name that faults and the record use.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Operation(operation, ..) => Some(&operation.id),
            Self::Bundle(_) => Some(DOWNLOAD_BUNDLE),
            Self::WrongMethod(_) | Self::Unknown | Self::NoWorld => None,
        }
    }

    /// The parameters in the path.
    pub(super) fn parameters(&self) -> &[(String, String)] {
        match self {
            Self::Operation(_, parameters, _) => parameters,
            _ => &[],
        }
    }

    /// Whether an answer may take its time: files are decoded, parsed or written.
    pub(super) fn is_heavy(&self) -> bool {
        matches!(self.name(), Some("uploadFile" | "exportFiles" | "getProcess"))
    }

    /// The project that the path names.
    pub(super) fn project(&self, world: &World) -> Option<Address> {
        let mut parameters = self.parameters().iter();
        let (_, address) = parameters.find(|(name, _)| PROJECT.contains(&name.as_str()))?;
        Some(Address::of(&world.state(), address))
    }
}
