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

/// Waits for Ctrl-C, Ctrl-Break, or the end of the console or the system.
#[cfg(windows)]
pub(crate) fn at_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};
    let (mut c, mut pause) = (ctrl_c()?, ctrl_break()?);
    let (mut close, mut shutdown) = (ctrl_close()?, ctrl_shutdown()?);
    Ok(async move {
        tokio::select! {
            _ = c.recv() => {}
            _ = pause.recv() => {}
            _ = close.recv() => {}
            _ = shutdown.recv() => {}
        }
    })
}

/// Exits when the standard input closes. The pipe closes however the parent process ends.
pub(crate) fn with_stdin() {
    thread::spawn(|| {
        _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        process::exit(0)
    });
}
