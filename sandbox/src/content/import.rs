//! Import of a file: which keys appear, change and go, and what is put on them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{parse::parse, status_ids, syntax};
use crate::operations::now;
use crate::state::{File, Ids, ImportResult, Key, Project, Translation};

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
    project: &mut Project,
    ids: &mut Ids,
    options: &Value,
    content: &[u8],
) -> Result<ImportResult, String> {
    let pairs = match syntax(options) {
        // A file too large to parse arrives without its content.
        Some(syntax) if !content.is_empty() => parse(syntax, content)?,
        _ => Vec::new(),
    };
    let file = file(project, ids, text(options, "filename"));
    let mut result = ImportResult {
        total: pairs.len(),
        words: pairs
            .iter()
            .map(|(_, text)| text.split_whitespace().count())
            .sum(),
        ..ImportResult::default()
    };
    let names: BTreeSet<String> = pairs.iter().map(|(name, _)| name.clone()).collect();
    for (name, value) in pairs {
        let value = adjust(options, &name, value);
        let (index, change) = put(project, ids, options, file, name, value);
        decorate(&mut project.keys[index], options, change);
        *match change {
            Change::Inserted => &mut result.inserted,
            Change::Updated => &mut result.updated,
            Change::Skipped => &mut result.skipped,
        } += 1;
    }
    if flag(options, "cleanup_mode", false) {
        project.keys.retain(|key| names.contains(&key.name));
        let Project { keys, comments, .. } = project;
        comments.retain(|comment| keys.iter().any(|key| key.id == comment.key));
    }
    Ok(result)
}

/// The id of the file with this name, which is added when it is new.
fn file(project: &mut Project, ids: &mut Ids, name: &str) -> u64 {
    if let Some(file) = project.file_by_name(name) {
        return file.id;
    }
    let id = ids.next();
    let name = name.to_owned();
    project.files.push(File { id, name });
    id
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

/// Inserts or updates a key; answers with its place and what happened.
fn put(
    project: &mut Project,
    ids: &mut Ids,
    options: &Value,
    file: u64,
    name: String,
    value: String,
) -> (usize, Change) {
    let language = text(options, "lang_iso");
    let by_file = flag(options, "distinguish_by_file", false);
    let known = project
        .keys
        .iter()
        .position(|key| key.name == name && (!by_file || key.file == Some(file)));
    let Some(index) = known else {
        project.keys.push(Key {
            id: ids.next(),
            name,
            file: Some(file),
            tags: BTreeSet::new(),
            hidden: flag(options, "hidden_from_contributors", false),
            updated_at: now(),
            translations: BTreeMap::from([(language.to_owned(), translation(value))]),
        });
        return (project.keys.len() - 1, Change::Inserted);
    };
    let key = &mut project.keys[index];
    let replace = flag(options, "replace_modified", false);
    match key.translations.get_mut(language) {
        Some(present) if present.text == value || !replace => return (index, Change::Skipped),
        Some(present) => present.text = value,
        None => {
            key.translations
                .insert(language.to_owned(), translation(value));
        }
    }
    key.updated_at = now();
    (index, Change::Updated)
}

/// Puts tags and custom statuses on a key, by default on those that were inserted or updated.
fn decorate(key: &mut Key, options: &Value, change: Change) {
    let applies = |prefix: &str| {
        flag(
            options,
            &format!("{prefix}_{}", change.suffix()),
            change != Change::Skipped,
        )
    };
    if applies("tag") {
        let tags = options["tags"].as_array().into_iter().flatten();
        key.tags
            .extend(tags.filter_map(Value::as_str).map(str::to_owned));
    }
    if applies("custom_translation_status") {
        let ids = status_ids(options["custom_translation_status_ids"].as_array());
        if let Some(translation) = key.translations.get_mut(text(options, "lang_iso")) {
            translation.statuses.extend(ids.flatten());
        }
    }
}

fn translation(text: String) -> Translation {
    Translation {
        text,
        ..Translation::default()
    }
}

fn flag(options: &Value, name: &str, default: bool) -> bool {
    options[name].as_bool().unwrap_or(default)
}

fn text<'o>(options: &'o Value, name: &str) -> &'o str {
    options[name].as_str().unwrap_or_default()
}
