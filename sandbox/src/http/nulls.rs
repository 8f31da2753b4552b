//! Answers with null wherever their schemas leave room for it: in every property that is not
//! required.

use std::collections::{HashMap, HashSet};

use bytes::Bytes;
use serde_json::{Map, Value};

use super::Answer;
use crate::document::{Document, Operation, escape};
use crate::settings::Nulls;

/// The answer with nulls. One without JSON, or without a schema, stays as it is.
pub(crate) fn write_nulls(
    nulls: Nulls,
    document: &Document,
    operation: &Operation,
    answer: &mut Answer,
) {
    if nulls == Nulls::Off {
        return;
    }
    let Some(schema) = document.answer_schema(operation, answer.status.as_u16()) else {
        return;
    };
    if let Ok(mut body) = serde_json::from_slice(&answer.body) {
        Writer { document, nulls }.write(&schema, &mut body);
        answer.body = Bytes::from(body.to_string());
    }
}

/// Writes nulls into a value, led by its schema.
struct Writer<'d> {
    document: &'d Document,
    nulls: Nulls,
}

impl Writer<'_> {
    /// `schema` is a JSON pointer to a schema that the value fits.
    fn write(&self, schema: &str, value: &mut Value) {
        let parts = self.parts(schema, value);
        match value {
            Value::Array(elements) => {
                for part in parts.iter().map(|part| format!("{part}/items")) {
                    if self.document.value().pointer(&part).is_some() {
                        elements.iter_mut().for_each(|each| self.write(&part, each));
                    }
                }
            }
            Value::Object(members) => self.write_members(&parts, members),
            _ => {}
        }
    }

    fn write_members(&self, parts: &[String], members: &mut Map<String, Value>) {
        let required: HashSet<&str> = parts.iter().flat_map(|part| self.required(part)).collect();
        let properties: HashMap<_, _> = parts.iter().flat_map(|p| self.properties(p)).collect();
        for (name, member) in members.iter_mut() {
            if let Some(schema) = properties.get(name.as_str()) {
                self.write(schema, member);
            } else if let Some(schema) = self.schema_of_others(parts) {
                self.write(&schema, member);
            }
        }
        for (name, schema) in properties {
            let nulled = match members.get(name) {
                _ if required.contains(name) => false,
                _ if self.nulls == Nulls::All => true,
                Some(member) => !(member.is_object() || member.is_array()),
                None => !self.holds_others(&schema),
            };
            if nulled {
                members.insert(name.to_owned(), Value::Null);
            }
        }
    }

    /// The schemas that hold for the value together: this one, those it is composed of, and of
    /// alternatives the first that fits.
    fn parts(&self, schema: &str, value: &Value) -> Vec<String> {
        let Ok((place, schema)) = self.document.resolve(schema) else {
            return Vec::new();
        };
        let fits = |place: &String| {
            let found = self.document.check(place, value);
            found.is_ok_and(|violations| violations.is_empty())
        };
        let mut parts = Vec::new();
        for inner in alternatives(&place, schema, "allOf") {
            parts.extend(self.parts(&inner, value));
        }
        for keyword in ["oneOf", "anyOf"] {
            if let Some(inner) = alternatives(&place, schema, keyword).find(fits) {
                parts.extend(self.parts(&inner, value));
            }
        }
        parts.push(place);
        parts
    }

    fn required(&self, part: &str) -> impl Iterator<Item = &str> {
        let names = self.document.value().pointer(&format!("{part}/required"));
        let names = names.and_then(Value::as_array).into_iter().flatten();
        names.filter_map(Value::as_str)
    }

    /// The names of properties, each with a pointer to its schema.
    fn properties(&self, part: &str) -> impl Iterator<Item = (&str, String)> {
        let place = format!("{part}/properties");
        let properties = self.document.value().pointer(&place);
        let properties = properties.and_then(Value::as_object).into_iter().flatten();
        properties.map(move |(name, _)| (name.as_str(), format!("{place}/{}", escape(name))))
    }

    /// The schema of members that have no name in the document.
    fn schema_of_others(&self, parts: &[String]) -> Option<String> {
        let places = parts.iter().map(|part| format!("{part}/additionalProperties"));
        let is_schema =
            |place: &String| self.document.value().pointer(place).is_some_and(Value::is_object);
        places.into_iter().find(is_schema)
    }

    /// Whether a value of this schema is an object or a list, by any of its alternatives.
    fn holds_others(&self, schema: &str) -> bool {
        let Ok((place, schema)) = self.document.resolve(schema) else {
            return false;
        };
        let compound = matches!(schema["type"].as_str(), Some("object" | "array"));
        compound
            || ["allOf", "oneOf", "anyOf"].iter().any(|keyword| {
                alternatives(&place, schema, keyword).any(|inner| self.holds_others(&inner))
            })
    }
}

/// Pointers to the schemas in a list of them.
fn alternatives(place: &str, schema: &Value, keyword: &str) -> impl Iterator<Item = String> {
    let count = schema[keyword].as_array().map_or(0, Vec::len);
    (0..count).map(move |index| format!("{place}/{keyword}/{index}"))
}
