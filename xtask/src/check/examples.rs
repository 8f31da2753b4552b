//! Whether every example fits its schema, and holds nothing that the schema does not name.

use std::collections::HashSet;

use l10n_sandbox::document::{Document, DocumentError, Violation};
use serde_json::Value;

use super::finding::Report;
use super::outline::{Kind, Outline, Place, escape};

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    let document = match Document::parse(&closed(outline).to_string()) {
        Ok(document) => document,
        Err(error) => return report_unchecked("", &error, report),
    };
    for example in document.examples() {
        check_value(
            &document,
            &example.pointer,
            &example.schema,
            example.value,
            report,
        );
    }
    for place in outline.places() {
        for (pointer, schema, value) in beyond(outline, place) {
            check_value(&document, &pointer, &schema, value, report);
        }
    }
}

/// The values that `Document::examples` leaves out: examples by reference, and those of schemas, defaults included.
fn beyond<'d>(outline: &Outline<'d>, place: &Place<'d>) -> Vec<(String, String, &'d Value)> {
    let of_schema = ["example", "default"].into_iter().filter_map(|key| {
        let value = place
            .value
            .get(key)
            .filter(|_| place.kind == Kind::Schema)?;
        Some((place.below(key), place.pointer.clone(), value))
    });
    let referred = place.map("examples").filter_map(|(name, _)| {
        let entry = place.below(&format!("examples/{}", escape(name)));
        outline.at(&entry)?.reference()?;
        let example = outline.resolve(&entry)?;
        Some((
            example.below("value"),
            place.below("schema"),
            example.value.get("value")?,
        ))
    });
    of_schema.chain(referred).collect()
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
            for Violation {
                pointer: member,
                message,
                ..
            } in violations
            {
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

/// The document with every object closed, so that a misspelled member of an example is found: hardly any is required.
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
