//! The standard input as the sign of a parent's life.

use std::io;
use std::thread;

use tokio::sync::oneshot;

/// Waits until nobody holds the other end of the standard input any more. Whatever ends a parent,
/// SIGKILL too, closes the pipe that it held; what comes through it is skipped.
pub(crate) async fn closed() {
    let (sender, receiver) = oneshot::channel::<()>();
    // A thread of its own: those of the runtime would be waited for at the end, and this one reads.
    thread::spawn(move || {
        let _sender = sender;
        // An input that cannot be read is none that anybody holds.
        io::copy(&mut io::stdin().lock(), &mut io::sink())
    });
    // Never sent, but dropped when all was read.
    _ = receiver.await;
}
