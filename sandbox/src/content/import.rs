//! Import of a file: which keys appear, change and go, and what is put on them.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{JSON, LANG_ISO, flag, format, json, list, status_ids, text};
use crate::rules::decode;
use crate::state::{Branch, Edit, Key, Platform, Text};

/// The platform of keys in files of the format that is read.
const PLATFORM: Platform = Platform::Web;

/// Imports a file in Base64, and returns what was imported. The error is the message of the import.
pub(crate) fn import(mut edit: Edit<'_>, options: &Value, data: &str) -> Result<Value, String> {
    let file = decode(data.as_bytes()).map_err(|error| error.to_string())?;
    let (name, iso) = (text(options, "filename"), text(options, "lang_iso"));
    let upload = Upload {
        filename: match flag(options, "skip_detect_lang_iso", false) {
            true => name.to_owned(),
            false => with_placeholder(name, iso),
        },
        // A language that was removed since has no translations to be set.
        language: edit.branch.language(iso).map_or(0, |language| language.id),
        options,
    };
    let format = format(options);
    if format != JSON {
        edit.number_file(&upload.filename);
        edit.branch.stored.insert((format, upload.filename, upload.language), file);
        return Ok(imported(options, 0, [0; 3]));
    }
    let keys = json::read(&file)?;
    edit.number_file(&upload.filename);
    let (mut known, mut words, mut counts) = (upload.known(edit.branch), 0, [0; 3]);
    for (name, text) in keys {
        let found = known.get(&name).map(|(id, _)| *id);
        let id = found.unwrap_or_else(|| {
            let mut key = Key::new(0, &name, PLATFORM, edit.stamp.at);
            key.hidden = flag(options, "hidden_from_contributors", false);
            key.filenames.set(PLATFORM, &upload.filename);
            edit.add_key(key)
        });
        words += text.words();
        let (change, index) = match (found, upload.translate(&mut edit, id, text)) {
            (None, _) => ("inserted", 0),
            (_, true) => ("updated", 1),
            (_, false) => ("skipped", 2),
        };
        counts[index] += 1;
        if let Some(key) = edit.branch.key_mut(id) {
            upload.decorate(key, change);
        }
        known.insert(name, (id, true));
    }
    if flag(options, "cleanup_mode", false) {
        let is_named = |key: &Key| known.get(key.names.get(PLATFORM)).is_some_and(|it| it.1);
        edit.branch.remove_keys(|key| !is_named(key));
    }
    Ok(imported(options, words, counts))
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

struct Upload<'o> {
    /// With the placeholder in place of the language.
    filename: String,
    language: u64,
    options: &'o Value,
}

impl Upload<'_> {
    /// The ids of keys by name, and whether the file has them.
    fn known(&self, branch: &Branch) -> HashMap<String, (u64, bool)> {
        let by_file = flag(self.options, "distinguish_by_file", false);
        let keys = branch.keys().iter().rev();
        let keys = keys.filter(|key| !by_file || key.filenames.get(PLATFORM) == self.filename);
        keys.map(|key| (key.names.get(PLATFORM).to_owned(), (key.id, false))).collect()
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
        if applies("custom_translation_status")
            && let Some(translation) = key.translation_mut(self.language)
        {
            translation.statuses.extend(status_ids(self.options).flatten());
        }
    }
}
