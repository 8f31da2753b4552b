//! The schemas that requests and responses use, each with its JSON pointer.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::METHODS;

/// Schemas by pointer; a reference and its target are two places.
pub(super) type Places<'d> = BTreeMap<String, &'d Value>;

/// The places of a document on each side of a call.
pub(super) struct Sides<'d> {
    document: &'d Value,
    pub(super) requests: Places<'d>,
    pub(super) responses: Places<'d>,
}

impl<'d> Sides<'d> {
    pub(super) fn of(document: &'d Value) -> Self {
        let (mut requests, mut responses) = (Places::new(), Places::new());
        for (pointer, item) in members(document, "paths", "") {
            item_of(document, &pointer, item, &mut requests, &mut responses);
        }
        Self { document, requests, responses }
    }

    /// What a reference leads to; the schema itself if it is none.
    pub(super) fn resolve<'v>(&self, schema: &'v Value) -> &'v Value
    where
        'd: 'v,
    {
        let mut schema = schema;
        // Redocly reports references that lead nowhere or in a circle.
        for _ in 0..8 {
            let target = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
            match target.and_then(|target| self.document.pointer(target)) {
                Some(target) => schema = target,
                None => break,
            }
        }
        schema
    }
}

/// Walks a path item. A callback is a request of the service: its sides are swapped.
fn item_of<'d>(
    document: &'d Value,
    pointer: &str,
    item: &'d Value,
    sent: &mut Places<'d>,
    received: &mut Places<'d>,
) {
    for (pointer, parameter) in elements(item, "parameters", pointer) {
        holder(document, pointer, parameter, sent);
    }
    for method in METHODS {
        let (pointer, operation) = (format!("{pointer}/{method}"), &item[method]);
        for (pointer, parameter) in elements(operation, "parameters", &pointer) {
            holder(document, pointer, parameter, sent);
        }
        holder(document, format!("{pointer}/requestBody"), &operation["requestBody"], sent);
        for (pointer, response) in members(operation, "responses", &pointer) {
            holder(document, pointer, response, received);
        }
        for (pointer, callback) in members(operation, "callbacks", &pointer) {
            for (address, item) in callback.as_object().into_iter().flatten() {
                let pointer = format!("{pointer}/{}", escape(address));
                item_of(document, &pointer, item, received, sent);
            }
        }
    }
}

/// Walks a parameter, body, response or header.
fn holder<'d>(document: &'d Value, pointer: String, value: &'d Value, places: &mut Places<'d>) {
    if let Some((pointer, target)) = target(document, value) {
        return holder(document, pointer, target, places);
    }
    schema(document, format!("{pointer}/schema"), &value["schema"], places);
    for (pointer, media_type) in members(value, "content", &pointer) {
        schema(document, format!("{pointer}/schema"), &media_type["schema"], places);
    }
    for (pointer, header) in members(value, "headers", &pointer) {
        holder(document, pointer, header, places);
    }
}

fn schema<'d>(document: &'d Value, pointer: String, value: &'d Value, places: &mut Places<'d>) {
    if !value.is_object() || places.insert(pointer.clone(), value).is_some() {
        return;
    }
    if let Some((pointer, target)) = target(document, value) {
        return schema(document, pointer, target, places);
    }
    for key in ["items", "additionalProperties", "not"] {
        schema(document, format!("{pointer}/{key}"), &value[key], places);
    }
    for (pointer, property) in members(value, "properties", &pointer) {
        schema(document, pointer, property, places);
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        for (pointer, one) in elements(value, key, &pointer) {
            schema(document, pointer, one, places);
        }
    }
}

fn target<'d>(document: &'d Value, value: &Value) -> Option<(String, &'d Value)> {
    let pointer = value["$ref"].as_str()?.strip_prefix('#')?;
    Some((pointer.to_owned(), document.pointer(pointer)?))
}

/// The members of the object under a key, each with its pointer.
pub(super) fn members<'d>(
    value: &'d Value,
    key: &str,
    pointer: &str,
) -> impl Iterator<Item = (String, &'d Value)> {
    let members = value[key].as_object().into_iter().flatten();
    members.map(move |(name, value)| (format!("{pointer}/{key}/{}", escape(name)), value))
}

/// The elements of the list under a key, each with its pointer.
fn elements<'d>(
    value: &'d Value,
    key: &str,
    pointer: &str,
) -> impl Iterator<Item = (String, &'d Value)> {
    let elements = value[key].as_array().into_iter().flatten().enumerate();
    elements.map(move |(index, value)| (format!("{pointer}/{key}/{index}"), value))
}

/// A key as a token of a JSON pointer (RFC 6901).
fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
