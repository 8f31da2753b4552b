//! What a response has that the document lacks: fields, values, statuses and headers.

use std::collections::BTreeSet;

use l10n_sandbox::document::{Document, Found, Operation};
use serde_json::Value;

use crate::run::Exchange;

/// Headers of servers and caches, which the document leaves out.
const PLAIN: &str = "access-control- alt-svc cache-control cf- connection content- date server \
                     set-cookie strict-transport-security vary x-sandbox-";

/// The operation of an exchange, if the document has it.
pub(crate) fn operation<'d>(document: &'d Document, exchange: &Exchange) -> Option<&'d Operation> {
    match document.find("{base_url}", exchange.method.as_str(), &exchange.path) {
        Found::Operation(operation, _) => Some(operation),
        _ => None,
    }
}

/// `text` is the document in lower case.
pub(crate) fn of(document: &Document, text: &str, exchange: &Exchange) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let Some(operation) = operation(document, exchange) else { return found };
    let id = &operation.id;
    let (status, root) = (exchange.status, document.value());
    let responses = format!("{}/responses", operation.pointer);
    if root.pointer(&format!("{responses}/{status}")).is_none() {
        found.insert(format!("{id}: the status {status}"));
    }
    for name in exchange.headers.keys() {
        let is_plain = PLAIN.split(' ').any(|plain| name.as_str().starts_with(plain));
        if !is_plain && !text.contains(&format!("\"{name}\":")) {
            found.insert(format!("{id}: the header {name}"));
        }
    }
    match document.answer_schema(operation, status).and_then(|it| root.pointer(&it)) {
        Some(schema) => {
            let differences = fields(root, schema, &exchange.body, "");
            found.extend(differences.into_iter().map(|it| format!("{id}, {status}: {it}")));
        }
        None => {
            found.insert(format!("{id}: the body of the status {status}"));
        }
    }
    found
}

fn fields(root: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    let schemas = alternatives(root, schema);
    match value {
        Value::Object(members) => {
            let is_open = schemas.iter().any(|it| {
                it.get("additionalProperties").is_some() || it.get("properties").is_none()
            });
            members
                .iter()
                .flat_map(|(name, member)| {
                    let place = format!("{place}/{name}");
                    let known = schemas.iter().find_map(|it| it["properties"].get(name));
                    match known {
                        Some(schema) => fields(root, schema, member, &place),
                        None if is_open => Vec::new(),
                        None => vec![format!("the field {place}")],
                    }
                })
                .collect()
        }
        Value::Array(items) => {
            let schema = schemas.iter().find_map(|it| it.get("items")).unwrap_or(&Value::Null);
            items
                .iter()
                .flat_map(|item| fields(root, schema, item, &format!("{place}/*")))
                .collect()
        }
        Value::String(text) => {
            // One with only null stands for null.
            let listed = schemas.iter().filter_map(|it| it["enum"].as_array());
            let mut listed = listed.filter(|values| values.iter().any(Value::is_string)).peekable();
            let is_known = listed.peek().is_none()
                || listed.any(|values| values.contains(value))
                || text.is_empty();
            if is_known { Vec::new() } else { vec![format!("the value {text:?} of {place}")] }
        }
        _ => Vec::new(),
    }
}

/// The schema itself, or those that it refers to or chooses from.
fn alternatives<'d>(root: &'d Value, schema: &'d Value) -> Vec<&'d Value> {
    if let Some(reference) = schema["$ref"].as_str().and_then(|it| it.strip_prefix('#')) {
        return root.pointer(reference).map_or_else(Vec::new, |it| alternatives(root, it));
    }
    let several = ["anyOf", "oneOf", "allOf"].iter().filter_map(|name| schema[*name].as_array());
    let chosen: Vec<_> = several.flatten().flat_map(|it| alternatives(root, it)).collect();
    if chosen.is_empty() { vec![schema] } else { chosen }
}
