//! Ends the program at a signal, or with its standard input.

use std::io;
use std::process;
use std::thread;

/// Waits for SIGTERM or SIGINT. Signals are handled from this call on, which the first process of a
/// container needs: by default it ignores them.
#[cfg(unix)]
pub(crate) fn at_signal() -> io::Result<impl Future<Output = ()>> {
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

/// Waits for Ctrl-C: of everything else, the system ends the program itself.
#[cfg(windows)]
pub(crate) fn at_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async { _ = tokio::signal::ctrl_c().await })
}

/// Exits when the standard input closes. The pipe closes however the parent process ends.
pub(crate) fn with_stdin() {
    thread::spawn(|| {
        _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        process::exit(0)
    });
}
