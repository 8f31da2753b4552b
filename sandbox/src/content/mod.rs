//! The content of localization files: parsing, import into a project, and export as a bundle.

mod export;
mod import;
mod parse;
mod write;

use serde_json::Value;

pub(crate) use export::{bundle_filename, export};
pub(crate) use import::import;

/// How the keys of a file are read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Json,
    KeyValue,
}

/// The formats whose keys an import reads.
const IMPORTED: [(&str, Syntax); 5] = [
    ("json", Syntax::Json),
    ("properties", Syntax::KeyValue),
    ("strings", Syntax::KeyValue),
    ("env", Syntax::KeyValue),
    ("ini", Syntax::KeyValue),
];

/// The formats an export can be asked for; all but JSON are written as plain `key=value` lines.
const EXPORTED: [&str; 22] = [
    "android_sdk",
    "arb",
    "csv",
    "env",
    "html",
    "ini",
    "ios_sdk",
    "js",
    "json",
    "offline_xliff",
    "php",
    "plist",
    "po",
    "properties",
    "resx",
    "strings",
    "stringsdict",
    "ts",
    "xliff",
    "xml",
    "yaml",
    "yml",
];

/// Between the names of a nested key.
const NESTING: &str = "::";

/// Whether exports of this format can be made.
pub(crate) fn can_export(format: &str) -> bool {
    EXPORTED.contains(&format)
}

/// Whether an upload with these options is of a format whose keys are read.
pub(crate) fn has_keys(options: &Value) -> bool {
    syntax(options).is_some()
}

/// The format of an uploaded file: the one that is named, or else its extension.
fn format(options: &Value) -> &str {
    let filename = options["filename"].as_str().unwrap_or_default();
    options["format"]
        .as_str()
        .unwrap_or_else(|| extension(filename))
}

/// The syntax of an uploaded file.
fn syntax(options: &Value) -> Option<Syntax> {
    let format = format(options);
    IMPORTED
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(format))
        .map(|(_, syntax)| *syntax)
}

fn extension(filename: &str) -> &str {
    filename
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension)
}

/// Ids of custom statuses, which may be sent as text or as numbers; `None` where one is neither.
pub(crate) fn status_ids(ids: Option<&Vec<Value>>) -> impl Iterator<Item = Option<u64>> {
    ids.into_iter().flatten().map(|id| match id {
        Value::String(text) => text.parse().ok(),
        id => id.as_u64(),
    })
}
