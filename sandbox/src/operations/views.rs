//! Keys and translations as answers show them.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use serde_json::Value;

use super::describe::{COMMENTS, SCREENSHOTS};
use super::{Action, Call, Resource, Time};
use crate::quirks::Quirk;
use crate::rules::{plural, references};
use crate::state::tasks::Item;
use crate::state::{Key, PerPlatform, Platform, Row, Text, Translation};

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
    /// The keys by name, for references: made at the first one.
    pub(super) by_name: OnceCell<HashMap<&'c str, &'c Key>>,
    /// The open tasks of translations: made at the first one.
    pub(super) tasks: OnceCell<HashMap<Item, u64>>,
    /// Translations reviewed by the request that is answered: nobody has reviewed them as yet.
    pub(super) just_reviewed: BTreeSet<u64>,
}

impl<'c> Include<'c> {
    pub(super) fn whole(call: &'c Call<'_>) -> Self {
        Self {
            comments: Some(comments_by_key(call)),
            screenshots: Some(call.branch().screenshots_by_key()),
            translations: true,
            ..Self::default()
        }
    }
}

pub(super) fn comments_by_key<'c>(call: &'c Call<'_>) -> HashMap<u64, Vec<&'c Row>> {
    let mut by_key: HashMap<u64, Vec<&Row>> = HashMap::new();
    for comment in call.branch().comments() {
        by_key.entry(comment.id("key_id")).or_default().push(comment);
    }
    by_key
}

#[derive(Debug, Serialize)]
pub(super) struct KeyView<'c> {
    key_id: u64,
    created_at: Time,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_at_timestamp: Option<i64>,
    key_name: Name<'c>,
    filenames: Option<&'c PerPlatform>,
    description: &'c str,
    platforms: &'c BTreeSet<Platform>,
    tags: &'c [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    comments: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    screenshots: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    translations: Option<Vec<TranslationView<'c>>>,
    is_plural: bool,
    plural_name: &'c str,
    is_hidden: bool,
    is_archived: bool,
    context: &'c str,
    base_words: usize,
    char_limit: u64,
    custom_attributes: &'c str,
    #[serde(flatten)]
    changes: Option<Changes>,
}

/// The moments that older answers have not.
#[derive(Debug, Serialize)]
struct Changes {
    modified_at: Time,
    modified_at_timestamp: i64,
    translations_modified_at: Time,
    translations_modified_at_timestamp: i64,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Name<'c> {
    Each(&'c PerPlatform),
    One(&'c str),
}

pub(super) fn key_name<'k>(call: &Call<'_>, key: &'k Key) -> Name<'k> {
    match call.quirks.other(Quirk::KeyNameText) {
        true => Name::One(key.name()),
        false => Name::Each(&key.names),
    }
}

pub(super) fn key<'c>(call: &'c Call<'_>, key: &'c Key, include: &Include<'c>) -> KeyView<'c> {
    let older = call.quirks.other(Quirk::OlderAnswers);
    let parts = |resource: &Resource, by_key: &HashMap<u64, Vec<&Row>>| {
        let parts = by_key.get(&key.id).into_iter().flatten();
        parts.map(|it| resource.show(&call.around(), Action::List, it)).collect()
    };
    KeyView {
        key_id: key.id,
        created_at: call.time(key.created_at),
        created_at_timestamp: call.seconds(key.created_at),
        key_name: key_name(call, key),
        filenames: (!older).then_some(&key.filenames),
        description: &key.description,
        platforms: &key.platforms,
        tags: &key.tags,
        comments: include.comments.as_ref().map(|it| parts(&COMMENTS, it)),
        screenshots: include.screenshots.as_ref().map(|it| parts(&SCREENSHOTS, it)),
        translations: include.translations.then(|| translations(call, key, include)),
        is_plural: key.plural,
        plural_name: &key.plural_name,
        is_hidden: key.hidden,
        is_archived: key.archived,
        context: &key.context,
        base_words: key.words(call.branch().base()),
        char_limit: key.char_limit,
        custom_attributes: &key.custom_attributes,
        changes: (!older).then(|| Changes {
            modified_at: call.time(key.modified_at),
            modified_at_timestamp: key.modified_at,
            translations_modified_at: call.time(key.translations_modified_at),
            translations_modified_at_timestamp: key.translations_modified_at,
        }),
    }
}

fn translations<'c>(
    call: &'c Call<'_>,
    key: &'c Key,
    include: &Include<'c>,
) -> Vec<TranslationView<'c>> {
    let shown = |it: &&Translation| {
        include.languages.is_empty() || include.languages.contains(&it.language)
    };
    let translations = key.translations().iter().filter(shown);
    translations.map(|it| translation(call, key, it, include)).collect()
}

