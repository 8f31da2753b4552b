//! Schemas on the page: what is said of them, and tables of what has names.

use maud::{Markup, html};
use serde_json::Value;

use super::document::{Document, admin_right, entries, members};
use super::kinds::{COMPOSITIONS, lists_only_null};
use super::markdown::link;

/// What limits a value, and how it is called on the page.
const LIMITS: [(&str, &str); 17] = [
    ("default", "Default"),
    ("minimum", "Minimum"),
    ("exclusiveMinimum", "Exclusive minimum"),
    ("maximum", "Maximum"),
    ("exclusiveMaximum", "Exclusive maximum"),
    ("multipleOf", "Multiple of"),
    ("minLength", "Minimum length"),
    ("maxLength", "Maximum length"),
    ("pattern", "Pattern"),
    ("minItems", "Minimum entries"),
    ("maxItems", "Maximum entries"),
    ("uniqueItems", "Unique entries"),
    ("minProperties", "Minimum properties"),
    ("maxProperties", "Maximum properties"),
    ("readOnly", "Read only"),
    ("writeOnly", "Write only"),
    ("example", "Example"),
];

/// Those that are values themselves.
const VALUES: [&str; 2] = ["default", "example"];

/// What the type in a few words tells already, and behind it what a list of values does.
const TOLD: [&str; 7] = ["$ref", "format", "nullable", "type", "enum", "title", "x-enum-varnames"];

const TYPE: &[&str] = TOLD.split_at(4).0;

/// A line of a table: something with a name and a schema.
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    pub(super) required: bool,
    /// Where a parameter is sent.
    pub(super) place: Option<&'a str>,
    /// What tells more than the schema, where that is not the same.
    pub(super) about: Option<&'a Value>,
    pub(super) schema: &'a Value,
}

impl<'a> Document<'a> {
    /// All that is said of a schema, but for its marks; of one with a name, that is said in its
    /// own place.
    pub(super) fn schema(&self, schema: &'a Value, level: u8) -> Markup {
        if !schema.is_object() {
            return html! {};
        }
        if schema["$ref"].is_string() {
            return html! { @if let Some(list) = self.list_of(schema) { (list.short()) } };
        }
        let items = self.schema(&schema["items"], level).into_string();
        let values = self.schema(&schema["additionalProperties"], level).into_string();
        html! {
            (self.description(schema, level))
            @if let Some(list) = self.list_of(schema) { (list.whole()) }
            (limits(schema))
            @let told = self.told_of_alternatives(schema);
            @for key in COMPOSITIONS { (self.alternatives(&schema[key], told, level)) }
            (self.discriminator(&schema["discriminator"]))
            (self.table("Property", &properties(schema), level))
            @if schema["additionalProperties"] == false { p { "No other properties." } }
            @if !items.is_empty() { div.part { p { "Each entry:" } (maud::PreEscaped(items)) } }
            @if !values.is_empty() { div.part { p { "Each value:" } (maud::PreEscaped(values)) } }
        }
    }

    /// The description, and where more is to be read.
    pub(super) fn description(&self, object: &Value, level: u8) -> Markup {
        let more = &object["externalDocs"];
        // The admin right has its own place.
        let before_right = admin_right(object).map(|(text, _)| text);
        html! {
            @if let Some(text) = before_right.or_else(|| object["description"].as_str()) {
                (self.markdown(text, level))
            }
            @if let Some(url) = more["url"].as_str() {
                div.more { "See also: " (link(url, more["description"].as_str().unwrap_or(url))) }
            }
        }
    }

    /// Alternatives, if there is more to say of one than its type.
    fn alternatives(&self, list: &'a Value, told: &[&str], level: u8) -> Markup {
        let is_plain = |one: &&Value| members(one).all(|(key, _)| told.contains(&key));
        let list: Vec<_> = entries(list).filter(|one| !lists_only_null(one)).collect();
        html! {
            @if !list.iter().all(is_plain) {
                ul.alternatives {
                    @for one in list {
                        li {
                            @if let Some(title) = one["title"].as_str() { b { (title) } ": " }
                            span.type { (self.kind(one)) }
                            (marks(one))
                            (self.schema(one, level))
                        }
                    }
                }
            }
        }
    }

