//! The end of the program: what asks for it, and how long it takes at most.

use std::io;
use std::process;
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;

/// How long the sandbox may take to end: what it holds may be in use, and `--data` is to be saved.
const GRACE: Duration = Duration::from_secs(2);
/// The status of an end with changes that were not saved.
pub(crate) const UNSAVED: u8 = 3;

/// Ends the process in two seconds, whatever else it does.
pub(crate) fn within_grace(keeps_data: bool) {
    thread::spawn(move || {
        thread::sleep(GRACE);
        if keeps_data {
            eprintln!("l10n-sandbox: the last changes were not written to --data in time");
            process::exit(UNSAVED.into());
        }
        process::exit(0);
    });
}

/// Waits until nobody holds the other end of the standard input any more. Whatever ends a parent,
/// SIGKILL too, closes the pipe that it held; what comes through it is skipped.
pub(crate) async fn stdin_closed() {
    let (sender, receiver) = oneshot::channel::<()>();
    // A thread of its own: those of a runtime would be waited for at the end, and this one reads.
    thread::spawn(move || {
        // An input that cannot be read is none that anybody holds.
        _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        drop(sender);
    });
    // Never sent, but dropped when all was read.
    _ = receiver.await;
}

/// Waits for a signal that asks the program to end, SIGTERM or SIGINT, or what stands for them on
/// Windows, as Ctrl-C and Ctrl-Break. Signals are heeded from this call on, which a process needs
/// that is the first of a container: those that it has not asked for are kept from it.
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

#[cfg(windows)]
pub(crate) fn signal() -> io::Result<impl Future<Output = ()>> {
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
