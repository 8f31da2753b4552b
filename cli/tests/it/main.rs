//! Tests of the program, as it is run: against the sandbox, over real sockets.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod api;
mod branch;
mod check;
mod config;
mod exits;
mod init;
mod keys;
mod pull;
mod push;
mod readme;
#[cfg(unix)]
mod signals;
mod support;
mod texts;
