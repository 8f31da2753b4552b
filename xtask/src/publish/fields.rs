//! The fields of an answer, where it is told: without their descriptions, which stand with the
//! schemas that have names.

use maud::{Markup, html};
use serde_json::Value;

use super::document::{Document, entries, members, schema_name};
use super::kinds::lists_only_null;

/// How deep the fields go that are shown: those of an answer, and those within them.
const DEEPEST: usize = 2;

impl<'a> Document<'a> {
    /// The fields of a schema with a name, or of each of those that it may be; to be opened.
    pub(super) fn fields(&self, schema: &'a Value) -> Markup {
        let schemas = match self.object(schema) {
            Some(_) => vec![schema],
            None => self.alternatives_of(schema),
        };
        html! {
            @for schema in schemas {
                @if let (Some(name), Some(object)) = (schema_name(schema), self.object(schema)) {
                    details {
                        summary { "Fields of " (name) }
                        ul.fields { (self.fields_of("", object, DEEPEST)) }
                    }
                }
            }
        }
    }

    fn fields_of(&self, before: &str, object: &'a Value, depth: usize) -> Markup {
        html! {
            @for (name, schema) in members(&object["properties"]) {
                @let name = format!("{before}{name}");
                li {
                    code { (name) } ": " (self.kind(schema))
                    @if let Some(list) = self.list_of(schema) { (list.short()) }
                }
                @if depth > 1 { (self.fields_within(&name, schema, depth - 1)) }
            }
        }
    }

    /// The fields of an object, or of each entry of a list.
    fn fields_within(&self, name: &str, schema: &'a Value, depth: usize) -> Markup {
        let (schema, of_entries) = match self.resolve(schema)["items"].is_object() {
            true => (&self.resolve(schema)["items"], "[]"),
            false => (schema, ""),
        };
        let before = format!("{name}{of_entries}.");
        html! {
            @if let Some(object) = self.object(schema) {
                (self.fields_of(&before, object, depth))
            }
        }
    }

    /// The object that a schema is, null apart.
    fn object(&self, schema: &'a Value) -> Option<&'a Value> {
        let schema = match self.alternatives_of(schema)[..] {
            [one] => self.resolve(one),
            _ => self.resolve(schema),
        };
        schema["properties"].is_object().then_some(schema)
    }

    fn alternatives_of(&self, schema: &'a Value) -> Vec<&'a Value> {
        let schema = self.resolve(schema);
        let lists = ["oneOf", "anyOf"].iter().flat_map(|key| entries(&schema[*key]));
        lists.filter(|one| !lists_only_null(one)).collect()
    }
}
