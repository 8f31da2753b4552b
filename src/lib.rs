// In the repository these lead to files, which are not here.
#![doc = "[crate]: crate::guide"]
#![doc = "[tool]: https://docs.rs/crate/l10n-cli"]
#![doc = "[document]: https://docs.rs/crate/l10n-client/latest/source/spec/openapi.yaml"]
#![doc = "[sandbox]: https://docs.rs/crate/l10n-sandbox"]
#![doc = ""]
#![doc = include_str!("../README.md")]
// There items say which feature they need.
#![cfg_attr(docsrs, feature(doc_cfg))]
// What only transfers use is spread over the rest; a build with them finds what nobody uses.
#![cfg_attr(not(feature = "transfer"), allow(dead_code, unused_imports))]

mod answer;
pub mod bulk;
mod client;
mod credentials;
mod decode;
mod encoded;
mod error;
mod exchange;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing;
mod generated;
pub mod guide;
pub mod hook;
pub mod input;
mod keys;
mod oauth;
mod open;
mod operation;
mod options;
mod outgoing;
pub mod pace;
pub mod pages;
mod pipeline;
mod query;
mod quirks;
mod request;
mod response;
mod retry;
mod runtime;
mod schemas;
mod secret;
mod session;
mod task;
mod tokens;
mod trace;
#[cfg(feature = "transfer")]
mod transfer;
pub mod transport;
mod wait;

pub use client::{Client, ClientBuilder};
/// The crates whose types are part of this one's interface, in the versions that fit it.
#[doc(no_inline)]
pub use {bytes, chrono, http, reqwest, serde_json, url, uuid};

pub use decode::unreadable::Unreadable;
pub use encoded::Base64;
pub use error::{Error, ErrorBuilder, ErrorKind};
pub use oauth::{Authorization, OAuthApp};
pub use options::CallOptions;
pub use request::{Chunks, RawRequest};
pub use response::Response;
pub use retry::{RetryBudget, RetryPolicy};
pub use secret::Secret;
pub use tokens::{OAuthTokens, StoreError, StoreFuture, StoreLock, TokenStore};
#[cfg(feature = "transfer")]
pub use transfer::{
    AbsentKey, AbsentKeyFate, AbsentKeyOutcome, AbsentKeys, Bundle, FileSource, LanguageMap,
    PlannedFile, Pull, PullChange, PullEvent, PullFile, Pulled, Push, PushEvent, PushFile,
    PushGroup, PushPlan, PushReport, PushStage, PushState, PushTotals, PushedFile, StreamedUpload,
};
#[cfg(feature = "zip")]
pub use transfer::{ExtractLimits, FinalNewline, LineEndings, PullPlan};
pub use wait::{States, Wait};

#[doc(inline)]
pub use generated::exports::operations;

/// The bodies of requests and answers, as the document describes them.
///
/// Types that requests use have a builder; fields that were not set are not sent. What its setters
/// take is in [`input`].
///
/// Types of answers tolerate what the service was observed to vary: ids as text, flags as 0 and 1,
/// null or absent fields, values beyond the listed ones. Fields that the document does not name are
/// dropped. What cannot be read even so costs itself alone, where the rest can do without it: see
/// [`Response::unreadable`].
pub mod types {
    pub use crate::generated::exports::types::*;
    pub use crate::quirks::{
        CommentsCreatedResponse, ContributorsInvitedResponse, CustomTranslationStatusId,
        CustomTranslationStatusReadResponse, ExportTrigger, GrantedAdminRights, KeyName,
        PlatformNames, PluralForms, QaIssues, TimestampText, TranslationText,
    };
}

/// The operations, one builder each; the methods of [`Client`] make them.
///
/// A call that is not sent does nothing, and the compiler says so:
///
/// ```compile_fail
/// #![deny(unused_must_use)]
/// # fn example(client: &l10n_client::Client) {
/// client.delete_contributor().project_id("garnet-7041.26").contributor_id(1002);
/// # }
/// ```
///
/// One that is sent is no reason to:
///
/// ```
/// #![deny(unused_must_use)]
/// # async fn example(client: &l10n_client::Client) -> Result<(), l10n_client::Error> {
/// client.delete_contributor().project_id("garnet-7041.26").contributor_id(1002).send().await?;
/// # Ok(())
/// # }
/// ```
pub mod builder {
    pub use crate::generated::exports::builder::*;
}
