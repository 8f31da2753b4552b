//! JSON, nested by the parts of names.

use std::collections::HashSet;

use serde::Serialize as _;
use serde_json::ser::PrettyFormatter;
use serde_json::{Map, Value};

use super::{Codec, Entry, Fault, Found, NESTING, Reading, Writing, text};

pub(super) const CODEC: Codec = Codec { read, write, plurals: false };

/// Names of more parts stay flat: parsers reject deeper nesting.
const DEPTH: usize = 64;

fn read(text: &str, _: &Reading<'_>) -> Found {
    Ok(flatten(&Value::Object(parse(text)?)))
}

/// Returns the object that a file consists of.
pub(super) fn parse(text: &str) -> Result<Map<String, Value>, Fault> {
    let value = serde_json::from_str(text).map_err(|error| {
        let reason = error.to_string();
        Fault::new(error.line(), reason.split(" at line ").next().unwrap_or_default())
    })?;
    match value {
        Value::Object(members) => Ok(members),
        _ => Err(Fault::new(1, "expected a JSON object")),
    }
}

/// Returns the texts of a tree, in its order.
pub(super) fn flatten(tree: &Value) -> Vec<Entry> {
    fn add(name: Option<&str>, value: &Value, entries: &mut Vec<Entry>) {
        let mut inner = |part: &str, value| match name {
            Some(name) => add(Some(&format!("{name}{NESTING}{part}")), value, entries),
            None => add(Some(part), value, entries),
        };
        let text = match value {
            Value::Object(members) => {
                return members.iter().for_each(|(part, value)| inner(part, value));
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                return items.for_each(|(index, value)| inner(&index.to_string(), value));
            }
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            scalar => scalar.to_string(),
        };
        entries.push(Entry::plain(name.unwrap_or_default(), text));
    }
    let mut entries = Vec::new();
    add(None, tree, &mut entries);
    entries
}

/// Builds a tree. A name stays flat if it begins with the name of another key.
pub(super) fn nest(entries: &[Entry]) -> Value {
    let names: HashSet<&str> = entries.iter().map(|entry| &*entry.name).collect();
    let mut root = Map::new();
    for entry in entries {
        let mut ends = entry.name.match_indices(NESTING);
        let is_flat = ends.clone().nth(DEPTH - 1).is_some()
            || ends.any(|(end, _)| names.contains(&entry.name[..end]));
        let parts = if is_flat { vec![&*entry.name] } else { entry.name.split(NESTING).collect() };
        put(&mut root, &parts, entry.text.plain());
    }
    root.values_mut().for_each(restore_arrays);
    Value::Object(root)
}

fn put(members: &mut Map<String, Value>, parts: &[&str], text: &str) {
    match parts {
        [name] => drop(members.insert((*name).to_owned(), text.into())),
        [part, rest @ ..] => {
            let inner = members.entry(*part).or_insert_with(|| Map::new().into());
            if let Value::Object(inner) = inner {
                put(inner, rest, text);
            }
        }
        [] => {}
    }
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

fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    print(&nest(entries), writing.options)
}

pub(super) fn print(value: &Value, options: &Value) -> String {
    let indent = text::indentation(options);
    let mut bytes = Vec::new();
    let formatter = PrettyFormatter::with_indent(indent.as_bytes());
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    // Serializing a value into memory cannot fail.
    let _ = value.serialize(&mut serializer);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match options["json_unescaped_slashes"] == true {
        true => text,
        // Slashes occur only in texts and names.
        false => text.replace('/', "\\/"),
    }
}
