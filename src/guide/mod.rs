//! A guide: what a caller wants to know beyond single calls, a page for each concern.
//!
//! | Page | What is in it |
//! |---|---|
//! | [`credentials`] | tokens, where they come from, and where they go |
//! | [`calls`] | options of a call, headers, what the document does not have |
//! | [`any_endpoint`] | endpoints that the crate does not know |
//! | [`lists`] | streams, pages, cursors |
//! | [`keys_and_translations`] | keys, their texts, plurals, branches |
//! | [`errors`] | what a call can fail with, what is tried again, and what may have been done |
//! | [`waiting`] | jobs and processes of the service, until they end |
//! | [`files`] | uploads and downloads; push and pull |
//! | [`hooks`] | metrics, traces, an audit log, a circuit breaker; spans |
//! | [`oauth`] | acting for a user: authorization, exchange, refresh |
//! | [`building`] | TLS, features, other platforms, calls from code that is not asynchronous |
//! | [`testing`] | testing a program of yours against the sandbox |
//!
//! All operations are in [`operations`](crate::operations), with the scope and the admin right that
//! each needs.

#[doc = include_str!("credentials.md")]
pub mod credentials {}

#[doc = include_str!("calls.md")]
pub mod calls {}

#[doc = include_str!("any_endpoint.md")]
pub mod any_endpoint {}

#[doc = include_str!("lists.md")]
#[doc(alias = "pagination")]
pub mod lists {}

#[doc = include_str!("keys_and_translations.md")]
pub mod keys_and_translations {}

#[doc = include_str!("errors.md")]
#[doc(alias = "backoff")]
pub mod errors {}

#[doc = include_str!("waiting.md")]
pub mod waiting {}

#[doc = include_str!("files.md")]
#[doc(alias = "upload")]
#[doc(alias = "download")]
pub mod files {}

#[doc = include_str!("hooks.md")]
pub mod hooks {}

#[doc = include_str!("oauth.md")]
#[doc = "```no_run"]
#[doc = include_str!("oauth_web.rs")]
#[doc = "```"]
pub mod oauth {}

#[doc = include_str!("building.md")]
pub mod building {}

#[doc = include_str!("testing.md")]
#[doc(alias = "mock")]
pub mod testing {}
