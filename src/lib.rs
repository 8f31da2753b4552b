// The README links to files of the repository; these links work on docs.rs.
#![doc = "[crate]: crate::guide"]
#![doc = "[tool]: https://docs.rs/crate/l10n-cli"]
#![doc = "[document]: https://docs.rs/crate/l10n-client/latest/source/spec/openapi.yaml"]
#![doc = "[sandbox]: https://docs.rs/crate/l10n-sandbox"]
#![doc = ""]
#![doc = include_str!("../README.md")]
// On docs.rs, items show the feature that they need.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(target_family = "wasm")]
compile_error!("l10n-client does not support WebAssembly: it needs sockets, timers and threads");

pub mod bulk;
mod call;
mod client;
mod conversions;
mod credentials;
mod error;
mod files;
#[cfg(any(fuzzing, test))]
#[doc(hidden)]
pub mod fuzzing;
/// The types and calls of the document, which `build.rs` writes: a file for each group of operations
/// in the folder `generated` of `OUT_DIR`.
// A call takes what its path and its body require, whatever the number. Not every file needs all
// imports, nor every id a conversion.
#[allow(
    clippy::too_many_arguments,
    clippy::useless_conversion,
    deprecated,
    missing_docs,
    unused_imports
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/generated/mod.rs"));
}
pub mod guide;
mod oauth;
pub mod pages;
mod prelude;
mod request;
mod settings;
mod trace;
mod wait;
pub mod webhooks;
mod wire;

pub use client::{Client, ClientBuilder};
/// Re-exports of the crates whose types are part of the public interface.
#[doc(no_inline)]
pub use {bytes, chrono, http, reqwest, serde_json, url, uuid};

pub use call::chunks::Chunks;
pub use call::response::Response;
pub use client::transport;
pub use credentials::{OAuthApp, OAuthTokens, StoreLock, TokenStore};
pub use error::{BoxError, Error, ErrorKind};
pub use files::{Download, FileSource};
#[doc(no_inline)]
pub use futures_core::future::BoxFuture;
pub use oauth::Authorization;
pub use request::RawRequest;
pub use settings::options::CallOptions;
pub use settings::retry::RetryPolicy;
pub use settings::{hook, rate_limit};
pub use wait::Wait;
pub use wire::decode::issue::DecodeIssue;
pub use wire::encoded::{Base64, Image};
pub use wire::operation::Server;
pub use wire::optional;
pub use wire::secret::Secret;
pub use wire::url_text::UrlText;

#[doc(inline)]
pub use generated::operations;

/// The bodies of requests and responses, as the document describes them.
///
/// Request bodies have `new`, which takes the required fields, and setters for the optional ones.
/// Fields you do not set are omitted; `extra` adds fields that are not in the document beside those
/// of the body.
///
/// Response types accept observed variations: ids as text, flags as 0 and 1, null or absent fields,
/// unknown values. Fields that are not in the document are ignored. An invalid optional value or
/// item is omitted and reported: see [`Response::decode_issues`]. With `serde`
/// (`serde_json::from_str`) such a value is an error, because nothing would report it.
///
/// *Observed.* marks facts that are not in the service's own description, but in exchanges with the
/// service or in public clients. The badge of a type applies to its fields too.
pub mod types {
    pub use crate::generated::types::*;
    pub use crate::wire::quirks::{
        CommentsCreatedResponse, ContributorsInvitedResponse, CustomTranslationStatusId,
        CustomTranslationStatusReadResponse, KeyName, PluralForms, QaIssues, TimestampText,
        TokenRequest, TranslationText,
    };
}

/// The calls, one struct for each operation; the methods of [`Client`] make them.
///
/// A call that is not sent does nothing, and the compiler warns about it:
///
/// ```compile_fail
/// #![deny(unused_must_use)]
/// # fn example(client: &l10n_client::Client) {
/// client.delete_contributor("garnet-7041.26", 1002);
/// # }
/// ```
pub mod calls {
    pub use crate::generated::calls::*;
}
