//! Which components requests and responses use.

use std::collections::BTreeMap;

use serde_json::Value;

use super::change::Side;
use super::schemas::is_open_list;

/// The side of each component that an operation of either document reaches, by its pointer.
#[derive(Debug, Default)]
pub(super) struct Uses(BTreeMap<String, Side>);

impl Uses {
    pub(super) fn of(old: &Value, new: &Value) -> Self {
        let mut uses = Self::default();
        for document in [old, new] {
            // Each from nothing: a component that one has reached the other has to follow too.
            let mut reached = Self::default();
            let items = document["paths"].as_object().into_iter().flatten();
            for (_, item) in items {
                reached.reach(document, &item["parameters"], Side::REQUESTS);
                for operation in item.as_object().into_iter().flatten().map(|(_, one)| one) {
                    reached.reach(document, &operation["parameters"], Side::REQUESTS);
                    reached.reach(document, &operation["requestBody"], Side::REQUESTS);
                    reached.reach(document, &operation["responses"], Side::RESPONSES);
                    // What the service sends to a callback is read like a response.
                    reached.reach(document, &operation["callbacks"], Side::RESPONSES);
                }
            }
            for (pointer, side) in reached.0 {
                uses.mark(&pointer, side);
            }
        }
        uses
    }

    /// The side of a schema; neither if nothing reaches it.
    pub(super) fn of_schema(&self, name: &str) -> Side {
        self.0.get(&format!("/components/schemas/{name}")).copied().unwrap_or_default()
    }

    fn reach(&mut self, document: &Value, value: &Value, side: Side) {
        match value {
            Value::Array(elements) => {
                elements.iter().for_each(|element| self.reach(document, element, side))
            }
            Value::Object(members) => {
                let reference = members.get("$ref").and_then(Value::as_str);
                if let Some(pointer) = reference.and_then(|reference| reference.strip_prefix('#')) {
                    if self.mark(pointer, side)
                        && let Some(target) = document.pointer(pointer)
                    {
                        self.reach(document, target, side);
                    }
                    return;
                }
                // An open list allows any other value as well.
                let open = is_open_list(document, value);
                let data = |key: &str| ["example", "examples", "default", "enum"].contains(&key);
                for (key, member) in members {
                    if !data(key) && (!open || key != "anyOf") {
                        self.reach(document, member, side);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether this side is new to the component.
    fn mark(&mut self, pointer: &str, side: Side) -> bool {
        let known = self.0.entry(pointer.to_owned()).or_default();
        let before = *known;
        known.requests |= side.requests;
        known.responses |= side.responses;
        *known != before
    }
}
