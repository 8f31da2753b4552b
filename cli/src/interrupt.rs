//! Signals that stop the program, and the work that the service may still be doing then.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::exit::{Exit, Failure, Result};

/// How long clean-up may take after a signal.
pub(crate) const GRACE: Duration = Duration::from_millis(800);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    Interrupted,
    Terminated,
}

impl Stop {
    /// Returns the exit code: 128 plus the number of the signal, as in shells.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Interrupted if cfg!(windows) => "Ctrl-C",
            Self::Interrupted => "SIGINT",
            Self::Terminated => "SIGTERM",
        }
    }
}

/// Runs `work` until it ends or a signal arrives. A signal drops it, which cleans up after it.
pub(crate) async fn unless_stopped<T>(work: impl Future<Output = T>) -> Result<T, Stop> {
    tokio::select! {
        biased;
        stop = signal() => Err(stop),
        done = work => Ok(done),
    }
}

/// Runs blocking work on another thread, so that signals still interrupt the program.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let ended = tokio::task::spawn_blocking(work).await;
    ended.unwrap_or_else(|error| Err(Failure::new(Exit::Local, error.to_string())))
}

#[cfg(unix)]
async fn signal() -> Stop {
    use tokio::signal::unix::{SignalKind, signal};

    // Without a handler the signal ends the program by itself.
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => Stop::Interrupted,
        _ = terminate.recv() => Stop::Terminated,
    }
}

#[cfg(windows)]
async fn signal() -> Stop {
    match tokio::signal::ctrl_c().await {
        Ok(()) => Stop::Interrupted,
        Err(_) => std::future::pending().await,
    }
}

/// The number of keys in the request that creates or changes keys at the moment.
#[derive(Debug, Default, Clone)]
pub(crate) struct Underway(Arc<AtomicUsize>);

impl Underway {
    pub(crate) fn set(&self, keys: usize) {
        self.0.store(keys, Ordering::Relaxed);
    }

    pub(crate) fn keys(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}
