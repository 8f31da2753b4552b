//! JSON, nested by the parts of names.

use std::collections::HashSet;

use serde::Serialize as _;
use serde_json::ser::PrettyFormatter;
use serde_json::{Map, Value};
use yaml_serde::Value as Tree;

use super::{Codec, Entry, Fault, File, Found, NESTING};

pub(super) const CODEC: Codec = Codec { read, write, plurals: false };

/// Names of more parts stay flat: parsers reject deeper nesting.
const DEPTH: usize = 64;

fn read(text: &str, _: &File<'_>) -> Found {
    // All members are texts, numbers and the like.
    let tree = yaml_serde::to_value(parse(text)?).unwrap_or_default();
    Ok(flatten(&tree))
}

pub(super) fn parse(text: &str) -> Result<Map<String, Value>, Fault> {
    serde_json::from_str(text).map_err(|error| {
        let reason = error.to_string();
        Fault::new(error.line(), reason.split(" at line ").next().unwrap_or_default())
    })
}

pub(super) fn flatten(tree: &Tree) -> Vec<Entry> {
    fn add(name: Option<&str>, tree: &Tree, entries: &mut Vec<Entry>) {
        let mut inner = |part: &str, tree| match name {
            Some(name) => add(Some(&format!("{name}{NESTING}{part}")), tree, entries),
            None => add(Some(part), tree, entries),
        };
        match tree {
            Tree::Mapping(members) => {
                members.iter().for_each(|(key, tree)| inner(&scalar(key), tree));
            }
            Tree::Sequence(items) => {
                items.iter().enumerate().for_each(|(index, tree)| inner(&index.to_string(), tree));
            }
            Tree::Tagged(tagged) => add(name, &tagged.value, entries),
            tree => entries.push(Entry::plain(name.unwrap_or_default(), scalar(tree))),
        }
    }
    let mut entries = Vec::new();
    add(None, tree, &mut entries);
    entries
}

fn scalar(tree: &Tree) -> String {
    match tree {
        Tree::Bool(it) => it.to_string(),
        Tree::Number(it) => it.to_string(),
        Tree::String(it) => it.clone(),
        _ => String::new(),
    }
}

/// Builds a tree. A name stays flat if it begins with the name of another key.
pub(super) fn nest(entries: &[Entry]) -> Value {
    let names: HashSet<&str> = entries.iter().map(|entry| &*entry.name).collect();
    let mut root = Value::Object(Map::new());
    for entry in entries {
        let mut ends = entry.name.match_indices(NESTING);
        let is_flat = ends.clone().nth(DEPTH - 1).is_some()
            || ends.any(|(end, _)| names.contains(&entry.name[..end]));
        let parts = if is_flat { vec![&*entry.name] } else { entry.name.split(NESTING).collect() };
        let mut place = &mut root;
        for part in parts {
            place = match place {
                Value::Object(members) => members.entry(part).or_insert_with(|| Map::new().into()),
                other => other,
            };
        }
        *place = entry.text.plain().into();
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

fn write(entries: &[Entry], file: &File<'_>) -> String {
    print(&nest(entries), file.options)
}

pub(super) fn print(value: &Value, options: &Value) -> String {
    let indent = match options["indentation"].as_str().unwrap_or_default() {
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
    let _ = value.serialize(&mut serializer);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match options["json_unescaped_slashes"] == true {
        true => text,
        // Slashes occur only in texts and names.
        false => text.replace('/', "\\/"),
    }
}
