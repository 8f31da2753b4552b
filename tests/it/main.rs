//! Tests of the crate against the sandbox: real HTTP over real sockets. One binary; one file for each thing it proves.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

mod bodies;
mod callers;
mod configuration;
mod contributors;
mod errors;
mod every;
mod faults;
mod files;
mod host;
mod hostile;
mod input;
mod keys;
mod leniency;
mod lists;
mod oauth;
mod peer;
mod pull;
mod pull_folder;
mod push;
mod raw;
mod refreshes;
mod requests;
mod retries;
mod schemas;
mod secrets;
mod sessions;
mod statuses;
mod stores;
mod support;
mod times;
mod traces;
mod uploads;
mod waiting;
mod web;
