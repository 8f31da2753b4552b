//! Tests with a real `redis-server`, and a sandbox that enforces its limits. Not every machine has
//! a `redis-server`: `cargo test -p l10n-client-redis -- --ignored` runs them.
//!
//! The store's clock cannot be paused. Tests wait for events instead, or use margins and leases
//! that are longer than a busy machine stalls.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod away;
mod fleet;
#[path = "../../../tests/it/gate.rs"]
mod gate;
mod rate_limit;
mod refreshes;
mod script;
mod server;
mod tokens;
mod troubles;
mod worker;
mod world;
