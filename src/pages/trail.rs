//! The cursors that a walk has followed: it never follows one twice, nor empty pages for ever.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use crate::error::Error;
use crate::wire::operation::Operation;

/// Empty pages in a row that a list may have before more of its items.
const MOST_EMPTY: u32 = 100;

/// The cursors that came so far.
#[derive(Debug)]
pub(super) struct Trail {
    operation: &'static Operation,
    /// Hashes of all cursors: 8 bytes for a page, where the cursors may be of any length.
    seen: HashSet<u64>,
    /// Empty pages that came last, in a row.
    empty: u32,
    hasher: RandomState,
}

impl Trail {
    pub(super) fn new(operation: &'static Operation) -> Self {
        Self {
            operation,
            seen: HashSet::new(),
            empty: 0,
            hasher: RandomState::new(),
        }
    }

    /// Takes note of a cursor; whether it is a new one.
    pub(super) fn is_new(&mut self, cursor: &str) -> bool {
        self.seen.insert(self.hasher.hash_one(cursor))
    }

    /// The error of a cursor that came before.
    pub(super) fn circle(&self) -> Error {
        Error::pagination(
            self.operation,
            "a cursor came a second time, and the list would go in circles",
        )
    }

    /// Takes note of a page behind which more is to follow.
    pub(super) fn follow(&mut self, is_empty: bool) -> Result<(), Error> {
        self.empty = if is_empty { self.empty + 1 } else { 0 };
        match self.empty < MOST_EMPTY {
            true => Ok(()),
            false => Err(Error::pagination(
                self.operation,
                "100 pages in a row were empty, and the list would have no end",
            )),
        }
    }
}
