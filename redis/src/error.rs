//! The error type.

use std::fmt;
use std::time::Duration;

use redis::{ErrorKind, ServerErrorKind};

/// An error of the store or of a builder's settings.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The address of the store is invalid.
    Address(redis::RedisError),
    /// A setting of a builder is invalid.
    Setting(&'static str),
    /// The store is unavailable, or the connection to it broke.
    Away(redis::RedisError),
    /// The store did not respond within this time.
    Silent(Duration),
    /// The store rejected a command: for example, a wrong password, a missing permission, or no
    /// memory left. Or the server at the address is not Redis.
    Rejected(redis::RedisError),
    /// The tokens were not saved: the lease of the lock expired, and newer ones were saved since.
    Overtaken,
    /// No key decrypts the tokens under this name: a key is missing, or the tokens were modified or
    /// copied from another name.
    Sealed(String),
    /// The decrypted value is not tokens.
    NoTokens(serde_json::Error),
}

impl Error {
    /// Returns whether the store is unavailable, which may be temporary. Returns false if the store
    /// rejected the command, or if the server is not Redis.
    pub fn is_away(&self) -> bool {
        matches!(self, Self::Away(_) | Self::Silent(_))
    }
}

impl From<redis::RedisError> for Error {
    fn from(error: redis::RedisError) -> Self {
        use ServerErrorKind::{BusyLoading, ClusterDown, MasterDown, ReadOnly};
        match error.kind() {
            ErrorKind::Io
            | ErrorKind::Server(BusyLoading | ClusterDown | MasterDown | ReadOnly) => {
                Self::Away(error)
            }
            _ => Self::Rejected(error),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(error) => {
                write!(f, "invalid store address (use one like redis://127.0.0.1:6379): {error}")
            }
            Self::Setting(message) => f.write_str(message),
            Self::Away(error) => write!(f, "the store is unavailable: {error}"),
            Self::Silent(time) => write!(f, "the store did not respond within {time:?}"),
            Self::Rejected(error) => write!(f, "the store rejected the command: {error}"),
            Self::Overtaken => f.write_str(
                "tokens not saved: their lock expired, and newer tokens were saved since",
            ),
            Self::Sealed(name) => write!(
                f,
                "no key decrypts the tokens at {name}: add the key that encrypted them as an older \
                 key, or have the user sign in again"
            ),
            Self::NoTokens(error) => write!(f, "invalid tokens in the store: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Address(error) | Self::Away(error) | Self::Rejected(error) => Some(error),
            Self::NoTokens(error) => Some(error),
            _ => None,
        }
    }
}
