//! Narrowing: the steps that rewrite the document for the generator. Each step has a name and a
//! reason, and fails if it changes nothing, so that steps that are no longer needed get deleted.

use heck::ToSnakeCase;
use serde_json::{Value, json};

use super::Result;
use super::document::{Document, is_page, members, schemas_in, text};
use super::rules;

struct Step {
    name: &'static str,
    /// Changes the document. Returns the number of changes.
    apply: fn(&mut Document) -> usize,
}

const STEPS: [Step; 12] = [
    Step { name: "rules_in_descriptions", apply: rules::in_descriptions },
    Step { name: "names_in_rust", apply: names_in_rust },
    Step { name: "no_pages_for_browsers", apply: no_pages_for_browsers },
    Step { name: "one_success_response", apply: one_success_response },
    Step { name: "no_bounds_in_types", apply: no_bounds_in_types },
    Step { name: "content_may_be_a_file", apply: content_may_be_a_file },
    Step { name: "uuids_of_requests_are_text", apply: uuids_of_requests_are_text },
    Step { name: "null_is_absent", apply: null_is_absent },
    Step { name: "one_list_of_values", apply: one_list_of_values },
    Step { name: "one_type_of_access", apply: one_type_of_access },
    Step { name: "no_defaults_in_requests", apply: no_defaults_in_requests },
    Step { name: "empty_is_not_absent", apply: empty_is_not_absent },
];

pub(super) fn all(document: &mut Document) -> Result<()> {
    for step in &STEPS {
        if (step.apply)(document) == 0 {
            return Err(format!(
                "the narrowing step `{}` changes nothing any more: delete it from \
                 codegen/narrow.rs",
                step.name
            ));
        }
    }
    Ok(())
}

/// Replaces the names of operations in descriptions by links to the methods.
fn names_in_rust(document: &mut Document) -> usize {
    /// Pages, with the methods that return their URLs.
    const PAGES: [&str; 1] = ["authorize"];
    let operations = document.operations_mut().map(|operation| {
        let id = text(&operation["operationId"]);
        (!is_page(operation) || PAGES.contains(&id.as_str())).then_some(id)
    });
    let names: Vec<_> = operations
        .flatten()
        .map(|id| {
            let method = id.to_snake_case();
            (format!("`{id}`"), format!("[`{method}`](crate::Client::{method})"))
        })
        .collect();
    let mut changed = 0;
    document.for_each_object(|object| {
        let Some(Value::String(description)) = object.get_mut("description") else {
            return;
        };
        for (id, link) in &names {
            if description.contains(id) {
                *description = description.replace(id, link);
                changed += 1;
            }
        }
    });
    changed
}

/// The generator accepts one type of success, and panics if there is a `default` too. The runtime
/// decodes errors, whatever their status and body; all successes of an operation have one schema.
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

/// A page that a user opens in a browser is not a call; `crate::oauth` builds its URL.
fn no_pages_for_browsers(document: &mut Document) -> usize {
    document.retain_operations(|operation| !is_page(operation))
}

/// The generator makes a new type for each bounded parameter and text. The runtime rejects empty
/// path parameters and numbers out of range, and the service checks the rest.
fn no_bounds_in_types(document: &mut Document) -> usize {
    let mut changed = 0;
    let mut unbind = |schema: &mut Value| {
        if let Some(schema) = schema.as_object_mut() {
            for bound in ["maxLength", "minLength", "minimum", "pattern"] {
                changed += usize::from(schema.remove(bound).is_some());
            }
        }
    };
    for parameter in document.parameters_mut() {
        unbind(&mut parameter["schema"]);
    }
    for (_, schema) in document.schemas_mut() {
        for (_, property) in members(&mut schema["properties"]) {
            unbind(property);
        }
    }
    changed
}

/// The content of a file is required, but callers may set a file instead. So it is a setter, and
/// the call checks that one of them is set.
fn content_may_be_a_file(document: &mut Document) -> usize {
    let mut changed = 0;
    for (_, schema) in document.schemas_mut() {
        let properties = schema["properties"].as_object().into_iter().flatten();
        let contents: Vec<_> = properties
            .filter(|(_, property)| property["format"] == "byte")
            .map(|(name, _)| json!(name))
            .collect();
        if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
            let before = required.len();
            required.retain(|name| !contents.contains(name));
            changed += before - required.len();
        }
        for (_, content) in
            members(&mut schema["properties"]).filter(|(name, _)| contents.contains(&json!(name)))
        {
            let description = text(&content["description"]);
            content["description"] =
                json!(format!("Required, unless the call has a `file`. {description}"));
        }
    }
    changed
}

/// Callers have ids as text. The call checks that a required one is a UUID.
fn uuids_of_requests_are_text(document: &mut Document) -> usize {
    let requests = document.request_schemas();
    let mut changed = 0;
    let mut widen = |schema: &mut Value| {
        if schema["format"] == "uuid" {
            schema.as_object_mut().map(|schema| schema.remove("format"));
            changed += 1;
        }
    };
    for (_, schema) in document.schemas_mut().filter(|(name, _)| requests.contains(*name)) {
        for (_, property) in members(&mut schema["properties"]) {
            widen(property);
            if let Some(items) = property.get_mut("items") {
                widen(items);
            }
        }
    }
    changed
}

