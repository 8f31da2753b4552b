//! Import of a file: which keys appear, change and go, and what is put on them.

use std::collections::{HashMap, HashSet};

use bytes::Bytes;
use serde_json::Value;

use super::json::{self, Entry};
use super::names;
use super::options::{JSON, flag, format, list, status_ids, text};
use crate::state::{Branch, Edit, ImportResult, Key, Platform, Text};

/// The platform of keys in files of the format that is read.
const PLATFORM: Platform = Platform::Web;

/// Reads the entries of a file. The error is the message of the import.
fn parse(branch: &Branch, content: &[u8]) -> Result<Vec<Entry>, String> {
    let plurals = branch.keys().iter().filter(|key| key.plural);
    let plurals: HashSet<&str> = plurals.map(|key| key.names.get(PLATFORM)).collect();
    json::read(content, &|name| plurals.contains(name))
}

/// Imports a file with the options of its upload. A file of another format is only stored.
pub(crate) fn import(
    mut edit: Edit<'_>,
    options: &Value,
    content: Bytes,
) -> Result<ImportResult, String> {
    let (name, iso) = (text(options, "filename"), text(options, "lang_iso"));
    let file = File {
        name: match flag(options, "skip_detect_lang_iso", false) {
            true => name.to_owned(),
            false => names::detect(name, iso),
        },
        // A language that was removed since has no translations to be set.
        language: edit.branch.language(iso).map_or(0, |language| language.id),
        options,
    };
    let format = format(options);
    // A file that is too large arrives without its content.
    let is_read = format == JSON && !content.is_empty();
    let entries = if is_read { parse(edit.branch, &content)? } else { Vec::new() };
    if entries.is_empty() {
        edit.keep_file(&file.name);
    }
    if !is_read {
        if !content.is_empty() {
            edit.branch.stored.insert((format, file.name, file.language), content);
        }
        return Ok(ImportResult::default());
    }
    let names: HashSet<String> = entries.iter().map(|(name, _)| name.clone()).collect();
    let result = file.import(&mut edit, entries);
    if flag(options, "cleanup_mode", false) {
        edit.branch.remove_keys(|key| !names.contains(key.names.get(PLATFORM)));
    }
    Ok(result)
}

struct File<'o> {
    /// With the placeholder in place of the language.
    name: String,
    language: u64,
    options: &'o Value,
}

impl File<'_> {
    fn import(&self, edit: &mut Edit<'_>, entries: Vec<Entry>) -> ImportResult {
        let by_file = flag(self.options, "distinguish_by_file", false);
        let keys = edit.branch.keys().iter().rev();
        let keys = keys.filter(|key| !by_file || key.filenames.get(PLATFORM) == self.name);
        let known = keys.map(|key| (key.names.get(PLATFORM).to_owned(), key.id));
        let mut known: HashMap<String, u64> = known.collect();
        let mut result = ImportResult { total: entries.len(), ..ImportResult::default() };
        for (name, text) in entries {
            let found = known.get(&name).copied();
            let id = found.unwrap_or_else(|| self.insert(edit, &name));
            result.words += text.words();
            let (change, count) = match (found, self.translate(edit, id, text)) {
                (None, _) => ("inserted", &mut result.inserted),
                (_, true) => ("updated", &mut result.updated),
                (_, false) => ("skipped", &mut result.skipped),
            };
            *count += 1;
            if let Some(key) = edit.branch.key_mut(id) {
                self.decorate(key, change);
            }
            known.insert(name, id);
        }
        result
    }

    fn insert(&self, edit: &mut Edit<'_>, name: &str) -> u64 {
        let mut key = Key::new(0, name, PLATFORM, edit.stamp.at);
        key.hidden = flag(self.options, "hidden_from_contributors", false);
        key.filenames.set(PLATFORM, &self.name);
        edit.add_key(key)
    }

    /// Sets the text of a key unless it has one that is not to be replaced, and returns whether it
    /// changes.
    fn translate(&self, edit: &mut Edit<'_>, id: u64, text: Text) -> bool {
        let replace = flag(self.options, "replace_modified", false);
        let Some(key) =
            edit.branch.key(id).filter(|it| replace || it.is_untranslated(self.language))
        else {
            return false;
        };
        if !key.plural && matches!(text, Text::Forms(_)) {
            edit.change_key(id, |key| key.set_plural(true));
        }
        edit.translate(id, self.language, text)
    }

    /// Puts tags and custom statuses on a key, by default if it is inserted or updated.
    fn decorate(&self, key: &mut Key, change: &str) {
        let applies = |prefix: &str| {
            flag(self.options, &format!("{prefix}_{change}_keys"), change != "skipped")
        };
        if applies("tag") {
            key.tag(list(self.options, "tags"));
        }
        let ids = status_ids(self.options["custom_translation_status_ids"].as_array());
        if applies("custom_translation_status")
            && let Some(translation) = key.translation_mut(self.language)
        {
            translation.statuses.extend(ids.flatten());
        }
    }
}
