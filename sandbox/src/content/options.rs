//! Reads the options of uploads and exports.

use serde_json::Value;

use super::formats::{self, Format};
use crate::state::Branch;

pub(super) fn flag(options: &Value, name: &str, default: bool) -> bool {
    options[name].as_bool().unwrap_or(default)
}

pub(super) fn text<'o>(options: &'o Value, name: &str) -> &'o str {
    options[name].as_str().unwrap_or_default()
}

pub(super) fn list<'o>(options: &'o Value, name: &str) -> Vec<&'o str> {
    let entries = options[name].as_array().into_iter().flatten();
    entries.filter_map(Value::as_str).collect()
}

/// Returns ids of custom statuses, which may be sent as text or as numbers; `None` for one that is
/// neither.
pub(crate) fn status_ids(ids: Option<&Vec<Value>>) -> impl Iterator<Item = Option<u64>> {
    ids.into_iter().flatten().map(|id| match id {
        Value::String(text) => text.parse().ok(),
        id => id.as_u64(),
    })
}

/// Returns the name of the format of an upload or an export, or else the extension of the filename.
pub(super) fn format_name(options: &Value) -> &str {
    match text(options, "format") {
        "" => {
            let split = text(options, "filename").rsplit_once('.');
            split.map_or("", |(_, extension)| extension)
        }
        name => name,
    }
}

/// Returns the format, unless its files are only stored.
pub(super) fn format(options: &Value) -> Option<&'static Format> {
    formats::find(format_name(options))
}

/// Returns the name of the format of an upload if its files are only stored; it is empty if it is
/// neither given nor the extension of the filename.
pub(crate) fn unread_format(options: &Value) -> Option<&str> {
    format(options).is_none().then(|| format_name(options))
}

/// Checks that a branch can be exported in the format of an export: that the format is written, or
/// a file of it is stored.
pub(crate) fn check_format(branch: &Branch, options: &Value) -> Result<(), String> {
    let name = format_name(options).to_lowercase();
    if format(options).is_some() || branch.stored.keys().any(|(known, ..)| *known == name) {
        return Ok(());
    }
    let shown: String = name.chars().take(32).collect();
    let known: Vec<&str> = formats::names().collect();
    let known = known.join(", ");
    Err(format!("No file of the format {shown:?} is stored, and the sandbox writes only {known}."))
}
