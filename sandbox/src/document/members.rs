//! The members and elements that a schema and all its alternatives name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::{Document, escape, resolve};

/// The members and elements that a schema names, as JSON pointers to their schemas.
#[derive(Debug, Default)]
pub(crate) struct SchemaMembers {
    pub(crate) properties: BTreeMap<String, String>,
    pub(crate) required: BTreeSet<String>,
    pub(crate) others: Option<String>,
    /// Whether there may be other members of any kind.
    pub(crate) open: bool,
    /// Whether a value may be a list.
    pub(crate) is_list: bool,
    /// Whether a value may be an object or a list.
    pub(crate) holds_others: bool,
    pub(crate) items: Option<String>,
}

impl Document {
    pub(crate) fn members(&self, pointer: &str) -> Arc<SchemaMembers> {
        self.members.get(pointer, || {
            let mut known = SchemaMembers::default();
            self.collect(pointer, 0, &mut known);
            known.open |= known.properties.is_empty();
            known
        })
    }

    fn collect(&self, pointer: &str, depth: usize, known: &mut SchemaMembers) {
        /// Deeper than this a schema is made of itself.
        const DEEPEST: usize = 16;
        if depth == DEEPEST {
            return;
        }
        let (place, schema) = resolve(&self.value, pointer.to_owned());
        known.is_list |= schema["type"] == "array";
        known.holds_others |= known.is_list || schema["type"] == "object";
        for name in schema["properties"].as_object().into_iter().flatten() {
            let property = format!("{place}/properties/{}", escape(name.0));
            known.properties.entry(name.0.clone()).or_insert(property);
        }
        let required = schema["required"].as_array().into_iter().flatten();
        let required = required.filter_map(Value::as_str).map(str::to_owned);
        known.required.extend(required);
        match schema.get("additionalProperties") {
            Some(Value::Bool(open)) => known.open |= *open,
            Some(_) => known.others = Some(format!("{place}/additionalProperties")),
            None => {}
        }
        if schema.get("items").is_some() {
            known.items.get_or_insert(format!("{place}/items"));
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let parts = schema[keyword].as_array().map_or(0, Vec::len);
            for index in 0..parts {
                self.collect(&format!("{place}/{keyword}/{index}"), depth + 1, known);
            }
        }
    }
}
