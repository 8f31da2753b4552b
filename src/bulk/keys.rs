//! Creating, changing and deleting any number of keys.

use super::matching::results;
use super::report::{BatchResult, BulkReport, KeyResult, Unmatched};
use super::{Batches, Listener};
use crate::call::response::Response;
use crate::calls::{CreateKeys, DeleteKeys, UpdateKeys};
use crate::error::{Error, Target};
use crate::types::{Key, KeysDeletedResponse};
use crate::wire::operation::Operation;

/// Sends batches until one fails.
async fn run<I, A, T, F>(
    (operation, target): (&'static Operation, Target),
    (items, size): (Vec<I>, usize),
    on_progress: Option<Listener<T>>,
    send: impl Fn(Vec<I>) -> F,
    results: impl Fn(&[I], Response<A>) -> BatchResult<T>,
) -> BulkReport<T>
where
    I: Clone,
    F: Future<Output = Result<Response<A>, Error>>,
{
    let mut report = BulkReport::new(operation, target);
    let mut left = items.len();
    for batch in items.chunks(size) {
        left -= batch.len();
        match send(batch.to_vec()).await {
            Ok(response) => report.add(results(batch, response)),
            Err(error) => report.stop(error, batch.len(), left),
        }
        if let Some(listen) = &on_progress {
            listen(&report, items.len());
        }
        if report.error().is_some() {
            break;
        }
    }
    report
}

/// Gives the call of an operation its batches. The whole body is checked before anything is sent.
macro_rules! batches {
    ($(#[$doc:meta])* $builder:ident: $done:ty, $results:expr) => {
        impl<'a> $builder<'a> {
            $(#[$doc])*
            pub fn in_batches(self) -> Batches<Self, $done> {
                Batches::new(self)
            }
        }

        impl Batches<$builder<'_>, $done> {
            /// Sends the keys, one batch after another, until all are sent or a batch fails.
            ///
            /// # Errors
            ///
            /// Fails if a parameter or the body is invalid; then nothing is sent. The error of a
            /// batch is in the report.
            pub async fn send(self) -> Result<BulkReport<$done>, Error> {
                let Self { mut call, size, on_progress } = self;
                // Checks the whole body before the first batch.
                call.clone().call()?;
                let project = Some(call.project_id.as_str().into());
                let target = Target::of_project($builder::OPERATION, call.client, project);
                let keys = std::mem::take(&mut call.body.keys);
                let send = |keys| {
                    let mut part = call.clone();
                    part.body.keys = keys;
                    part.send()
                };
                let to = ($builder::OPERATION, target);
                Ok(run(to, (keys, size), on_progress, send, $results).await)
            }
        }
    };
}

batches! {
    /// Creates any number of keys, in several requests if there are more than the service
    /// recommends for one: see [`bulk`](crate::bulk).
    CreateKeys: Key, results
}

batches! {
    /// Changes any number of keys, in several requests: see [`bulk`](crate::bulk).
    UpdateKeys: Key, results
}

batches! {
    /// Deletes any number of keys, in several requests: see [`bulk`](crate::bulk).
    DeleteKeys: (), deleted
}

/// The response to a deletion is about all its keys at once.
fn deleted(sent: &[i64], response: Response<KeysDeletedResponse>) -> BatchResult<()> {
    let locked = response.keys_locked.unwrap_or_default();
    let result = match response.keys_removed && locked == 0 {
        true => KeyResult::Done(()),
        false => KeyResult::Unknown,
    };
    let locked = (locked != 0).then_some(Unmatched::Locked(locked));
    BatchResult { results: vec![result; sent.len()], unmatched: locked.into_iter().collect() }
}
