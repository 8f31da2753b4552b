//! Changes of a branch: whatever adds a key, a language or a text goes through here.

use serde_json::json;

use super::branch::File;
use super::{Branch, Ids, Key, Language, Stamp, Text, Translation};

/// What a request or an import changes in the keys of a branch: events of webhooks are made of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Changes {
    pub(crate) added: Vec<u64>,
    /// Ids of keys, and their names before.
    pub(crate) modified: Vec<(u64, String)>,
    pub(crate) deleted: Vec<Key>,
    /// Ids of keys and languages, and the texts before.
    pub(crate) texts: Vec<(u64, u64, Text)>,
    /// Ids of keys and languages.
    pub(crate) reviewed: Vec<(u64, u64)>,
}

/// A branch that is changed by someone, now.
#[derive(Debug)]
pub(crate) struct Edit<'b> {
    pub(crate) branch: &'b mut Branch,
    pub(crate) ids: &'b mut Ids,
    pub(crate) stamp: Stamp,
    /// The setting `auto_toggle_unverified` of the project.
    pub(crate) toggle: bool,
}

impl Edit<'_> {
    /// Adds a language that the branch does not have, untranslated.
    pub(crate) fn add_language(&mut self, language: Language) {
        for key in &mut self.branch.keys {
            let added = Translation::empty(self.ids, language.id, self.stamp, key.plural);
            key.translations.push(added);
        }
        self.branch.languages.push(language);
    }

    /// Adds a key under a new id, untranslated in every language, and answers with that id.
    pub(crate) fn add_key(&mut self, mut key: Key) -> u64 {
        key.id = self.ids.next();
        let (id, plural) = (key.id, key.plural);
        let languages = self.branch.languages.iter();
        let untranslated =
            languages.map(|it| Translation::empty(self.ids, it.id, self.stamp, plural));
        key.translations = untranslated.collect();
        self.branch.keys.push(key);
        self.branch.changes.added.push(id);
        self.number_files(id);
        id
    }

    /// Changes what a key says of itself, its files among that.
    pub(crate) fn change_key(&mut self, id: u64, change: impl FnOnce(&mut Key)) {
        if let Some(key) = self.branch.key_mut(id) {
            // Without its texts.
            let (old, name) = (json!(key), key.name().to_owned());
            change(key);
            let is_other = old != json!(key);
            key.modified_at = self.stamp.at;
            let modified = &mut self.branch.changes.modified;
            if is_other && modified.last().is_none_or(|(last, _)| *last != id) {
                modified.push((id, name));
            }
            self.number_files(id);
        }
    }

    /// Sets the text of a key in a language; answers whether it is another than before.
    ///
    /// A text that changes is reviewed by nobody any more. Where unverified marks toggle, a change
    /// of the base text marks the other translations, and a change of another takes its mark off.
    pub(crate) fn translate(&mut self, key: u64, language: u64, text: Text) -> bool {
        let base = self.branch.base();
        let id = key;
        let Some(key) = self.branch.key_mut(id) else {
            return false;
        };
        let text = text.into_plural(key.plural);
        let Some(translation) = key.translation_mut(language) else {
            return false;
        };
        if translation.text == text {
            return false;
        }
        let previous = std::mem::replace(&mut translation.text, text);
        translation.modified_at = self.stamp.at;
        translation.modified_by = self.stamp.by;
        translation.reviewed = false;
        translation.reviewed_by = 0;
        key.translations_modified_at = self.stamp.at;
        if self.toggle {
            for other in &mut key.translations {
                if other.language == language {
                    other.unverified = false;
                } else if language == base {
                    other.unverified = true;
                }
            }
        }
        self.branch.changes.texts.push((id, language, previous));
        true
    }

    /// Gives an id to the files of a key that have none yet.
    fn number_files(&mut self, key: u64) {
        let names = self.branch.key(key).into_iter().flat_map(Key::files);
        let names: Vec<String> = names.map(str::to_owned).collect();
        for name in names {
            self.number_file(&name);
        }
    }

    /// Gives an id to a filename that has none yet.
    pub(crate) fn number_file(&mut self, name: &str) {
        let files = &mut self.branch.files;
        if !files.iter().any(|file| file.name == name) {
            files.push(File { id: self.ids.next(), name: name.to_owned() });
        }
    }
}
