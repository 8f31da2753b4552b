//! The lock of the tokens. A task acquires, renews and releases it, so that a dropped wait leaves
//! nothing locked.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use l10n_client::{OAuthTokens, StoreLock};
use redis::Script;
use tokio::sync::{OwnedMutexGuard, oneshot};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::Shared;
use crate::error::Error;
use crate::random;

static LOCK: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("lock.lua")));
static UNLOCK: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("unlock.lua")));

/// The state of a held lock.
pub(super) struct Guard {
    pub(super) holder: String,
    /// The version of the tokens when they were locked.
    pub(super) seen: u64,
    /// The tokens of that version, if they were loaded.
    pub(super) tokens: Option<OAuthTokens>,
    /// Dropping it notifies the task.
    _held: oneshot::Sender<()>,
}

/// The lock within this process, and the version of the tokens.
type Taken = (OwnedMutexGuard<()>, u64);

pub(super) async fn take(shared: &Arc<Shared>) -> Result<StoreLock, Error> {
    let (grant, taken) = oneshot::channel();
    tokio::spawn(run(Arc::clone(shared), grant));
    match taken.await {
        Ok(lock) => lock,
        // The runtime is shutting down, and drops this future.
        Err(_) => std::future::pending().await,
    }
}

async fn run(shared: Arc<Shared>, mut grant: oneshot::Sender<Result<StoreLock, Error>>) {
    let holder = random::id();
    let locked = tokio::select! {
        biased;
        () = grant.closed() => None,
        locked = lock(&shared, &holder) => Some(locked),
    };
    match locked {
        Some(Ok((own, seen))) => {
            let (held, ended) = oneshot::channel();
            let guard = Guard { holder: holder.clone(), seen, tokens: None, _held: held };
            if grant.send(Ok(StoreLock::new(guard))).is_ok() {
                hold(&shared, &holder, ended).await;
            }
            unlock(&shared, &holder).await;
            drop(own);
        }
        Some(Err(error)) => {
            let _ = grant.send(Err(error));
        }
        None => unlock(&shared, &holder).await,
    }
}

/// Waits for the lock within this process, then for the lock in the store.
async fn lock(shared: &Arc<Shared>, holder: &str) -> Result<Taken, Error> {
    const MIN_PAUSE: Duration = Duration::from_millis(20);
    const MAX_PAUSE: Duration = Duration::from_millis(250);
    let deadline = Instant::now() + shared.lock_timeout;
    let timed_out = || Error::Locked(shared.lock_timeout);
    let own = timeout_at(deadline, Arc::clone(&shared.own_lock).lock_owned());
    let own = own.await.map_err(|_| timed_out())?;
    let (mut first, mut pause) = (None, MIN_PAUSE);
    loop {
        let (is_ours, version, left) = ask(shared, holder).await?;
        // Another process has saved valid tokens: there is no need to refresh them.
        if is_ours || version != *first.get_or_insert(version) && left != 0 {
            return Ok((own, version));
        }
        if Instant::now() >= deadline {
            return Err(timed_out());
        }
        sleep(pause / 2 + random::up_to(pause)).await;
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

/// Renews the lease until the lock is dropped. If the lease expires while the store is unavailable,
/// takes the lock again unless another process holds it.
async fn hold(shared: &Shared, holder: &str, mut ended: oneshot::Receiver<()>) {
    while timeout(shared.lease / 3, &mut ended).await.is_err() {
        if let Err(error) = ask(shared, holder).await {
            tracing::debug!(target: "l10n_client_redis", %error, "the lock was not renewed");
        }
    }
}

async fn ask(shared: &Shared, holder: &str) -> Result<(bool, u64, i64), Error> {
    let lease = u64::try_from(shared.lease.as_millis()).unwrap_or(u64::MAX);
    let mut call = LOCK.key(&shared.tokens);
    call.key(&shared.lock).arg(holder).arg(lease);
    shared.store.run(&call).await
}

/// Releases the lock. If the store is unavailable, the lock expires with its lease.
async fn unlock(shared: &Shared, holder: &str) {
    let mut call = UNLOCK.key(&shared.lock);
    call.arg(holder);
    if let Err(error) = shared.store.run::<()>(&call).await {
        let message = "the lock was not released; it expires with its lease";
        tracing::debug!(target: "l10n_client_redis", %error, "{message}");
    }
}
