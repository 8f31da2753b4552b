//! Push and pull against the sandbox, over real sockets.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod branches;
mod check;
mod names;
mod pull;
mod push;
mod status;
mod support;
mod unused;
