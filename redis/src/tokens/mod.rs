//! A token store that processes share.

mod lock;
mod seal;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use l10n_client::{BoxError, BoxFuture, OAuthTokens, StoreLock, TokenStore};

use crate::error::Error;
use crate::store::{Address, Script, Store};
use lock::Guard;
pub use seal::TokenKey;

static LOAD: Script = Script::new("return redis.call('HMGET', KEYS[1], 'version', 'sealed')");
static SAVE: Script = Script::new(include_str!("save.lua"));

/// A [`TokenStore`] for the tokens of one user: all processes read them, one process at a time
/// refreshes them, and your key encrypts them.
///
/// - The lock is a lease, renewed while it is held. If its process dies, the lease expires.
/// - A refresh under the lock (`save_locked`) never overwrites newer tokens, such as those of a
///   new sign-in, or of another process after the lease expired: the save fails with
///   [`Error::Overtaken`], and the client uses the newer tokens.
/// - A save without the lock, as after a sign-in, always replaces the tokens.
///
/// Tokens are only as durable as the store: configure it to persist them
/// ([the page on fleets](crate::fleets#keeping-tokens)).
///
/// ```no_run
/// use l10n_client::{Client, OAuthApp, OAuthTokens, TokenStore as _};
/// use l10n_client_redis::{RedisTokenStore, TokenKey};
///
/// # async fn connect(secret: &[u8; 32]) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// let key = TokenKey::new(secret);
/// let store = RedisTokenStore::builder("redis://127.0.0.1:6379", "user-1001", key).build()?;
/// // once, after the sign-in:
/// store.save(&OAuthTokens::new("access", "refresh")).await?;
/// // in every process:
/// let client = Client::builder("https://api.example.test/v2")
///     .oauth_store(OAuthApp::new("app", "app-secret"), store)
///     .build()?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RedisTokenStore(Arc<Shared>);

struct Shared {
    store: Store,
    keys: seal::Keys,
    /// The names of the keys in the store.
    tokens: String,
    lock: String,
    lease: Duration,
}

/// Builds a [`RedisTokenStore`].
#[derive(Debug)]
#[must_use]
pub struct RedisTokenStoreBuilder {
    address: Address,
    name: String,
    keys: seal::Keys,
    prefix: String,
    lease: Duration,
    timeout: Duration,
}

impl RedisTokenStore {
    /// Returns a builder for the tokens of the user whom `name` identifies, encrypted with `key`.
    pub fn builder(
        store: impl Into<Address>,
        name: impl Into<String>,
        key: TokenKey,
    ) -> RedisTokenStoreBuilder {
        RedisTokenStoreBuilder {
            address: store.into(),
            name: name.into(),
            keys: seal::Keys { newest: key, older: Vec::new() },
            prefix: "l10n:".to_owned(),
            lease: Duration::from_secs(10),
            timeout: Duration::from_secs(2),
        }
    }

    /// Removes the tokens for all processes, as when the user signs out. The store keeps their
    /// version for a day, so that a concurrent refresh does not save them again.
    ///
    /// # Errors
    ///
    /// Fails if the store is unavailable or rejects the command.
    pub async fn remove(&self) -> Result<(), Error> {
        self.0.write(&[], None).await
    }
}

impl RedisTokenStoreBuilder {
    /// Adds a key from before the last rotation, which only decrypts. The next refresh encrypts the
    /// tokens with the newest key.
    pub fn older_key(mut self, key: TokenKey) -> Self {
        self.keys.older.push(key);
        self
    }

    /// Sets the prefix of all keys in the store: `l10n:` by default.
    pub fn key_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Sets how long the lock stays locked if its process dies: 10 s by default, between 1 s and 2
    /// minutes.
    pub fn lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// Sets the timeout of a command to the store, including connecting: 2 s by default.
    pub fn store_timeout(mut self, limit: Duration) -> Self {
        self.timeout = limit;
        self
    }

    /// Builds the token store. It connects when it is first used.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Address`] or [`Error::Setting`] if the address or a setting is invalid.
    pub fn build(self) -> Result<RedisTokenStore, Error> {
        let leases = Duration::from_secs(1)..=Duration::from_secs(120);
        if !leases.contains(&self.lease) {
            return Err(Error::Setting("`lease` must be between 1 s and 2 minutes"));
        }
        if self.name.is_empty() {
            return Err(Error::Setting("`name` must not be empty"));
        }
        Ok(RedisTokenStore(Arc::new(Shared {
            store: Store::new(self.address, self.timeout)?,
            keys: self.keys,
            tokens: format!("{}tokens:{}", self.prefix, self.name),
            lock: format!("{}lock:{}", self.prefix, self.name),
            lease: self.lease,
        })))
    }
}

impl TokenStore for RedisTokenStore {
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthTokens>, BoxError>> {
        Box::pin(async { Ok(self.0.load().await?.1) })
    }

    fn save<'a>(&'a self, tokens: &'a OAuthTokens) -> BoxFuture<'a, Result<(), BoxError>> {
        Box::pin(async { Ok(self.0.save(tokens, None).await?) })
    }

    fn load_locked<'a>(
        &'a self,
        lock: &'a mut StoreLock,
    ) -> BoxFuture<'a, Result<Option<OAuthTokens>, BoxError>> {
        Box::pin(async {
            let (version, tokens) = self.0.load().await?;
            if let Some(guard) = lock.get_mut::<Guard>() {
                guard.seen = version;
            }
            Ok(tokens)
        })
    }

    fn save_locked<'a>(
        &'a self,
        tokens: &'a OAuthTokens,
        lock: &'a mut StoreLock,
    ) -> BoxFuture<'a, Result<(), BoxError>> {
        Box::pin(async { Ok(self.0.save(tokens, lock.get_mut()).await?) })
    }

    fn lock(&self) -> BoxFuture<'_, Result<StoreLock, BoxError>> {
        Box::pin(async { Ok(lock::take(&self.0).await?) })
    }
}

impl Shared {
    /// Loads the tokens and their version.
    async fn load(&self) -> Result<(i64, Option<OAuthTokens>), Error> {
        let (version, sealed): (Option<i64>, Option<Vec<u8>>) =
            self.store.run(&LOAD, &[&self.tokens], None::<&str>).await?;
        let sealed = sealed.filter(|sealed| !sealed.is_empty());
        let tokens = sealed.map(|sealed| self.keys.open(&self.tokens, &sealed)).transpose()?;
        Ok((version.unwrap_or_default(), tokens))
    }

    async fn save(&self, tokens: &OAuthTokens, held: Option<&mut Guard>) -> Result<(), Error> {
        self.write(&self.keys.seal(&self.tokens, tokens)?, held).await
    }

    /// Writes the tokens; with the lock, only if their version is the one that its holder saw.
    async fn write(&self, sealed: &[u8], held: Option<&mut Guard>) -> Result<(), Error> {
        let seen = held.as_ref().map_or(-1, |guard| guard.seen);
        let version: i64 = self.store.run(&SAVE, &[&self.tokens], (sealed, seen)).await?;
        if version < 0 {
            return Err(Error::Overtaken);
        }
        if let Some(guard) = held {
            guard.seen = version;
        }
        Ok(())
    }
}

impl fmt::Debug for RedisTokenStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisTokenStore").field("tokens", &self.0.tokens).finish_non_exhaustive()
    }
}
