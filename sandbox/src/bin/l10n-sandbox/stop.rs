//! The end of the program: the signals that ask for it, and how long it takes at most.

use std::io;
use std::process;
use std::thread;
use std::time::Duration;

use tokio::runtime;
use tokio::sync::oneshot;

/// How long the sandbox may take to end: what it holds may be in use, and `--data` is to be saved.
const GRACE: Duration = Duration::from_secs(2);
/// The status of an end with changes that were not saved.
pub(crate) const UNSAVED: u8 = 3;

/// Ends the process within two seconds, whatever else it does.
pub(crate) fn after_grace(keeps_data: bool) -> ! {
    thread::sleep(GRACE);
    if keeps_data {
        eprintln!("l10n-sandbox: the last changes were not written to --data in time");
        process::exit(UNSAVED.into());
    }
    process::exit(0);
}

/// A signal that asks the program to end, SIGTERM or SIGINT, or what stands for them on Windows, as
/// Ctrl-C and Ctrl-Break: the receiver gets word of it, and the
/// process ends soon after. Signals are heeded from this call on, which a process needs that is the
/// first of a container: those that it has not asked for are kept from it.
///
/// # Errors
///
/// When signals cannot be received.
pub(crate) fn signal(keeps_data: bool) -> io::Result<oneshot::Receiver<()>> {
    // A thread and a runtime of their own: requests may keep those of the sandbox busy.
    let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
    let asked = {
        let _entered = runtime.enter();
        asked()?
    };
    let (sender, receiver) = oneshot::channel();
    thread::Builder::new().spawn(move || {
        runtime.block_on(asked);
        // Who would hear of it may have ended.
        let _ = sender.send(());
        after_grace(keeps_data)
    })?;
    Ok(receiver)
}

#[cfg(unix)]
fn asked() -> io::Result<impl Future<Output = ()> + Send + 'static> {
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
fn asked() -> io::Result<impl Future<Output = ()> + Send + 'static> {
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
