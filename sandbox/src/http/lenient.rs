//! Undocumented input: unknown fields and parameters are noted, and values of another type are
//! converted.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::Notes;
use crate::document::{Document, Operation, ParameterLocation, SchemaMembers};

/// Reads a query: joins repeated lists, and converts flags.
pub(crate) fn query(
    document: &Document,
    operation: &Operation,
    pairs: impl Iterator<Item = (String, String)>,
    notes: &mut Notes,
) -> HashMap<String, String> {
    let parameters = operation.parameters.iter();
    let known: HashMap<&str, &str> = parameters
        .filter(|it| it.location == ParameterLocation::Query)
        .map(|it| (it.name.as_str(), it.schema.as_str()))
        .collect();
    let mut query: HashMap<String, String> = HashMap::new();
    for (sent, value) in pairs {
        let name = sent.strip_suffix("[]").unwrap_or(&sent);
        let Some(schema) = known.get(name) else {
            // Every OAuth library sends it (RFC 6749, 4.1.1).
            if (operation.id.as_str(), &*sent) != ("authorize", "response_type") {
                notes.unknown(sent.clone(), known.keys().copied());
            }
            query.insert(sent, value);
            continue;
        };
        if name != sent {
            notes.coerced(name.to_owned(), "Send the name without brackets.");
        }
        match query.get_mut(name) {
            Some(earlier) if document.members(schema).is_list => {
                notes.coerced(name.to_owned(), "Separate the elements of a list with commas.");
                *earlier = format!("{earlier},{value}");
            }
            _ => {
                query.insert(name.to_owned(), value);
            }
        }
    }
    for (name, text) in &mut query {
        let Some(schema) = known.get(&**name) else { continue };
        let Some(violation) = document.text_violations(schema, text).into_iter().next() else {
            continue;
        };
        let mut meanings = meanings(&json!(text)).into_iter().map(|meant| meant.to_string());
        if let Some(meant) = meanings.find(|it| document.text_violations(schema, it).is_empty()) {
            *text = meant;
            notes.coerced(name.clone(), violation.message);
        }
    }
    query
}

/// Notes unknown fields of a body at any depth, and converts values.
pub(crate) fn body(
    document: &Document,
    operation: &Operation,
    schema: &str,
    body: &mut Value,
    notes: &mut Notes,
) {
    if operation.id == "createContributors" {
        add_languages(body, notes);
    }
    let fits = document.fits(schema, body);
    Walk { document, fits, notes }.value(schema, body, "");
}

/// Returns the fields of a valid value that its schema does not have.
pub(crate) fn unknown(document: &Document, schema: &str, value: &mut Value) -> Vec<String> {
    let mut notes = Notes::default();
    Walk { document, fits: true, notes: &mut notes }.value(schema, value, "");
    notes.unknown_places()
}

/// The document requires `languages`, but admins and roles do not need them.
fn add_languages(body: &mut Value, notes: &mut Notes) {
    let items = body.get_mut("contributors").and_then(Value::as_array_mut);
    for (index, item) in items.into_iter().flatten().enumerate() {
        let Some(item) = item.as_object_mut() else { continue };
        let is_admin = item
            .get("is_admin")
            .is_some_and(|flag| *flag == true || meanings(flag).contains(&json!(true)));
        let has_role = item.get("role_id").is_some_and(|role| !role.is_null());
        if item.get("languages").is_none_or(Value::is_null) && (is_admin || has_role) {
            item.insert("languages".to_owned(), json!([]));
            let place = format!("contributors.{index}.languages");
            notes.coerced(place, "This field is missing; send an empty list.");
        }
    }
}

struct Walk<'d, 'n> {
    document: &'d Document,
    /// Whether the body is valid, as usual: then no value needs a check of its own.
    fits: bool,
    notes: &'n mut Notes,
}

impl Walk<'_, '_> {
    /// `place` ends with a dot, unless it is empty.
    fn value(&mut self, schema: &str, value: &mut Value, place: &str) {
        match value {
            Value::Object(members) => {
                self.object(&self.document.members(schema), members, place);
            }
            Value::Array(elements) => {
                if let Some(items) = &self.document.members(schema).items {
                    for (index, element) in elements.iter_mut().enumerate() {
                        self.value(items, element, &format!("{place}{index}."));
                    }
                }
            }
            _ if self.fits => {}
            _ => self.scalar(schema, value, place),
        }
    }

    fn object(&mut self, known: &SchemaMembers, members: &mut Map<String, Value>, place: &str) {
        members.retain(|name, value| {
            let inner = format!("{place}{name}");
            let Some(schema) = known.properties.get(name).or(known.others.as_ref()) else {
                if !known.open {
                    self.notes.unknown(inner, known.properties.keys().map(String::as_str));
                }
                return true;
            };
            let is_absent = value.is_null() && !known.required.contains(name);
            if is_absent && !self.fits && !self.document.fits(schema, value) {
                self.notes.coerced(inner, "Null is not a value of this field; leave it out.");
                return false;
            }
            self.value(schema, value, &format!("{inner}."));
            true
        });
    }

    fn scalar(&mut self, schema: &str, value: &mut Value, place: &str) {
        let Some(violation) = self.document.violations(schema, value).into_iter().next() else {
            return;
        };
        let mut meanings = meanings(value).into_iter();
        if let Some(meant) = meanings.find(|meant| self.document.fits(schema, meant)) {
            *value = meant;
            self.notes.coerced(place.trim_end_matches('.').to_owned(), violation.message);
        }
    }
}

/// The values that another one may stand for: numbers and flags as text, also as Python writes
/// them, and the reverse.
fn meanings(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => match number.as_u64() {
            Some(flag @ (0 | 1)) => vec![json!(flag == 1), json!(number.to_string())],
            _ => vec![json!(number.to_string())],
        },
        Value::Bool(flag) => vec![json!(u8::from(*flag))],
        Value::String(text) => match text.as_str() {
            "1" | "true" | "True" => vec![json!(true), json!(1)],
            "0" | "false" | "False" => vec![json!(false), json!(0)],
            text => match serde_json::from_str(text) {
                Ok(number @ Value::Number(_)) => vec![number],
                _ => Vec::new(),
            },
        },
        _ => Vec::new(),
    }
}
