//! What members and elements a schema knows, whichever of its alternatives a value is.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Document, DocumentError, escape};

/// The members and elements that a schema names. All places are JSON pointers to schemas.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// The members by name.
    pub(crate) properties: BTreeMap<String, String>,
    /// The members that every value needs.
    pub(crate) required: BTreeSet<String>,
    /// What any other member is.
    pub(crate) others: Option<String>,
    /// Whether there may be other members of any kind.
    pub(crate) open: bool,
    /// Whether a value may be an object or a list.
    pub(crate) holds_others: bool,
    /// What the elements of a list are.
    pub(crate) items: Option<String>,
}

impl Document {
    /// What the schema at `pointer` knows.
    ///
    /// # Errors
    ///
    /// When there is no usable schema at `pointer`.
    pub(crate) fn outline(&self, pointer: &str) -> Result<Outline, DocumentError> {
        let mut outline = Outline::default();
        self.collect(pointer, 0, &mut outline)?;
        outline.open |= outline.properties.is_empty();
        Ok(outline)
    }

    fn collect(
        &self,
        pointer: &str,
        depth: usize,
        outline: &mut Outline,
    ) -> Result<(), DocumentError> {
        /// Deeper than this a schema is made of itself.
        const DEEPEST: usize = 16;
        let (place, schema) = self.resolve(pointer)?;
        if depth == DEEPEST {
            return Ok(());
        }
        outline.holds_others |= schema["type"] == "object" || schema["type"] == "array";
        for name in schema["properties"].as_object().into_iter().flatten() {
            let property = format!("{place}/properties/{}", escape(name.0));
            outline.properties.entry(name.0.clone()).or_insert(property);
        }
        let required = schema["required"].as_array().into_iter().flatten();
        let required = required.filter_map(Value::as_str).map(str::to_owned);
        outline.required.extend(required);
        match schema.get("additionalProperties") {
            Some(Value::Bool(open)) => outline.open |= *open,
            Some(_) => outline.others = Some(format!("{place}/additionalProperties")),
            None => {}
        }
        if schema.get("items").is_some() {
            outline.items.get_or_insert(format!("{place}/items"));
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let parts = schema[keyword].as_array().map_or(0, Vec::len);
            for index in 0..parts {
                self.collect(&format!("{place}/{keyword}/{index}"), depth + 1, outline)?;
            }
        }
        Ok(())
    }
}
