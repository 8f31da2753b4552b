//! A guide to the client, beyond single operations.
//!
//! | Page | Contents |
//! |---|---|
//! | [`calls`] | parameters, bodies, options and headers of a call; clients in libraries |
//! | [`lists`] | pagination: streams of items or pages |
//! | [`keys_and_translations`] | keys, translations, plurals, branches |
//! | [`files`] | uploads and downloads; push and pull |
//! | [`tasks`] | tasks for translators and reviewers, made after an upload |
//! | [`screenshots`] | images that show where a text appears |
//! | [`snapshots`] | a copy of a project before something risky, and its restoring |
//! | [`waiting`] | waiting for jobs and processes of the service |
//! | [`errors`] | errors, retries, timeouts, the rate limit |
//! | [`credentials`] | tokens, and which hosts the client sends them to |
//! | [`oauth`] | OAuth: authorization, exchange, refresh; stores in files and SQLite |
//! | [`hooks`] | metrics, traces, an audit log, a circuit breaker; spans |
//! | [`webhooks`] | receiving the events of webhooks, and what to do after a downtime |
//! | [`runtimes`] | static clients, synchronous code, serverless functions, several runtimes |
//! | [`jobs`] | batch jobs that continue after a restart; several processes |
//! | [`building`] | features for groups of operations and for TLS, platforms |
//! | [`testing`] | testing your program against the sandbox |
//! | [`any_endpoint`] | raw requests to endpoints that the crate does not describe |
//!
//! [`operations`](crate::operations) lists all operations, with the scope and the admin right that
//! each needs.
//!
//! The samples use `tokio`, `futures-util` and `serde` with `derive`. A page names other crates
//! that its samples need.

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

#[doc = include_str!("tasks.md")]
pub mod tasks {}

#[doc = include_str!("screenshots.md")]
pub mod screenshots {}

#[doc = include_str!("snapshots.md")]
#[doc(alias = "backup")]
pub mod snapshots {}

#[doc = include_str!("hooks.md")]
pub mod hooks {}

#[doc = include_str!("oauth.md")]
#[doc = "```no_run"]
#[doc = include_str!("oauth_web.rs")]
#[doc = "```"]
#[doc = ""]
#[doc = include_str!("oauth_database.md")]
#[doc = "```ignore"]
#[doc = include_str!("sqlite_tokens.rs")]
#[doc = "```"]
pub mod oauth {}

#[doc = include_str!("webhooks.md")]
#[doc = "```no_run"]
#[doc = include_str!("webhook_receiver.rs")]
#[doc = "```"]
pub mod webhooks {}

#[doc = include_str!("runtimes.md")]
#[doc(alias = "blocking")]
pub mod runtimes {}

#[doc = include_str!("jobs.md")]
#[doc(alias = "resume")]
pub mod jobs {}

#[doc = include_str!("building.md")]
pub mod building {}

#[doc = include_str!("testing.md")]
#[doc(alias = "mock")]
pub mod testing {}
