//! Narrowing: the steps that turn the document into what the generator digests. Each step is named,
//! says why it is there, and fails when it changes nothing, so that a step the document or the
//! generator has outgrown gets deleted.

use heck::ToSnakeCase;
use serde_json::{Value, json};

use super::Result;
use super::document::{Document, is_page, members, schemas_in, text};
use super::rules;

struct Step {
    name: &'static str,
    /// Changes the document, and says in how many places.
    apply: fn(&mut Document) -> usize,
}

const STEPS: [Step; 11] = [
    Step { name: "rules_in_descriptions", apply: rules::in_descriptions },
    Step { name: "names_in_rust", apply: names_in_rust },
    Step { name: "no_pages_for_browsers", apply: no_pages_for_browsers },
    Step { name: "one_success_response", apply: one_success_response },
    Step { name: "no_bounds_in_types", apply: no_bounds_in_types },
    Step { name: "content_may_be_a_file", apply: content_may_be_a_file },
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

/// Descriptions name other operations as the document does; here they are methods, and links to
/// them.
fn names_in_rust(document: &mut Document) -> usize {
    /// The pages of which a method makes the address.
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

/// The generator takes one type of success and panics on a `default` beside it. Errors are decoded
/// by the runtime, from any status and any body; all successes of an operation have one schema.
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

/// A page that a user opens in a browser is no call of a program; `crate::oauth` makes its address.
fn no_pages_for_browsers(document: &mut Document) -> usize {
    document.retain_operations(|operation| !is_page(operation))
}

/// A bound makes a type of its own for each parameter and each text: the runtime refuses empty path
/// parameters and numbers beyond their limits, the service the rest.
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

/// The content of a file is required, and can be given as a file instead: so it is a setter, and
/// the call checks that one of both was given.
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

/// Requests are held to the lists that the service closes, and answers to none. In Rust both are
/// one open enum with the values of all these lists, so that what was read can be sent. A list that
/// lacks some of them is a type of its own, so that what compiles can be sent.
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
        // Two that are open beside the same lists are one: null makes no difference here.
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

/// The schemas that alternatives refer to, if any does.
fn referred(alternatives: &Value) -> Option<Vec<String>> {
    let names: Vec<_> = alternatives
        .as_array()?
        .iter()
        .filter_map(|alternative| alternative["$ref"].as_str())
        .filter_map(|reference| Some(reference.rsplit_once('/')?.1.to_owned()))
        .collect();
    (!names.is_empty()).then_some(names)
}

/// One list with the values of several, and the names that they have.
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

/// The service says only of an invitation that an access needs its language. Without it an access
/// says nothing: Rust has one type, which has it.
fn one_type_of_access(document: &mut Document) -> usize {
    let removed = document.remove_schema("LanguageAccessUpdate").is_some();
    document.refer_instead("LanguageAccessUpdate", "LanguageAccess");
    removed as usize
}

/// A `default` makes the generator send the field in every request. What was not set is not sent;
/// the docs of the field name what the service takes then.
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

/// What may be null may be missing as well, and is an `Option` for that; `crate::wire::decode`
/// reads both.
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
    // What is left of "this, or null", with the words that stand beside it.
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

/// An optional list or map comes out as a plain `Vec` or map, which cannot tell "empty" from
/// "absent": an empty list would not be sent, and one that was received would not be written again.
/// `nullable` makes it an `Option`.
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
