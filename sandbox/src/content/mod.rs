//! The content of localization files: import into a project, and export as a bundle.

mod export;
mod filter;
mod formats;
mod import;
mod names;
mod upload;

use serde_json::Value;

pub(crate) use export::{NO_KEYS, bundle_filename, export};
pub(crate) use filter::has_no_keys;
pub(crate) use import::import;
pub(crate) use upload::{Parsed, Upload};

use crate::http::nearest;
use formats::Format;

/// Checks that files of this format can be exported or, with `stored`, uploaded.
///
/// # Errors
///
/// If they cannot: a name that was perhaps meant, and all names.
pub(crate) fn check_format(name: &str, stored: bool) -> Result<(), String> {
    let is_stored = formats::is_stored(name);
    if formats::find(name).is_some() || (is_stored && stored) {
        return Ok(());
    }
    let known: Vec<&str> = formats::names().collect();
    let all = known.join(", ");
    if is_stored {
        return Err(format!("The sandbox stores {name} but cannot export it. It exports: {all}."));
    }
    let nearest = nearest(&name.to_lowercase(), known.iter().copied());
    let meant = nearest.map_or_else(String::new, |known| format!(" Did you mean {known:?}?"));
    let shown: String = name.chars().take(32).collect();
    Err(format!("Unknown format {shown:?}.{meant} Known formats: {all}."))
}

/// Returns the format of an upload with these options if no keys are read of its files; it is empty
/// if it is neither given nor the extension of the filename.
pub(crate) fn unread_format(options: &Value) -> Option<&str> {
    uploaded(options).is_none().then(|| format(options))
}

/// The format of an uploaded file, where it is one that is known.
fn uploaded(options: &Value) -> Option<&'static Format> {
    formats::find(format(options))
}

/// What the format of an uploaded file is called: as it is named, or else by its extension.
fn format(options: &Value) -> &str {
    let filename = options["filename"].as_str().unwrap_or_default();
    let named = options["format"].as_str().filter(|name| !name.is_empty());
    named.unwrap_or_else(|| names::extension(filename))
}

/// Ids of custom statuses, which may be sent as text or as numbers; `None` where one is neither.
pub(crate) fn status_ids(ids: Option<&Vec<Value>>) -> impl Iterator<Item = Option<u64>> {
    ids.into_iter().flatten().map(|id| match id {
        Value::String(text) => text.parse().ok(),
        id => id.as_u64(),
    })
}

/// The texts of a list in options.
fn list<'o>(options: &'o Value, name: &str) -> Vec<&'o str> {
    let entries = options[name].as_array().into_iter().flatten();
    entries.filter_map(Value::as_str).collect()
}
