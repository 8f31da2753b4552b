//! What a request or an import changes in the keys of a branch: events of webhooks are made of it.

use std::collections::HashSet;

use super::{Key, Text};

#[derive(Debug, Clone, Default)]
pub(crate) struct Changes {
    pub(crate) added: Vec<u64>,
    pub(crate) modified: Vec<Modified>,
    pub(crate) deleted: Vec<Key>,
    pub(crate) texts: Vec<ChangedText>,
    /// The ids of keys and languages.
    pub(crate) reviewed: Vec<(u64, u64)>,
}

#[derive(Debug, Clone)]
pub(crate) struct Modified {
    pub(crate) key: u64,
    pub(crate) previous_name: String,
}

#[derive(Debug, Clone)]
pub(crate) struct ChangedText {
    pub(crate) key: u64,
    pub(crate) language: u64,
    pub(crate) previous: Text,
}

impl Changes {
    /// The numbers of new keys, and of others that have changed.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let texts = self.texts.iter().map(|it| it.key);
        let changed: HashSet<u64> = texts.chain(self.modified.iter().map(|it| it.key)).collect();
        let added = self.added.iter().copied().collect();
        (self.added.len(), changed.difference(&added).count())
    }

    /// Leaves out what was done to keys that are new or gone, which events have as a whole, and
    /// repeated changes of a key.
    pub(crate) fn of_other_keys(mut self, is_there: impl Fn(u64) -> bool) -> Self {
        let added: HashSet<u64> = self.added.iter().copied().collect();
        let mut seen = HashSet::new();
        let is_old = |key: u64| !added.contains(&key) && is_there(key);
        self.modified.retain(|it| is_old(it.key) && seen.insert(it.key));
        self.texts.retain(|it| is_old(it.key));
        self.reviewed.retain(|(key, _)| is_old(*key));
        self
    }
}
