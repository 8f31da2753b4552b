//! The error type.

use std::fmt;
use std::time::Duration;

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
    /// memory left.
    Rejected(redis::RedisError),
    /// The server at the address does not speak the protocol of Redis.
    NoStore(redis::RedisError),
    /// Another process held the lock for this time.
    Locked(Duration),
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

    /// Whether every command fails with this error.
    pub(crate) fn affects_all(&self) -> bool {
        match self {
            Self::Rejected(error) => is_unauthenticated(error),
            Self::NoStore(_) => true,
            error => error.is_away(),
        }
    }

    /// Whether a key has another type than the script expects.
    pub(crate) fn is_wrong_type(&self) -> bool {
        matches!(self, Self::Rejected(error) if error.to_string().contains("WRONGTYPE"))
    }
}

fn is_unauthenticated(error: &redis::RedisError) -> bool {
    error.kind() == redis::ErrorKind::AuthenticationFailed
        || matches!(error.code(), Some("NOAUTH" | "WRONGPASS"))
}

impl From<redis::RedisError> for Error {
    fn from(error: redis::RedisError) -> Self {
        const TRANSIENT: [&str; 5] = ["LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "BUSY"];
        let is_transient = error.code().is_some_and(|code| TRANSIENT.contains(&code))
            || error.to_string().contains("max number of clients");
        match error.kind() {
            redis::ErrorKind::Io => Self::Away(error),
            _ if is_transient => Self::Away(error),
            redis::ErrorKind::Parse => Self::NoStore(error),
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
            Self::NoStore(error) => write!(f, "the server at this address is not Redis: {error}"),
            Self::Locked(time) => {
                write!(f, "timed out after {time:?} waiting for the lock of the tokens")
            }
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
            Self::Address(error)
            | Self::Away(error)
            | Self::Rejected(error)
            | Self::NoStore(error) => Some(error),
            Self::NoTokens(error) => Some(error),
            _ => None,
        }
    }
}
