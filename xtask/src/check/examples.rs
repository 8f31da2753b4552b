//! Whether every example fits its schema, and holds nothing that the schema does not name.

use std::collections::HashSet;

use l10n_sandbox::document::{Document, DocumentError, Violation};
use serde_json::Value;

use super::finding::Report;
use super::outline::{Kind, Outline, Place};

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    let document = match Document::parse(&closed(outline).to_string()) {
        Ok(document) => document,
        Err(error) => return report_unchecked("", &error, report),
    };
    for example in document.examples() {
        check_value(&document, &example.pointer, &example.schema, example.value, report);
    }
    for place in outline.of(Kind::Schema) {
        for (pointer, schema, value) in of_schema(place) {
            check_value(&document, &pointer, &schema, value, report);
        }
    }
}

/// The values that `Document::examples` leaves out: those of a schema, the default included.
fn of_schema<'d>(schema: &Place<'d>) -> impl Iterator<Item = (String, String, &'d Value)> {
    let values = ["example", "default"].into_iter();
    values.filter_map(|key| {
        let value = schema.value.get(key)?;
        Some((schema.below(key), schema.pointer.clone(), value))
    })
}

fn check_value(
    document: &Document,
    pointer: &str,
    schema: &str,
    value: &Value,
    report: &mut Report,
) {
    match document.check(schema, value) {
        Ok(violations) => {
            for Violation { pointer: member, message, .. } in violations {
                report.add(
                    format!("{pointer}{member}"),
                    format!("the example does not fit its schema: {message}"),
                    format!("Correct the example, or the schema at {schema}."),
                );
            }
        }
        Err(error) => report_unchecked(pointer, &error, report),
    }
}

/// What keeps examples from being checked is mostly a finding already.
fn report_unchecked(pointer: &str, error: &DocumentError, report: &mut Report) {
    if report.is_empty() {
        report.add(
            pointer,
            format!("examples cannot be checked: {error}"),
            "Correct that place; the examples are checked once it can be read.",
        );
    }
}

/// The document with every object closed, so that a misspelled member of an example is found:
/// hardly any is required.
fn closed(outline: &Outline<'_>) -> Value {
    let parts = parts_of_all(outline);
    let mut root = outline.root.clone();
    for schema in outline.of(Kind::Schema) {
        let open = schema.value.get("properties").is_some()
            && schema.value.get("additionalProperties").is_none();
        let whole = schema.value.get("allOf").is_none() && !parts.contains(schema.pointer.as_str());
        if let Some(Value::Object(members)) =
            root.pointer_mut(&schema.pointer).filter(|_| open && whole)
        {
            members.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
    }
    root
}

/// The schemas that `allOf` joins: each knows only some of the members.
fn parts_of_all<'o>(outline: &'o Outline<'_>) -> HashSet<&'o str> {
    outline
        .of(Kind::Schema)
        .flat_map(|schema| outline.entries(schema, "allOf"))
        .map(|(_, part)| part.pointer.as_str())
        .collect()
}
