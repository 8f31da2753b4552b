//! Options of requests that have no effect here, although the document has them.

use serde_json::Value;

use crate::http::Notes;

/// Operations, and those of their options that have no effect: all values but `null`, `false` and
/// `[]` are noted, or only the one after `=`, or all but the one after `!=`, which is what the
/// sandbox does anyway. To serve an option, delete it here. `convert_placeholders` is not here: its
/// `true` is the document's default, which generated clients send without asking for anything.
static IGNORED: &[(&[&str], &str)] = &[
    (
        &["uploadFile"],
        "detect_icu_plurals tag_parsed_keys replace_metadata slashn_to_linebreak keys_to_values \
         apply_tm use_automations filter_task_id",
    ),
    (
        &["exportFiles", "startExport"],
        "export_empty_as=null export_null_as include_comments include_description include_pids \
         triggers filter_repositories replace_breaks disable_references=false plural_format \
         placeholder_format icu_numeric escape_percent yaml_include_root java_properties_encoding \
         java_properties_separator bundle_description filter_task_id compact \
         add_newline_eof export_sort!=a_z indentation!=2sp json_unescaped_slashes=false",
    ),
    (
        &["createTask", "updateTask"],
        "auto_close_languages auto_close_task auto_close_items closing_tags do_lock_translations",
    ),
    (
        &["createTask"],
        "custom_translation_status_ids save_ai_translation_to_tm apply_ai_tm100_matches \
         mark_verified include_ai_score translate_all_segments",
    ),
];

/// Options, whether the value matters by being another, and the value.
fn ignored(operation: &str) -> impl Iterator<Item = (&'static str, bool, &'static str)> {
    let rows = IGNORED.iter().filter(move |(operations, _)| operations.contains(&operation));
    let options = rows.flat_map(|(_, options)| options.split(' '));
    options.map(|option| match option.split_once("!=") {
        Some((name, value)) => (name, true, value),
        None => option.split_once('=').map_or((option, false, ""), |it| (it.0, false, it.1)),
    })
}

/// Notes the options of a body that have no effect.
pub(crate) fn note_ignored(operation: &str, body: &Value, notes: &mut Notes) {
    for (option, is_other, only) in ignored(operation) {
        let text = match &body[option] {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        let is_noted = match only {
            "" => !["null", "false", "[]"].contains(&&*text) || body[option].is_string(),
            only => !body[option].is_null() && (text == only) != is_other,
        };
        if is_noted {
            notes.ignored(option);
        }
    }
}

#[test]
fn ignored_options_are_those_of_the_document() {
    let document = crate::document::Document::embedded().expect("it is embedded");
    for id in IGNORED.iter().flat_map(|(operations, _)| *operations) {
        let body = document.operation(id).and_then(|it| it.request_body.as_ref());
        let members = document.members(&body.expect(id).schema);
        for (option, ..) in ignored(id) {
            assert!(members.properties.contains_key(option), "{id} has no {option}");
        }
    }
}
