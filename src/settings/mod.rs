//! Settings of a client or a call: retries, rate limits, hooks, headers.

mod headers;
pub mod hook;
pub(crate) mod options;
pub mod rate_limit;
pub(crate) mod retry;

pub(crate) use headers::{may_add, own_header, secrets_of};
