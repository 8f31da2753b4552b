//! Narrowing: the steps that turn the document into what the generator digests. Each step is named, says why it is there,
//! and fails when it changes nothing, so that a step the document or the generator has outgrown gets deleted.

use heck::ToSnakeCase;
use serde_json::json;

use super::Result;
use super::document::{Document, members, text};
use super::rules;

struct Step {
    name: &'static str,
    /// Changes the document, and says in how many places.
    apply: fn(&mut Document) -> usize,
}

const STEPS: [Step; 6] = [
    Step {
        name: "rules_in_descriptions",
        apply: rules::in_descriptions,
    },
    Step {
        name: "names_in_rust",
        apply: names_in_rust,
    },
    Step {
        name: "one_success_response",
        apply: one_success_response,
    },
    Step {
        name: "plain_text_parameters",
        apply: plain_text_parameters,
    },
    Step {
        name: "no_defaults_in_requests",
        apply: no_defaults_in_requests,
    },
    Step {
        name: "empty_is_not_absent",
        apply: empty_is_not_absent,
    },
];

pub(super) fn all(document: &mut Document) -> Result<()> {
    for step in &STEPS {
        if (step.apply)(document) == 0 {
            return Err(format!(
                "the narrowing step `{}` changes nothing any more: delete it from codegen/narrow.rs",
                step.name
            ));
        }
    }
    Ok(())
}

/// Descriptions name other operations as the document does; here they are methods, and links to them.
fn names_in_rust(document: &mut Document) -> usize {
    let ids = document.operations_mut();
    let ids: Vec<_> = ids
        .map(|operation| text(&operation["operationId"]))
        .collect();
    let names: Vec<_> = ids
        .into_iter()
        .map(|id| {
            (
                format!("`{id}`"),
                format!("[`{0}`](crate::Client::{0})", id.to_snake_case()),
            )
        })
        .collect();
    let mut changed = 0;
    for description in document.descriptions_mut() {
        for (id, link) in &names {
            if description.contains(id) {
                *description = description.replace(id, link);
                changed += 1;
            }
        }
    }
    changed
}

/// The generator takes one type of success and panics on a `default` beside it. Errors are decoded by the runtime, from
/// any status and any body; all successes of an operation have one schema.
fn one_success_response(document: &mut Document) -> usize {
    let mut changed = 0;
    for operation in document.operations_mut() {
        let responses = &mut operation["responses"];
        let success = members(responses)
            .find(|(status, _)| status.starts_with('2'))
            .map(|(_, response)| response.take());
        if let Some(success) = success {
            *responses = json!({ "2XX": success });
            changed += 1;
        }
    }
    changed
}

/// A limit of length makes a type for each parameter of each operation. The runtime refuses empty path parameters.
fn plain_text_parameters(document: &mut Document) -> usize {
    let mut changed = 0;
    for parameter in document.parameters_mut() {
        if let Some(schema) = parameter["schema"].as_object_mut() {
            changed += schema.remove("minLength").is_some() as usize;
        }
    }
    changed
}

/// A `default` makes the generator send the field in every request. What was not set is not sent;
/// the docs of the field name what the service takes then.
fn no_defaults_in_requests(document: &mut Document) -> usize {
    let requests = document.request_schemas();
    let mut changed = 0;
    for (_, schema) in document
        .schemas_mut()
        .filter(|(name, _)| requests.contains(*name))
    {
        for (_, property) in members(&mut schema["properties"]) {
            let default = property
                .as_object_mut()
                .and_then(|property| property.remove("default"));
            if let Some(default) = default {
                let description = rules::with_default(&text(&property["description"]), &default);
                property["description"] = json!(description);
                changed += 1;
            }
        }
    }
    changed
}

/// An optional list or map comes out as a plain `Vec` or map, which cannot tell "empty" from "absent": an empty list would
/// not be sent, and one that was received would not be written again. `nullable` makes it an `Option`.
fn empty_is_not_absent(document: &mut Document) -> usize {
    let mut changed = 0;
    for (_, schema) in document.schemas_mut() {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, property) in members(&mut schema["properties"]) {
            let collection =
                property["type"] == "array" || property.get("additionalProperties").is_some();
            if collection && !required.contains(&json!(name)) {
                property["nullable"] = json!(true);
                changed += 1;
            }
        }
    }
    changed
}
