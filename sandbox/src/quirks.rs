//! Responses that the service sends in two variants. Handlers send them as they were recorded; the
//! table below has what else there is.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Which variants the sandbox sends, where the service sends a response in two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Preset {
    /// As in recorded exchanges with the service.
    #[default]
    Observed,
    /// As in the sample responses of the interface.
    Sample,
    /// The other variant of each, for tests of clients that accept both.
    Other,
}

/// The rights that have two names: (of the create operation, of the update operation).
pub(crate) const RENAMED_RIGHTS: [(&str, &str); 2] =
    [("branches_create", "create_branches"), ("manage_languages", "languages")];

/// The names of a quirk (`x-quirk` of the document), the presets that have this form, a part of the
/// `operationId`, fields at any depth, their names in this form, and their values: `None` leaves
/// them out.
type Form = (&'static str, &'static [Preset], &'static str, &'static str, &'static str, Change);
type Change = fn(Value) -> Option<Value>;

const SAMPLE: &[Preset] = &[Preset::Sample];
const OTHER: &[Preset] = &[Preset::Other];
const NOT_SAMPLE: &[Preset] = &[Preset::Observed, Preset::Other];

const COUNTS: &str = "keys_total base_words progress_total progress words_to_do";

/// The quirks whose variants differ in the fields of responses. Those that differ otherwise, or
/// that need the state, are where handlers and errors compare presets: `branch_totals`,
/// `empty_cursor`, `ended_export`, `error_wrapper`, `invalid_token`, `oauth_refusal`,
/// `removed_language`, `screenshot_keys`, `timestamps`, `total_count`, `upload_status`.
static FORMS: &[Form] = &[
    ("admin_right_sets", SAMPLE, "Contributor", "admin_rights", "", |it| {
        without(it, |names| names.1)
    }),
    ("admin_right_sets", OTHER, "Contributor", "admin_rights", "", |it| {
        without(it, |names| names.0)
    }),
    ("created_comments", OTHER, "createKeyComments", "comments", "comment", last),
    ("empty_admin_rights", SAMPLE, "Contributor", "admin_rights", "", empty_as_object),
    ("glossary_delete_meta", SAMPLE, "deleteGlossaryTerms", "meta", "", absent),
    ("invited_contributor", SAMPLE, "createContributors", "contributors", "contributor", last),
    ("key_name_text", OTHER, "Key", "key_name", "", any_name),
    ("language_id_text", OTHER, "createLanguages", "lang_id", "", |it| Some(it.to_string().into())),
    ("older_answers", OTHER, "Key", "keys_locked", "", absent),
    ("older_answers", OTHER, "Language", "plural_forms", "", |_| Some(Value::Null)),
    ("older_answers", OTHER, "listFiles", "file_id", "", absent),
    ("older_answers", OTHER, "mergeBranch", "target_branch", "", absent),
    ("older_statistics", OTHER, "Project", "qa_issues", "", absent),
    ("older_statistics", OTHER, "Project", "qa_issues_total", "qa_issues", Some),
    ("older_statistics", OTHER, "Project", "keys_total", "keys", Some),
    ("older_statistics", OTHER, "Project", "progress_total", "progress", Some),
    ("own_contributor", OTHER, "getOwnContributor", "project_id", "", absent),
    ("plural_as_object", OTHER, "Key", "translation", "", forms),
    ("plural_as_object", OTHER, "Translation", "translation", "", forms),
    ("restore_counts", NOT_SAMPLE, "restoreSnapshot", COUNTS, "", |_| Some(0.into())),
    ("reviewer_spelling", OTHER, "Contributor", "is_reviewer", "is_reviwer", Some),
    (
        "status_deletion",
        SAMPLE,
        "deleteCustom",
        "custom_translation_status_deleted",
        "deleted",
        Some,
    ),
    (
        "status_envelope",
        OTHER,
        "getCustom",
        "custom_translation_status",
        "custom_translation_statuses",
        |it| Some(json!([it])),
    ),
    ("task_language_status", SAMPLE, "Task", "status", "", |it| {
        Some(if it == "in progress" { json!("in_progress") } else { it })
    }),
    ("tm_leverage_list", OTHER, "Task", "initial_tm_leverage", "", |_| Some(json!([]))),
    ("unverified_name", OTHER, "Key", "is_unverified", "", absent),
    ("unverified_name", OTHER, "Translation", "is_unverified", "", absent),
    ("writable_flag", SAMPLE, "Contributor", "is_writable", "", |it| {
        Some(u8::from(it == true).into())
    }),
];

fn absent(_: Value) -> Option<Value> {
    None
}

fn without(rights: Value, name: fn((&'static str, &'static str)) -> &'static str) -> Option<Value> {
    let gone = RENAMED_RIGHTS.map(name);
    let kept = rights.as_array()?.iter().filter(|right| !gone.iter().any(|it| *right == it));
    Some(kept.cloned().collect())
}

fn empty_as_object(list: Value) -> Option<Value> {
    Some(if list == json!([]) { json!({}) } else { list })
}

fn last(list: Value) -> Option<Value> {
    list.as_array()?.last().cloned()
}

fn any_name(names: Value) -> Option<Value> {
    names.as_object()?.values().find(|name| **name != "").cloned()
}

fn forms(text: Value) -> Option<Value> {
    let parsed = text.as_str().and_then(|text| serde_json::from_str(text).ok());
    Some(parsed.filter(Value::is_object).unwrap_or(text))
}

/// Completes a request that one side of the document allows and the other rejects: by the quirk
/// `invited_languages`, an invited admin needs no languages.
pub(crate) fn complete_request(operation: &str, body: &mut Value) {
    let invited = body.get_mut("contributors").and_then(Value::as_array_mut);
    for item in invited.filter(|_| operation == "createContributors").into_iter().flatten() {
        if let Some(item) =
            item.as_object_mut().filter(|item| item.get("is_admin") == Some(&json!(true)))
        {
            item.entry("languages").or_insert_with(|| json!([]));
        }
    }
}

impl Preset {
    /// Gives the body of a response the forms of this preset.
    pub(crate) fn apply(self, operation: &str, sent: &mut Bytes) {
        if self == Self::Sample
            && let Ok(body) = str::from_utf8(sent)
            && body.contains("(Etc/UTC)")
        {
            // The quirk `timestamps`.
            *sent = Bytes::from(body.replace("(Etc/UTC)", "(UTC)"));
        }
        let is_meant =
            |(_, presets, part, ..): &&Form| presets.contains(&self) && operation.contains(part);
        let forms: Vec<&Form> = FORMS.iter().filter(is_meant).collect();
        if forms.is_empty() {
            return;
        }
        if let Ok(mut body) = serde_json::from_slice(sent) {
            change(&mut body, &forms);
            *sent = Bytes::from(body.to_string());
        }
    }
}

fn change(value: &mut Value, all: &[&Form]) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| change(item, all)),
        Value::Object(members) => {
            for (.., fields, name, form) in all {
                for field in fields.split(' ') {
                    // An empty list has no last item.
                    let is_meant = |it: &&mut Value| name.is_empty() || **it != json!([]);
                    let old = members.get_mut(field).filter(is_meant).map(Value::take);
                    let Some(old) = old else { continue };
                    let name = if name.is_empty() { field } else { name };
                    match form(old) {
                        Some(new) if name == field => members[field] = new,
                        new => {
                            members.shift_remove(field);
                            members.extend(new.map(|new| (name.to_owned(), new)));
                        }
                    }
                }
            }
            members.values_mut().for_each(|member| change(member, all));
        }
        _ => {}
    }
}
