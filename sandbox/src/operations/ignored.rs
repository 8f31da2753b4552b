//! Options of requests that have no effect here, although the document has them.

use serde_json::Value;

use crate::http::Notes;

/// An option, and the values, as JSON, that ask for what the sandbox does without it.
type Ignored = (&'static str, &'static [&'static str]);

/// The operations, and those of their options that are accepted and have no effect. To serve an
/// option, delete its row.
static IGNORED: &[(&[&str], &[Ignored])] = &[
    (
        &["uploadFile"],
        &[
            ("convert_placeholders", &["false"]),
            ("detect_icu_plurals", &["false"]),
            ("tag_parsed_keys", &["false"]),
            ("replace_metadata", &["false"]),
            ("slashn_to_linebreak", &["false"]),
            ("keys_to_values", &["false"]),
            ("apply_tm", &["false"]),
            ("use_automations", &["false"]),
            ("filter_task_id", &[]),
        ],
    ),
    (
        &["exportFiles", "startExport"],
        &[
            ("export_empty_as", &["\"base\"", "\"empty\"", "\"skip\""]),
            ("export_sort", &["\"a_z\""]),
            ("indentation", &["\"2sp\""]),
            ("add_newline_eof", &["false"]),
            ("json_unescaped_slashes", &["true"]),
            ("export_null_as", &[]),
            ("include_comments", &["false"]),
            ("include_description", &["false"]),
            ("include_pids", &["[]"]),
            ("triggers", &["[]"]),
            ("filter_repositories", &["[]"]),
            ("replace_breaks", &["false"]),
            ("disable_references", &["true"]),
            ("plural_format", &[]),
            ("placeholder_format", &[]),
            ("icu_numeric", &["false"]),
            ("escape_percent", &["false"]),
            ("yaml_include_root", &[]),
            ("java_properties_encoding", &[]),
            ("java_properties_separator", &[]),
            ("bundle_description", &[]),
            ("filter_task_id", &[]),
            ("compact", &["false"]),
        ],
    ),
    (
        &["createTask", "updateTask"],
        &[
            ("auto_close_languages", &["false"]),
            ("auto_close_task", &["false"]),
            ("auto_close_items", &["false"]),
            ("closing_tags", &["[]"]),
            ("do_lock_translations", &["false"]),
        ],
    ),
    (
        &["createTask"],
        &[
            ("custom_translation_status_ids", &["[]"]),
            ("save_ai_translation_to_tm", &["false"]),
            ("apply_ai_tm100_matches", &["false"]),
            ("mark_verified", &["false"]),
            ("include_ai_score", &["false"]),
            ("translate_all_segments", &["false"]),
        ],
    ),
];

fn ignored(operation: &str) -> impl Iterator<Item = &'static Ignored> {
    let rows = IGNORED.iter().filter(move |(operations, _)| operations.contains(&operation));
    rows.flat_map(|(_, options)| *options)
}

/// Notes the options of a body that have no effect.
pub(crate) fn note_ignored(operation: &str, body: &Value, notes: &mut Notes) {
    for (option, served) in ignored(operation) {
        let value = &body[*option];
        if !value.is_null() && !served.contains(&&*value.to_string()) {
            notes.ignored(option);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::document::Document;

    #[test]
    fn ignored_options_and_their_values_are_those_of_the_document() {
        let document = Document::embedded().unwrap();
        let operations = IGNORED.iter().flat_map(|(operations, _)| *operations);
        for id in operations {
            let body = document.operation(id).unwrap().request_body.as_ref().unwrap();
            let members = document.members(&body.schema);
            for (option, served) in ignored(id) {
                let schema = members.properties.get(*option);
                let schema = schema.unwrap_or_else(|| panic!("{id} has no {option}"));
                for value in *served {
                    let value = serde_json::from_str(value).unwrap();
                    assert!(document.fits(schema, &value), "{id}, {option}: {value}");
                }
            }
        }
    }
}
