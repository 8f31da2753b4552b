//! The content of localization files: import into a project, and export as a bundle.

mod export;
mod filter;
mod formats;
mod import;
mod names;
mod upload;

use serde_json::Value;

pub(crate) use export::{bundle_filename, export};
pub(crate) use import::import;
pub(crate) use upload::{Parsed, Upload};

use formats::Format;

/// The longest name of a format that others are compared with, in bytes.
const LONGEST_NAME: usize = 32;

/// Checks that there is a format of this name.
///
/// # Errors
///
/// When there is none: what was meant perhaps, and all that there are.
pub(crate) fn check_format(name: &str) -> Result<(), String> {
    if formats::find(name).is_some() {
        return Ok(());
    }
    let lower = name.to_lowercase();
    let is_short = lower.len() <= LONGEST_NAME;
    let rated = formats::names().filter(|_| is_short);
    let rated = rated.map(|known| (strsim::osa_distance(&lower, known), known));
    let nearest = rated.min_by_key(|(distance, _)| *distance);
    let nearest = nearest.filter(|(distance, _)| *distance <= 1.max(lower.len() / 3));
    let meant = nearest.map_or_else(String::new, |(_, known)| format!(" Did you mean {known:?}?"));
    let known: Vec<&str> = formats::names().collect();
    let shown: String = name.chars().take(LONGEST_NAME).collect();
    Err(format!("There is no format {shown:?}.{meant} There are: {}.", known.join(", ")))
}

/// Whether an upload with these options is of a format whose keys are read.
pub(crate) fn has_keys(options: &Value) -> bool {
    uploaded(options).is_some_and(Format::is_read)
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
