//! Parameters and bodies have examples; they and defaults fit their schemas.

use serde_json::{Value, json};

use super::Report;
use super::places::Sides;
use super::validator::Schemas;

pub(super) fn check(document: &Value, sides: &Sides<'_>, report: &mut Report) {
    let mut closed = document.clone();
    close(&mut closed);
    let schemas = match Schemas::new(&closed) {
        Ok(schemas) => schemas,
        Err(error) => return report.add("", error.to_string()),
    };
    for pointer in &sides.bare {
        report.add(pointer, "add an `example`, or `examples`");
    }
    for (pointer, schema, value) in &sides.examples {
        for violation in schemas.violations(schema, value) {
            let place = format!("{pointer}{}", violation.pointer);
            let problem = violation.message.trim_end_matches('.');
            report.add(place, format!("{problem}: correct it, or its schema {schema}"));
        }
    }
}

/// An example has no fields that its schema lacks: they would be misspelled.
fn close(value: &mut Value) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(close),
        Value::Object(members) => {
            members.values_mut().for_each(close);
            if members.get("properties").is_some_and(Value::is_object) {
                members.entry("additionalProperties").or_insert(json!(false));
            }
        }
        _ => {}
    }
}
