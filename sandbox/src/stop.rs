//! The signals that end the program.

use std::io;

/// Waits for a signal that asks the program to end: SIGTERM or SIGINT. They are heeded from this
/// call on, which a process needs that is the first of a container: signals that it has not asked
/// for are kept from it.
///
/// # Errors
///
/// When signals cannot be received.
#[cfg(unix)]
pub(crate) fn signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without the signal there is no way to ask, and the program goes on.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
