//! The end of the program: the signals that ask for it, and the end of its standard input.
//!
//! Threads of their own end the process: requests may keep those of the sandbox busy.

use std::io;
use std::process;
use std::thread;

use tokio::runtime;

/// Ends the process at a signal that asks for it, SIGTERM or SIGINT, or what stands for them on
/// Windows, as Ctrl-C and Ctrl-Break. Signals are heeded from this call on, which a process needs
/// that is the first of a container: those that it has not asked for are kept from it.
///
/// # Errors
///
/// When signals cannot be received.
pub(crate) fn at_signal() -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
    let asked = {
        let _entered = runtime.enter();
        asked()?
    };
    thread::Builder::new().spawn(move || {
        runtime.block_on(asked);
        process::exit(0)
    })?;
    Ok(())
}

/// Ends the process when nobody holds the other end of the standard input any more. Whatever ends a
/// parent, SIGKILL too, closes the pipe that it held; what comes through it is skipped.
pub(crate) fn with_stdin() {
    thread::spawn(|| {
        // An input that cannot be read is none that anybody holds.
        _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        process::exit(0)
    });
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
