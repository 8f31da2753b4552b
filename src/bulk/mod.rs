//! Bulk calls for any number of keys, sent in batches of the size that the service recommends.
//!
//! With `in_batches`, `create_keys`, `update_keys` and `delete_keys` take any number of keys. The
//! [`BulkReport`] has the keys that were done and the errors of those that were rejected, with their
//! indexes in the body. See [the guide](crate::guide::keys_and_translations) for an example.
//!
//! The service responds with 200 even if it rejected some keys, for example because a name is
//! taken: then [`complete`](BulkReport::complete) fails. It responds with 400 to a batch with an
//! invalid key, such as one with an empty name. If the violations name the keys (`keys.3`), these
//! are rejected, and the batch is sent again without them.
//!
//! A batch has 500 keys, as the service recommends, or [`Batches::size`]. Batches are sent one
//! after another, in the order of the body. If one fails, the call stops, and the keys after it are
//! not sent. Each batch is retried according to the [retry policy](crate::RetryPolicy). The whole
//! body is checked before anything is sent.

mod keys;
mod report;

use std::fmt;
use std::sync::Arc;

pub use report::BulkReport;

/// The recommended number of keys in one request that creates keys.
const RECOMMENDED: usize = 500;

type Listener<T> = Arc<dyn Fn(&BulkReport<T>, usize) + Send + Sync>;

/// A call for any number of keys: see [`bulk`](self).
#[must_use = "nothing is sent until `send` is awaited"]
pub struct Batches<C, T> {
    call: C,
    size: usize,
    on_progress: Option<Listener<T>>,
}

impl<C, T> Batches<C, T> {
    fn new(call: C) -> Self {
        Self { call, size: RECOMMENDED, on_progress: None }
    }

    /// Sets the maximum number of keys in a batch, at least one; 500 by default.
    pub fn size(mut self, keys: usize) -> Self {
        self.size = keys.max(1);
        self
    }

    /// Sets a function that is called after each batch with the report so far and the total number
    /// of keys, for example to keep the results if the call is dropped.
    pub fn on_progress(
        mut self,
        listen: impl Fn(&BulkReport<T>, usize) + Send + Sync + 'static,
    ) -> Self {
        self.on_progress = Some(Arc::new(listen));
        self
    }
}

impl<C: fmt::Debug, T> fmt::Debug for Batches<C, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Batches").field(&self.call).field(&self.size).finish()
    }
}
