//! Translations in bodies, with their marks and statuses.

use serde_json::Value;

use crate::content::{STATUS_IDS, status_ids};
use crate::http::Refusal;
use crate::operations::Call;
use crate::operations::statuses::check_statuses;
use crate::state::{Text, items};

/// Checks the language of a translation in a body, if it names one, and its statuses.
pub(in crate::operations) fn check_text(
    call: &Call<'_>,
    body: &Value,
    field: &str,
) -> Result<(), Refusal> {
    let iso = body["language_iso"].as_str();
    if iso.is_some_and(|iso| call.branch().language(iso).is_none()) {
        let field = format!("{field}language_iso");
        let refusal = Refusal::field(field, "The project does not have this language.");
        return Err(refusal.assumed("create-with-unknown-language"));
    }
    let checked = check_statuses(call, body, field);
    checked.map_err(|refusal| refusal.assumed("update-with-unknown-status"))
}

/// Sets the translations of an item, that of the base language first: it marks the others.
pub(super) fn apply_all(call: &mut Call<'_>, key: u64, item: &Value) {
    let base = call.branch().base();
    let mut texts: Vec<(u64, &Value)> = items(&item["translations"])
        .iter()
        .filter_map(|body| Some((call.branch().language(body["language_iso"].as_str()?)?.id, body)))
        .collect();
    texts.sort_by_key(|(language, _)| *language != base);
    for (language, body) in texts {
        apply(call, (key, language), body);
    }
}

pub(in crate::operations) fn apply(call: &mut Call<'_>, item: (u64, u64), body: &Value) {
    let (mut edit, (key, language)) = (call.edit(), item);
    edit.translate(key, language, Text::from(body["translation"].clone()));
    let by = edit.stamp.by;
    let key = edit.branch.key_mut(key);
    let Some(translation) = key.and_then(|key| key.translation_mut(language)) else { return };
    let flag = |name: &str| body[name].as_bool();
    if let Some(unverified) = flag("is_unverified") {
        translation.unverified = unverified;
    }
    if body[STATUS_IDS].is_array() {
        if flag("merge_custom_translation_statuses") != Some(true) {
            translation.statuses.clear();
        }
        translation.statuses.extend(status_ids(body).flatten());
    }
    let reviewed = flag("is_reviewed").unwrap_or(false);
    if reviewed != translation.reviewed {
        translation.reviewed = reviewed;
        translation.reviewed_by = if reviewed { by } else { 0 };
        if reviewed {
            edit.branch.changes.reviewed.push(item);
        }
    }
}
