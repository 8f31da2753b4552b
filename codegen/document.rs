//! Access to the document as YAML.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Result;

const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

pub(super) struct Document(Value);

/// An operation as the document describes it, with the item that holds it.
#[derive(Clone, Copy)]
pub(super) struct Described<'d> {
    pub(super) method: &'static str,
    pub(super) path: &'d str,
    pub(super) item: &'d Value,
    pub(super) value: &'d Value,
}

impl Document {
    pub(super) fn parse(text: &str) -> Result<Self> {
        yaml_serde::from_str(text)
            .map(Self)
            .map_err(|error| format!("the document is not YAML: {error}"))
    }

    /// Returns the groups of operations, in the order of the document.
    pub(super) fn tags(&self) -> impl Iterator<Item = &Value> {
        self.0["tags"].as_array().into_iter().flatten()
    }

    /// Returns the component schemas, in the order of the document.
    pub(super) fn schemas(&self) -> impl Iterator<Item = (&String, &Value)> {
        members(&self.0["components"]["schemas"])
    }

    /// Returns the operations that programs call, in the order of the document. A page, which a
    /// user opens in a browser, is not one.
    pub(super) fn operations(&self) -> impl Iterator<Item = Described<'_>> {
        self.all_operations().filter(|operation| !is_page(operation.value))
    }

    pub(super) fn all_operations(&self) -> impl Iterator<Item = Described<'_>> {
        members(&self.0["paths"]).flat_map(|(path, item)| {
            members(item).filter_map(move |(name, value)| {
                let method = METHODS.into_iter().find(|method| name == method)?;
                Some(Described { method, path, item, value })
            })
        })
    }

    /// Resolves a `$ref`. Returns any other value as it is.
    pub(super) fn resolve<'d>(&'d self, value: &'d Value) -> &'d Value {
        value["$ref"]
            .as_str()
            .and_then(|reference| self.0.pointer(reference.trim_start_matches('#')))
            .unwrap_or(value)
    }

    /// Returns how many references lead from a value to each component schema at least.
    pub(super) fn distances<'d>(&'d self, roots: Vec<&'d Value>) -> BTreeMap<&'d str, usize> {
        let mut found = BTreeMap::new();
        let mut next = roots;
        for distance in 0.. {
            let mut pending = std::mem::take(&mut next);
            while let Some(value) = pending.pop() {
                match value {
                    Value::Array(items) => pending.extend(items),
                    Value::Object(members) => pending.extend(members.values()),
                    _ => {}
                }
                match component(value) {
                    Some(name) if !found.contains_key(name) => {
                        found.insert(name, distance);
                        next.push(self.resolve(value));
                    }
                    None if value.get("$ref").is_some() => pending.push(self.resolve(value)),
                    _ => {}
                }
            }
            if next.is_empty() {
                break;
            }
        }
        found
    }
}

/// Returns the name of the component schema that a value refers to.
pub(super) fn component(value: &Value) -> Option<&str> {
    value.get("$ref")?.as_str()?.strip_prefix("#/components/schemas/")
}

/// Returns the schema of the JSON of a request or response.
pub(super) fn json_schema(body: &Value) -> Option<&Value> {
    body.pointer("/content/application~1json/schema")
}

fn is_page(operation: &Value) -> bool {
    members(&operation["responses"]).any(|(_, it)| it["content"].get("text/html").is_some())
}

/// Returns a string, or an empty one if the value is not a string.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default().trim()
}

/// Returns the members of an object, none if the value is not an object.
pub(super) fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> + Clone {
    value.as_object().into_iter().flatten()
}

/// Returns the elements of an array, none if the value is not an array.
pub(super) fn elements(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
