//! Tests against a real store, and the sandbox with its limits on. The store is a `redis-server`,
//! which not every machine has: `cargo test -p l10n-client-redis -- --ignored` runs them.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod away;
mod fleet;
mod rate_limit;
mod refreshes;
mod script;
mod server;
mod sessions;
mod tokens;
mod troubles;
mod worker;
mod world;
