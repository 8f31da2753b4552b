//! The lock of the tokens: taken, renewed and given back by a task of its own, so that a wait for
//! it that is dropped leaves nothing locked.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use l10n_client::StoreLock;
use redis::Script;
use tokio::sync::{OwnedMutexGuard, oneshot};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::Shared;
use crate::error::Error;
use crate::random;

static LOCK: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("lock.lua")));
static UNLOCK: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("unlock.lua")));

/// What is held with the lock.
pub(super) struct Guard {
    pub(super) holder: String,
    /// The version of the tokens that were there under it.
    pub(super) seen: u64,
    /// Dropping it tells the task.
    _held: oneshot::Sender<()>,
}

/// Whose turn it is in this process, and the version of the tokens.
type Taken = (OwnedMutexGuard<()>, u64);

pub(super) async fn take(shared: &Arc<Shared>) -> Result<StoreLock, Error> {
    let (tell, taken) = oneshot::channel();
    tokio::spawn(live(Arc::clone(shared), tell));
    match taken.await {
        Ok(lock) => lock,
        // Its runtime is being shut down, and this future with it.
        Err(_) => std::future::pending().await,
    }
}

async fn live(shared: Arc<Shared>, mut tell: oneshot::Sender<Result<StoreLock, Error>>) {
    let holder = random::id();
    let locked = tokio::select! {
        biased;
        () = tell.closed() => None,
        locked = lock(&shared, &holder) => Some(locked),
    };
    match locked {
        Some(Ok((own, seen))) => {
            let (held, ended) = oneshot::channel();
            let guard = Guard { holder: holder.clone(), seen, _held: held };
            if tell.send(Ok(StoreLock::new(guard))).is_ok() {
                hold(&shared, &holder, ended).await;
            }
            unlock(&shared, &holder).await;
            drop(own);
        }
        Some(Err(error)) => {
            let _ = tell.send(Err(error));
        }
        None => unlock(&shared, &holder).await,
    }
}

/// Waits for the lock: that of this process first, and then that of the store.
async fn lock(shared: &Arc<Shared>, holder: &str) -> Result<Taken, Error> {
    const FIRST: Duration = Duration::from_millis(20);
    const LONGEST: Duration = Duration::from_millis(250);
    let deadline = Instant::now() + shared.lock_timeout;
    let busy = || Error::Locked(shared.lock_timeout);
    let own = timeout_at(deadline, Arc::clone(&shared.own_lock).lock_owned());
    let own = own.await.map_err(|_| busy())?;
    let (mut first, mut pause) = (None, FIRST);
    loop {
        let (is_ours, version, left) = ask(shared, holder).await?;
        // Somebody has saved good ones meanwhile: there is nothing to wait for any more.
        if is_ours || version != *first.get_or_insert(version) && left != 0 {
            return Ok((own, version));
        }
        if Instant::now() >= deadline {
            return Err(busy());
        }
        sleep(pause / 2 + random::up_to(pause)).await;
        pause = (pause * 2).min(LONGEST);
    }
}

/// Renews the lease until the lock is dropped. A store that is away for longer than the lease
/// loses it, and takes it back where nobody else has it.
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

/// The lease ends the lock where the store is away.
async fn unlock(shared: &Shared, holder: &str) {
    let mut call = UNLOCK.key(&shared.lock);
    call.arg(holder);
    if let Err(error) = shared.store.run::<()>(&call).await {
        tracing::debug!(target: "l10n_client_redis", %error, "the lock ends with its lease");
    }
}
