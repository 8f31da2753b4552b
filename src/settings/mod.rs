//! What a client or one call is told: when to retry, how fast to go, who sees it, what it adds.

mod headers;
pub mod hook;
pub(crate) mod options;
pub mod rate_limit;
pub(crate) mod retry;

pub(crate) use headers::{may_add, own_header, secrets_of};
