//! JSON Schemas of bodies (feature `schemars`): the types, written by hand or generated, say what the document says.

use l10n_client::types;
use l10n_sandbox::document::Document;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Schemas of the document that are no types of ours: errors are read into one error, a flag is a `bool`, an item is the caller's.
const NO_TYPES: [&str; 6] = [
    "AnyErrorResponse",
    "ErrorDetail",
    "ErrorResponse",
    "Item",
    "OAuthErrorResponse",
    "WritableFlag",
];

/// The schemas of all types, by name: those listed, and what they refer to.
macro_rules! schemas_of {
    ($($name:ident)*) => {{
        let mut generator = SchemaSettings::openapi3().into_generator();
        $(generator.subschema_for::<types::$name>();)*
        generator.take_definitions(true)
    }};
}

fn ours() -> Map<String, Value> {
    schemas_of!(
        BundleResponse ColorListResponse CommentDeletedResponse CommentListResponse CommentResponse CommentsCreatedResponse
        ContributorDeletedResponse ContributorDeletionJob ContributorImport ContributorImportResponse ContributorInvitations
        ContributorListResponse ContributorResponse ContributorUpdate ContributorsInvitedResponse CustomTranslationStatusDeletedResponse
        CustomTranslationStatusListResponse CustomTranslationStatusReadResponse CustomTranslationStatusResponse
        CustomTranslationStatusUpdate DeletionJobStartedResponse ExportStartedResponse FileExport FileListResponse FileUpload
        ItemListResponse NewComments NewCustomTranslationStatus ProcessListResponse ProcessResponse TokenRequest TokenResponse
    )
}

/// Said to people, or true of what is read besides.
const NOT_COMPARED: [&str; 7] = [
    "default",
    "deprecated",
    "description",
    "discriminator",
    "example",
    "nullable",
    "title",
];

/// A schema in the form that both sides can be brought to. `types` are ours, for those that are no schema of the document.
fn plain(schema: &Value, types: &Map<String, Value>) -> Value {
    let Value::Object(members) = schema else {
        // Any value, as a schema of its own.
        return json!({});
    };
    let reference = members.get("$ref").and_then(Value::as_str);
    match reference.and_then(|reference| reference.rsplit('/').next()) {
        Some("WritableFlag") => return json!({"type": "boolean"}),
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
    let kept = members.iter().filter(|(key, _)| {
        !NOT_COMPARED.contains(&key.as_str()) && *key != "maxLength" && !key.starts_with("x-")
    });
    kept.map(|(key, member)| match (key.as_str(), member) {
        // A choice without a mark of its own is tried in order: which of the two words says so makes no difference to what fits.
        ("oneOf" | "anyOf", Value::Array(any)) => {
            let any: Vec<_> = any.iter().map(|one| plain(one, types)).collect();
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

/// Our lists of values are open, those that requests choose from too.
fn opened(schema: Value) -> Value {
    match (schema.get("enum"), &schema["type"]) {
        (Some(_), any) => json!({"anyOf": [schema, {"type": any}]}),
        (None, _) => schema,
    }
}

#[test]
fn the_schemas_of_the_types_are_those_of_the_document() {
    let document = Document::embedded().unwrap();
    let documented = &document.value()["components"]["schemas"];
    let ours = ours();
    let mut compared = 0;
    for (name, schema) in documented.as_object().unwrap() {
        match ours.get(name) {
            Some(ours_of_it) => {
                let theirs = opened(plain(schema, &ours));
                assert_eq!(plain(ours_of_it, &ours), theirs, "{name}");
                compared += 1;
            }
            None => assert!(NO_TYPES.contains(&name.as_str()), "{name} is no type"),
        }
    }
    assert_eq!(
        compared + NO_TYPES.len(),
        documented.as_object().unwrap().len()
    );
}
