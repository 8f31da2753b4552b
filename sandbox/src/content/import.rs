//! Import of a file: which keys appear, change and go, and what is put on them.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::formats::{Entry, NESTING};
use super::{Parsed, format, names, status_ids};
use crate::rules::plural::FORMS;
use crate::state::{Edit, ImportResult, Key, Platform, Text};

/// What happens to a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Inserted,
    Updated,
    Skipped,
}

impl Change {
    /// How the options that put something on such keys end.
    fn suffix(self) -> &'static str {
        match self {
            Self::Inserted => "inserted_keys",
            Self::Updated => "updated_keys",
            Self::Skipped => "skipped_keys",
        }
    }
}

/// Imports a file, as it was parsed, with the options of its upload.
pub(crate) fn import(
    mut edit: Edit<'_>,
    options: &Value,
    parsed: Parsed,
) -> Result<ImportResult, String> {
    let file = File::new(&edit, options);
    let entries = parsed.entries?;
    if entries.is_empty() {
        edit.keep_file(&file.name);
    }
    let mut known = file.known(&edit);
    let entries = file.by_key(&edit, &known, entries);
    let mut result = ImportResult {
        total: entries.len(),
        words: entries.iter().map(|entry| entry.text.words()).sum(),
        ..ImportResult::default()
    };
    let names: HashSet<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    for entry in entries {
        let (id, change) = match known.get(&entry.name) {
            Some(id) => (*id, file.update(&mut edit, *id, &entry)),
            None => (file.insert(&mut edit, &entry), Change::Inserted),
        };
        file.describe(&mut edit, id, &entry);
        decorate(&mut edit, &file, id, change);
        known.insert(entry.name, id);
        *match change {
            Change::Inserted => &mut result.inserted,
            Change::Updated => &mut result.updated,
            Change::Skipped => &mut result.skipped,
        } += 1;
    }
    edit.keep_root(&file.name, parsed.rooted);
    if flag(options, "cleanup_mode", false) {
        edit.branch.remove_keys(|key| {
            let named = file.platform;
            !names.contains(key.names.get(named))
        });
    }
    // No request should have to count them.
    edit.branch.base_words();
    Ok(result)
}

/// An uploaded file: what its options say that matters to every key.
struct File<'o> {
    /// With the placeholder in place of the language.
    name: String,
    platform: Platform,
    language: u64,
    options: &'o Value,
}

impl<'o> File<'o> {
    fn new(edit: &Edit<'_>, options: &'o Value) -> Self {
        let language = edit.branch.language(text(options, "lang_iso"));
        let name = text(options, "filename");
        Self {
            name: match flag(options, "skip_detect_lang_iso", false) {
                true => name.to_owned(),
                false => names::detect(name, text(options, "lang_iso")),
            },
            platform: Platform::of_format(format(options)),
            // A language that was removed since has no translations to be set.
            language: language.map_or(0, |language| language.id),
            options,
        }
    }

    /// The keys that the names of the file mean, and their ids; with `distinguish_by_file` only
    /// those in this file.
    fn known(&self, edit: &Edit<'_>) -> HashMap<String, u64> {
        let by_file = flag(self.options, "distinguish_by_file", false);
        let is_in = |key: &Key| key.filenames.get(self.platform) == self.name;
        let keys = edit.branch.keys().iter().rev();
        keys.filter(|key| !by_file || is_in(key))
            .map(|key| (key.names.get(self.platform).to_owned(), key.id))
            .collect()
    }

    /// The entries as the project has them: together the forms of a known plural, which some
    /// formats write as if each was a key.
    fn by_key(
        &self,
        edit: &Edit<'_>,
        known: &HashMap<String, u64>,
        entries: Vec<Entry>,
    ) -> Vec<Entry> {
        let is_plural = |name: &str| {
            let key = known.get(name).and_then(|id| edit.branch.key(*id));
            key.is_some_and(|key| key.plural)
        };
        let mut sorted: Vec<Entry> = Vec::new();
        for mut entry in entries {
            self.adjust(&mut entry);
            let split = entry.name.rsplit_once(NESTING);
            let split = split.filter(|(key, form)| FORMS.contains(form) && is_plural(key));
            let Some((key, form)) = split else {
                sorted.push(entry);
                continue;
            };
            let form = (form.to_owned(), entry.text.plain().to_owned());
            match sorted.last_mut() {
                Some(Entry { name, text: Text::Forms(forms), .. }) if name == key => {
                    forms.push(form);
                }
                _ => {
                    let (name, text) = (key.to_owned(), Text::Forms(vec![form]));
                    sorted.push(Entry { name, text, ..entry });
                }
            }
        }
        sorted
    }

