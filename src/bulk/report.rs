//! The results of the keys of a bulk call.

use std::fmt::{self, Display};

use crate::error::{Error, ErrorKind, Target};
use crate::types::KeyError;
use crate::wire::decode::issue::DecodeIssue;
use crate::wire::operation::Operation;

/// The result of one key.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum KeyResult<T> {
    /// Done: the service returned this key.
    Done(T),
    /// The service rejected it, for this reason.
    Refused(KeyError),
    /// The response to its batch does not mention it. For a deletion: some keys of the batch were
    /// not deleted, and the response does not name them. [`BulkReport::unknown`] also returns keys
    /// whose batch failed and may have taken effect.
    Unknown,
    /// Its batch failed. [`BulkReport::error`] has the reason, and whether it
    /// [may have taken effect](Error::may_have_taken_effect).
    Failed,
    /// It was not sent, because a batch before it failed.
    NotSent,
}

/// A part of a response that matches no key that was sent.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Unmatched<T> {
    /// A key that was created, changed or deleted.
    Done(T),
    /// A key that was rejected.
    Refused(KeyError),
    /// A part that could not be decoded.
    Unreadable(DecodeIssue),
    /// The number of keys of a batch that could not be deleted.
    Locked(i64),
}

/// The results of the keys of a bulk call, in the order of the body. Displayed, it is one line with
/// their numbers.
#[derive(Debug)]
#[must_use = "some keys may have been refused, or not sent"]
pub struct BulkReport<T> {
    operation: &'static Operation,
    target: Target,
    results: Vec<KeyResult<T>>,
    unmatched: Vec<Unmatched<T>>,
    error: Option<Error>,
}

impl<T> BulkReport<T> {
    pub(super) fn new(operation: &'static Operation, target: Target) -> Self {
        Self { operation, target, results: Vec::new(), unmatched: Vec::new(), error: None }
    }

    pub(super) fn add(&mut self, batch: BatchResult<T>) {
        self.results.extend(batch.results);
        self.unmatched.extend(batch.unmatched);
    }

    /// The numbers of keys in the failed batch and after it.
    pub(super) fn stop(&mut self, error: Error, failed: usize, left: usize) {
        self.error = Some(error);
        self.results.extend((0..failed).map(|_| KeyResult::Failed));
        self.results.extend((0..left).map(|_| KeyResult::NotSent));
    }

    /// Returns the result of each key, at its index in the body.
    pub fn results(&self) -> &[KeyResult<T>] {
        &self.results
    }

    /// Returns the keys that were done, with their indexes.
    pub fn done(&self) -> impl Iterator<Item = (usize, &T)> {
        let results = self.results.iter().enumerate();
        results.filter_map(|(index, result)| match result {
            KeyResult::Done(done) => Some((index, done)),
            _ => None,
        })
    }

    /// Returns the errors of the rejected keys, with their indexes.
    pub fn refused(&self) -> impl Iterator<Item = (usize, &KeyError)> {
        let results = self.results.iter().enumerate();
        results.filter_map(|(index, result)| match result {
            KeyResult::Refused(why) => Some((index, why)),
            _ => None,
        })
    }

    /// Returns the indexes of the keys that may have been done: the response does not mention them,
    /// or their batch failed and may have taken effect.
    pub fn unknown(&self) -> impl Iterator<Item = usize> {
        let failed = self.may_have_taken_effect();
        self.indexes(move |result| match result {
            KeyResult::Unknown => true,
            KeyResult::Failed => failed,
            _ => false,
        })
    }

    /// Returns the indexes of the keys that were not sent, or whose batch failed without any
    /// effect: they can be sent again.
    pub fn not_done(&self) -> impl Iterator<Item = usize> {
        let failed = !self.may_have_taken_effect();
        self.indexes(move |result| match result {
            KeyResult::NotSent => true,
            KeyResult::Failed => failed,
            _ => false,
        })
    }

    fn may_have_taken_effect(&self) -> bool {
        let error = self.error.as_ref();
        error.is_some_and(Error::may_have_taken_effect)
    }

    fn indexes(&self, which: impl Fn(&KeyResult<T>) -> bool) -> impl Iterator<Item = usize> {
        let results = self.results.iter().enumerate();
        results.filter_map(move |(index, result)| which(result).then_some(index))
    }

    /// Returns the parts of responses that match no key that was sent: nearly always none.
    pub fn unmatched(&self) -> &[Unmatched<T>] {
        &self.unmatched
    }

    /// Returns the error of the batch that failed, if one did.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }

    /// Returns the keys in the order of the body if all were done.
    ///
    /// # Errors
    ///
    /// Fails with the error of the batch that failed; or with
    /// [`ErrorKind::Incomplete`](crate::ErrorKind::Incomplete) if a key was rejected or its result
    /// is unknown. This consumes the report: if you need the results of the other keys, read them
    /// first.
    pub fn complete(self) -> Result<Vec<T>, Error> {
        let words = self.to_string();
        let (operation, sent) = (self.operation, self.results.len());
        let was_accepted =
            |result: &KeyResult<T>| matches!(result, KeyResult::Done(_) | KeyResult::Unknown);
        let has_effect = self.results.iter().any(was_accepted);
        if let Some(error) = self.error {
            return Err(error.after_effect(has_effect));
        }
        let done = self.results.into_iter().filter_map(|result| match result {
            KeyResult::Done(done) => Some(done),
            _ => None,
        });
        let done: Vec<_> = done.collect();
        match done.len() == sent {
            true => Ok(done),
            false => Err(Error::new(ErrorKind::Incomplete, Some(operation), words)
                .after_effect(has_effect)
                .at(self.target)),
        }
    }
}

impl<T> Display for BulkReport<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |which: fn(&KeyResult<T>) -> bool| self.indexes(which).count();
        let done = count(|result| matches!(result, KeyResult::Done(_)));
        write!(f, "{done} of {} done", self.results.len())?;
        for (number, words) in [
            (count(|result| matches!(result, KeyResult::Refused(_))), "refused"),
            (count(|result| matches!(result, KeyResult::Unknown)), "unknown"),
            (count(|result| matches!(result, KeyResult::Failed)), "failed"),
            (count(|result| matches!(result, KeyResult::NotSent)), "not sent"),
        ] {
            if number > 0 {
                write!(f, ", {number} {words}")?;
            }
        }
        if let Some((index, why)) = self.refused().next() {
            let message = why.message.as_deref().unwrap_or("no message");
            write!(f, "; index {index}: {}", message.escape_debug())?;
        }
        Ok(())
    }
}

/// The results of a batch.
pub(super) struct BatchResult<T> {
    pub(super) results: Vec<KeyResult<T>>,
    pub(super) unmatched: Vec<Unmatched<T>>,
}