#[derive(Debug, Serialize)]
pub(super) struct TranslationView<'c> {
    translation_id: u64,
    key_id: u64,
    language_iso: &'c str,
    translation: Value,
    modified_by: u64,
    modified_by_email: &'c str,
    modified_at: Time,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified_at_timestamp: Option<i64>,
    is_reviewed: bool,
    reviewed_by: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_unverified: Option<bool>,
    is_fuzzy: bool,
    words: usize,
    #[serde(flatten)]
    later: Option<Later<'c>>,
}

/// What older answers about translations have not.
#[derive(Debug, Serialize)]
struct Later<'c> {
    segment_number: u64,
    custom_translation_statuses: Vec<StatusView<'c>>,
    task_id: Option<u64>,
}

#[derive(Debug, Serialize)]
struct StatusView<'c> {
    status_id: u64,
    title: &'c str,
    color: &'c str,
}

pub(super) fn translation<'c>(
    call: &'c Call<'_>,
    key: &'c Key,
    translation: &Translation,
    include: &Include<'c>,
) -> TranslationView<'c> {
    let older = call.quirks.other(Quirk::OlderAnswers);
    let language = call.branch().language_by_id(translation.language);
    let shows_mark = !call.quirks.other(Quirk::UnverifiedName);
    let tasks = include.tasks.get_or_init(|| call.branch().tasks_by_item());
    let statuses = call.project().statuses().iter();
    let own = |status: &&Row| translation.statuses.contains(&status.id("status_id"));
    TranslationView {
        translation_id: translation.id,
        key_id: key.id,
        language_iso: language.map_or("", |language| &language.iso),
        translation: text(call, translation, include),
        modified_by: translation.modified_by,
        modified_by_email: call.email(translation.modified_by),
        modified_at: call.time(translation.modified_at),
        modified_at_timestamp: call.seconds(translation.modified_at),
        is_reviewed: translation.reviewed,
        reviewed_by: match include.just_reviewed.contains(&translation.id) {
            true => 0,
            false => translation.reviewed_by,
        },
        is_unverified: shows_mark.then_some(translation.unverified),
        is_fuzzy: translation.unverified,
        words: translation.text.words(),
        later: (!older).then(|| Later {
            segment_number: 1,
            custom_translation_statuses: statuses
                .filter(own)
                .map(|status| StatusView {
                    status_id: status.id("status_id"),
                    title: status.text("title"),
                    color: status.text("color"),
                })
                .collect(),
            task_id: tasks.get(&(key.id, translation.language)).copied(),
        }),
    }
}

fn text<'c>(call: &'c Call<'_>, translation: &Translation, include: &Include<'c>) -> Value {
    let language = translation.language;
    let resolved = |text: &str| match include.references {
        true => references::resolve(text, |name| referred(call, include, language, name)),
        false => text.to_owned(),
    };
    match &translation.text {
        Text::Plain(text) => Value::from(resolved(text)),
        Text::Forms(sent) => {
            let sent: Vec<_> =
                sent.iter().map(|(form, text)| (form.clone(), resolved(text))).collect();
            let language = call.branch().language_by_id(translation.language);
            let of_language = language.map_or(&[][..], |language| &language.plural_forms);
            let forms = Value::from(plural::forms(&sent, of_language));
            match call.quirks.other(Quirk::PluralAsObject) {
                true => forms,
                false => Value::from(plural::ascii_json(&forms)),
            }
        }
    }
}

/// The text that a reference to a key stands for: of a plural that of `other`.
fn referred<'c>(
    call: &'c Call<'_>,
    include: &Include<'c>,
    language: u64,
    name: &str,
) -> Option<String> {
    let by_name = include.by_name.get_or_init(|| {
        let keys = call.branch().keys().iter();
        // The first of a name counts.
        keys.rev().map(|key| (key.name(), key)).collect()
    });
    Some(by_name.get(name)?.text(language)?.plain().to_owned())
}
