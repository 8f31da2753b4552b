//! A branch: the languages, keys, translations, comments and processes that it has for itself.
//!
//! A translation exists for every key in every language, always: keys and languages go only here,
//! come only by an `Edit`, and take their translations with them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Changes, Ids, Key, Language, Process, Row, Stamp, Tables, Translation};

/// The name of every project's first branch.
pub(crate) const MASTER: &str = "master";

const COMMENTS: &str = "comments";
const SCREENSHOTS: &str = "screenshots";

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Branch {
    #[serde(rename = "branch_id")]
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) created_at: i64,
    pub(crate) created_by: u64,
    #[serde(flatten)]
    pub(crate) tables: Tables,
    pub(crate) processes: Vec<Process>,
    /// The first is the base language.
    pub(super) languages: Vec<Language>,
    pub(super) keys: Vec<Key>,
    /// Every filename that keys have or had, and its id.
    pub(super) files: Vec<File>,
    /// Files that are not read, by format, name and language.
    #[serde(skip)]
    pub(crate) stored: BTreeMap<(String, String, u64), Bytes>,
    /// What it last had in common with the default branch.
    #[serde(skip)]
    pub(crate) base: Option<Arc<Branch>>,
    #[serde(skip)]
    pub(crate) changes: Changes,
}

/// A name of keys, which has an id whether or not a key has it at the moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct File {
    #[serde(rename = "file_id")]
    pub(crate) id: u64,
    #[serde(rename = "filename")]
    pub(crate) name: String,
}

/// The keys of a screenshot by other ids; a deleted key is 0.
pub(super) fn key_ids(screenshot: &Row, other: impl Fn(u64) -> u64) -> Vec<Value> {
    let ids = screenshot.list("key_ids").iter().filter_map(Value::as_u64);
    ids.map(|id| other(id).into()).collect()
}

fn by_key(rows: &[Row], keys: impl Fn(&Row) -> &[Value]) -> HashMap<u64, Vec<&Row>> {
    let mut by_key: HashMap<u64, Vec<&Row>> = HashMap::new();
    for row in rows {
        for id in keys(row).iter().filter_map(Value::as_u64) {
            by_key.entry(id).or_default().push(row);
        }
    }
    by_key
}

impl Branch {
    /// An empty branch. The first language is the base language.
    pub(crate) fn new(id: u64, name: &str, stamp: Stamp, languages: Vec<Language>) -> Self {
        Self {
            id,
            name: name.to_owned(),
            created_at: stamp.at,
            created_by: stamp.by,
            languages,
            ..Self::default()
        }
    }

    /// A copy under another name, with other ids than these; what went on in this one stays here.
    pub(crate) fn copy(
        &self,
        mut new_id: impl FnMut(u64) -> u64,
        name: &str,
        stamp: Stamp,
    ) -> Self {
        let mut copy = Self::new(new_id(self.id), name, stamp, self.languages.clone());
        copy.files.clone_from(&self.files);
        copy.stored.clone_from(&self.stored);
        copy.keys.clone_from(&self.keys);
        let mut keys = HashMap::new();
        for key in &mut copy.keys {
            let id = new_id(key.id);
            keys.insert(std::mem::replace(&mut key.id, id), id);
            for translation in &mut key.translations {
                translation.id = new_id(translation.id);
            }
        }
        let copied = |id: u64| keys.get(&id).copied().unwrap_or_default();
        for list in [COMMENTS, SCREENSHOTS] {
            copy.tables.rows_mut(list).extend_from_slice(self.tables.rows(list));
        }
        for comment in copy.tables.rows_mut(COMMENTS) {
            comment.set("comment_id", new_id(comment.id("comment_id")));
            comment.set("key_id", copied(comment.id("key_id")));
        }
        for screenshot in copy.tables.rows_mut(SCREENSHOTS) {
            screenshot.set("key_ids", key_ids(screenshot, copied));
        }
        copy
    }

    /// What later merges compare with.
    pub(crate) fn snapshot(&self) -> Arc<Self> {
        let (languages, keys) = (self.languages.clone(), self.keys.clone());
        Arc::new(Self { languages, keys, tables: self.tables.clone(), ..Self::default() })
    }

    pub(crate) fn comments_by_key(&self) -> HashMap<u64, Vec<&Row>> {
        by_key(self.tables.rows(COMMENTS), |comment| std::slice::from_ref(comment.get("key_id")))
    }

