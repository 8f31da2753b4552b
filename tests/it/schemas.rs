//! JSON Schemas of bodies (feature `schemars`): the types, written by hand or generated, say what
//! the document says.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use l10n_client::types;
use l10n_sandbox::document::Document;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Schemas of the document that are plain here.
const PLAIN: [(&str, &str); 7] = [
    ("BranchName", "string"),
    ("CustomAttributes", "any"),
    ("Item", "any"),
    ("LanguageId", "integer"),
    ("RepeatedProjectId", "string"),
    ("ProcessCreator", "integer"),
    ("WritableFlag", "boolean"),
];

/// Schemas of the document that share a type here: what can be sent, and what can be read.
const SHARED: [(&str, &str); 4] = [
    ("LanguageAccessUpdate", "LanguageAccess"),
    ("NewKeyName", "KeyName"),
    ("PlatformTexts", "PlatformNames"),
    ("ProcessedFileStatus", "ProcessStatus"),
];

/// What stands for each schema that shares a type: those above, and lists of values that others
/// leave open.
fn shared() -> &'static BTreeMap<&'static str, &'static str> {
    static SHARES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
        let schemas = &Document::embedded().unwrap().value()["components"]["schemas"];
        let mut shares = BTreeMap::from(SHARED);
        for (open, schema) in schemas.as_object().unwrap() {
            let parts = schema["anyOf"].as_array().into_iter().flatten();
            let parts = parts.filter_map(|part| part["$ref"].as_str()?.rsplit('/').next());
            for list in parts.filter(|part| schemas[part]["enum"].is_array()) {
                let is_shared = shares.contains_key(open.as_str());
                if !is_shared {
                    shares.entry(list).or_insert(open);
                }
            }
        }
        shares
    });
    &SHARES
}

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

macro_rules! names {
    ([] $($name:ident)*) => {
        vec![$(stringify!($name).to_owned()),*]
    };
}

/// The names of the schemas of bodies, and of those that they refer to. Errors are read into one
/// error, and what only parameters have is no schema of a body.
fn of_bodies(documented: &Value) -> BTreeSet<String> {
    let (mut found, mut pending) = (BTreeSet::new(), bodies!(names));
    while let Some(name) = pending.pop() {
        let mut within = vec![&documented[&name]];
        if !found.insert(name) {
            continue;
        }
        while let Some(part) = within.pop() {
            let reference = part["$ref"]
                .as_str()
                .and_then(|path| path.rsplit('/').next());
            pending.extend(reference.map(str::to_owned));
            within.extend(part.as_object().into_iter().flat_map(Map::values));
            within.extend(part.as_array().into_iter().flatten());
        }
    }
    found
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
    let shared = shared().get(name);
    match (plain, shared) {
        (Some((_, "any")), _) => Some(json!({})),
        (Some((_, "integer")), _) => Some(json!({"type": "integer", "format": "int64"})),
        (Some((_, plain)), _) => Some(json!({"type": plain})),
        (_, Some(shared)) => Some(json!({"$ref": format!("#/components/schemas/{shared}")})),
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

/// A schema in the form that both sides can be brought to. `types` are ours, for those that are no
/// schema of the document.
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
    // The document has it in place, with a limit that the type checks when it is made.
    if let Some(name @ "FileUploadTitle") = reference.and_then(|path| path.rsplit('/').next()) {
        return plain(&types[name], types);
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
        // A choice without a mark of its own is tried in order: which of the two words says so
        // makes no difference to what fits.
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

/// Whether a schema is no type here: it is plain, or shares one.
fn is_no_type(name: &str) -> bool {
    PLAIN.iter().any(|(plain, _)| *plain == name) || shared().contains_key(name)
}

#[test]
fn the_schemas_of_the_types_are_those_of_the_document() {
    let document = Document::embedded().unwrap();
    let documented = &document.value()["components"]["schemas"];
    let ours = ours();
    for name in of_bodies(documented) {
        let schema = &documented[&name];
        match ours.get(&name) {
            Some(ours_of_it) if !listed(schema, documented).is_empty() => {
                let found = listed(ours_of_it, documented);
                assert_eq!(found, listed(schema, documented), "{name}");
            }
            Some(ours_of_it) => {
                assert_eq!(plain(ours_of_it, &ours), plain(schema, &ours), "{name}");
            }
            None => assert!(is_no_type(&name), "{name} is no type"),
        }
    }
    let listed = PLAIN
        .iter()
        .map(|(name, _)| *name)
        .chain(shared().keys().copied());
    for name in listed {
        assert!(
            documented.get(name).is_some(),
            "{name} is not documented any more"
        );
    }
}
