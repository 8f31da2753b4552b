//! Translations: the list with its filters, one by one, and their texts.

use std::collections::HashMap;

use super::keys::{apply_text, check_text};
use super::views::{self, Include};
use super::{Call, Outcome};
use crate::http::Refusal;
use crate::state::tasks::Item;
use crate::state::{Key, Translation};

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let call = &*call;
    let include = include(call);
    let filter = Filter::new(call);
    let mut shown: Vec<(&Key, &Translation)> = Vec::new();
    for language in call.branch().languages() {
        let keys = call.branch().keys().iter();
        let all = keys.filter_map(|key| Some((key, key.translation(language.id)?)));
        shown.extend(all.filter(|(key, translation)| filter.fits(key, translation)));
    }
    if call.by_cursor() {
        shown.sort_by_key(|(_, translation)| translation.id);
    }
    call.list_or_cursor(
        "translations",
        &shown,
        |(_, translation)| translation.id,
        |(key, translation)| views::translation(call, key, translation, &include),
    )
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let call = &*call;
    let (key, translation) = of_path(call)?;
    let shown = views::translation(call, key, translation, &include(call));
    call.single("translation", shown)
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let (key, translation) = of_path(call)?;
    let (place, body) = ((key.id, translation.language), call.body);
    check_text(call, body, "")?;
    apply_text(call, place, body);
    let call = &*call;
    let (key, translation) = of_path(call)?;
    call.single("translation", views::translation(call, key, translation, &Include::default()))
}

/// How the request wants texts to be shown.
fn include<'c>(call: &Call<'_>) -> Include<'c> {
    Include {
        references: !call.query_flag("disable_references").unwrap_or(false),
        ..Include::default()
    }
}

fn of_path<'c>(call: &'c Call<'_>) -> Result<(&'c Key, &'c Translation), Refusal> {
    let id = call.path_id("translation_id")?;
    let found = call.branch().translation(id);
    found.ok_or_else(Refusal::not_found)
}

struct Filter {
    language: Option<u64>,
    reviewed: bool,
    unverified: bool,
    untranslated: bool,
    /// The open task that is asked for, and those of all translations.
    in_task: Option<(u64, HashMap<Item, u64>)>,
    /// Nothing has an issue here.
    none: bool,
}

impl Filter {
    fn new(call: &Call<'_>) -> Self {
        let flag = |name| call.query_flag(name).unwrap_or(false);
        let task = call.query_ids("filter_active_task_id").first().copied();
        let in_task = task.map(|task| (task, call.branch().tasks_by_item()));
        Self {
            language: call.query_ids("filter_lang_id").first().copied(),
            reviewed: flag("filter_is_reviewed"),
            unverified: flag("filter_unverified"),
            untranslated: flag("filter_untranslated"),
            in_task,
            none: !call.query_list("filter_qa_issues").is_empty(),
        }
    }

    fn fits(&self, key: &Key, translation: &Translation) -> bool {
        let item = (key.id, translation.language);
        !self.none
            && self.in_task.as_ref().is_none_or(|(task, items)| items.get(&item) == Some(task))
            && self.language.is_none_or(|id| id == translation.language)
            && (!self.reviewed || translation.reviewed)
            && (!self.unverified || translation.unverified)
            && (!self.untranslated || translation.text.is_empty())
    }
}
