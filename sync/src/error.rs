//! The error type.

use std::io;
use std::path::{Path, PathBuf};

/// An error that stops a push or pull. Failures of single files are in the reports.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The configuration or an option is invalid. The call changed nothing.
    #[error("`{key}`: {message}")]
    Config {
        /// The key, such as `files[0].pattern`, or the option.
        key: String,
        /// Why it is invalid, and what to do.
        message: String,
    },
    /// A call to the service failed.
    #[error(transparent)]
    Client(Box<l10n_client::Error>),
    /// A local file or folder cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Git failed, or is not installed but the folder belongs to a repository.
    #[error("git: {0}")]
    Git(String),
    /// A task of the program ended before its work.
    #[error("stopped: {0}")]
    Stopped(String),
}

impl Error {
    pub(crate) fn config(key: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Config { key: key.into(), message: message.into() }
    }

    pub(crate) fn read(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }
}

impl From<l10n_client::Error> for Error {
    fn from(error: l10n_client::Error) -> Self {
        Self::Client(Box::new(error))
    }
}

/// What ends the work on a file.
pub(crate) enum Stop<R> {
    /// The reason concerns this file alone.
    File(R),
    /// No file can be done.
    All(Error),
}

impl<R> From<Error> for Stop<R> {
    fn from(error: Error) -> Self {
        Self::All(error)
    }
}
