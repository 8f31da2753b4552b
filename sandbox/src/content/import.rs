//! Import of a file: which keys appear, change and go, and what is put on them.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::{NESTING, format, parse::parse, status_ids, syntax};
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

/// Imports a file with the options of its upload.
pub(crate) fn import(
    mut edit: Edit<'_>,
    options: &Value,
    content: &[u8],
) -> Result<ImportResult, String> {
    let pairs = match syntax(options) {
        // A file too large to parse arrives without its content.
        Some(syntax) if !content.is_empty() => parse(syntax, content)?,
        _ => Vec::new(),
    };
    let file = File::new(&edit, options);
    if pairs.is_empty() {
        edit.keep_file(file.name);
    }
    let mut known = file.known(&edit);
    let texts = file.texts(&edit, &known, pairs);
    let mut result = ImportResult {
        total: texts.len(),
        words: texts.iter().map(|(_, text)| text.words()).sum(),
        ..ImportResult::default()
    };
    let names: HashSet<String> = texts.iter().map(|(name, _)| name.clone()).collect();
    for (name, value) in texts {
        let (id, change) = match known.get(&name) {
            Some(id) => (*id, file.update(&mut edit, *id, value)),
            None => (file.insert(&mut edit, &name, value), Change::Inserted),
        };
        known.insert(name, id);
        decorate(&mut edit, &file, id, change);
        *match change {
            Change::Inserted => &mut result.inserted,
            Change::Updated => &mut result.updated,
            Change::Skipped => &mut result.skipped,
        } += 1;
    }
    if flag(options, "cleanup_mode", false) {
        edit.branch.remove_keys(|key| {
            let named = file.platform;
            !names.contains(key.names.get(named))
        });
    }
    Ok(result)
}

/// An uploaded file: what its options say that matters to every key.
struct File<'o> {
    name: &'o str,
    platform: Platform,
    language: u64,
    options: &'o Value,
}

impl<'o> File<'o> {
    fn new(edit: &Edit<'_>, options: &'o Value) -> Self {
        let language = edit.branch.language(text(options, "lang_iso"));
        Self {
            name: text(options, "filename"),
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

    /// The texts by the names of keys: those of the forms of a known plural together, which exports
    /// write as if each was a key.
    fn texts(
        &self,
        edit: &Edit<'_>,
        known: &HashMap<String, u64>,
        pairs: Vec<(String, String)>,
    ) -> Vec<(String, Text)> {
        let is_plural = |name: &str| {
            let key = known.get(name).and_then(|id| edit.branch.key(*id));
            key.is_some_and(|key| key.plural)
        };
        let mut texts: Vec<(String, Text)> = Vec::new();
        for (name, value) in pairs {
            let value = adjust(self.options, &name, value);
            let split = name.rsplit_once(NESTING);
            let split = split.filter(|(key, form)| FORMS.contains(form) && is_plural(key));
            let Some((key, form)) = split else {
                texts.push((name, Text::Plain(value)));
                continue;
            };
            match texts.last_mut() {
                Some((last, Text::Forms(forms))) if last == key => {
                    forms.push((form.to_owned(), value));
                }
                _ => {
                    let forms = vec![(form.to_owned(), value)];
                    texts.push((key.to_owned(), Text::Forms(forms)));
                }
            }
        }
        texts
    }

    fn insert(&self, edit: &mut Edit<'_>, name: &str, value: Text) -> u64 {
        let mut key = Key::new(0, name, self.platform, edit.stamp.at);
        key.filenames.set(self.platform, self.name);
        key.hidden = flag(self.options, "hidden_from_contributors", false);
        let id = edit.add_key(key);
        edit.translate(id, self.language, value);
        id
    }

    fn update(&self, edit: &mut Edit<'_>, id: u64, value: Text) -> Change {
        // A key that is in another file of the platform stays there.
        let is_placed = |key: &Key| {
            let file = key.filenames.get(self.platform);
            key.platforms.contains(&self.platform) && !file.is_empty()
        };
        if edit.branch.key(id).is_some_and(|key| !is_placed(key)) {
            edit.change_key(id, |key| {
                key.platforms.insert(self.platform);
                key.filenames.set(self.platform, self.name);
            });
        }
        let replace = flag(self.options, "replace_modified", false);
        let present = edit.branch.key(id).and_then(|key| key.text(self.language));
        let kept = present.is_some_and(|text| !text.is_empty() && !replace);
        match !kept && edit.translate(id, self.language, value) {
            true => Change::Updated,
            false => Change::Skipped,
        }
    }
}

/// The text of a key as the options want it.
fn adjust(options: &Value, name: &str, value: String) -> String {
    if flag(options, "keys_to_values", false) {
        return name.to_owned();
    }
    match flag(options, "slashn_to_linebreak", false) {
        true => value.replace("\\n", "\n"),
        false => value,
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
