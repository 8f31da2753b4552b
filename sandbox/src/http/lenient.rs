//! Undocumented input: unknown fields and parameters are noted, and numbers as text are read.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Notes, Refusal};
use crate::document::{Document, Operation, ParameterLocation};

/// Reads a query.
///
/// # Errors
///
/// Fails if it has a parameter twice.
pub(crate) fn query(
    operation: &Operation,
    pairs: Vec<(String, String)>,
    notes: &mut Notes,
) -> Result<HashMap<String, String>, Refusal> {
    let parameters = operation.parameters.iter();
    let known: Vec<&str> = parameters
        .filter(|it| it.location == ParameterLocation::Query)
        .map(|it| it.name.as_str())
        .collect();
    let mut query: HashMap<String, String> = HashMap::new();
    for (name, value) in pairs {
        // Every OAuth library sends it (RFC 6749, 4.1.1).
        let is_usual = (operation.id.as_str(), &*name) == ("authorize", "response_type");
        let is_known = known.contains(&&*name);
        if !is_known && !is_usual {
            notes.unknown(name.clone(), known.iter().copied());
        }
        if query.insert(name.clone(), value).is_some() && is_known {
            let message =
                "Send this parameter once, and separate the elements of a list by commas.";
            return Err(Refusal::field(name, message));
        }
    }
    Ok(query)
}

/// Notes unknown fields of a body at any depth, and reads numbers as text.
pub(crate) fn body(document: &Document, schema: &str, body: &mut Value, notes: &mut Notes) {
    let fits = document.fits(schema, body);
    Walk { document, fits, notes }.value(schema, body, "");
}

/// Returns the fields of a valid value that its schema does not have.
pub(crate) fn unknown(document: &Document, schema: &str, value: &mut Value) -> Vec<String> {
    let mut notes = Notes::default();
    Walk { document, fits: true, notes: &mut notes }.value(schema, value, "");
    let [unknown, ..] = notes.places();
    unknown
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
                let known = self.document.members(schema);
                for (name, value) in members {
                    let inner = format!("{place}{name}");
                    match known.properties.get(name).or(known.others.as_ref()) {
                        Some(schema) => self.value(schema, value, &format!("{inner}.")),
                        None if known.open => {}
                        None => {
                            let known = known.properties.keys().map(String::as_str);
                            self.notes.unknown(inner, known);
                        }
                    }
                }
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

    fn scalar(&mut self, schema: &str, value: &mut Value, place: &str) {
        let Some(violation) = self.document.violations(schema, value).into_iter().next() else {
            return;
        };
        let meant = match value {
            Value::Number(number) => Some(json!(number.to_string())),
            Value::String(text) => serde_json::from_str(text).ok().filter(Value::is_number),
            _ => None,
        };
        if let Some(meant) = meant.filter(|meant| self.document.fits(schema, meant)) {
            *value = meant;
            self.notes.coerced(place.trim_end_matches('.').to_owned(), violation.message);
        }
    }
}
