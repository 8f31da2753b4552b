//! The lock of the tokens. A task acquires, renews and releases it, so that a dropped wait leaves
//! nothing locked.

use std::sync::Arc;
use std::time::Duration;

use l10n_client::StoreLock;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::Shared;
use crate::error::Error;
use crate::random;
use crate::store::Script;

static LOCK: Script = Script::new(include_str!("lock.lua"));
static UNLOCK: Script = Script::new(include_str!("unlock.lua"));

/// The state of a held lock.
pub(super) struct Guard {
    /// The version of the tokens when they were locked or loaded.
    pub(super) seen: i64,
    /// Dropping it notifies the task.
    _held: oneshot::Sender<()>,
}

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
        () = grant.closed() => return unlock(&shared, &holder).await,
        locked = lock(&shared, &holder) => locked,
    };
    match locked {
        Ok(seen) => {
            let (held, ended) = oneshot::channel();
            if grant.send(Ok(StoreLock::new(Guard { seen, _held: held }))).is_ok() {
                hold(&shared, &holder, ended).await;
            }
            unlock(&shared, &holder).await;
        }
        Err(error) => {
            let _ = grant.send(Err(error));
        }
    }
}

/// Waits for the lock. Returns the version of the tokens.
async fn lock(shared: &Shared, holder: &str) -> Result<i64, Error> {
    const MAX_PAUSE: Duration = Duration::from_millis(250);
    let mut pause = Duration::from_millis(20);
    loop {
        let (is_ours, version) = ask(shared, holder).await?;
        if is_ours {
            return Ok(version);
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

async fn ask(shared: &Shared, holder: &str) -> Result<(bool, i64), Error> {
    let lease = u64::try_from(shared.lease.as_millis()).unwrap_or(u64::MAX);
    shared.store.run(&LOCK, &[&shared.tokens, &shared.lock], (holder, lease)).await
}

/// Releases the lock. If the store is unavailable, the lock expires with its lease.
async fn unlock(shared: &Shared, holder: &str) {
    let released = shared.store.run::<()>(&UNLOCK, &[&shared.lock], holder).await;
    if let Err(error) = released {
        let message = "the lock was not released; it expires with its lease";
        tracing::debug!(target: "l10n_client_redis", %error, "{message}");
    }
}