    pub(crate) fn screenshots_by_key(&self) -> HashMap<u64, Vec<&Row>> {
        by_key(self.tables.rows(SCREENSHOTS), |screenshot| screenshot.list("key_ids"))
    }

    /// The branch with what a seed has of it. Files that only keys name are added.
    pub(crate) fn with(
        self,
        languages: Vec<Language>,
        mut keys: Vec<Key>,
        mut files: Vec<File>,
        ids: &mut Ids,
    ) -> Self {
        keys.sort_by_key(|key| key.id);
        for name in keys.iter().flat_map(Key::files) {
            if !files.iter().any(|file| file.name == name) {
                files.push(File { id: ids.next(), name: name.to_owned() });
            }
        }
        Self { languages, keys, files, ..self }
    }

    /// The languages in the order in which they came, the base language first.
    pub(crate) fn languages(&self) -> &[Language] {
        &self.languages
    }

    pub(crate) fn language(&self, iso: &str) -> Option<&Language> {
        self.languages.iter().find(|language| language.iso == iso)
    }

    pub(crate) fn language_by_id(&self, id: u64) -> Option<&Language> {
        self.languages.iter().find(|language| language.id == id)
    }

    /// A language whose code, name or forms change; its id stays.
    pub(crate) fn language_mut(&mut self, id: u64) -> Option<&mut Language> {
        self.languages.iter_mut().find(|language| language.id == id)
    }

    /// The id of the base language; 0, which no language has, where there is no language at all.
    pub(crate) fn base(&self) -> u64 {
        self.languages.first().map_or(0, |language| language.id)
    }

    /// The words of the base language, and those of each language that are not translated.
    pub(crate) fn words(&self) -> (usize, Vec<usize>) {
        let base = self.base();
        let (mut all, mut to_do) = (0, vec![0; self.languages.len()]);
        for key in &self.keys {
            let words = key.words(base);
            all += words;
            for (to_do, language) in to_do.iter_mut().zip(&self.languages) {
                *to_do += if key.is_untranslated(language.id) { words } else { 0 };
            }
        }
        (all, to_do)
    }

    pub(crate) fn remove_language(&mut self, id: u64) -> Option<Language> {
        let index = self.languages.iter().position(|language| language.id == id)?;
        for key in &mut self.keys {
            key.translations.retain(|translation| translation.language != id);
        }
        Some(self.languages.remove(index))
    }

    pub(crate) fn keys(&self) -> &[Key] {
        &self.keys
    }

    pub(crate) fn key(&self, id: u64) -> Option<&Key> {
        let index = self.keys.binary_search_by_key(&id, |key| key.id).ok()?;
        self.keys.get(index)
    }

    pub(crate) fn key_mut(&mut self, id: u64) -> Option<&mut Key> {
        let index = self.keys.binary_search_by_key(&id, |key| key.id).ok()?;
        self.keys.get_mut(index)
    }

    pub(crate) fn keys_mut(&mut self) -> impl Iterator<Item = &mut Key> {
        self.keys.iter_mut()
    }

    /// Removes the keys for which this is so, with their translations and comments; answers with
    /// their number.
    pub(crate) fn remove_keys(&mut self, gone: impl Fn(&Key) -> bool) -> usize {
        let (gone, kept): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.keys).into_iter().partition(gone);
        self.keys = kept;
        let ids: HashSet<u64> = gone.iter().map(|key| key.id).collect();
        let comments = self.tables.rows_mut(COMMENTS);
        comments.retain(|comment| !ids.contains(&comment.id("key_id")));
        for screenshot in self.tables.rows_mut(SCREENSHOTS) {
            let kept = key_ids(screenshot, |id| if ids.contains(&id) { 0 } else { id });
            screenshot.set("key_ids", kept);
        }
        let count = gone.len();
        self.changes.deleted.extend(gone);
        count
    }

    pub(crate) fn remove_file(&mut self, id: u64) -> bool {
        let Some(index) = self.files.iter().position(|file| file.id == id) else {
            return false;
        };
        let file = self.files.remove(index);
        self.stored.retain(|(_, name, _), _| *name != file.name);
        self.remove_keys(|key| key.files().any(|name| name == file.name));
        true
    }

    pub(crate) fn translation(&self, id: u64) -> Option<(&Key, &Translation)> {
        self.keys.iter().find_map(|key| {
            let mut translations = key.translations.iter();
            let found = translations.find(|translation| translation.id == id)?;
            Some((key, found))
        })
    }

    pub(crate) fn files(&self) -> &[File] {
        &self.files
    }
}
