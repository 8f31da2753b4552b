//! Translations in bodies, with their marks and statuses.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::content::status_ids;
use crate::http::Refusal;
use crate::operations::Call;
use crate::rules::plural;
use crate::state::{Key, Text, items};

#[derive(Debug)]
pub(in crate::operations) struct TextBody<'b> {
    pub(in crate::operations) key: u64,
    pub(in crate::operations) language: u64,
    pub(in crate::operations) body: &'b Value,
}

/// Checks a translation in a body: its language, where it names one, and its statuses.
pub(in crate::operations) fn check_text(
    call: &Call<'_>,
    key: Option<&Key>,
    body: &Value,
    field: &str,
) -> Result<(), Refusal> {
    let mut language = None;
    if let Some(iso) = body["language_iso"].as_str() {
        language = Some(call.branch().language(iso).ok_or_else(|| {
            let field = format!("{field}language_iso");
            Refusal::field(field, "The project does not have this language.")
        })?);
    }
    let refuse = |message: &str| {
        let field = format!("{field}custom_translation_status_ids");
        Err(Refusal::field(field, message))
    };
    let mut statuses = BTreeSet::new();
    for id in status_ids(body["custom_translation_status_ids"].as_array()) {
        match id.filter(|id| call.project().has_status(*id)) {
            Some(known) => statuses.insert(known),
            None => return refuse("Unknown custom translation status."),
        };
    }
    if body["merge_custom_translation_statuses"] == true {
        let present = key.zip(language);
        let present = present.and_then(|(key, language)| key.translation(language.id));
        statuses.extend(present.iter().flat_map(|it| &it.statuses));
    }
    let settings = &call.project().settings;
    match statuses.len() > 1 && !settings.custom_translation_statuses_allow_multiple {
        true => refuse("The project allows at most one custom translation status."),
        false => Ok(()),
    }
}

/// Sets the translations of an item, that of the base language first: it marks the others.
pub(super) fn apply_all(call: &mut Call<'_>, key: u64, item: &Value, reviewed: &mut BTreeSet<u64>) {
    let bodies = items(&item["translations"]).iter();
    let branch = call.branch();
    let base = branch.base();
    let mut texts: Vec<TextBody<'_>> = bodies
        .filter_map(|body| {
            let language = branch.language(body["language_iso"].as_str()?)?.id;
            Some(TextBody { key, language, body })
        })
        .collect();
    texts.sort_by_key(|texts| texts.language != base);
    for texts in texts {
        reviewed.extend(texts.apply(call));
    }
}

impl TextBody<'_> {
    /// Sets the translation; answers with its id where it is reviewed by that.
    pub(in crate::operations) fn apply(&self, call: &mut Call<'_>) -> Option<u64> {
        let mut edit = call.edit();
        edit.translate(self.key, self.language, text(&self.body["translation"]));
        let by = edit.stamp.by;
        let key = edit.branch.key_mut(self.key)?;
        let translation = key.translation_mut(self.language)?;
        let flag = |name: &str| self.body[name].as_bool();
        let reviewed = flag("is_reviewed").unwrap_or(false);
        let newly = reviewed && !translation.reviewed;
        if reviewed != translation.reviewed {
            translation.reviewed = reviewed;
            translation.reviewed_by = if reviewed { by } else { 0 };
        }
        if let Some(unverified) = flag("is_unverified") {
            translation.unverified = unverified;
        }
        if let Some(ids) = self.body["custom_translation_status_ids"].as_array() {
            if flag("merge_custom_translation_statuses") != Some(true) {
                translation.statuses.clear();
            }
            translation.statuses.extend(status_ids(Some(ids)).flatten());
        }
        let id = translation.id;
        if newly {
            edit.branch.changes.reviewed.push((self.key, self.language));
        }
        newly.then_some(id)
    }
}

fn text(value: &Value) -> Text {
    match plural::of_json(value) {
        Some(forms) => Text::Forms(forms),
        None => Text::Plain(value.as_str().unwrap_or_default().to_owned()),
    }
}