    /// Makes the texts those that the options want.
    fn adjust(&self, entry: &mut Entry) {
        let to_name = flag(self.options, "keys_to_values", false);
        let to_break = flag(self.options, "slashn_to_linebreak", false);
        let name = entry.name.clone();
        for text in entry.texts_mut() {
            if to_name {
                text.clone_from(&name);
            } else if to_break {
                *text = text.replace("\\n", "\n");
            }
        }
    }

    fn insert(&self, edit: &mut Edit<'_>, entry: &Entry) -> u64 {
        let mut key = Key::new(0, &entry.name, self.platform, edit.stamp.at);
        key.filenames.set(self.platform, &self.name);
        key.hidden = flag(self.options, "hidden_from_contributors", false);
        key.plural = matches!(entry.text, Text::Forms(_));
        let id = edit.add_key(key);
        self.say(edit, id, entry);
        id
    }

    fn update(&self, edit: &mut Edit<'_>, id: u64, entry: &Entry) -> Change {
        // A key that is in another file of the platform stays there.
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
        match self.say(edit, id, entry) {
            true => Change::Updated,
            false => Change::Skipped,
        }
    }

    /// Sets the texts of a key; answers whether one is another than before. A text that is there
    /// stays, unless it is to be replaced; what the file says in the base language beside its own
    /// never replaces one.
    fn say(&self, edit: &mut Edit<'_>, id: u64, entry: &Entry) -> bool {
        let replace = flag(self.options, "replace_modified", false);
        let base = edit.branch.base();
        let said = |edit: &Edit<'_>, language| {
            let key = edit.branch.key(id);
            let text = key.and_then(|key| key.text(language));
            text.is_some_and(|text| !text.is_empty())
        };
        if !entry.source.is_empty() && !said(edit, base) {
            edit.translate(id, base, Text::Plain(entry.source.clone()));
        }
        if said(edit, self.language) && !replace {
            return false;
        }
        let is_plain = edit.branch.key(id).is_some_and(|key| !key.plural);
        if is_plain && matches!(entry.text, Text::Forms(_)) {
            edit.change_key(id, |key| key.set_plural(true));
        }
        edit.translate(id, self.language, entry.text.clone())
    }

    /// Sets what the file says of a key beside its texts, where nothing is said yet, or where it is
    /// to be replaced.
    fn describe(&self, edit: &mut Edit<'_>, id: u64, entry: &Entry) {
        let replace = flag(self.options, "replace_metadata", false);
        let Some(key) = edit.branch.key_mut(id) else {
            return;
        };
        for (place, said) in [
            (&mut key.description, &entry.description),
            (&mut key.context, &entry.context),
            (&mut key.plural_name, &entry.plural_name),
        ] {
            if place.is_empty() || (replace && !said.is_empty()) {
                place.clone_from(said);
            }
        }
        if key.char_limit == 0 || (replace && entry.limit > 0) {
            key.char_limit = entry.limit;
        }
        if flag(self.options, "tag_parsed_keys", false) {
            key.tag(entry.tags.iter().map(String::as_str));
        }
    }
}

/// Puts tags and custom statuses on a key, by default on those that were inserted or updated.
fn decorate(edit: &mut Edit<'_>, file: &File<'_>, id: u64, change: Change) {
    let options = file.options;
    let applies = |prefix: &str| {
        let option = format!("{prefix}_{}", change.suffix());
        flag(options, &option, change != Change::Skipped)
    };
    let Some(key) = edit.branch.key_mut(id) else {
        return;
    };
    if applies("tag") {
        let tags = options["tags"].as_array().into_iter().flatten();
        key.tag(tags.filter_map(Value::as_str));
    }
    if applies("custom_translation_status") {
        let ids = status_ids(options["custom_translation_status_ids"].as_array());
        if let Some(translation) = key.translation_mut(file.language) {
            translation.statuses.extend(ids.flatten());
        }
    }
}

fn flag(options: &Value, name: &str, default: bool) -> bool {
    options[name].as_bool().unwrap_or(default)
}

fn text<'o>(options: &'o Value, name: &str) -> &'o str {
    options[name].as_str().unwrap_or_default()
}
