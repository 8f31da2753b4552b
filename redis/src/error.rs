//! What can go wrong with a store, in words.

use std::fmt;
use std::time::Duration;

/// Why something could not be done with the store.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// What was given is no address of a store.
    Address(redis::RedisError),
    /// A setting of a builder makes no sense; what would.
    Setting(&'static str),
    /// The store cannot be reached, or the connection to it broke.
    Away(redis::RedisError),
    /// The store did not answer in this time.
    Silent(Duration),
    /// The store refused: a password, a right, its memory.
    Refused(redis::RedisError),
    /// Another process has held the lock for all this time.
    Locked(Duration),
    /// The lease of the lock has ended, and somebody else has saved tokens since: these are older,
    /// and were not saved.
    Overtaken,
    /// None of the keys opens what the store holds under this name; or it was changed, or moved
    /// there from another name.
    Sealed(String),
    /// What was opened are no tokens.
    NoTokens(serde_json::Error),
}

impl Error {
    /// Whether the store could not be asked: it may be back later.
    pub fn is_away(&self) -> bool {
        matches!(self, Self::Away(_) | Self::Silent(_))
    }
}

impl From<redis::RedisError> for Error {
    fn from(error: redis::RedisError) -> Self {
        let is_starting = error.code() == Some("LOADING") || error.code() == Some("READONLY");
        match error.is_io_error() || error.is_unrecoverable_error() || is_starting {
            true => Self::Away(error),
            false => Self::Refused(error),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(error) => write!(
                f,
                "this is no address of a store, such as redis://127.0.0.1:6379: {error}"
            ),
            Self::Setting(right) => f.write_str(right),
            Self::Away(error) => write!(f, "the store cannot be reached: {error}"),
            Self::Silent(time) => write!(f, "the store has not answered within {time:?}"),
            Self::Refused(error) => write!(f, "the store refused: {error}"),
            Self::Locked(time) => write!(
                f,
                "another process has held the lock of these tokens for {time:?}"
            ),
            Self::Overtaken => f.write_str(
                "the tokens were not saved: the lease of their lock has ended, and somebody else \
                 has saved newer ones",
            ),
            Self::Sealed(name) => write!(
                f,
                "none of the keys opens the tokens at {name}: give the key that sealed them too, \
                 or have the user sign in again"
            ),
            Self::NoTokens(error) => write!(f, "what the store holds are no tokens: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Address(error) | Self::Away(error) | Self::Refused(error) => Some(error),
            Self::NoTokens(error) => Some(error),
            _ => None,
        }
    }
}
