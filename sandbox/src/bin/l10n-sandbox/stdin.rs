//! The standard input as the sign of a parent's life.

use std::io;
use std::thread;

use tokio::sync::oneshot;

use crate::stop;

/// Waits until nobody holds the other end of the standard input any more. Whatever ends a parent,
/// SIGKILL too, closes the pipe that it held; what comes through it is skipped. From then on the
/// process has the time that it has after a signal.
pub(crate) async fn closed(keeps_data: bool) {
    let (sender, receiver) = oneshot::channel::<()>();
    // A thread of its own: those of the runtime would be waited for at the end, and this one reads.
    thread::spawn(move || {
        // An input that cannot be read is none that anybody holds.
        _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        drop(sender);
        stop::after_grace(keeps_data)
    });
    // Never sent, but dropped when all was read.
    _ = receiver.await;
}
