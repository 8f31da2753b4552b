//! The content of localization files: import into a project, and export as a bundle.

mod export;
mod import;
mod json;

use serde_json::Value;

pub(crate) use export::export;
pub(crate) use import::{import, imported};

/// The format whose files are read and written. Files of others are only stored.
pub(crate) const JSON: &str = "json";

/// What holds the ids of custom statuses in requests.
pub(crate) const STATUS_IDS: &str = "custom_translation_status_ids";

/// What stands for the language in a filename.
const LANG_ISO: &str = "%LANG_ISO%";

fn flag(options: &Value, name: &str, default: bool) -> bool {
    options[name].as_bool().unwrap_or(default)
}

fn text<'o>(options: &'o Value, name: &str) -> &'o str {
    options[name].as_str().unwrap_or_default()
}

fn list<'o>(options: &'o Value, name: &str) -> Vec<&'o str> {
    let entries = options[name].as_array().into_iter().flatten();
    entries.filter_map(Value::as_str).collect()
}

/// Returns the ids of custom statuses in the options of a request, which may be sent as text or as
/// numbers; `None` for one that is neither.
pub(crate) fn status_ids(options: &Value) -> impl Iterator<Item = Option<u64>> {
    options[STATUS_IDS].as_array().into_iter().flatten().map(|id| match id {
        Value::String(text) => text.parse().ok(),
        id => id.as_u64(),
    })
}

/// Returns the format of an upload or an export, or else the extension of the filename, in
/// lowercase.
pub(crate) fn format(options: &Value) -> String {
    let extension = || text(options, "filename").rsplit_once('.').map_or("", |(_, it)| it);
    match text(options, "format") {
        "" => extension().to_lowercase(),
        name => name.to_lowercase(),
    }
}
