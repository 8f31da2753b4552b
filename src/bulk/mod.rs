//! Many keys in one call: split into requests of a size that the service recommends, one after
//! another, and joined again.
//!
//! `create_keys`, `update_keys` and `delete_keys` take any number of keys with `in_batches`. What
//! became of each is in the [`BulkReport`], at the index that the key had in the body:
//!
//! ```
//! # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
//! use l10n_client::types::{NewKey, Platform};
//!
//! let names = (1..=1200).map(|number| format!("start.line_{number}"));
//! let keys = names.map(|name| NewKey::builder().key_name(name).platforms([Platform::Web]));
//! let keys: Vec<_> = keys.collect();
//! let report = client.create_keys().project_id("garnet-7041.26")
//!     .body_map(|body| body.keys(keys).use_automations(false))
//!     .in_batches().send().await?;
//! for (index, why) in report.refused() {
//!     eprintln!("number {index}: {:?}", why.message);
//! }
//! let keys = report.complete()?;
//! println!("{} keys, as many as were sent", keys.len());
//! # Ok(())
//! # }
//! ```
//!
//! The service answers 200 where it has refused some keys: [`complete`](BulkReport::complete) makes
//! an error of that, and of all else that is missing.
//!
//! # What is sent
//!
//! Batches have 500 keys, which the service recommends, or as many as [`Batches::size`] says. They
//! go one after another, in the order of the body. At the first that fails the call stops; the keys
//! of those behind it are [not sent](Fate::NotSent). No key is sent in two batches; within one, the
//! [policy for retries](crate::RetryPolicy) holds as for every call. All is checked before anything
//! is sent: a body that does not fit is an error and no report.
//!
//! # Who is meant
//!
//! Answers come by rising id, not in the order sent. Keys that were changed are found by their
//! id, those that were created by their name; errors by what they have. Where several keys of a
//! batch have one name, those with the file names that the answer has come first, then the order of
//! the body counts: the later one is the one that was refused. An answer may have one name for all
//! platforms where several were sent: any of them will do. What fits no key that was sent is not
//! dropped, but told by [`BulkReport::unmatched`], and a key of which nothing was answered
//! is [untold](Fate::Untold).
//!
//! [`KeysChangedResponse::refused`] does the same for an answer to one request, and
//! [`LanguagesCreatedResponse::refused`] for languages.
//!
//! [`KeysChangedResponse::refused`]: crate::types::KeysChangedResponse::refused
//! [`LanguagesCreatedResponse::refused`]: crate::types::LanguagesCreatedResponse::refused

mod keys;
mod languages;
mod matching;
mod report;

pub use matching::SentKey;
pub use report::{BulkReport, Fate, Unmatched};

/// Keys of one request, as the service recommends for those that are created.
const RECOMMENDED: usize = 500;

/// A call for any number of keys: see [`bulk`](self).
#[derive(Debug, Clone)]
#[must_use = "nothing is sent until `send` is awaited"]
pub struct Batches<C> {
    call: C,
    size: usize,
}

impl<C> Batches<C> {
    fn new(call: C) -> Self {
        Self {
            call,
            size: RECOMMENDED,
        }
    }

    /// How many keys a request has at most, at least one; 500 where it is not set.
    pub fn size(mut self, keys: usize) -> Self {
        self.size = keys.max(1);
        self
    }
}
