//! What is looked up in a document: references, members, names.

use std::collections::BTreeSet;

use serde_json::Value;

/// What a reference leads to; the value itself where it is none.
pub(super) fn resolve<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    value["$ref"]
        .as_str()
        .and_then(|reference| document.pointer(reference.trim_start_matches('#')))
        .unwrap_or(value)
}

/// The keys of either object, each once.
pub(super) fn keys(old: &Value, new: &Value) -> BTreeSet<String> {
    let of = |value: &Value| -> Vec<String> {
        let members = value.as_object().into_iter().flatten();
        members.map(|(key, _)| key.clone()).collect()
    };
    of(old).into_iter().chain(of(new)).collect()
}

/// The elements of a list that another has not.
pub(super) fn missing(list: &Value, other: &Value) -> Vec<Value> {
    let known: BTreeSet<String> =
        other.as_array().into_iter().flatten().map(Value::to_string).collect();
    let elements = list.as_array().into_iter().flatten();
    elements.filter(|element| !known.contains(&element.to_string())).cloned().collect()
}

/// A schema in a few words.
pub(super) fn name_of(schema: &Value) -> String {
    let reference = schema["$ref"].as_str();
    match reference.and_then(|reference| reference.rsplit('/').next()) {
        Some(name) => format!("`{name}`"),
        None => match schema["type"].as_str() {
            Some(kind) => format!("{kind} in place"),
            None => "a schema in place".to_owned(),
        },
    }
}
