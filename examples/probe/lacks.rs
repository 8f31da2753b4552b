//! What a response has that the document lacks: fields, values, statuses and headers.

use std::collections::BTreeSet;

use l10n_sandbox::document::{Document, Operation};
use serde_json::Value;

use crate::run::Exchange;

/// Headers of servers and caches, which the document leaves out.
const PLAIN: &str = "access-control- alt-svc cache-control cf- connection content- date server \
                     set-cookie strict-transport-security vary x-sandbox-";

/// The operation of an exchange, if the document has it.
pub(crate) fn operation<'d>(document: &'d Document, exchange: &Exchange) -> Option<&'d Operation> {
    let (method, path) = (exchange.method.as_str(), exchange.path.split('/'));
    let fits = |it: &&Operation| {
        let pairs = it.path.split('/').zip(path.clone());
        it.method == method
            && it.path.split('/').count() == path.clone().count()
            && pairs.into_iter().all(|(known, own)| known == own || known.starts_with('{'))
    };
    let known = document.operations().iter().filter(fits);
    known.min_by_key(|it| it.path.matches('{').count())
}

/// `text` is the document in lower case.
pub(crate) fn of(document: &Document, text: &str, exchange: &Exchange) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let Some(operation) = operation(document, exchange) else { return found };
    let (id, status, root) = (&operation.id, exchange.status, document.value());
    for name in exchange.headers.keys() {
        let is_plain = PLAIN.split(' ').any(|plain| name.as_str().starts_with(plain));
        if !is_plain && !text.contains(&format!("\"{name}\":")) {
            found.insert(format!("{id}: the header {name}"));
        }
    }
    let responses = root.pointer(&format!("{}/responses", operation.pointer));
    let response = responses.and_then(|it| it.get(status.to_string()));
    if response.is_none() {
        found.insert(format!("{id}: the status {status}"));
    }
    let response = response.or_else(|| responses?.get("default")).unwrap_or(&Value::Null);
    let schema = alternatives(root, response)[0].pointer("/content/application~1json/schema");
    match schema {
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
        return alternatives(root, root.pointer(reference).unwrap_or(&Value::Null));
    }
    let several = ["anyOf", "oneOf", "allOf"].iter().filter_map(|name| schema[*name].as_array());
    let chosen: Vec<_> = several.flatten().flat_map(|it| alternatives(root, it)).collect();
    if chosen.is_empty() { vec![schema] } else { chosen }
}
