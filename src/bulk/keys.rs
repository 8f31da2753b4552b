//! Creating, changing and deleting any number of keys.

use std::collections::HashSet;

use super::report::{BatchResult, BulkReport};
use super::{Batches, Listener};
use crate::call::response::Response;
use crate::calls::{CreateKeys, DeleteKeys, UpdateKeys};
use crate::error::{Error, Target};
use crate::types::{
    Key, KeyError, KeyName, KeyUpdateItem, KeysChangedResponse, KeysDeletedResponse, NewKey,
};

/// Sends batches until one fails.
async fn run<I, A, T, F>(
    mut report: BulkReport<T>,
    (items, size): (Vec<I>, usize),
    on_progress: Option<Listener<T>>,
    send: impl Fn(Vec<I>) -> F,
    results: impl Fn(&[I], Response<A>) -> BatchResult<T>,
) -> BulkReport<T>
where
    I: Clone,
    F: Future<Output = Result<Response<A>, Error>>,
{
    report.total = items.len();
    for batch in items.chunks(size) {
        let range = report.sent..report.sent + batch.len();
        match send(batch.to_vec()).await {
            Ok(response) => report.add(range, results(batch, response)),
            Err(error) => report.stop(range, error),
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
        impl $builder {
            $(#[$doc])*
            pub fn in_batches(self) -> Batches<Self, $done> {
                Batches::new(self)
            }
        }

        impl Batches<$builder, $done> {
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
                let target = Target::of_project($builder::OPERATION, &call.client, project);
                let report =
                    BulkReport::new($builder::OPERATION, target, call.client.secrets());
                let keys = std::mem::take(&mut call.body.keys);
                let send = |keys| {
                    let mut part = call.clone();
                    part.body.keys = keys;
                    part.send()
                };
                Ok(run(report, (keys, size), on_progress, send, $results).await)
            }
        }
    };
}

batches! {
    /// Creates any number of keys, in several requests if there are more than the service
    /// recommends for one: see [`bulk`](crate::bulk).
    CreateKeys: Key, created
}

batches! {
    /// Changes any number of keys, in several requests: see [`bulk`](crate::bulk).
    UpdateKeys: Key, changed
}

batches! {
    /// Deletes any number of keys, in several requests: see [`bulk`](crate::bulk).
    DeleteKeys: i64, deleted
}

fn created(sent: &[NewKey], response: Response<KeysChangedResponse>) -> BatchResult<Key> {
    let mut claimed = vec![false; sent.len()];
    let index_of = |why: &KeyError| {
        let name = why.key.as_ref().and_then(|key| key.key_name.as_ref()).or(why.key_name.as_ref());
        // Of equal keys, the first was created.
        let is_it = |index: usize| {
            !claimed[index] && name.is_some_and(|name| is_same(&sent[index].key_name, name))
        };
        let index = (0..sent.len()).rev().find(|index| is_it(*index));
        index.inspect(|index| claimed[*index] = true)
    };
    results(sent.len(), response, index_of)
}

/// Whether two names are the same on each platform for which both have one, and on at least one.
fn is_same(sent: &KeyName, name: &KeyName) -> bool {
    let pairs = sent.names().zip(name.names()).map(|((_, sent), (_, name))| (sent, name));
    let mut pairs = pairs.filter(|(sent, name)| !sent.is_empty() && !name.is_empty()).peekable();
    pairs.peek().is_some() && pairs.all(|(sent, name)| sent == name)
}

fn changed(sent: &[KeyUpdateItem], response: Response<KeysChangedResponse>) -> BatchResult<Key> {
    let ids: HashSet<_> = sent.iter().map(|key| key.key_id).collect();
    let index_of = |why: &KeyError| {
        let id = why.key.as_ref().and_then(|key| key.key_id).or(why.key_id)?;
        sent.iter().position(|key| key.key_id == id)
    };
    results(ids.len(), response, index_of)
}

fn results(
    sent: usize,
    response: Response<KeysChangedResponse>,
    mut index_of: impl FnMut(&KeyError) -> Option<usize>,
) -> BatchResult<Key> {
    let KeysChangedResponse { keys: done, errors, .. } = response.into_inner();
    let errors = errors.unwrap_or_default();
    let unmentioned = sent.saturating_sub(done.len() + errors.len());
    let rejected = errors.into_iter().map(|why| (index_of(&why), why)).collect();
    BatchResult { done, rejected, unmentioned, locked: 0 }
}

/// The response to a deletion is about all its keys at once.
fn deleted(sent: &[i64], response: Response<KeysDeletedResponse>) -> BatchResult<i64> {
    let locked = response.keys_locked.unwrap_or_default();
    let is_done = response.keys_removed && locked == 0;
    let (done, unmentioned) = if is_done { (sent.to_vec(), 0) } else { (Vec::new(), sent.len()) };
    BatchResult { done, rejected: Vec::new(), unmentioned, locked }
}
