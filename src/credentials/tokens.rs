//! OAuth tokens of a user, the application that they are for, and their stores.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_core::future::BoxFuture;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::BoxError;
use crate::wire::decode::object;
use crate::wire::secret::Secret;

/// The OAuth tokens of a user.
///
/// Serialize them with `serde`, or read each field with [`Secret::expose`]. The serialized form
/// contains the secrets in plain text: store it as you would store a password.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OAuthTokens {
    /// The access token, which authenticates requests.
    pub access_token: Secret,
    /// The refresh token, which is exchanged for a new access token.
    pub refresh_token: Option<Secret>,
    /// When the access token expires, if known; it is refreshed shortly before. Serialized in whole
    /// Unix seconds.
    pub expires_at: Option<SystemTime>,
    /// The scopes of the token, separated by spaces, if the response had them.
    pub scope: Option<String>,
}

impl OAuthTokens {
    /// Creates tokens of unknown expiry: they are refreshed when the service rejects them. White
    /// space around a token is removed.
    pub fn new(access_token: impl Into<Secret>, refresh_token: impl Into<Secret>) -> Self {
        Self {
            refresh_token: Some(refresh_token.into().trimmed()),
            ..Self::without_refresh_token(access_token)
        }
    }

    /// Creates an access token that cannot be refreshed: when it expires, the user must sign in
    /// again.
    pub fn without_refresh_token(access_token: impl Into<Secret>) -> Self {
        Self {
            access_token: access_token.into().trimmed(),
            refresh_token: None,
            expires_at: None,
            scope: None,
        }
    }

    /// Sets when the access token expires.
    #[must_use]
    pub fn expires_at(mut self, time: SystemTime) -> Self {
        self.expires_at = Some(time);
        self
    }

    /// Whether these are the same tokens, even if their expiry or scope differs.
    pub(crate) fn are(&self, other: &Self) -> bool {
        self.access_token == other.access_token && self.refresh_token == other.refresh_token
    }
}

/// Tokens as they are serialized. Times are whole seconds, rounded down, so that a token is
/// refreshed early rather than late.
struct StoredTokens {
    access_token: Secret,
    refresh_token: Option<Secret>,
    expires_at: Option<i64>,
    scope: Option<String>,
}

object! {
    StoredTokens { access_token }
    optional { refresh_token, expires_at, scope }
}

impl Serialize for OAuthTokens {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { access_token, refresh_token, expires_at, scope } = self.clone();
        let seconds = expires_at.map(|time| time.duration_since(UNIX_EPOCH).unwrap_or_default());
        let expires_at = seconds.and_then(|seconds| seconds.as_secs().try_into().ok());
        StoredTokens { access_token, refresh_token, expires_at, scope }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for OAuthTokens {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StoredTokens { access_token, refresh_token, expires_at, scope } =
            StoredTokens::deserialize(deserializer)?;
        let seconds = expires_at.map(|seconds| u64::try_from(seconds).unwrap_or_default());
        let expires_at =
            seconds.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
        Ok(Self { access_token, refresh_token, expires_at, scope })
    }
}

/// An application that is registered with the operator of the service.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OAuthApp {
    /// The client ID.
    pub client_id: String,
    /// The client secret.
    pub client_secret: Secret,
}

impl OAuthApp {
    /// Creates an application with this ID and secret. White space around them is removed.
    pub fn new(client_id: impl Into<String>, client_secret: impl Into<Secret>) -> Self {
        Self {
            client_id: client_id.into().trim().to_owned(),
            client_secret: client_secret.into().trimmed(),
        }
    }
}

/// Persistent storage for the tokens of one user, shared by all processes that act for this user:
/// for example a file, or a row of a database. Pass it to
/// [`ClientBuilder::oauth_store`](crate::ClientBuilder::oauth_store).
///
/// An authorization server may return a new refresh token with each refresh, and reject the old one
/// from then on. Therefore the client follows these rules:
///
/// - It [loads](Self::load) before its first call, and before each refresh. If the store has
///   different tokens, saved by another process or a new sign-in, the client uses these, and
///   refreshes them only if they have expired too. No tokens means that the user has signed out.
/// - It [saves](Self::save) refreshed tokens before any call uses them, in up to three attempts. If
///   all fail, it keeps the tokens in memory, and the next calls try to save them. Until then,
///   calls use the old access token, and fail with
///   [`ErrorKind::TokenStore`](crate::ErrorKind::TokenStore) if it has expired.
/// - It holds the [lock](Self::lock) during its first load and during a refresh, and loads once
///   more before it saves. If the store then has newer tokens, the client uses these. If it has
///   none, the user has signed out, and the client discards the refreshed tokens.
///
/// See the [guide](crate::guide::oauth) for a store in files and one in a database.
pub trait TokenStore: fmt::Debug + Send + Sync {
    /// Returns the tokens that any process saved last, or `None` if the user is not signed in.
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthTokens>, BoxError>>;

