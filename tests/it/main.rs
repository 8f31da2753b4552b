//! Tests of the crate against the sandbox: real HTTP over real sockets. One binary; one file for
//! each thing it proves.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

// Macros over all operations and all bodies of the document.
include!("tables.rs");

mod bodies;
mod bulk;
mod callers;
mod configuration;
mod contributors;
mod decode_issues;
mod errors;
mod every;
mod faults;
mod gate;
mod http1;
#[cfg(any(feature = "rustls-no-provider", feature = "native-tls"))]
mod http2;
mod idle;
mod input;
mod leniency;
mod lists;
mod network;
mod oauth;
mod open;
mod peer;
mod plain_http;
mod raw;
mod refreshes;
mod replay;
mod requests;
mod responses;
mod retries;
mod secrets;
#[cfg(any(feature = "rustls-no-provider", feature = "native-tls"))]
mod secure;
mod sqlite_tokens;
mod stores;
mod support;
mod times;
#[cfg(any(feature = "rustls-no-provider", feature = "native-tls"))]
mod tls;
mod traces;
mod translations;
mod uploads;
mod variants;
mod waiting;
mod web;
mod webhooks;
