//! The keys and texts of JSON files.

use std::collections::BTreeMap;

use serde_json::Value;

/// Returns the names of the keys in a JSON file; `None` if it is not one. Each text of a nested
/// list or object has a key.
pub(crate) fn keys(bytes: &[u8]) -> Option<Vec<String>> {
    Some(texts(bytes)?.into_keys().collect())
}

/// Returns the texts of a JSON file by key.
pub(crate) fn texts(bytes: &[u8]) -> Option<BTreeMap<String, String>> {
    Some(flat(&parse(bytes)?))
}

/// Returns the texts in a value by key.
pub(crate) fn flat(value: &Value) -> BTreeMap<String, String> {
    flat_in("", value)
}

/// Returns the texts in the value of a key.
pub(crate) fn flat_in(key: &str, value: &Value) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    flatten(key, value, &mut texts);
    texts
}

/// Parses a JSON object.
pub(crate) fn parse(bytes: &[u8]) -> Option<Value> {
    parsed(bytes).ok().filter(Value::is_object)
}

/// Parses JSON. A byte order mark may precede it.
pub(crate) fn parsed(bytes: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes))
}

fn flatten(name: &str, value: &Value, texts: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(members) => {
            for (member, value) in members {
                flatten(&inner(name, member), value, texts);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                flatten(&inner(name, &index.to_string()), value, texts);
            }
        }
        Value::Null => drop(texts.insert(name.to_owned(), String::new())),
        Value::String(text) => drop(texts.insert(name.to_owned(), text.clone())),
        scalar => drop(texts.insert(name.to_owned(), scalar.to_string())),
    }
}

pub(crate) fn inner(name: &str, part: &str) -> String {
    match name {
        "" => part.to_owned(),
        name => format!("{name}::{part}"),
    }
}

/// Returns a key that has a list, a number or a boolean in one value, and another type in `other`:
/// programs that read the file rely on its types.
pub(crate) fn retyped(one: &Value, other: &Value) -> Option<String> {
    find_retyped("", one, other)
}

fn find_retyped(name: &str, one: &Value, other: &Value) -> Option<String> {
    match (one, other) {
        (Value::Object(members), Value::Object(others)) => members
            .iter()
            .find_map(|(key, value)| find_retyped(&inner(name, key), value, others.get(key)?)),
        (Value::Array(items), Value::Array(others)) => {
            let pairs = items.iter().zip(others).enumerate();
            let mut pairs = pairs.map(|(at, pair)| (inner(name, &at.to_string()), pair));
            pairs.find_map(|(name, (one, other))| find_retyped(&name, one, other))
        }
        (Value::String(_) | Value::Null, _) => None,
        (one, other) => {
            let is_same = std::mem::discriminant(one) == std::mem::discriminant(other);
            (!is_same).then(|| name.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_type_is_found() {
        for (one, other, found) in [
            (r#"{"a": ["x", "y"]}"#, r#"{"a": {"0": "x"}}"#, Some("a")),
            (r#"{"a": {"b": [1]}}"#, r#"{"a": {"b": ["1"]}}"#, Some("a::b::0")),
            (r#"{"a": false}"#, r#"{"a": "false"}"#, Some("a")),
            (r#"{"a": "x", "b": null, "c": [1]}"#, r#"{"a": "y", "b": "z"}"#, None),
        ] {
            let [one, other] = [one, other].map(|text| parse(text.as_bytes()).unwrap());
            assert_eq!(retyped(&one, &other).as_deref(), found, "{one}");
        }
    }
}