    /// Saves tokens, replacing those in the store.
    fn save<'a>(&'a self, tokens: &'a OAuthTokens) -> BoxFuture<'a, Result<(), BoxError>>;

    /// Loads the tokens while holding the lock; calls [`load`](Self::load) by default. A store
    /// whose lock can expire remembers the tokens here, for [`save_locked`](Self::save_locked).
    fn load_locked<'a>(
        &'a self,
        lock: &'a mut StoreLock,
    ) -> BoxFuture<'a, Result<Option<OAuthTokens>, BoxError>> {
        let _ = lock;
        self.load()
    }

    /// Saves refreshed tokens while holding the lock; calls [`save`](Self::save) by default. It
    /// should fail if another process has saved tokens since the lock was acquired. A store that
    /// wraps another must forward both methods.
    fn save_locked<'a>(
        &'a self,
        tokens: &'a OAuthTokens,
        lock: &'a mut StoreLock,
    ) -> BoxFuture<'a, Result<(), BoxError>> {
        let _ = lock;
        self.save(tokens)
    }

    /// Prevents other processes from refreshing until the lock is dropped: for example a file lock,
    /// or a locked row. Acquiring the lock, like every operation of a store, times out after 30
    /// seconds.
    ///
    /// By default there is no lock, which is enough for a single process. Without a lock, two
    /// processes may refresh with the same refresh token at the same time. If the authorization
    /// server accepts it only once, the calls of the other one fail (`invalid_grant`), and its next
    /// calls use the tokens that the first saved.
    fn lock(&self) -> BoxFuture<'_, Result<StoreLock, BoxError>> {
        Box::pin(std::future::ready(Ok(StoreLock(None))))
    }
}

/// The lock of a [`TokenStore`]. Dropping it unlocks the store.
pub struct StoreLock(Option<Box<dyn Any + Send>>);

impl StoreLock {
    /// Creates a lock that lasts until `held` is dropped.
    pub fn new(held: impl Send + 'static) -> Self {
        Self(Some(Box::new(held)))
    }

    /// Returns the value passed to [`new`](Self::new) if it has this type.
    pub fn get_mut<T: 'static>(&mut self) -> Option<&mut T> {
        self.0.as_mut()?.downcast_mut()
    }
}

impl fmt::Debug for StoreLock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreLock")
    }
}

impl<S: TokenStore + ?Sized> TokenStore for Arc<S> {
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthTokens>, BoxError>> {
        (**self).load()
    }

    fn save<'a>(&'a self, tokens: &'a OAuthTokens) -> BoxFuture<'a, Result<(), BoxError>> {
        (**self).save(tokens)
    }

    fn load_locked<'a>(
        &'a self,
        lock: &'a mut StoreLock,
    ) -> BoxFuture<'a, Result<Option<OAuthTokens>, BoxError>> {
        (**self).load_locked(lock)
    }

    fn save_locked<'a>(
        &'a self,
        tokens: &'a OAuthTokens,
        lock: &'a mut StoreLock,
    ) -> BoxFuture<'a, Result<(), BoxError>> {
        (**self).save_locked(tokens, lock)
    }

    fn lock(&self) -> BoxFuture<'_, Result<StoreLock, BoxError>> {
        (**self).lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tokens_come_back_as_they_were_kept() {
        let mut tokens = OAuthTokens::new("a", "r").expires_at(UNIX_EPOCH + Duration::from_secs(7));
        tokens.scope = Some("read_files".to_owned());
        let kept = serde_json::to_value(&tokens).unwrap();
        let text = json!({"access_token": "a", "refresh_token": "r", "expires_at": 7,
            "scope": "read_files"});
        assert_eq!(kept, text);
        assert_eq!(serde_json::from_value::<OAuthTokens>(kept).unwrap(), tokens);
        let lonely = OAuthTokens::without_refresh_token("a");
        let kept = serde_json::to_string(&lonely).unwrap();
        assert_eq!(kept, r#"{"access_token":"a"}"#);
        assert_eq!(serde_json::from_str::<OAuthTokens>(&kept).unwrap(), lonely);
    }
}
