//! Tests of the crate against the sandbox: real HTTP over real sockets. One binary; one file for each thing it proves.

mod bodies;
mod configuration;
mod contributors;
mod errors;
mod files;
mod input;
mod keys;
mod oauth;
mod requests;
mod statuses;
mod support;
