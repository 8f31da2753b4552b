//! A project and what it holds.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::{Contributor, DeletionJob, Process};

/// The filename under which keys without a file are listed.
pub(crate) const UNASSIGNED: &str = "__unassigned__";
/// The file id of keys without a file.
pub(crate) const UNASSIGNED_ID: i64 = -1;

#[derive(Debug)]
pub(crate) struct Project {
    pub(crate) id: String,
    pub(crate) uuid: Uuid,
    pub(crate) name: String,
    pub(crate) owner: u64,
    /// The first is the base language.
    pub(crate) languages: Vec<Language>,
    pub(crate) keys: Vec<Key>,
    pub(crate) files: Vec<File>,
    pub(crate) comments: Vec<Comment>,
    pub(crate) contributors: Vec<Contributor>,
    pub(crate) statuses: Vec<Status>,
    pub(crate) processes: Vec<Process>,
    pub(crate) jobs: Vec<DeletionJob>,
    /// Key-language pairs that count towards the size of the project but are not kept.
    pub(crate) uncounted_pairs: usize,
}

#[derive(Debug, Clone)]
pub(crate) struct Language {
    pub(crate) id: u64,
    pub(crate) iso: String,
    pub(crate) name: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Key {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) file: Option<u64>,
    pub(crate) tags: BTreeSet<String>,
    pub(crate) hidden: bool,
    pub(crate) updated_at: i64,
    pub(crate) translations: BTreeMap<String, Translation>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Translation {
    pub(crate) text: String,
    pub(crate) statuses: BTreeSet<u64>,
    pub(crate) reviewed: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct File {
    pub(crate) id: u64,
    pub(crate) name: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Comment {
    pub(crate) id: u64,
    pub(crate) key: u64,
    pub(crate) text: String,
    pub(crate) author: u64,
    pub(crate) added_at: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct Status {
    pub(crate) id: u64,
    pub(crate) title: String,
    pub(crate) color: String,
}

impl Project {
    pub(crate) fn language(&self, iso: &str) -> Option<&Language> {
        self.languages.iter().find(|language| language.iso == iso)
    }

    pub(crate) fn contributor(&self, user: u64) -> Option<&Contributor> {
        self.contributors.iter().find(|member| member.user == user)
    }

    pub(crate) fn file_by_name(&self, name: &str) -> Option<&File> {
        self.files.iter().find(|file| file.name == name)
    }

    /// The filename of a key, `__unassigned__` when it has none.
    pub(crate) fn filename(&self, key: &Key) -> &str {
        key.file
            .and_then(|id| self.files.iter().find(|file| file.id == id))
            .map_or(UNASSIGNED, |file| &file.name)
    }

    pub(crate) fn key_language_pairs(&self) -> usize {
        self.keys.len() * self.languages.len() + self.uncounted_pairs
    }
}
