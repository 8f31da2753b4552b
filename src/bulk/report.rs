//! The results of a bulk call.

use std::collections::HashSet;
use std::fmt::{self, Display};

use crate::error::{Error, ErrorKind, Target};
use crate::types::KeyError;
use crate::wire::operation::Operation;
use crate::wire::secret::Secret;

/// The results of a bulk call. `Display` writes a summary on one line.
#[derive(Debug)]
#[must_use = "some keys may have been rejected, or not sent"]
pub struct BulkReport<T> {
    operation: &'static Operation,
    target: Target,
    pub(super) total: usize,
    /// The number of keys in the batches so far.
    pub(super) sent: usize,
    done: Vec<(Option<usize>, T)>,
    rejected: Vec<(Option<usize>, KeyError)>,
    /// The number of keys that the responses do not mention.
    unmentioned: usize,
    locked: i64,
    /// The keys of the batch that failed, by their indexes.
    failed: Option<(Vec<usize>, Error)>,
    /// What messages of the service may repeat.
    secrets: Vec<Secret>,
}

/// The results of a batch, with the places of their keys in it if the response identifies them.
pub(super) struct BatchResult<T> {
    pub(super) done: Vec<(Option<usize>, T)>,
    pub(super) rejected: Vec<(Option<usize>, KeyError)>,
    /// The number of keys that could not be deleted because they are locked.
    pub(super) locked: i64,
}

impl<T> BulkReport<T> {
    pub(super) fn new(operation: &'static Operation, target: Target, secrets: Vec<Secret>) -> Self {
        Self {
            operation,
            target,
            total: 0,
            sent: 0,
            done: Vec::new(),
            rejected: Vec::new(),
            unmentioned: 0,
            locked: 0,
            failed: None,
            secrets,
        }
    }

    /// Adds an invalid key, by its index in the body.
    pub(super) fn reject(&mut self, index: usize, why: KeyError) {
        self.rejected.push((Some(index), why));
    }

    /// Adds the results of a batch of the keys with these indexes.
    pub(super) fn add(&mut self, indexes: &[usize], batch: BatchResult<T>) {
        let BatchResult { done, rejected, locked } = batch;
        let places = done.iter().map(|(place, _)| place);
        let places = places.chain(rejected.iter().map(|(place, _)| place));
        let named: HashSet<_> = places.flatten().copied().collect();
        // Each is about a key that is not named.
        let others = rejected.iter().filter(|(place, _)| place.is_none()).count();
        self.unmentioned += indexes.len().saturating_sub(named.len() + others);
        self.locked += locked;
        let index = |place: Option<usize>| place.and_then(|place| indexes.get(place).copied());
        self.done.extend(done.into_iter().map(|(place, key)| (index(place), key)));
        self.rejected.extend(rejected.into_iter().map(|(place, why)| (index(place), why)));
    }

    pub(super) fn stop(&mut self, indexes: Vec<usize>, error: Error) {
        let error = match indexes.first() {
            Some(first) if indexes.len() < self.total => error.with_note(&format!(
                "the batch has the keys from index {first} on, and places in it count from there"
            )),
            _ => error,
        };
        self.failed = Some((indexes, error));
    }

    /// Returns the keys that were created or changed, as the service returned them, or the ids of
    /// the deleted keys, each with its index in the body; `None` if the response has another name
    /// or id than the keys of its batch.
    pub fn done(&self) -> impl Iterator<Item = (Option<usize>, &T)> {
        self.done.iter().map(|(index, key)| (*index, key))
    }

    /// Returns the errors of the rejected keys, each with the index of its key in the body; `None`
    /// if the error does not name a key of the body.
    pub fn rejected(&self) -> impl Iterator<Item = (Option<usize>, &KeyError)> {
        self.rejected.iter().map(|(index, why)| (*index, why))
    }

    /// Returns the number of keys that could not be deleted because they are locked. The service
    /// does not name them, so no key of their batches is in [`done`](Self::done).
    pub fn locked(&self) -> i64 {
        self.locked
    }

    /// Returns the error of the batch that failed, if one did.
    pub fn error(&self) -> Option<&Error> {
        self.failed.as_ref().map(|(_, error)| error)
    }

    /// Returns the indexes of the keys whose batch failed and may have taken effect: check them
    /// before you send them again.
    pub fn unknown(&self) -> Vec<usize> {
        match &self.failed {
            Some((batch, error)) if error.may_have_taken_effect() => batch.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the indexes of the keys that were not sent, or whose batch failed without any
    /// effect: send them again once the reason of the [`error`](Self::error) is gone.
    pub fn not_done(&self) -> Vec<usize> {
        let failed = self.failed.iter().filter(|(_, error)| !error.may_have_taken_effect());
        let failed = failed.flat_map(|(batch, _)| batch.iter().copied());
        failed.chain(self.sent..self.total).collect()
    }

    /// Returns the keys if all were done, in the order of the body.
    ///
    /// # Errors
    ///
    /// Fails with the error of the batch that failed; or with
    /// [`ErrorKind::Incomplete`](crate::ErrorKind::Incomplete) if a key was rejected or a response
    /// does not mention it. This consumes the report: if you need the results of the other keys,
    /// read them first.
    pub fn complete(self) -> Result<Vec<T>, Error> {
        let summary = self.to_string();
        let has_effect = !self.done.is_empty() || self.unmentioned > 0;
        if let Some((_, error)) = self.failed {
            return Err(error.with_possible_effect(has_effect));
        }
        if self.rejected.is_empty() && self.unmentioned == 0 {
            let mut done = self.done;
            done.sort_by_key(|(index, _)| index.unwrap_or(usize::MAX));
            return Ok(done.into_iter().map(|(_, key)| key).collect());
        }
        let error = Error::new(ErrorKind::Incomplete, Some(self.operation), summary);
        let error = error.without_secrets(&self.secrets);
        Err(error.with_possible_effect(has_effect).with_target(self.target))
    }
}

impl<T> Display for BulkReport<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = self.failed.as_ref().map_or(0, |(batch, _)| batch.len());
        write!(f, "{} of {} done", self.done.len(), self.total)?;
        for (count, what) in [
            (self.rejected.len(), "rejected"),
            (self.unmentioned, "not mentioned in the response"),
            (failed, "failed"),
            (self.total - self.sent, "not sent"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        if self.locked > 0 {
            write!(f, "; {} are locked", self.locked)?;
        }
        if let Some((index, why)) = self.rejected.first() {
            let message = why.message.as_deref().unwrap_or("no message");
            let place = index.map_or("a key".to_owned(), |index| format!("index {index}"));
            write!(f, "; {place}: {}", message.escape_debug())?;
        }
        Ok(())
    }
}
