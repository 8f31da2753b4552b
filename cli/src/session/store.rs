//! The client's token store: the tokens of a sign-in, refreshed by one process at a time.

use std::fs::TryLockError;
use std::io;
use std::time::{Duration, Instant};

use l10n_client::{BoxError, BoxFuture, OAuthTokens, StoreLock, TokenStore};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::{Place, StoredSignIn};

/// How long to wait for another process that refreshes the tokens.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct Store {
    pub(super) place: Place,
    /// The values that a save writes with the tokens.
    pub(super) stored: StoredSignIn,
}

impl TokenStore for Store {
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthTokens>, BoxError>> {
        let place = self.place.clone();
        Box::pin(async move {
            let stored = spawn_blocking(move || place.read()).await??;
            Ok(stored.map(|stored| stored.tokens))
        })
    }

    fn save<'a>(&'a self, tokens: &'a OAuthTokens) -> BoxFuture<'a, Result<(), BoxError>> {
        let place = self.place.clone();
        let stored = StoredSignIn { tokens: tokens.clone(), ..self.stored.clone() };
        Box::pin(async move {
            spawn_blocking(move || place.write(&stored)).await??;
            Ok(())
        })
    }

    fn lock(&self) -> BoxFuture<'_, Result<StoreLock, BoxError>> {
        let place = self.place.clone();
        Box::pin(async move {
            let file = place.lock_file()?;
            let began = Instant::now();
            loop {
                match file.try_lock() {
                    Ok(()) => return Ok(StoreLock::new(file)),
                    Err(TryLockError::Error(error)) => return Err(error.into()),
                    Err(TryLockError::WouldBlock) if began.elapsed() > LOCK_TIMEOUT => {
                        return Err(io::Error::from(io::ErrorKind::TimedOut).into());
                    }
                    Err(TryLockError::WouldBlock) => sleep(Duration::from_millis(50)).await,
                }
            }
        })
    }
}
