//! The law of the matrix, whatever its rules are: nothing that must be done once is sent twice,
//! unless a response has said that nothing was done; and no request goes where it was not meant to
//! go.

use std::collections::BTreeMap;
use std::fmt;

use l10n_sandbox::{SeenRequest, Server};

use super::Pair;
use crate::every::Kind;

/// What was heard of the pairs.
#[derive(Default)]
pub(super) struct Law {
    pairs: usize,
    requests: usize,
    repeated: usize,
    /// Writes that may be done once only, and how many of them were repeated after a response that
    /// allows it.
    once: usize,
    allowed: usize,
    broken: Vec<String>,
}

impl Law {
    pub(super) fn hear(&mut self, pair: Pair) {
        self.pairs += 1;
        self.requests += pair.seen.len();
        if pair.seen.iter().any(|seen| seen.server == Server::Bundle) {
            self.broken.push(format!("{}: went to another host", pair.name));
        }
        let mut calls: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for seen in &pair.seen {
            calls.entry(&seen.operation).or_default().push(seen);
        }
        for (_, seen) in calls {
            let repeated = seen.len() - 1;
            self.repeated += repeated;
            if seen[0].method == "POST" || pair.row.kind == Kind::BulkDeletion {
                self.once += 1;
                self.allowed += repeated;
                if !is_lawful(&seen) {
                    self.broken.push(format!("{}: {seen:?}", pair.name));
                }
            }
        }
    }

    pub(super) fn join(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.requests += other.requests;
        self.repeated += other.repeated;
        self.once += other.once;
        self.allowed += other.allowed;
        self.broken.extend(other.broken);
    }

    /// Prints the counts, and fails where the law was broken.
    pub(super) fn holds(&self, what: &str) {
        println!("{what}: {self}");
        assert!(self.pairs > 0 && self.once > 0);
        assert!(self.broken.is_empty(), "{:#?}", self.broken);
    }
}

/// Whether requests that must be made once were repeated only after a response that nothing was
/// done, and nothing was done twice.
fn is_lawful(seen: &[&SeenRequest]) -> bool {
    let nothing_done = |status| matches!(status, Some(401 | 409 | 423 | 429));
    let earlier = &seen[..seen.len() - 1];
    earlier.iter().all(|seen| !seen.took_effect && nothing_done(seen.status))
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} pairs, {} requests, {} of them repeated; {} writes to be done once, {} repeated \
             after a response that allows it, {} against it",
            self.pairs,
            self.requests,
            self.repeated,
            self.once,
            self.allowed,
            self.broken.len()
        )
    }
}
