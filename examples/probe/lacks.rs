//! What a response has that the document lacks: fields, values, statuses and headers.

use std::collections::BTreeSet;

use l10n_sandbox::document::{Document, Operation};
use serde_json::Value;

/// Headers of servers and caches, which the document leaves out.
const PLAIN: &str = "access-control- alt-svc cache-control cf- connection content- date server \
                     set-cookie strict-transport-security vary x-sandbox-";

pub(crate) fn operation<'d>(document: &'d Document, exchange: &Value) -> Option<&'d Operation> {
    let server = &document.operation("listProjects")?.server;
    let [method, path] = ["method", "path"].map(|name| exchange[name].as_str());
    Some(document.find(server, method?, path?).ok()?.0)
}

/// `text` is the document in lower case.
pub(crate) fn of(document: &Document, text: &str, exchange: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let Some(operation) = operation(document, exchange) else { return found };
    let status = exchange["status"].as_u64().and_then(|it| it.try_into().ok()).unwrap_or_default();
    let (place, root) = (format!("{} {status}", operation.id), document.value());
    let names = exchange["headers"].as_object().into_iter().flat_map(|it| it.keys());
    let names = names.filter(|name| !PLAIN.split(' ').any(|plain| name.starts_with(plain)));
    let names = names.filter(|name| !text.contains(&format!("\"{name}\":")));
    found.extend(names.map(|name| format!("{place}: the header {name}")));
    if root.pointer(&format!("{}/responses/{status}", operation.pointer)).is_none() {
        found.insert(format!("{place}: the status"));
    }
    match document.answer_schema(operation, status).and_then(|it| root.pointer(&it)) {
        Some(schema) => in_body(root, schema, &exchange["body"], &place, &mut found),
        None => drop(found.insert(format!("{place}: the body"))),
    }
    found
}

/// Adds the fields and values of a body that its schema lacks.
fn in_body(root: &Value, schema: &Value, value: &Value, place: &str, found: &mut BTreeSet<String>) {
    let schemas = alternatives(root, schema);
    match value {
        Value::Object(members) => {
            let is_open = schemas.iter().any(|it| {
                it.get("additionalProperties").is_some() || it.get("properties").is_none()
            });
            for (name, member) in members {
                let place = format!("{place}/{name}");
                match schemas.iter().find_map(|it| it["properties"].get(name)) {
                    Some(schema) => in_body(root, schema, member, &place, found),
                    None if is_open => {}
                    None => drop(found.insert(place)),
                }
            }
        }
        Value::Array(items) => {
            let schema = schemas.iter().find_map(|it| it.get("items")).unwrap_or(&Value::Null);
            for item in items {
                in_body(root, schema, item, &format!("{place}/*"), found);
            }
        }
        Value::String(text) if !text.is_empty() => {
            // One with only null stands for null.
            let listed = schemas.iter().filter_map(|it| it["enum"].as_array());
            let listed: Vec<_> = listed.filter(|it| it.iter().any(Value::is_string)).collect();
            if !listed.is_empty() && !listed.iter().any(|it| it.contains(value)) {
                found.insert(format!("{place} = {text:?}"));
            }
        }
        _ => {}
    }
}

/// The schema itself, or those that it refers to or chooses from.
fn alternatives<'d>(root: &'d Value, schema: &'d Value) -> Vec<&'d Value> {
    if let Some(reference) = schema["$ref"].as_str().and_then(|it| it.strip_prefix('#')) {
        return alternatives(root, root.pointer(reference).unwrap_or(&Value::Null));
    }
    let several = ["anyOf", "oneOf", "allOf"].iter().filter_map(|name| schema[*name].as_array());
    let chosen: Vec<_> = several.flatten().flat_map(|it| alternatives(root, it)).collect();
    if chosen.is_empty() { vec![schema] } else { chosen }
}
