//! Fields of uploads and exports, as `options` gives them: checked against the types of the client.

use l10n_client::types::{FileExport, FileUpload};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::exit::{Done, Failure};

/// Fields of an upload that have a setting of their own, or none.
const NO_UPLOAD_OPTIONS: [&str; 4] = ["cleanup_mode", "data", "filename", "lang_iso"];
/// Fields of an export that have a setting of their own.
const NO_EXPORT_OPTIONS: [&str; 3] = ["filter_langs", "format", "language_mapping"];

/// Returns the body of an export with these options.
pub(crate) fn export(format: &str, options: &Map<String, Value>) -> Done<FileExport> {
    let required = [("format", format)];
    body(
        options,
        &required,
        &NO_EXPORT_OPTIONS,
        |body: &FileExport| &body.extra,
    )
}

/// Returns the fields of an upload with these options; those that each file has are empty.
pub(crate) fn upload(options: &Map<String, Value>) -> Done<FileUpload> {
    let required = [("filename", ""), ("lang_iso", "")];
    body(
        options,
        &required,
        &NO_UPLOAD_OPTIONS,
        |body: &FileUpload| &body.extra,
    )
}

/// Sets the fields in the body of an upload that options can hold, and no others: the name and the
/// language are of the file.
pub(crate) fn set(mut body: FileUpload, fields: &FileUpload) -> FileUpload {
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

/// Returns a body with these fields, of which `unknown` returns those that it does not know.
fn body<T: DeserializeOwned>(
    options: &Map<String, Value>,
    required: &[(&str, &str)],
    elsewhere: &[&str],
    unknown: impl FnOnce(&T) -> &Map<String, Value>,
) -> Done<T> {
    if let Some(name) = elsewhere.iter().find(|name| options.contains_key(**name)) {
        return Err(Failure::usage(format!(
            "`options.{name}` is not taken: it has a setting of its own, or none"
        )));
    }
    let required = required
        .iter()
        .map(|(name, value)| ((*name).to_owned(), json!(value)));
    let body: T = serde_json::from_value(options.clone().into_iter().chain(required).collect())
        .map_err(|error| Failure::usage(format!("options: {error}")))?;
    match unknown(&body).keys().next() {
        Some(name) => Err(Failure::usage(format!("unknown key `options.{name}`"))),
        None => Ok(body),
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
        let document = l10n_sandbox::document::Document::embedded().unwrap();
        let fields = &document.value()["components"]["schemas"]["FileUpload"]["properties"];
        let fields = fields.as_object().unwrap().keys();
        let fields: Vec<_> = fields
            .filter(|name| !NO_UPLOAD_OPTIONS.contains(&name.as_str()))
            .collect();
        assert!(fields.len() > 20, "{}", fields.len());
        let value = |name: &str| match name {
            "custom_translation_status_ids" => json!(["7101"]),
            "tags" => json!(["ci"]),
            "format" | "title" => json!("x"),
            "filter_task_id" => json!(7),
            _ => json!(true),
        };
        let options: Map<_, _> = fields
            .into_iter()
            .map(|name| (name.clone(), value(name)))
            .collect();
        let whole = FileUpload::new("f", "en");
        let body = json!(set(whole, &upload(&options).unwrap()));
        for name in options.keys() {
            assert!(!body[name].is_null(), "{name}");
        }
        assert_eq!(
            (&body["filename"], &body["lang_iso"]),
            (&json!("f"), &json!("en"))
        );
    }
}
