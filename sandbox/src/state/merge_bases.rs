//! What branches had in common when they parted: what a merge compares both of them with. It is no
//! part of the data that are saved.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Branch, Key, Language};

/// The content of a branch as it was.
#[derive(Debug, Default)]
pub(crate) struct Snapshot {
    pub(super) languages: Vec<Language>,
    pub(super) keys: Vec<Key>,
}

impl Snapshot {
    pub(crate) fn of(branch: &Branch) -> Self {
        Self { languages: branch.languages.clone(), keys: branch.keys.clone() }
    }
}

/// For each two branches of a project what they had in common last.
#[derive(Debug, Default, Clone)]
pub(crate) struct MergeBases(HashMap<(u64, u64), Arc<Snapshot>>);

impl MergeBases {
    /// A branch is copied. With each third one the copy has in common what its original has.
    pub(crate) fn copied(&mut self, original: u64, copy: u64, content: Snapshot) {
        let others = self.0.iter().filter_map(|(&(a, b), base)| {
            let other = match (a == original, b == original) {
                (true, _) => b,
                (_, true) => a,
                _ => return None,
            };
            Some((pair(copy, other), Arc::clone(base)))
        });
        let others: Vec<_> = others.collect();
        self.0.extend(others);
        self.0.insert(pair(original, copy), Arc::new(content));
    }

    /// A branch is merged: what it holds the target has taken or overruled.
    pub(crate) fn merged(&mut self, source: u64, target: u64, content: Snapshot) {
        self.0.insert(pair(source, target), Arc::new(content));
    }

    pub(crate) fn between(&self, a: u64, b: u64) -> Arc<Snapshot> {
        self.0.get(&pair(a, b)).cloned().unwrap_or_default()
    }

    /// A branch is deleted.
    pub(crate) fn forget(&mut self, branch: u64) {
        self.0.retain(|&(a, b), _| a != branch && b != branch);
    }
}

fn pair(a: u64, b: u64) -> (u64, u64) {
    (a.min(b), a.max(b))
}
