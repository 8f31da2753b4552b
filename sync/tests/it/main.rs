//! Push and pull against the sandbox, over real sockets.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod branches;
mod cases;
mod check;
mod law;
mod names;
mod prune;
mod pull;
mod push;
mod support;
