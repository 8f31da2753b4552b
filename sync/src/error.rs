//! The errors of this crate.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a push or pull could not be done at all. Failures of single files are in the reports.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The configuration or an option cannot work. Nothing was sent.
    Config {
        /// The key, as `files[0].pattern`, or the option.
        key: String,
        /// What is wrong, and what to write instead.
        message: String,
    },
    /// A call to the service failed.
    Client(Box<l10n_client::Error>),
    /// A local file or folder cannot be read or written.
    Io {
        /// What was tried, as `read`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Git failed, or is not installed although the folder belongs to a repository.
    Git(String),
    /// The bundle of an export is not a readable archive.
    Bundle(String),
}

impl Error {
    pub(crate) fn config(key: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Config { key: key.into(), message: message.into() }
    }

    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io { action, path: path.to_owned(), source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config { key, message } => write!(f, "`{key}`: {message}"),
            Self::Client(error) => error.fmt(f),
            Self::Io { action, path, source } => {
                write!(f, "cannot {action} {}: {source}", path.display())
            }
            Self::Git(message) => write!(f, "git: {message}"),
            Self::Bundle(message) => write!(f, "unusable bundle: {message}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // Display shows the error itself.
            Self::Client(error) => std::error::Error::source(error),
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<l10n_client::Error> for Error {
    fn from(error: l10n_client::Error) -> Self {
        Self::Client(Box::new(error))
    }
}
