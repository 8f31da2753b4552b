//! Import of a file: which keys appear, change and go, and what is put on them.

use std::collections::{HashMap, HashSet};

use bytes::Bytes;
use serde_json::Value;

use super::formats::{Content, Entry, Reading};
use super::names;
use super::options::{flag, format, format_name, list, status_ids, text};
use crate::state::{Branch, Edit, ImportResult, Key, Language, Platform, Text};

/// An uploaded file with what has to be known to parse it, apart from the data.
pub(crate) struct Upload {
    content: Bytes,
    options: Value,
    /// That of the upload, unless it was removed since.
    language: Option<Language>,
    base: String,
    plurals: HashSet<String>,
}

/// A file that is parsed, or is only stored. The error is the message of the import.
pub(crate) struct Parsed(Result<Content, String>, Bytes);

impl Upload {
    pub(crate) fn new(branch: &Branch, options: &Value, content: &Bytes) -> Self {
        let platform = Platform::of_format(format_name(options));
        let plurals = branch.keys().iter().filter(|key| key.plural);
        Self {
            content: content.clone(),
            options: options.clone(),
            language: branch.language(text(options, "lang_iso")).cloned(),
            base: branch.languages().first().map_or_else(String::new, |base| base.iso.clone()),
            plurals: plurals.map(|key| key.names.get(platform).to_owned()).collect(),
        }
    }

    pub(crate) fn parse(&self) -> Parsed {
        let Self { content, options, language, base, plurals } = self;
        match (format(options), language) {
            // A file that is too large to parse arrives without its content.
            (Some(format), Some(language)) if !content.is_empty() => {
                let Language { iso, plural_forms, .. } = language;
                let reading = Reading { iso, plural_forms, base, plurals };
                Parsed(format.read(content, &reading), Bytes::new())
            }
            (Some(_), _) => Parsed(Ok(Content::default()), Bytes::new()),
            (None, _) => Parsed(Ok(Content::default()), content.clone()),
        }
    }
}

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
    let Parsed(content, stored) = parsed;
    let Content { entries, rooted } = content?;
    if entries.is_empty() {
        edit.keep_file(&file.name);
    }
    if !stored.is_empty() {
        let format = format_name(options).to_lowercase();
        edit.branch.stored.insert((format, file.name, file.language), stored);
        return Ok(ImportResult::default());
    }
    let mut known = file.known(&edit);
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
    edit.keep_root(&file.name, rooted);
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
            platform: Platform::of_format(format_name(options)),
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

    /// Sets the metadata of a key that it does not have yet.
    fn describe(&self, edit: &mut Edit<'_>, id: u64, entry: &Entry) {
        let Some(key) = edit.branch.key_mut(id) else {
            return;
        };
        for (place, said) in [
            (&mut key.description, &entry.description),
            (&mut key.context, &entry.context),
            (&mut key.plural_name, &entry.plural_name),
        ] {
            if place.is_empty() {
                place.clone_from(said);
            }
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
        key.tag(list(options, "tags"));
    }
    if applies("custom_translation_status") {
        let ids = status_ids(options["custom_translation_status_ids"].as_array());
        if let Some(translation) = key.translation_mut(file.language) {
            translation.statuses.extend(ids.flatten());
        }
    }
}
