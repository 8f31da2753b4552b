//! Fields of uploads and exports, as `options` gives them: checked against the types of the client.

use l10n_client::types::{FileExport, FileUpload, builder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::file::{NO_EXPORT_OPTIONS, NO_UPLOAD_OPTIONS};
use super::{schema, unknown};
use crate::exit::{Done, Failure};

/// What an upload must have, and what each file has of its own.
const UPLOAD: [(&str, &str); 3] = [("data", ""), ("filename", ""), ("lang_iso", "")];

/// The body of an export with these options.
pub(crate) fn export(format: &str, options: &Map<String, Value>) -> Done<builder::FileExport> {
    let body: FileExport = body(
        options,
        &[("format", format)],
        "PullGroup",
        &NO_EXPORT_OPTIONS,
    )?;
    Ok(body.into())
}

/// The fields of an upload with these options; what each file has of its own is empty.
pub(crate) fn upload(options: &Map<String, Value>) -> Done<FileUpload> {
    body(options, &UPLOAD, "PushGroup", &NO_UPLOAD_OPTIONS)
}

/// Sets the fields in the body of an upload that options can hold, and no others: the name and the
/// language are of the file.
pub(crate) fn set(mut body: builder::FileUpload, fields: &FileUpload) -> builder::FileUpload {
    macro_rules! set {
        ($($name:ident)*) => {$(
            if let Some(value) = &fields.$name {
                body = body.$name(value.clone());
            }
        )*};
    }
    set! {
        apply_tm convert_placeholders custom_translation_status_ids
        custom_translation_status_inserted_keys custom_translation_status_skipped_keys
        custom_translation_status_updated_keys detect_icu_plurals distinguish_by_file
        filter_task_id format hidden_from_contributors keys_to_values replace_metadata
        replace_modified skip_detect_lang_iso slashn_to_linebreak tag_inserted_keys
        tag_parsed_keys tag_skipped_keys tag_updated_keys tags title use_automations
    }
    body
}

/// A body with these fields, each of which comes out of it as it was given: what the type does not
/// take it leaves out.
fn body<T: DeserializeOwned + Serialize>(
    options: &Map<String, Value>,
    required: &[(&str, &str)],
    group: &str,
    elsewhere: &[&str],
) -> Done<T> {
    let schema = schema();
    let fields = &schema["$defs"][group]["properties"]["options"]["properties"];
    if let Some(name) = options
        .keys()
        .find(|name| fields.get(name.as_str()).is_none())
    {
        return Err(Failure::usage(match elsewhere.contains(&name.as_str()) {
            true => format!("`options.{name}` is not taken: it has a setting of its own, or none"),
            false => {
                let known = fields.as_object().into_iter().flat_map(Map::keys);
                unknown::message(&format!("options.{name}"), name, known.map(String::as_str))
            }
        }));
    }
    let read = |options: Map<String, Value>| -> serde_json::Result<(T, Value)> {
        let required = required
            .iter()
            .map(|(name, value)| ((*name).to_owned(), json!(value)));
        let body: T = serde_json::from_value(options.into_iter().chain(required).collect())?;
        let taken = serde_json::to_value(&body)?;
        Ok((body, taken))
    };
    // Each alone, so that the one that does not fit has its name.
    for (name, value) in options {
        let taken = read(Map::from_iter([(name.clone(), value.clone())]));
        if !taken.is_ok_and(|(_, taken)| same(taken.get(name), value)) {
            let wanted = wanted(&schema, &fields[name]);
            return Err(Failure::usage(format!(
                "`options.{name}` is {value}; it takes {wanted}"
            )));
        }
    }
    match read(options.clone()) {
        Ok((body, _)) => Ok(body),
        Err(error) => Err(Failure::usage(format!("options: {error}"))),
    }
}

/// Whether two values are the same, numbers as text among them.
fn same(taken: Option<&Value>, given: &Value) -> bool {
    match (taken, given) {
        (Some(Value::Array(taken)), Value::Array(given)) => {
            taken.len() == given.len()
                && taken
                    .iter()
                    .zip(given)
                    .all(|(taken, given)| same(Some(taken), given))
        }
        (Some(Value::String(taken)), Value::Number(given)) => *taken == given.to_string(),
        (Some(Value::Number(taken)), Value::String(given)) => taken.to_string() == *given,
        (taken, given) => taken == Some(given),
    }
}

/// What a field takes, for people.
fn wanted(root: &Value, field: &Value) -> String {
    let reference = field["$ref"]
        .as_str()
        .and_then(|place| place.strip_prefix('#'));
    let field = reference
        .and_then(|place| root.pointer(place))
        .unwrap_or(field);
    let one = match &field["type"] {
        Value::Array(types) => types
            .iter()
            .filter_map(Value::as_str)
            .find(|name| *name != "null"),
        one => one.as_str(),
    };
    match one {
        Some("boolean") => "true or false".to_owned(),
        Some("integer" | "number") => "a number".to_owned(),
        Some("array") => "a list".to_owned(),
        Some("string") => "a text".to_owned(),
        _ => "another value: see the schema of the configuration".to_owned(),
    }
}

/// Options in one text, as TOML has them between the braces of a table.
pub(crate) fn parse(text: &str) -> Result<Map<String, Value>, String> {
    #[derive(serde::Deserialize)]
    struct Inline {
        options: Map<String, Value>,
    }
    let inner = text.trim();
    let inner = inner
        .strip_prefix('{')
        .and_then(|inner| inner.strip_suffix('}'))
        .unwrap_or(inner);
    let table: Result<Inline, _> = toml::from_str(&format!("options = {{{inner}}}"));
    table.map(|table| table.options).map_err(|error| {
        format!(
            "{}; write it as replace_modified = true, tags = [\"ci\"]",
            error.message()
        )
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn every_option_of_an_upload_gets_into_its_body() {
        let schema = schema();
        let fields = &schema["$defs"]["PushGroup"]["properties"]["options"]["properties"];
        let fields = fields.as_object().unwrap();
        assert!(fields.len() > 20, "{}", fields.len());
        let value = |name: &str| match name {
            "custom_translation_status_ids" => json!(["7101"]),
            "tags" => json!(["ci"]),
            "format" | "title" => json!("x"),
            "filter_task_id" => json!(7),
            _ => json!(true),
        };
        let options: Map<_, _> = fields
            .keys()
            .map(|name| (name.clone(), value(name)))
            .collect();
        let whole = builder::FileUpload::default().filename("f").lang_iso("en");
        let body = set(whole, &upload(&options).unwrap()).data(Vec::new());
        let body = json!(FileUpload::try_from(body).unwrap());
        for name in options.keys() {
            assert!(!body[name].is_null(), "{name}");
        }
        assert_eq!(
            (&body["filename"], &body["lang_iso"]),
            (&json!("f"), &json!("en"))
        );
    }
}
