//! Import of a file: which keys appear, change and go, and what is put on them.

use std::collections::{HashMap, HashSet};

use bytes::Bytes;
use serde_json::Value;

use super::formats::{self, Entry, Format};
use super::names;
use super::options::{flag, format, format_name, list, status_ids, text};
use crate::state::{Branch, Edit, ImportResult, Key, Language, Platform, Text};

/// The entries of a file, and whether they had a root. The error is the message of the import.
fn parse(
    branch: &Branch,
    options: &Value,
    content: &[u8],
    format: &'static Format,
) -> Result<(Vec<Entry>, bool), String> {
    let Some(language) = branch.language(text(options, "lang_iso")) else {
        return Ok((Vec::new(), false));
    };
    let platform = Platform::of_format(format_name(options));
    let plurals = branch.keys().iter().filter(|key| key.plural);
    let plurals = plurals.map(|key| key.names.get(platform).to_owned()).collect();
    let Language { iso, plural_forms, .. } = language;
    let (base, rooted, plurals) = ("", false, &plurals);
    format.read(content, &formats::File { iso, plural_forms, base, plurals, rooted, options })
}

/// Imports a file with the options of its upload. A file of another format is only stored.
pub(crate) fn import(
    mut edit: Edit<'_>,
    options: &Value,
    content: Bytes,
) -> Result<ImportResult, String> {
    let format = format(options);
    let (entries, rooted) = match format {
        // A file that is too large arrives without its content.
        Some(format) if !content.is_empty() => parse(edit.branch, options, &content, format)?,
        _ => (Vec::new(), false),
    };
    let (name, iso) = (text(options, "filename"), text(options, "lang_iso"));
    let file = File {
        name: match flag(options, "skip_detect_lang_iso", false) {
            true => name.to_owned(),
            false => names::detect(name, iso),
        },
        platform: Platform::of_format(format_name(options)),
        // A language that was removed since has no translations to be set.
        language: edit.branch.language(iso).map_or(0, |language| language.id),
        options,
    };
    if entries.is_empty() {
        edit.keep_file(&file.name);
    }
    if format.is_none() && !content.is_empty() {
        let format = format_name(options).to_lowercase();
        edit.branch.stored.insert((format, file.name, file.language), content);
        return Ok(ImportResult::default());
    }
    let names: HashSet<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    let result = file.import(&mut edit, entries);
    edit.keep_root(&file.name, rooted);
    if flag(options, "cleanup_mode", false) {
        edit.branch.remove_keys(|key| !names.contains(key.names.get(file.platform)));
    }
    Ok(result)
}

struct File<'o> {
    /// With the placeholder in place of the language.
    name: String,
    platform: Platform,
    language: u64,
    options: &'o Value,
}

impl File<'_> {
    fn import(&self, edit: &mut Edit<'_>, entries: Vec<Entry>) -> ImportResult {
        let by_file = flag(self.options, "distinguish_by_file", false);
        let keys = edit.branch.keys().iter().rev();
        let keys = keys.filter(|key| !by_file || key.filenames.get(self.platform) == self.name);
        let known = keys.map(|key| (key.names.get(self.platform).to_owned(), key.id));
        let mut known: HashMap<String, u64> = known.collect();
        let mut result = ImportResult { total: entries.len(), ..ImportResult::default() };
        for entry in entries {
            let found = known.get(&entry.name).copied();
            let id = found.unwrap_or_else(|| self.insert(edit, &entry));
            self.place(edit, id);
            let (change, count) = match (found, self.translate(edit, id, &entry)) {
                (None, _) => ("inserted", &mut result.inserted),
                (_, true) => ("updated", &mut result.updated),
                (_, false) => ("skipped", &mut result.skipped),
            };
            *count += 1;
            result.words += entry.text.words();
            if let Some(key) = edit.branch.key_mut(id) {
                describe(key, &entry);
                self.decorate(key, change);
            }
            known.insert(entry.name, id);
        }
        result
    }

    fn insert(&self, edit: &mut Edit<'_>, entry: &Entry) -> u64 {
        let mut key = Key::new(0, &entry.name, self.platform, edit.stamp.at);
        key.hidden = flag(self.options, "hidden_from_contributors", false);
        edit.add_key(key)
    }

    /// Moves a key into the file, unless it is in another file of the platform.
    fn place(&self, edit: &mut Edit<'_>, id: u64) {
        let is_placed = |key: &Key| {
            let file = key.filenames.get(self.platform);
            key.platforms.contains(&self.platform) && !file.is_empty()
        };
        if edit.branch.key(id).is_some_and(|key| !is_placed(key)) {
            edit.change_key(id, |key| {
                key.platforms.insert(self.platform);
                key.filenames.set(self.platform, &self.name);
            });
        }
    }

    /// Sets the text of a key unless it has one that is not to be replaced, and returns whether it
    /// changes.
    fn translate(&self, edit: &mut Edit<'_>, id: u64, entry: &Entry) -> bool {
        let replace = flag(self.options, "replace_modified", false);
        let Some(key) =
            edit.branch.key(id).filter(|it| replace || it.is_untranslated(self.language))
        else {
            return false;
        };
        if !key.plural && matches!(entry.text, Text::Forms(_)) {
            edit.change_key(id, |key| key.set_plural(true));
        }
        edit.translate(id, self.language, entry.text.clone())
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

/// Sets the metadata that a key does not have yet.
fn describe(key: &mut Key, entry: &Entry) {
    for (place, words) in [
        (&mut key.description, &entry.description),
        (&mut key.context, &entry.context),
        (&mut key.plural_name, &entry.plural_name),
    ] {
        if place.is_empty() {
            place.clone_from(words);
        }
    }
}
