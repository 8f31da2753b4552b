//! Files as JSON: the names of nested keys are joined, and a plural is an object of its forms.

use std::collections::HashSet;

use serde::Serialize as _;
use serde_json::ser::PrettyFormatter;
use serde_json::{Map, Value};

use super::options::{flag, text};
use crate::rules::plural;
use crate::state::Text;

/// Between the names of a nested key.
const NESTING: &str = "::";

/// Names of more parts stay flat: parsers reject deeper nesting.
const DEPTH: usize = 64;

/// A key of a file, with its text.
pub(super) type Entry = (String, Text);

/// Reads the keys of a file. The error is the message of the import.
pub(super) fn read(content: &[u8], is_plural: &dyn Fn(&str) -> bool) -> Result<Vec<Entry>, String> {
    let content = content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(content);
    let members: Map<String, Value> = serde_json::from_slice(content)
        .map_err(|error| format!("The file could not be parsed as JSON: {error}"))?;
    let mut entries = Vec::new();
    members.into_iter().for_each(|(name, value)| add(name, value, is_plural, &mut entries));
    entries.retain(|(name, _)| !name.is_empty());
    Ok(entries)
}

fn add(name: String, value: Value, is_plural: &dyn Fn(&str) -> bool, entries: &mut Vec<Entry>) {
    // Other objects may have keys that are only named like forms.
    let is_whole = |forms: &[(String, String)]| {
        forms.len() > 1 && forms.iter().any(|(form, _)| form == "other")
    };
    let forms = plural::of_json(&value).filter(|forms| {
        let mut named = forms.iter().map(|(form, _)| &**form);
        !forms.is_empty()
            && named.all(|form| plural::FORMS.contains(&form))
            && (is_plural(&name) || is_whole(forms))
    });
    if let Some(forms) = forms {
        entries.push((name, Text::Forms(forms)));
        return;
    }
    let mut inner = |part: &str, value| {
        add(format!("{name}{NESTING}{part}"), value, is_plural, entries);
    };
    let text = match value {
        Value::Object(members) => {
            return members.into_iter().for_each(|(part, value)| inner(&part, value));
        }
        Value::Array(items) => {
            let items = items.into_iter().enumerate();
            return items.for_each(|(index, value)| inner(&index.to_string(), value));
        }
        Value::Null => String::new(),
        Value::String(text) => text,
        number_or_flag => number_or_flag.to_string(),
    };
    entries.push((name, Text::Plain(text)));
}

pub(super) fn write(entries: Vec<Entry>, options: &Value) -> String {
    let indent = match text(options, "indentation") {
        "tab" => "\t".to_owned(),
        spaces => {
            let count = spaces.strip_suffix("sp").and_then(|count| count.parse().ok());
            " ".repeat(count.unwrap_or(4))
        }
    };
    let mut bytes = Vec::new();
    let formatter = PrettyFormatter::with_indent(indent.as_bytes());
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    // Serializing a value into memory cannot fail.
    let _ = nest(entries).serialize(&mut serializer);
    let mut json = String::from_utf8_lossy(&bytes).into_owned();
    if !flag(options, "json_unescaped_slashes", false) {
        // Slashes occur only in texts and names.
        json = json.replace('/', "\\/");
    }
    if flag(options, "add_newline_eof", false) {
        json.push('\n');
    }
    json
}

/// Builds a tree. A name stays flat if it begins with the name of another key.
fn nest(entries: Vec<Entry>) -> Value {
    let names: HashSet<String> = entries.iter().map(|(name, _)| name.clone()).collect();
    let mut root = Value::Object(Map::new());
    for (name, text) in entries {
        let mut ends = name.match_indices(NESTING);
        let is_flat = ends.clone().nth(DEPTH - 1).is_some()
            || ends.any(|(end, _)| names.contains(&name[..end]));
        let parts = if is_flat { vec![&*name] } else { name.split(NESTING).collect() };
        let mut place = &mut root;
        for part in parts {
            place = match place {
                Value::Object(members) => members.entry(part).or_insert_with(|| Map::new().into()),
                other => other,
            };
        }
        *place = text.into();
    }
    if let Value::Object(members) = &mut root {
        members.values_mut().for_each(restore_arrays);
    }
    root
}

/// Makes an array of members that are numbered from zero without a gap.
fn restore_arrays(value: &mut Value) {
    let Value::Object(members) = value else { return };
    members.values_mut().for_each(restore_arrays);
    let mut names = members.keys().enumerate();
    if names.all(|(index, name)| *name == index.to_string()) {
        *value = std::mem::take(members).into_iter().map(|(_, value)| value).collect();
    }
}
