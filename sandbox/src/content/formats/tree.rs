//! Names and texts as a tree: the nesting of JSON, YAML and property lists.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Entry, Fault, Found, NESTING, plurals};
use crate::state::Text;

/// Names of more parts stay flat: parsers do not go deeper than this either.
const DEPTH: usize = 64;

/// The keys of a tree, in its order; `text` is what it was read from.
pub(super) fn entries(text: &str, tree: &Value) -> Found {
    let mut entries = Vec::new();
    flatten(None, tree, &mut entries);
    check_names(text, entries.iter().map(|entry| &*entry.name))?;
    Ok(plurals::fold(entries))
}

/// Checks that each key has a name of its own.
pub(super) fn check_names<'e>(
    text: &str,
    names: impl Iterator<Item = &'e str>,
) -> Result<(), Fault> {
    let mut known = HashSet::new();
    for name in names {
        let reason = match name {
            "" => "a key has no name".to_owned(),
            name if known.insert(name) => continue,
            name => format!("the key {name:?} is there twice, by different ways to nest it"),
        };
        return Err(Fault::at(text, place(text, name), reason));
    }
    Ok(())
}

/// Where a text has a member of this name, or else its beginning.
fn place(text: &str, name: &str) -> usize {
    let ways = [Value::from(name).to_string(), format!("'{name}'"), name.to_owned()];
    let found = ways.iter().filter(|way| !way.is_empty()).find_map(|way| {
        let mut places = text.match_indices(&**way);
        places.find(|(at, _)| text[at + way.len()..].trim_start().starts_with(':'))
    });
    found.map_or(0, |(at, _)| at)
}

fn flatten(name: Option<&str>, value: &Value, entries: &mut Vec<Entry>) {
    let inner = |part: &str| match name {
        None => part.to_owned(),
        Some(name) => format!("{name}{NESTING}{part}"),
    };
    let text = match value {
        Value::Object(members) => {
            for (member, value) in members {
                flatten(Some(&inner(member)), value, entries);
            }
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

/// The tree of these keys. A name stays flat where a part of it is the name of another key.
pub(super) fn build(entries: &[Entry], leaf: impl Fn(&Entry) -> Value) -> Value {
    let names: HashSet<&str> = entries.iter().map(|entry| &*entry.name).collect();
    let mut root = Map::new();
    for entry in entries {
        let parts: Vec<&str> = match is_nested(&entry.name, &names) {
            true => entry.name.split(NESTING).collect(),
            false => vec![&entry.name],
        };
        put(&mut root, &parts, leaf(entry));
    }
    for value in root.values_mut() {
        restore_arrays(value);
    }
    Value::Object(root)
}

fn is_nested(name: &str, names: &HashSet<&str>) -> bool {
    let mut starts = name.match_indices(NESTING);
    let parts = starts.clone().take(DEPTH).count();
    parts > 0 && parts < DEPTH && !starts.any(|(end, _)| names.contains(&name[..end]))
}

fn put(place: &mut Map<String, Value>, parts: &[&str], value: Value) {
    let Some((first, rest)) = parts.split_first() else {
        return;
    };
    if rest.is_empty() {
        place.insert((*first).to_owned(), value);
        return;
    }
    let inner = place.entry(*first).or_insert_with(|| Map::new().into());
    if let Value::Object(inner) = inner {
        put(inner, rest, value);
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
        let members = std::mem::take(members);
        *value = members.into_iter().map(|(_, value)| value).collect();
    }
}

/// A text as trees have it: a plural is an object of its forms.
pub(super) fn leaf(entry: &Entry) -> Value {
    match &entry.text {
        Text::Plain(text) => Value::from(text.as_str()),
        Text::Forms(forms) => {
            let forms = forms.iter();
            forms.map(|(form, text)| (form.clone(), Value::from(text.as_str()))).collect()
        }
    }
}
