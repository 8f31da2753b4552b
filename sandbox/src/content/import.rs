//! Import of a file: which keys appear, change and go, and what is put on them.

use std::collections::HashMap;

use bytes::Bytes;
use serde_json::{Value, json};

use super::json::{self, NamedText};
use super::{JSON, LANG_ISO, flag, format, list, status_ids, text};
use crate::rules::decode;
use crate::state::{Edit, Key, Platform, Text};

/// The platform of keys in files of the format that is read.
const PLATFORM: Platform = Platform::Web;

/// What a file contains.
pub(crate) enum Content {
    Keys(Vec<NamedText>),
    /// The file, which is of a format that is not read.
    Unread(Bytes),
}

/// Reads a file in Base64. The error is the message of the import.
pub(crate) fn read(options: &Value, data: &str) -> Result<Content, String> {
    let file = decode(data.as_bytes()).map_err(|error| error.to_string())?;
    match format(options) == JSON {
        true => json::read(&file).map(Content::Keys),
        false => Ok(Content::Unread(file)),
    }
}

/// Imports a file with the options of its upload, and returns what was imported.
pub(crate) fn import(mut edit: Edit<'_>, options: &Value, content: Content) -> Value {
    let (name, iso) = (text(options, "filename"), text(options, "lang_iso"));
    let file = Import {
        filename: match flag(options, "skip_detect_lang_iso", false) {
            true => name.to_owned(),
            false => with_placeholder(name, iso),
        },
        // A language that was removed since has no translations to be set.
        language: edit.branch.language(iso).map_or(0, |language| language.id),
        options,
    };
    edit.number_file(&file.filename);
    match content {
        Content::Keys(keys) => file.import(&mut edit, keys),
        Content::Unread(content) => {
            let place = (format(options), file.filename, file.language);
            edit.branch.stored.insert(place, content);
            imported(options, 0, [0; 3])
        }
    }
}

/// Replaces the language in a filename by its placeholder, except in the extension.
fn with_placeholder(filename: &str, iso: &str) -> String {
    let dot = filename.rfind('.').filter(|dot| !filename[*dot..].contains('/'));
    let (mut rest, extension) = filename.split_at(dot.unwrap_or(filename.len()));
    let mut name = String::new();
    while let Some((before, after)) = rest.split_once(iso).filter(|_| !iso.is_empty()) {
        name.push_str(before);
        let is_word =
            !name.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
        name.push_str(if is_word { LANG_ISO } else { iso });
        rest = after;
    }
    name + rest + extension
}

/// A file as the details of a process have it: the numbers of its words, and of its keys by what
/// was done to them.
pub(crate) fn imported(
    options: &Value,
    words: usize,
    [inserted, updated, skipped]: [usize; 3],
) -> Value {
    json!({
        "name_original": options["filename"],
        "name_custom": options["title"],
        "word_count_total": words,
        "key_count_total": inserted + updated + skipped,
        "key_count_inserted": inserted,
        "key_count_updated": updated,
        "key_count_skipped": skipped,
    })
}

struct Import<'o> {
    /// With the placeholder in place of the language.
    filename: String,
    language: u64,
    options: &'o Value,
}

impl Import<'_> {
    fn import(&self, edit: &mut Edit<'_>, keys: Vec<NamedText>) -> Value {
        let by_file = flag(self.options, "distinguish_by_file", false);
        let known = edit.branch.keys().iter().rev();
        let known = known.filter(|key| !by_file || key.filenames.get(PLATFORM) == self.filename);
        let known = known.map(|key| (key.names.get(PLATFORM).to_owned(), (key.id, false)));
        let mut known: HashMap<String, (u64, bool)> = known.collect();
        let (mut words, mut counted) = (0, [0; 3]);
        for (name, text) in keys {
            let found = known.get(&name).map(|(id, _)| *id);
            let id = found.unwrap_or_else(|| self.insert(edit, &name));
            words += text.words();
            let (change, index) = match (found, self.translate(edit, id, text)) {
                (None, _) => ("inserted", 0),
                (_, true) => ("updated", 1),
                (_, false) => ("skipped", 2),
            };
            counted[index] += 1;
            if let Some(key) = edit.branch.key_mut(id) {
                self.decorate(key, change);
            }
            known.insert(name, (id, true));
        }
        if flag(self.options, "cleanup_mode", false) {
            let is_named = |key: &Key| known.get(key.names.get(PLATFORM)).is_some_and(|it| it.1);
            edit.branch.remove_keys(|key| !is_named(key));
        }
        imported(self.options, words, counted)
    }

    fn insert(&self, edit: &mut Edit<'_>, name: &str) -> u64 {
        let mut key = Key::new(0, name, PLATFORM, edit.stamp.at);
        key.hidden = flag(self.options, "hidden_from_contributors", false);
        key.filenames.set(PLATFORM, &self.filename);
        edit.add_key(key)
    }

    /// Sets the text of a key unless it has one that is not to be replaced, and returns whether it
    /// changes.
    fn translate(&self, edit: &mut Edit<'_>, id: u64, text: Text) -> bool {
        let replace = flag(self.options, "replace_modified", false);
        let key = edit.branch.key(id).filter(|it| replace || it.is_untranslated(self.language));
        let Some(key) = key else { return false };
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
