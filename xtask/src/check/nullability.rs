//! Where null may come: in what answers leave out, and never in a request.

use std::collections::BTreeSet;

use serde_json::Value;

use super::finding::Report;
use super::outline::{Kind, Outline, Place, escape};

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    let requests = requests(outline);
    for schema in outline.of(Kind::Schema) {
        let nullable = schema.value.get("nullable") == Some(&Value::Bool(true));
        if nullable && schema.value.get("type").is_none() {
            report.add(
                schema.below("nullable"),
                "`nullable` without a `type` beside it, which allows no null",
                "Write the `type` beside it, or make the schema that has the type nullable.",
            );
        }
        if !requests.contains(schema.pointer.as_str()) {
            check_answer(outline, schema, report);
        } else if nullable {
            report.add(
                schema.below("nullable"),
                "null in what requests send",
                "Remove it. Where answers need it, give them a schema of their own that has it.",
            );
        }
    }
}

/// What an answer may leave out may be null as well.
fn check_answer(outline: &Outline<'_>, schema: &Place<'_>, report: &mut Report) {
    let required: Vec<_> = schema.list("required").filter_map(Value::as_str).collect();
    let optional = schema.map("properties").map(|(name, _)| name);
    for name in optional.filter(|name| !required.contains(&name.as_str())) {
        let pointer = schema.below(&format!("properties/{}", escape(name)));
        if outline
            .resolve(&pointer)
            .is_some_and(|property| !may_be_null(outline, property))
        {
            report.add(
                pointer,
                format!("`{name}` of answers is optional and not nullable"),
                "Add `nullable: true` to it, or to the component that it refers to.",
            );
        }
    }
}

fn may_be_null(outline: &Outline<'_>, schema: &Place<'_>) -> bool {
    let says = ["type", "allOf", "anyOf", "oneOf", "not"];
    let any_value = says.iter().all(|key| schema.value.get(key).is_none());
    any_value
        || schema.value.get("nullable") == Some(&Value::Bool(true))
        || ["anyOf", "oneOf"].into_iter().any(|key| {
            let mut alternatives = outline.entries(schema, key);
            alternatives.any(|(_, one)| one.value.get("nullable") == Some(&Value::Bool(true)))
        })
}

/// All places that callers send: the bodies of operations, and what callers answer to callbacks.
fn requests<'o>(outline: &'o Outline<'_>) -> BTreeSet<&'o str> {
    let bodies = outline
        .operations()
        .map(|operation| operation.below("requestBody"));
    let callbacks = outline
        .of(Kind::Operation)
        .filter(|operation| is_callback(operation));
    let replies = callbacks.map(|operation| operation.below("responses"));
    let mut waiting: Vec<String> = bodies.chain(replies).collect();
    let mut found = BTreeSet::new();
    while let Some(root) = waiting.pop() {
        let inside = format!("{root}/");
        let places = outline.places().iter();
        for place in
            places.filter(|place| place.pointer == root || place.pointer.starts_with(&inside))
        {
            if found.insert(place.pointer.as_str()) {
                let target = place
                    .reference()
                    .and_then(|target| target.strip_prefix('#'));
                waiting.extend(target.map(str::to_owned));
            }
        }
    }
    found
}

/// Whether an operation is a request of the service to its callers.
pub(super) fn is_callback(place: &Place<'_>) -> bool {
    place.pointer.contains("/callbacks/")
}
