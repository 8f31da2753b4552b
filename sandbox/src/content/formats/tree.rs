//! Names and texts as a tree: the nesting of JSON and YAML.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Entry, NESTING, plurals};
use crate::state::Text;

/// Names of more parts stay flat: parsers refuse deeper nesting.
const DEPTH: usize = 64;

/// Returns the keys of a tree, in its order.
pub(super) fn entries(tree: &Value) -> Vec<Entry> {
    let mut entries = Vec::new();
    flatten(None, tree, &mut entries);
    plurals::fold(entries)
}

fn flatten(name: Option<&str>, value: &Value, entries: &mut Vec<Entry>) {
    let inner = |part: &str| match name {
        None => part.to_owned(),
        Some(name) => format!("{name}{NESTING}{part}"),
    };
    let text = match value {
        Value::Object(members) => {
            members.iter().for_each(|(part, value)| flatten(Some(&inner(part)), value, entries));
            return;
        }
        Value::Array(elements) => {
            for (index, value) in elements.iter().enumerate() {
                flatten(Some(&inner(&index.to_string())), value, entries);
            }
            return;
        }
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        scalar => scalar.to_string(),
    };
    entries.push(Entry::plain(name.unwrap_or_default(), text));
}

/// Builds the tree of these keys. A name stays flat if a part of it is the name of another key.
pub(super) fn build(entries: &[Entry], leaf: impl Fn(&Entry) -> Value) -> Value {
    let names: HashSet<&str> = entries.iter().map(|entry| &*entry.name).collect();
    let mut root = Map::new();
    for entry in entries {
        match is_nested(&entry.name, &names) {
            true => put(&mut root, &entry.name, leaf(entry)),
            false => drop(root.insert(entry.name.clone(), leaf(entry))),
        }
    }
    root.values_mut().for_each(restore_arrays);
    Value::Object(root)
}

fn is_nested(name: &str, names: &HashSet<&str>) -> bool {
    let mut starts = name.match_indices(NESTING);
    let parts = starts.clone().take(DEPTH).count();
    parts > 0 && parts < DEPTH && !starts.any(|(end, _)| names.contains(&name[..end]))
}

fn put(place: &mut Map<String, Value>, name: &str, value: Value) {
    match name.split_once(NESTING) {
        None => drop(place.insert(name.to_owned(), value)),
        Some((part, rest)) => {
            let inner = place.entry(part).or_insert_with(|| Map::new().into());
            if let Value::Object(inner) = inner {
                put(inner, rest, value);
            }
        }
    }
}

/// Makes an array of what is numbered from zero without a gap.
fn restore_arrays(value: &mut Value) {
    let Value::Object(members) = value else {
        return;
    };
    members.values_mut().for_each(restore_arrays);
    let mut numbered = members.keys().enumerate();
    if !members.is_empty() && numbered.all(|(index, name)| *name == index.to_string()) {
        *value = std::mem::take(members).into_iter().map(|(_, value)| value).collect();
    }
}

/// Returns a text as trees have it: a plural is an object of its forms.
pub(super) fn leaf(entry: &Entry) -> Value {
    match &entry.text {
        Text::Plain(text) => Value::from(text.as_str()),
        Text::Forms(forms) => {
            forms.iter().map(|(form, text)| (form.clone(), Value::from(text.as_str()))).collect()
        }
    }
}
