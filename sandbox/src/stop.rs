//! The signals that end the program.

use std::io;
use std::process;
use std::thread;
use std::time::Duration;

use tokio::runtime;
use tokio::sync::oneshot;

/// How long the sandbox may take to end after a signal: what it holds may be in use, and `--data`
/// is to be saved.
const GRACE: Duration = Duration::from_secs(2);

/// A signal that asks the program to end, SIGTERM or SIGINT: the receiver gets word of it, and the
/// process ends within two seconds, with the status 0, whatever else it does. Signals are heeded
/// from this call on, which a process needs that is the first of a container: those that it has
/// not asked for are kept from it.
///
/// # Errors
///
/// When signals cannot be received.
pub(crate) fn signal() -> io::Result<oneshot::Receiver<()>> {
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
        thread::sleep(GRACE);
        process::exit(0);
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

#[cfg(not(unix))]
fn asked() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        // Without the signal there is no way to ask, and the program goes on.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
