//! Files as JSON: the names of nested keys are joined, and a plural is an object of its forms.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::rules::plural;
use crate::state::Text;

/// Between the names of a nested key.
const NESTING: &str = "::";

/// Names of more parts stay flat: parsers reject deeper nesting.
const DEPTH: usize = 64;

/// The name and the text of a key in a file.
type NamedText = (String, Text);

/// Reads the keys of a file. The error is the message of the import.
pub(super) fn read(content: &[u8]) -> Result<Vec<NamedText>, String> {
    let content = content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(content);
    let members: Map<String, Value> = serde_json::from_slice(content)
        .map_err(|error| format!("The file could not be parsed as JSON: {error}"))?;
    let mut keys = Vec::new();
    members.into_iter().for_each(|(name, value)| add(name, value, &mut keys));
    keys.retain(|(name, _)| !name.is_empty());
    Ok(keys)
}

fn add(name: String, value: Value, keys: &mut Vec<NamedText>) {
    let forms = plural::of_json(&value).filter(|forms| {
        forms.contains_key("other") && forms.keys().all(|it| plural::FORMS.contains(&&**it))
    });
    let nested = |part: &str| format!("{name}{NESTING}{part}");
    let text = match (forms, value) {
        (Some(forms), _) => Text::Forms(forms),
        (None, Value::Object(members)) => {
            return members.into_iter().for_each(|(part, it)| add(nested(&part), it, keys));
        }
        (None, Value::Array(items)) => {
            let items = items.into_iter().enumerate();
            return items.for_each(|(index, it)| add(nested(&index.to_string()), it, keys));
        }
        (None, Value::Null) => Text::default(),
        (None, Value::String(text)) => Text::Plain(text),
        (None, number_or_flag) => Text::Plain(number_or_flag.to_string()),
    };
    keys.push((name, text));
}

/// Writes a tree. A name stays flat if it begins with the name of another key.
pub(super) fn write(keys: Vec<(String, Value)>) -> String {
    let names: HashSet<String> = keys.iter().map(|(name, _)| name.clone()).collect();
    let mut root = Value::Object(Map::new());
    for (name, text) in keys {
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
        *place = text;
    }
    if let Value::Object(members) = &mut root {
        members.values_mut().for_each(restore_arrays);
    }
    format!("{root:#}")
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