    /// What is told of alternatives before they are listed: of an open list, its values as well.
    fn told_of_alternatives(&self, schema: &Value) -> &'static [&'static str] {
        match self.list_of(schema) {
            Some(_) => &TOLD,
            None => TYPE,
        }
    }

    fn discriminator(&self, discriminator: &Value) -> Markup {
        html! {
            @if let Some(property) = discriminator["propertyName"].as_str() {
                p { "Told apart by " code { (property) } }
                ul.limits {
                    @for (value, target) in members(&discriminator["mapping"]) {
                        @let target = shown(target);
                        li {
                            code { (value) } ": "
                            (self.named(target.rsplit('/').next().unwrap_or(&target)))
                        }
                    }
                }
            }
        }
    }

    pub(super) fn table(&self, of: &str, rows: &[Row<'a>], level: u8) -> Markup {
        let with_place = rows.iter().any(|row| row.place.is_some());
        html! {
            @if !rows.is_empty() {
                table.rows {
                    thead {
                        tr {
                            th scope="col" { (of) }
                            @if with_place { th scope="col" { "In" } }
                            th scope="col" { "Type" }
                            th scope="col" { "Description" }
                        }
                    }
                    tbody { @for row in rows { (self.row(row, with_place, level)) } }
                }
            }
        }
    }

    fn row(&self, row: &Row<'a>, with_place: bool, level: u8) -> Markup {
        html! {
            tr {
                th scope="row" {
                    code { (row.name) }
                    @if row.required { " " span.required { "required" } }
                    @for object in row.about.into_iter().chain([row.schema]) { (marks(object)) }
                }
                @if with_place { td.place { (row.place.unwrap_or_default()) } }
                td.type { (self.kind(row.schema)) }
                td {
                    @if let Some(about) = row.about {
                        (self.description(about, level))
                    } @else if row.schema["$ref"].is_string() {
                        (self.description(self.resolve(row.schema), level))
                    }
                    (self.schema(row.schema, level))
                    @if let Some(about) = row.about {
                        (limits(about))
                        (self.examples(about, None))
                    }
                }
            }
        }
    }
}

fn properties(schema: &Value) -> Vec<Row<'_>> {
    let is_required = |name| entries(&schema["required"]).any(|one| one == name);
    let properties = members(&schema["properties"]);
    let row = |(name, schema)| {
        let required = is_required(name);
        Row { name, required, place: None, about: None, schema }
    };
    properties.map(row).collect()
}

/// What is to be known about something before its description is read.
pub(super) fn marks(object: &Value) -> Markup {
    let provenance = object["x-provenance"].as_str().filter(|mark| *mark != "documented");
    let quirk = object["x-quirk"].as_str();
    html! {
        @if object["deprecated"] == true || provenance.is_some() || quirk.is_some() {
            p.marks {
                @if object["deprecated"] == true { span.mark.deprecated { "deprecated" } " " }
                @if let Some(mark) = provenance { span.mark { (mark) } " " }
                @if let Some(name) = quirk { span.mark.quirk { "quirk: " (name) } }
            }
        }
    }
}

fn limits(schema: &Value) -> Markup {
    // A flag that is off limits nothing.
    let is_told = |key: &str, value: &Value| VALUES.contains(&key) || *value != Value::Bool(false);
    let limits = LIMITS.iter().filter_map(|(key, words)| {
        let value = schema.get(key)?;
        is_told(key, value).then_some((words, value))
    });
    let limits: Vec<_> = limits.collect();
    html! {
        @if !limits.is_empty() {
            ul.limits {
                @for (words, value) in limits { li { (words) ": " code { (shown(value)) } } }
            }
        }
    }
}

/// A value in a line: text without quotes, unless nothing were left of it.
pub(super) fn shown(value: &Value) -> String {
    match value.as_str() {
        Some(text) if !text.trim().is_empty() => text.to_owned(),
        _ => value.to_string(),
    }
}
