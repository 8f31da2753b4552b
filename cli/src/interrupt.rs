//! Signals: what stops the program, how it goes on hearing them, and what the service may still be
//! doing then.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::exit::{Done, Exit, Failure};

/// How long the undoing of what is half done may take.
pub(crate) const GRACE: Duration = Duration::from_millis(800);

/// A signal that has stopped the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    Interrupted,
    Terminated,
}

impl Stop {
    /// 128 and the number of the signal, as shells count.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Interrupted if cfg!(windows) => "Ctrl-C",
            Self::Terminated if cfg!(windows) => "the end of the session",
            Self::Interrupted => "SIGINT",
            Self::Terminated => "SIGTERM",
        }
    }
}

/// Does some work, unless a signal comes first: then it is dropped, which undoes what it has half
/// done.
pub(crate) async fn unless_stopped<T>(work: impl Future<Output = T>) -> Result<T, Stop> {
    tokio::select! {
        biased;
        stop = signal() => Err(stop),
        done = work => Ok(done),
    }
}

/// Does what may take its time on another thread, so that a signal is heard meanwhile.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Done<T> + Send + 'static,
) -> Done<T> {
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
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

    let (Ok(mut c), Ok(mut pause)) = (ctrl_c(), ctrl_break()) else {
        return std::future::pending().await;
    };
    let (Ok(mut close), Ok(mut logoff), Ok(mut shutdown)) =
        (ctrl_close(), ctrl_logoff(), ctrl_shutdown())
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = c.recv() => Stop::Interrupted,
        // What other programs can send, as the runners of CI systems do.
        _ = pause.recv() => Stop::Interrupted,
        _ = close.recv() => Stop::Terminated,
        _ = logoff.recv() => Stop::Terminated,
        _ = shutdown.recv() => Stop::Terminated,
    }
}

/// What the service may be doing for this program at this moment, by what it is about.
#[derive(Debug, Default, Clone)]
pub(crate) struct Underway(Arc<Mutex<BTreeMap<String, Doing>>>);

/// What the service may be doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Doing {
    /// A request is on its way: it may take effect all the same.
    Receiving,
    /// A process goes on by itself.
    Process(String),
}

impl Underway {
    pub(crate) fn began(&self, what: &str, doing: Doing) {
        self.all().insert(what.to_owned(), doing);
    }

    pub(crate) fn ended(&self, what: &str) {
        self.all().remove(what);
    }

    /// For people, one line for each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let line = |(what, doing): (&String, &Doing)| match doing {
            Doing::Receiving => format!("{what}: was being sent, and may take effect all the same"),
            Doing::Process(id) => format!("{what}: process {id} goes on at the service"),
        };
        self.all().iter().map(line).collect()
    }

    /// For machines: what, and the process where there is one.
    pub(crate) fn list(&self) -> Vec<(String, Option<String>)> {
        let entry = |(what, doing): (&String, &Doing)| match doing {
            Doing::Receiving => (what.clone(), None),
            Doing::Process(id) => (what.clone(), Some(id.clone())),
        };
        self.all().iter().map(entry).collect()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Doing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
