//! What became of the keys of a bulk call, one by one.

use std::fmt::{self, Display};

use crate::error::{Error, Target};
use crate::types::KeyError;
use crate::wire::decode::issue::DecodeIssue;
use crate::wire::operation::Operation;

/// What became of one key.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Fate<T> {
    /// The service did it, and answered this.
    Done(T),
    /// The service did not do it, and says why.
    Refused(KeyError),
    /// Its batch was answered, and nothing in the answer is about it. Of a deletion: some keys of
    /// the batch were not deleted, and the service does not say which.
    Untold,
    /// Its batch failed. [`BulkReport::error`] says how, and whether it
    /// [may have taken effect](Error::may_have_taken_effect).
    Failed,
    /// It was not sent, since a batch before it failed.
    NotSent,
}

/// What was answered, and belongs to no key that was sent.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Unmatched<T> {
    /// Something that was done.
    Done(T),
    /// Something that was refused.
    Refused(KeyError),
    /// Something that could not be read.
    Unreadable(DecodeIssue),
    /// So many keys of a batch could not be deleted.
    Locked(i64),
}

/// What became of the keys of a bulk call, in the order in which they were given. Displayed, it is
/// one line with their numbers.
#[derive(Debug)]
#[must_use = "some keys may have been refused, or not sent"]
pub struct BulkReport<T> {
    operation: &'static Operation,
    target: Target,
    fates: Vec<Fate<T>>,
    unmatched: Vec<Unmatched<T>>,
    error: Option<Error>,
}

impl<T> BulkReport<T> {
    pub(super) fn new(operation: &'static Operation, target: Target) -> Self {
        Self {
            operation,
            target,
            fates: Vec::new(),
            unmatched: Vec::new(),
            error: None,
        }
    }

    /// A batch was answered.
    pub(super) fn told(&mut self, told: Told<T>) {
        self.fates.extend(told.fates);
        self.unmatched.extend(told.unmatched);
    }

    /// A batch of so many keys failed, before so many others.
    pub(super) fn stopped(&mut self, error: Error, failed: usize, left: usize) {
        self.error = Some(error);
        self.fates.extend((0..failed).map(|_| Fate::Failed));
        self.fates.extend((0..left).map(|_| Fate::NotSent));
    }

    /// What became of each key, at its index in the body.
    pub fn fates(&self) -> &[Fate<T>] {
        &self.fates
    }

    /// What was done, with the indexes.
    pub fn done(&self) -> impl Iterator<Item = (usize, &T)> {
        let fates = self.fates.iter().enumerate();
        fates.filter_map(|(index, fate)| match fate {
            Fate::Done(done) => Some((index, done)),
            _ => None,
        })
    }

    /// What was refused, with the indexes.
    pub fn refused(&self) -> impl Iterator<Item = (usize, &KeyError)> {
        let fates = self.fates.iter().enumerate();
        fates.filter_map(|(index, fate)| match fate {
            Fate::Refused(why) => Some((index, why)),
            _ => None,
        })
    }

    /// The indexes of the keys of which nobody knows whether it was done: nothing was answered of
    /// them, or their batch failed and may have taken effect.
    pub fn unknown(&self) -> impl Iterator<Item = usize> {
        let may_be = self
            .error
            .as_ref()
            .is_some_and(Error::may_have_taken_effect);
        self.indexes(move |fate| match fate {
            Fate::Untold => true,
            Fate::Failed => may_be,
            _ => false,
        })
    }

    /// The indexes of the keys that were not sent, or whose batch failed without any effect: they
    /// can be sent again.
    pub fn not_done(&self) -> impl Iterator<Item = usize> {
        let may_be = self
            .error
            .as_ref()
            .is_some_and(Error::may_have_taken_effect);
        self.indexes(move |fate| match fate {
            Fate::NotSent => true,
            Fate::Failed => !may_be,
            _ => false,
        })
    }

    fn indexes(&self, which: impl Fn(&Fate<T>) -> bool) -> impl Iterator<Item = usize> {
        let fates = self.fates.iter().enumerate();
        fates.filter_map(move |(index, fate)| which(fate).then_some(index))
    }

    /// What was answered, and belongs to no key that was sent. Nearly always nothing.
    pub fn unmatched(&self) -> &[Unmatched<T>] {
        &self.unmatched
    }

    /// Why the call stopped, where a batch failed.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }

    /// What was done, in the order of the body, where all was.
    ///
    /// # Errors
    ///
    /// That of the batch that failed, or where none did and something was refused or not told,
    /// [`ErrorKind::Incomplete`](crate::ErrorKind::Incomplete). What was done besides is lost with
    /// the report: read it first where that matters.
    pub fn complete(self) -> Result<Vec<T>, Error> {
        let words = self.to_string();
        let (operation, sent) = (self.operation, self.fates.len());
        let is_told = |fate: &Fate<T>| matches!(fate, Fate::Done(_) | Fate::Untold);
        let has_effect = self.fates.iter().any(is_told);
        if let Some(error) = self.error {
            return Err(error.after_effect(has_effect));
        }
        let fates = self.fates.into_iter();
        let done: Vec<_> = fates
            .filter_map(|fate| match fate {
                Fate::Done(done) => Some(done),
                _ => None,
            })
            .collect();
        match done.len() == sent {
            true => Ok(done),
            false => Err(Error::incomplete(operation, words)
                .after_effect(has_effect)
                .at(self.target)),
        }
    }
}

impl<T> Display for BulkReport<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |which: fn(&Fate<T>) -> bool| self.indexes(which).count();
        let done = count(|fate| matches!(fate, Fate::Done(_)));
        write!(f, "{done} of {} done", self.fates.len())?;
        for (number, words) in [
            (count(|fate| matches!(fate, Fate::Refused(_))), "refused"),
            (count(|fate| matches!(fate, Fate::Untold)), "not told"),
            (count(|fate| matches!(fate, Fate::Failed)), "failed"),
            (count(|fate| matches!(fate, Fate::NotSent)), "not sent"),
        ] {
            if number > 0 {
                write!(f, ", {number} {words}")?;
            }
        }
        if let Some((index, why)) = self.refused().next() {
            let message = why.message.as_deref().unwrap_or("without a word");
            write!(f, "; index {index}: {}", message.escape_debug())?;
        }
        Ok(())
    }
}

/// What a batch was answered with.
pub(super) struct Told<T> {
    pub(super) fates: Vec<Fate<T>>,
    pub(super) unmatched: Vec<Unmatched<T>>,
}
