//! Which component schemas stand in requests, which in answers.

use std::collections::BTreeMap;

use serde_json::Value;

use super::change::Use;
use super::open::open_list;

/// The side of each component that an operation of either document reaches, by its pointer.
#[derive(Debug, Default)]
pub(super) struct Uses(BTreeMap<String, Use>);

impl Uses {
    /// Adds what the operations of a document reach.
    pub(super) fn add(&mut self, document: &Value) {
        let mut reached = Self::default();
        reached.all_of(document);
        for (pointer, side) in reached.0 {
            self.mark(&pointer, side);
        }
    }

    fn all_of(&mut self, document: &Value) {
        let items = document["paths"].as_object().into_iter().flatten();
        for (_, item) in items {
            self.reach(document, &item["parameters"], Use::REQUESTS);
            for operation in item.as_object().into_iter().flatten().map(|(_, one)| one) {
                self.reach(document, &operation["parameters"], Use::REQUESTS);
                self.reach(document, &operation["requestBody"], Use::REQUESTS);
                self.reach(document, &operation["responses"], Use::ANSWERS);
                // What the service sends to a callback is read like an answer.
                self.reach(document, &operation["callbacks"], Use::ANSWERS);
            }
        }
    }

    /// Where a schema stands; nowhere if nothing reaches it.
    pub(super) fn of(&self, schema: &str) -> Use {
        let pointer = format!("/components/schemas/{schema}");
        self.0.get(&pointer).copied().unwrap_or_default()
    }

    fn reach(&mut self, document: &Value, value: &Value, side: Use) {
        match value {
            Value::Array(elements) => {
                elements.iter().for_each(|element| self.reach(document, element, side))
            }
            Value::Object(members) => {
                let reference = members.get("$ref").and_then(Value::as_str);
                if let Some(pointer) = reference.and_then(|reference| reference.strip_prefix('#')) {
                    if !self.mark(pointer, side) {
                        return;
                    }
                    if let Some(target) = document.pointer(pointer) {
                        self.reach(document, target, side);
                    }
                }
                // A list that is left open holds nobody to its values.
                let open = open_list(document, value).is_some();
                let others = members
                    .iter()
                    .filter(|(key, _)| !is_data(key))
                    .filter(|(key, _)| !open || *key != "anyOf");
                others.for_each(|(_, member)| self.reach(document, member, side));
            }
            _ => {}
        }
    }

    /// Whether this side is new to the component.
    fn mark(&mut self, pointer: &str, side: Use) -> bool {
        let known = self.0.entry(pointer.to_owned()).or_default();
        let before = *known;
        known.requests |= side.requests;
        known.answers |= side.answers;
        *known != before
    }
}

/// Whether what stands under a key is data, in which `$ref` is a word like any other.
fn is_data(key: &str) -> bool {
    ["example", "examples", "default", "enum"].contains(&key) || key.starts_with("x-")
}
