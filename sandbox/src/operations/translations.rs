//! Translations: the list with its filters, one by one, and their texts.

use super::keys::{apply_text, check_text};
use super::views::{self, Include};
use super::{Call, Outcome};
use crate::http::Refusal;
use crate::state::{Key, Translation};

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let call = &*call;
    let include = Include::read(call);
    let flag = |name| call.query_flag(name).unwrap_or(false);
    let [reviewed, unverified, untranslated] =
        ["filter_is_reviewed", "filter_unverified", "filter_untranslated"].map(flag);
    let [wanted, task] = ["filter_lang_id", "filter_active_task_id"].map(|it| call.query_ids(it));
    let [wanted, task] = [wanted.first(), task.first()];
    let in_task = task.map(|_| call.branch().tasks_by_item()).unwrap_or_default();
    // Texts are not checked: none has an issue.
    let has_issue = !call.query_list("filter_qa_issues").is_empty();
    let fits = |key: &Key, translation: &Translation| {
        !has_issue
            && wanted.is_none_or(|id| *id == translation.language)
            && (task.is_none() || in_task.get(&(key.id, translation.language)) == task)
            && (!reviewed || translation.reviewed)
            && (!unverified || translation.unverified)
            && (!untranslated || translation.text.is_empty())
    };
    let mut shown: Vec<(&Key, &Translation)> = Vec::new();
    for language in call.branch().languages() {
        let keys = call.branch().keys().iter();
        let all = keys.filter_map(|key| Some((key, key.translation(language.id)?)));
        shown.extend(all.filter(|(key, translation)| fits(key, translation)));
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
    let shown = views::translation(call, key, translation, &Include::read(call));
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

fn of_path<'c>(call: &'c Call<'_>) -> Result<(&'c Key, &'c Translation), Refusal> {
    let id = call.path_id("translation_id")?;
    let found = call.branch().translation(id);
    found.ok_or_else(Refusal::not_found)
}
