//! Undocumented input: unknown fields and parameters are noted, and values of another type are
//! converted.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::Notes;
use super::validate::check_text;
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
        let schema = known.get(name);
        let list = schema.is_some_and(|schema| document.members(schema).is_list);
        match (schema, query.get_mut(name)) {
            (None, _) => {
                // Every OAuth library sends it (RFC 6749, 4.1.1).
                if (operation.id.as_str(), &*sent) != ("authorize", "response_type") {
                    notes.unknown(sent.clone(), known.keys().copied());
                }
                query.insert(sent, value);
            }
            (Some(_), Some(earlier)) if list => {
                notes.coerced(name.to_owned(), "Separate the elements of a list with commas.");
                *earlier = format!("{earlier},{value}");
            }
            (Some(_), _) => {
                if name != sent {
                    notes.coerced(name.to_owned(), "Send the name without brackets.");
                }
                query.insert(name.to_owned(), value);
            }
        }
    }
    for (name, schema) in known {
        convert_flag(document, name, schema, &mut query, notes);
    }
    query
}

/// Converts a flag that is written as a word, also as Python does.
fn convert_flag(
    document: &Document,
    name: &str,
    schema: &str,
    query: &mut HashMap<String, String>,
    notes: &mut Notes,
) {
    let Some(text) = query.get_mut(name) else {
        return;
    };
    let meanings = match text.as_str() {
        "true" | "True" => ["1", "true"],
        "false" | "False" => ["0", "false"],
        _ => return,
    };
    let Some(violation) = check_text(document, schema, text).into_iter().next() else {
        return;
    };
    let fits = |text: &&&str| check_text(document, schema, text).is_empty();
    if let Some(meant) = meanings.iter().find(fits) {
        (*meant).clone_into(text);
        notes.coerced(name.to_owned(), violation.message);
    }
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
        let Some(item) = item.as_object_mut() else {
            continue;
        };
        let admin = item.get("is_admin").is_some_and(is_true);
        let has_role = item.get("role_id").is_some_and(|role| !role.is_null());
        let missing = item.get("languages").is_none_or(Value::is_null);
        if missing && (admin || has_role) {
            item.insert("languages".to_owned(), json!([]));
            let place = format!("contributors.{index}.languages");
            notes.coerced(place, "This field is missing; send an empty list.");
        }
    }
}

fn is_true(value: &Value) -> bool {
    let written = [json!(true), json!(1), json!("1"), json!("true"), json!("True")];
    written.contains(value)
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
            _ => self.scalar(schema, value, place),
        }
    }

    fn object(&mut self, known: &SchemaMembers, members: &mut Map<String, Value>, place: &str) {
        members.retain(|name, value| {
            let inner = format!("{place}{name}");
            let Some(schema) = known.properties.get(name).or(known.others.as_ref()) else {
                if !known.open {
                    let known = known.properties.keys().map(String::as_str);
                    self.notes.unknown(inner, known);
                }
                return true;
            };
            let is_absent = value.is_null() && !known.required.contains(name);
            if is_absent && !self.fits && !self.document.fits(schema, value) {
                let reason = "Null is not a value of this field; leave it out.";
                self.notes.coerced(inner, reason);
                return false;
            }
            self.value(schema, value, &format!("{inner}."));
            true
        });
    }

    fn scalar(&mut self, schema: &str, value: &mut Value, place: &str) {
        if self.fits {
            return;
        }
        let Some(violation) = self.document.violations(schema, value).into_iter().next() else {
            return;
        };
        let mut meanings = meanings(value).into_iter();
        if let Some(meant) = meanings.find(|meant| self.document.fits(schema, meant)) {
            *value = meant;
            let place = place.trim_end_matches('.').to_owned();
            self.notes.coerced(place, violation.message);
        }
    }
}

/// The values that another one may stand for: numbers and flags as text, and the reverse.
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
