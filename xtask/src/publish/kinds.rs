//! Types in a few words, with links to schemas that have names. Null is told once, for the whole.

use maud::{Markup, html};
use serde_json::Value;

use super::document::{Document, anchor, entries, schema_name};

pub(super) const COMPOSITIONS: [&str; 3] = ["oneOf", "anyOf", "allOf"];

/// Schemas within schemas go no deeper where they are looked through; a circle has no end.
const DEEPEST: usize = 8;

/// A type without null.
struct Kind {
    words: Markup,
    /// Whether it is one word, or a name, so that what stands beside it cannot be taken for a part.
    is_word: bool,
}

impl Kind {
    const fn word(words: Markup) -> Self {
        Self { words, is_word: true }
    }

    const fn phrase(words: Markup) -> Self {
        Self { words, is_word: false }
    }
}

impl Document<'_> {
    /// The type in a few words.
    pub(super) fn kind(&self, schema: &Value) -> Markup {
        let or_null = self.may_be_null(schema, DEEPEST);
        let kind = self.kind_but_null(schema);
        html! {
            (kind.words)
            @if or_null { @if !kind.is_word { "," } " or null" }
        }
    }

    /// What a list or a map holds: apart, so that what follows is said of the list or the map.
    fn kind_within(&self, schema: &Value) -> Markup {
        let is_word = self.kind_but_null(schema).is_word && !self.may_be_null(schema, DEEPEST);
        let kind = self.kind(schema);
        html! { @if is_word { (kind) } @else { "(" (kind) ")" } }
    }

    fn kind_but_null(&self, schema: &Value) -> Kind {
        if let Some(name) = schema_name(schema) {
            let to = anchor(&format!("schema-{name}"));
            return Kind::word(html! { a href={ "#" (to) } { (name) } });
        }
        if let Some(key) = COMPOSITIONS.iter().find(|key| schema[**key].is_array()) {
            return self.composed_kind(schema, key);
        }
        let within = |key: &str| self.kind_within(&schema[key]);
        match schema["type"].as_str() {
            Some("array") => Kind::phrase(html! { "list of " (within("items")) }),
            Some("object") if schema["additionalProperties"].is_object() => {
                Kind::phrase(html! { "object with values: " (within("additionalProperties")) })
            }
            Some(name) => Kind::word(html! {
                (name)
                @if let Some(format) = schema["format"].as_str() { " (" (format) ")" }
            }),
            None if schema["properties"].is_object() => Kind::word(html! { "object" }),
            None => Kind::word(html! { "any value" }),
        }
    }

    fn composed_kind(&self, schema: &Value, key: &str) -> Kind {
        let list: Vec<_> = entries(&schema[key]).filter(|one| !lists_only_null(one)).collect();
        let conjunction = if key == "allOf" { " and " } else { " or " };
        // Null is the last of them.
        let or_null = self.may_be_null(schema, DEEPEST);
        let words = |one: &Value, before: &[&Value]| match one["title"].as_str() {
            Some(title) => html! { (title) },
            None if key != "allOf" && self.is_rest(one, before) => {
                html! { "any other " (one["type"].as_str().unwrap_or("value")) }
            }
            None => {
                let kind = self.kind_but_null(one);
                match kind.is_word || list.len() == 1 {
                    true => kind.words,
                    false => html! { "(" (kind.words) ")" },
                }
            }
        };
        Kind::phrase(html! {
            @for (at, one) in list.iter().enumerate() {
                @if at > 0 {
                    @if list.len() > 2 || or_null { "," }
                    (if at + 1 < list.len() || or_null { " " } else { conjunction })
                }
                (words(one, &list[..at]))
            }
        })
    }

    /// Whether an alternative is a plain type beside lists of values of this type.
    pub(super) fn is_rest(&self, one: &Value, lists: &[&Value]) -> bool {
        let is_list = |list: &&Value| {
            let list = self.resolve(list);
            list["enum"].is_array() && list["type"] == one["type"]
        };
        one["type"].is_string() && one["enum"].is_null() && lists.iter().any(is_list)
    }

    fn may_be_null(&self, schema: &Value, depth: usize) -> bool {
        let schema = self.resolve(schema);
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let mut alternatives = ["oneOf", "anyOf"].iter().flat_map(|key| entries(&schema[*key]));
        let mut parts = entries(&schema["allOf"]).peekable();
        schema["nullable"] == true
            || alternatives.any(|one| self.may_be_null(one, depth))
            || (parts.peek().is_some() && parts.all(|one| self.may_be_null(one, depth)))
    }
}

/// Whether it is an alternative that stands for null, however a document writes that: it lists
/// values, and each is null.
pub(super) fn lists_only_null(schema: &Value) -> bool {
    schema["enum"]
        .as_array()
        .is_some_and(|values| !values.is_empty() && values.iter().all(Value::is_null))
}
