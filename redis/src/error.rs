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
    /// What answers at the address speaks another language than a store does.
    NoStore(redis::RedisError),
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
    /// Whether the store could not be asked: it may be back later. Not so where it refused, or
    /// where none is there, which no time mends.
    pub fn is_away(&self) -> bool {
        matches!(self, Self::Away(_) | Self::Silent(_))
    }

    /// Whether no question would have had an answer, whatever it was about.
    pub(crate) fn is_of_all(&self) -> bool {
        match self {
            Self::Refused(error) => is_unknown_to(error),
            Self::NoStore(_) => true,
            error => error.is_away(),
        }
    }

    /// Whether something else stands where the script expected its own.
    pub(crate) fn is_of_type(&self) -> bool {
        matches!(self, Self::Refused(error) if error.to_string().contains("WRONGTYPE"))
    }
}

/// Whether the store does not let this process in.
fn is_unknown_to(error: &redis::RedisError) -> bool {
    let is_refused = error.kind() == redis::ErrorKind::AuthenticationFailed;
    is_refused || matches!(error.code(), Some("NOAUTH" | "WRONGPASS"))
}

impl From<redis::RedisError> for Error {
    fn from(error: redis::RedisError) -> Self {
        const PASSING: [&str; 5] = ["LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "BUSY"];
        let is_transient = error.code().is_some_and(|code| PASSING.contains(&code))
            || error.to_string().contains("max number of clients");
        match error.kind() {
            redis::ErrorKind::Io => Self::Away(error),
            _ if is_transient => Self::Away(error),
            redis::ErrorKind::Parse => Self::NoStore(error),
            _ => Self::Refused(error),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(error) => {
                write!(f, "this is no address of a store, such as redis://127.0.0.1:6379: {error}")
            }
            Self::Setting(right) => f.write_str(right),
            Self::Away(error) => write!(f, "the store cannot be reached: {error}"),
            Self::Silent(time) => write!(f, "the store has not answered within {time:?}"),
            Self::Refused(error) => write!(f, "the store refused: {error}"),
            Self::NoStore(error) => write!(f, "what answers there is no store: {error}"),
            Self::Locked(time) => {
                write!(f, "another process has held the lock of these tokens for {time:?}")
            }
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
            Self::Address(error)
            | Self::Away(error)
            | Self::Refused(error)
            | Self::NoStore(error) => Some(error),
            Self::NoTokens(error) => Some(error),
            _ => None,
        }
    }
}
