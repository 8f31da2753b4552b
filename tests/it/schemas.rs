//! JSON Schemas of bodies (feature `schemars`): the types, written by hand or generated, say what the document says.

use std::collections::BTreeSet;

use l10n_client::types;
use l10n_sandbox::document::Document;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Schemas of the document that are no types of ours: errors are read into one error, an item is the
/// caller's.
const NO_TYPES: [&str; 5] = [
    "AnyErrorResponse",
    "ErrorDetail",
    "ErrorResponse",
    "Item",
    "OAuthErrorResponse",
];

/// Schemas of the document that are plain here.
const PLAIN: [(&str, &str); 4] = [
    ("BranchName", "string"),
    ("RepeatedProjectId", "string"),
    ("ProcessCreator", "integer"),
    ("WritableFlag", "boolean"),
];

/// Schemas of the document that share a type here: what can be sent, and what can be read.
const SHARED: [(&str, &str); 6] = [
    ("InvitationAdminRight", "AdminRight"),
    ("LanguageAccessUpdate", "LanguageAccess"),
    ("ListedProcessStatus", "ProcessStatus"),
    ("ListedRoleId", "RoleId"),
    ("ProcessedFileStatus", "ProcessStatus"),
    ("UpdateAdminRight", "AdminRight"),
];

/// The schemas of all types, by name: bodies, and what they refer to.
macro_rules! schemas_of {
    ([] $($name:ident)*) => {{
        let mut generator = SchemaSettings::openapi3().into_generator();
        $(generator.subschema_for::<types::$name>();)*
        generator.take_definitions(true)
    }};
}

fn ours() -> Map<String, Value> {
    bodies!(schemas_of)
}

/// Said to people, or true of what is read besides.
const NOT_COMPARED: [&str; 10] = [
    "default",
    "deprecated",
    "description",
    "discriminator",
    "example",
    "maxLength",
    "minimum",
    "nullable",
    "pattern",
    "title",
];

/// What we have for a schema of the document that is no type here.
fn stand_in(reference: &str) -> Option<Value> {
    let name = reference.rsplit('/').next()?;
    let plain = PLAIN.iter().find(|(known, _)| *known == name);
    let shared = SHARED.iter().find(|(known, _)| *known == name);
    match (plain, shared) {
        (Some((_, "integer")), _) => Some(json!({"type": "integer", "format": "int64"})),
        (Some((_, plain)), _) => Some(json!({"type": plain})),
        (_, Some((_, shared))) => Some(json!({"$ref": format!("#/components/schemas/{shared}")})),
        _ => None,
    }
}

/// The values that a schema lists, those of the schemas that it refers to as well.
fn listed(schema: &Value, documented: &Value) -> BTreeSet<String> {
    let reference = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next());
    let referred = reference.map(|name| listed(&documented[name], documented));
    let values = schema["enum"].as_array().into_iter().flatten();
    let values = values
        .filter(|value| !value.is_null())
        .map(Value::to_string);
    let parts = schema["anyOf"].as_array().into_iter().flatten();
    let parts = parts.flat_map(|part| listed(part, documented));
    values
        .chain(parts)
        .chain(referred.into_iter().flatten())
        .collect()
}

/// A schema in the form that both sides can be brought to. `types` are ours, for those that are no schema of the document.
fn plain(schema: &Value, types: &Map<String, Value>) -> Value {
    let Value::Object(members) = schema else {
        // Any value, as a schema of its own.
        return json!({});
    };
    let reference = members.get("$ref").and_then(Value::as_str);
    let stand_in = reference.and_then(stand_in);
    if let Some(stand_in) = stand_in {
        return stand_in;
    }
    match reference.and_then(|reference| reference.rsplit('/').next()) {
        Some("Item") => return json!({}),
        // The document has it in place, with a limit that the type checks when it is made.
        Some(name @ "FileUploadTitle") => return plain(&types[name], types),
        _ => {}
    }
    // A reference cannot stand beside other words, and one that may be null is written as a choice.
    for wrapper in ["allOf", "anyOf"] {
        match members
            .get(wrapper)
            .and_then(Value::as_array)
            .map(Vec::as_slice)
        {
            Some([only]) => return plain(only, types),
            Some([one, null]) if null["enum"] == json!([null]) => return plain(one, types),
            _ => {}
        }
    }
    // A form that the service asks for, in what is text here.
    let form = |value: &Value| value == "email" || value == "uri";
    let kept = members
        .iter()
        .filter(|(key, _)| !NOT_COMPARED.contains(&key.as_str()) && !key.starts_with("x-"))
        .filter(|(key, value)| *key != "format" || !form(value));
    kept.map(|(key, member)| match (key.as_str(), member) {
        // A choice without a mark of its own is tried in order: which of the two words says so makes no difference to what fits.
        ("oneOf" | "anyOf", Value::Array(any)) => {
            let any = any.iter().filter(|one| one["enum"] != json!([null]));
            let any: Vec<_> = any.map(|one| plain(one, types)).collect();
            ("anyOf".to_owned(), any.into())
        }
        ("properties", Value::Object(properties)) => {
            let properties = properties.iter();
            let properties = properties.map(|(name, schema)| (name.clone(), plain(schema, types)));
            (key.clone(), Value::Object(properties.collect()))
        }
        ("required", Value::Array(names)) => {
            let mut names = names.clone();
            names.sort_by_key(Value::to_string);
            (key.clone(), names.into())
        }
        ("items" | "additionalProperties", schema) => (key.clone(), plain(schema, types)),
        (_, member) => (key.clone(), member.clone()),
    })
    .collect()
}

/// The names of the schemas that are no types here.
fn no_types() -> impl Iterator<Item = &'static str> {
    let shared = SHARED.iter().map(|(name, _)| *name);
    let plain = PLAIN.iter().map(|(name, _)| *name);
    NO_TYPES.into_iter().chain(plain).chain(shared)
}

#[test]
fn the_schemas_of_the_types_are_those_of_the_document() {
    let document = Document::embedded().unwrap();
    let documented = &document.value()["components"]["schemas"];
    let ours = ours();
    let mut compared = 0;
    for (name, schema) in documented.as_object().unwrap() {
        match ours.get(name) {
            Some(ours_of_it) if !listed(schema, documented).is_empty() => {
                assert_eq!(
                    listed(ours_of_it, documented),
                    listed(schema, documented),
                    "{name}"
                );
                compared += 1;
            }
            Some(ours_of_it) => {
                assert_eq!(plain(ours_of_it, &ours), plain(schema, &ours), "{name}");
                compared += 1;
            }
            None => assert!(no_types().any(|known| known == name), "{name} is no type"),
        }
    }
    assert_eq!(
        compared + no_types().count(),
        documented.as_object().unwrap().len()
    );
}
