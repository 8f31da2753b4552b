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
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let mut texts = BTreeMap::new();
    value.is_object().then(|| flatten("", &value, &mut texts))?;
    Some(texts)
}

fn flatten(name: &str, value: &Value, texts: &mut BTreeMap<String, String>) {
    let inner = |part: &str| match name {
        "" => part.to_owned(),
        name => format!("{name}::{part}"),
    };
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(member, value)| flatten(&inner(member), value, texts));
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, value)| flatten(&inner(&index.to_string()), value, texts));
        }
        Value::Null => drop(texts.insert(name.to_owned(), String::new())),
        Value::String(text) => drop(texts.insert(name.to_owned(), text.clone())),
        scalar => drop(texts.insert(name.to_owned(), scalar.to_string())),
    }
}

/// Whether two JSON files have the same content, whatever their formatting.
pub(crate) fn is_same(one: &[u8], other: &[u8]) -> bool {
    let parse = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).ok();
    parse(one).is_some_and(|one| Some(one) == parse(other))
}