/// Enumerations are closed in requests and open in responses. In Rust both are one open enum with
/// the values of all of them, so that a received value can be sent. An enumeration that lacks some
/// values is a type of its own, so that what compiles can be sent.
fn one_list_of_values(document: &mut Document) -> usize {
    let open: Vec<_> = document
        .schemas()
        .filter_map(|(name, schema)| Some((name.clone(), referred(&schema["anyOf"])?)))
        .filter(|(_, lists)| lists.iter().all(|list| document.values(list).is_some()))
        .collect();
    for (name, lists) in &open {
        let all = all_values(document, lists);
        for (_, schema) in document.schemas_mut().filter(|(other, _)| *other == name) {
            schema["anyOf"] = json!([all, schema["anyOf"][lists.len()]]);
        }
    }
    for (index, (name, lists)) in open.iter().enumerate() {
        // Schemas with the same enumerations are one; null makes no difference here.
        if let Some((first, _)) = open[..index].iter().find(|(_, others)| others == lists) {
            document.remove_schema(name);
            document.refer_instead(name, first);
        }
        let count = |name: &str| document.values(name).map_or(0, Vec::len);
        let most = lists.iter().map(|list| count(list)).max();
        let whole: Vec<_> = lists.iter().filter(|list| Some(count(list)) == most).collect();
        for list in whole {
            document.remove_schema(list);
            document.refer_instead(list, name);
        }
    }
    open.len()
}

/// Returns the schemas that alternatives refer to, if any.
fn referred(alternatives: &Value) -> Option<Vec<String>> {
    let names: Vec<_> = alternatives
        .as_array()?
        .iter()
        .filter_map(|alternative| alternative["$ref"].as_str())
        .filter_map(|reference| Some(reference.rsplit_once('/')?.1.to_owned()))
        .collect();
    (!names.is_empty()).then_some(names)
}

/// Merges enumerations, with the names of their values.
fn all_values(document: &Document, lists: &[String]) -> Value {
    let schemas = document.schemas().filter(|(name, _)| lists.contains(name));
    let (mut all, mut values, mut names) = (json!({}), Vec::new(), Vec::new());
    for (_, list) in schemas {
        for key in ["type", "format"] {
            if let Some(same) = list.get(key) {
                all[key] = same.clone();
            }
        }
        let listed = list["enum"].as_array().into_iter().flatten();
        for (index, value) in listed.enumerate() {
            if !values.contains(value) {
                values.push(value.clone());
                names.push(list["x-enum-varnames"][index].clone());
            }
        }
    }
    all["enum"] = values.into();
    all["x-enum-varnames"] = names.into();
    all
}

/// The service documents the language of an access as required only in an invitation. An access
/// without it has no meaning, so Rust has one type, in which it is required.
fn one_type_of_access(document: &mut Document) -> usize {
    let removed = document.remove_schema("LanguageAccessUpdate").is_some();
    document.refer_instead("LanguageAccessUpdate", "LanguageAccess");
    removed as usize
}

/// A `default` makes the generator send the field in every request. Fields that callers do not set
/// are omitted; the docs of the field name the default.
fn no_defaults_in_requests(document: &mut Document) -> usize {
    let requests = document.request_schemas();
    let mut changed = 0;
    for (_, schema) in document.schemas_mut().filter(|(name, _)| requests.contains(*name)) {
        for (_, property) in members(&mut schema["properties"]) {
            let default = property.as_object_mut().and_then(|property| property.remove("default"));
            if let Some(default) = default {
                let description = rules::with_default(&text(&property["description"]), &default);
                property["description"] = json!(description);
                changed += 1;
            }
        }
    }
    changed
}

/// A field that may be null may also be missing, and is an `Option`; `crate::wire::decode` accepts
/// both.
fn null_is_absent(document: &mut Document) -> usize {
    let schemas = document.schemas_mut();
    schemas.map(|(_, schema)| without_null(schema)).sum()
}

fn without_null(schema: &mut Value) -> usize {
    let mut changed = 0;
    if let Some(members) = schema.as_object_mut() {
        changed += members.remove("nullable").is_some() as usize;
        for key in ["anyOf", "oneOf"] {
            if let Some(alternatives) = members.get_mut(key).and_then(Value::as_array_mut) {
                alternatives.retain(|alternative| alternative["enum"] != json!([null]));
            }
        }
    }
    // The schema of "this, or null", with the description of the whole.
    if schema["anyOf"].as_array().is_some_and(|all| all.len() == 1) {
        let words = schema.get("description").cloned();
        *schema = schema["anyOf"][0].take();
        if let Some(words) = words {
            schema["description"] = words;
        }
        changed += 1;
    }
    changed + schemas_in(schema).map(without_null).sum::<usize>()
}

/// The generator makes an optional list or map a plain `Vec` or map, which does not distinguish an
/// empty one from an absent one. `nullable` makes it an `Option`.
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
