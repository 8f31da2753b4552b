//! Creating, changing and deleting any number of keys.

use std::collections::BTreeMap;

use reqwest::StatusCode;

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
    let items: Vec<_> = items.into_iter().enumerate().collect();
    for batch in items.chunks(size) {
        let (mut indexes, mut batch): (Vec<_>, Vec<_>) = batch.iter().cloned().unzip();
        report.sent += batch.len();
        let mut response = send(batch.clone()).await;
        // The service accepts none of a batch with an invalid key, and may name only the first.
        while let Err(error) = &response
            && let Some(invalid) = invalid_keys(error, batch.len())
        {
            for (at, why) in invalid.into_iter().rev() {
                batch.remove(at);
                report.reject(indexes.remove(at), why);
            }
            if batch.is_empty() {
                break;
            }
            response = send(batch.clone()).await;
        }
        match response {
            Err(_) if batch.is_empty() => {}
            Ok(response) => report.add(&indexes, results(&batch, response)),
            Err(error) => report.stop(indexes, error),
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

/// Returns the keys that a 400 names as `keys.N`, by their places in the batch; `None` if it is
/// about anything else too.
fn invalid_keys(error: &Error, count: usize) -> Option<BTreeMap<usize, KeyError>> {
    if error.status() != Some(StatusCode::BAD_REQUEST) {
        return None;
    }
    let mut invalid: BTreeMap<usize, KeyError> = BTreeMap::new();
    for (field, messages) in error.violations() {
        let place = field.strip_prefix("keys.")?.split('.').next()?;
        let at = place.parse().ok().filter(|at| *at < count)?;
        let why = invalid.entry(at).or_default();
        let message = format!("`{field}`: {}", messages.join(" "));
        let known = why.message.take().map(|known| format!("{known}; "));
        why.message = Some(known.unwrap_or_default() + &message);
        why.code = Some(400);
    }
    Some(invalid).filter(|invalid| !invalid.is_empty())
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
                call.clone().prepare()?;
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
    let KeysChangedResponse { keys, errors, .. } = response.into_inner();
    let mut claimed = vec![false; sent.len()];
    let mut place_of = |name: Option<&KeyName>, is_first: bool| {
        let is_it = |place: &usize| {
            !claimed[*place] && name.is_some_and(|name| is_same(&sent[*place].key_name, name))
        };
        let mut places = 0..sent.len();
        let place = if is_first { places.find(is_it) } else { places.rfind(is_it) }?;
        claimed[place] = true;
        Some(place)
    };
    // Of equal keys, the first was created.
    let rejected = errors.into_iter().flatten().map(|why| {
        let name = why.key.as_ref().and_then(|key| key.key_name.as_ref()).or(why.key_name.as_ref());
        (place_of(name, false), why)
    });
    let rejected = rejected.collect();
    let done = keys.into_iter().map(|key| {
        let place = place_of(key.key_name.as_ref(), true);
        (place, key)
    });
    BatchResult { done: done.collect(), rejected, locked: 0 }
}

/// Whether two names are the same on each platform for which both have one, and on at least one.
fn is_same(sent: &KeyName, name: &KeyName) -> bool {
    let pairs = sent.names().zip(name.names()).map(|((_, sent), (_, name))| (sent, name));
    let mut pairs = pairs.filter(|(sent, name)| !sent.is_empty() && !name.is_empty()).peekable();
    pairs.peek().is_some() && pairs.all(|(sent, name)| sent == name)
}

fn changed(sent: &[KeyUpdateItem], response: Response<KeysChangedResponse>) -> BatchResult<Key> {
    let KeysChangedResponse { keys, errors, .. } = response.into_inner();
    let mut done = Vec::new();
    for key in keys {
        let places = sent.iter().enumerate().filter(|(_, sent)| sent.key_id == key.key_id);
        // A key that was sent twice is returned once.
        let mut places: Vec<_> = places.map(|(place, _)| Some(place)).collect();
        let last = places.pop().flatten();
        done.extend(places.into_iter().map(|place| (place, key.clone())));
        done.push((last, key));
    }
    let rejected = errors.into_iter().flatten().map(|why| {
        let id = why.key.as_ref().and_then(|key| key.key_id).or(why.key_id);
        (id.and_then(|id| sent.iter().position(|key| key.key_id == id)), why)
    });
    BatchResult { done, rejected: rejected.collect(), locked: 0 }
}

/// The response to a deletion is about all its keys at once.
fn deleted(sent: &[i64], response: Response<KeysDeletedResponse>) -> BatchResult<i64> {
    let locked = response.keys_locked.unwrap_or_default();
    let is_done = response.keys_removed && locked == 0;
    let done = sent.iter().enumerate().filter(|_| is_done);
    let done = done.map(|(place, id)| (Some(place), *id)).collect();
    BatchResult { done, rejected: Vec::new(), locked }
}
