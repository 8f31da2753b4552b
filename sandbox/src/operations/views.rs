//! Keys and translations as responses show them.

use std::cell::OnceCell;
use std::collections::HashMap;

use serde_json::{Value, json};

use super::resource::{Action, Resource};
use super::{COMMENTS, Call, SCREENSHOTS};
use crate::rules::{plural, resolve_references};
use crate::state::tasks::Item;
use crate::state::{Key, Row, Text, Translation};

#[derive(Debug, Default)]
pub(super) struct Include<'c> {
    /// The comments, by key; `None` leaves them out.
    pub(super) comments: Option<HashMap<u64, Vec<&'c Row>>>,
    /// The screenshots likewise.
    pub(super) screenshots: Option<HashMap<u64, Vec<&'c Row>>>,
    pub(super) translations: bool,
    pub(super) languages: Vec<u64>,
    /// Whether the text of another key takes the place of a reference to it.
    pub(super) references: bool,
    /// The open tasks of translations: made at the first one.
    pub(super) tasks: OnceCell<HashMap<Item, u64>>,
}

impl<'c> Include<'c> {
    /// As a read of texts wants it.
    pub(super) fn read(call: &Call<'_>) -> Self {
        let is_disabled = call.query_flag("disable_references").unwrap_or(false);
        Self { references: !is_disabled, ..Self::default() }
    }

    pub(super) fn whole(call: &'c Call<'_>) -> Self {
        Self {
            comments: Some(call.branch().comments_by_key()),
            screenshots: Some(call.branch().screenshots_by_key()),
            translations: true,
            ..Self::default()
        }
    }
}

pub(super) fn key<'c>(call: &'c Call<'_>, key: &Key, include: &Include<'c>) -> Value {
    let parts = |resource: &Resource, by_key: &HashMap<u64, Vec<&Row>>| {
        let parts = by_key.get(&key.id).into_iter().flatten();
        parts.map(|it| resource.show(call, Action::List, it)).collect::<Value>()
    };
    let mut view = json!(key);
    view["base_words"] = json!(key.words(call.branch().base()));
    call.stamp(&mut view, "created_at", key.created_at);
    call.stamp(&mut view, "modified_at", key.modified_at);
    call.stamp(&mut view, "translations_modified_at", key.translations_modified_at);
    if let Some(comments) = &include.comments {
        view["comments"] = parts(&COMMENTS, comments);
    }
    if let Some(screenshots) = &include.screenshots {
        view["screenshots"] = parts(&SCREENSHOTS, screenshots);
    }
    if include.translations {
        let wanted = &include.languages;
        let translations = key.translations().iter();
        let shown = translations.filter(|it| wanted.is_empty() || wanted.contains(&it.language));
        view["translations"] = shown.map(|it| translation(call, key, it, include)).collect();
    }
    view
}

pub(super) fn translation(
    call: &Call<'_>,
    key: &Key,
    translation: &Translation,
    include: &Include<'_>,
) -> Value {
    let language = call.branch().language_by_id(translation.language);
    // Nobody has reviewed as yet what this request reviews.
    let is_new = call.branch().changes.reviewed.contains(&(key.id, translation.language));
    let tasks = include.tasks.get_or_init(|| call.branch().tasks_by_item());
    let statuses = call.project().statuses().iter();
    let own = statuses.filter(|it| translation.statuses.contains(&it.id("status_id")));
    let mut view = json!({
        "translation_id": translation.id,
        "segment_number": 1,
        "key_id": key.id,
        "language_iso": language.map_or("", |language| &language.iso),
        "translation": text(call, translation, include),
        "modified_by": translation.modified_by,
        "modified_by_email": call.email(translation.modified_by),
        "is_reviewed": translation.reviewed,
        "reviewed_by": if is_new { 0 } else { translation.reviewed_by },
        "is_unverified": translation.unverified,
        "is_fuzzy": translation.unverified,
        "words": translation.text.words(),
        "custom_translation_statuses": own.map(|status| json!(status)).collect::<Value>(),
        "task_id": tasks.get(&(key.id, translation.language)),
    });
    call.stamp(&mut view, "modified_at", translation.modified_at);
    view
}

/// A text, with those of other keys in place of references to them.
fn text(call: &Call<'_>, translation: &Translation, include: &Include<'_>) -> String {
    let branch = call.branch();
    let referred = |name: &str| {
        let key = branch.keys().iter().find(|key| key.name() == name)?;
        Some(key.text(translation.language)?.plain().to_owned())
    };
    let resolved = |text: &str| match include.references {
        true => resolve_references(text, referred),
        false => text.to_owned(),
    };
    match &translation.text {
        Text::Plain(text) => resolved(text),
        Text::Forms(sent) => {
            let sent = sent.iter().map(|(form, text)| (form.clone(), resolved(text)));
            let language = branch.language_by_id(translation.language);
            let of_language = language.map_or(&[][..], |language| &language.plural_forms);
            plural::ascii_json(&plural::forms(&sent.collect(), of_language).into())
        }
    }
}
