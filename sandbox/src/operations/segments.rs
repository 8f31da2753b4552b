//! Segments: the parts of a translation.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::keys::check_text;
use super::translations::{Filter, include};
use super::views::{self, Include};
use super::{Call, Outcome};
use crate::content::status_ids;
use crate::http::Refusal;
use crate::quirks::Quirk;
use crate::rules::plural;
use crate::state::{Key, Text, Translation, now};

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let call = &*call;
    let ((key, parts), filter) = (of_path(call)?, Filter::new(call));
    let (parts, include) = (parts.iter().enumerate(), include(call));
    let shown = parts.filter(|(_, part)| filter.fits(key, part));
    let shown = shown.map(|(index, part)| view(call, key, (index, part), &include));
    call.single("segments", shown.collect::<Vec<Value>>())
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    single(call, &include(call))
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let (key, mut parts) = of_path(call)?;
    let (key, is_plural, index) = (key.id, key.plural, index(call, &parts)?);
    let (body, by) = (&call.body.value, call.caller);
    check_text(call, None, body, "")?;
    let part = &mut parts[index];
    let value = body["value"].as_str().unwrap_or_default();
    let text = Text::Plain(value.to_owned()).into_plural(is_plural);
    if part.text != text {
        (part.text, part.modified_at, part.modified_by) = (text, now(), by);
        (part.reviewed, part.reviewed_by) = (false, 0);
        part.unverified &= !call.project().settings.auto_toggle_unverified;
    }
    let mut include = Include::default();
    if let Some(reviewed) = body["is_reviewed"].as_bool().filter(|it| *it != part.reviewed) {
        (part.reviewed, part.reviewed_by) = (reviewed, if reviewed { by } else { 0 });
        if call.quirks.other(Quirk::SegmentReviewer) {
            include.just_reviewed = BTreeSet::from([part.id]);
        }
    }
    part.unverified = body["is_fuzzy"].as_bool().unwrap_or(part.unverified);
    if let Some(ids) = body["custom_translation_status_ids"].as_array() {
        part.statuses = status_ids(Some(ids)).flatten().collect();
    }
    write(call, key, parts);
    single(call, &include)
}

/// Makes a translation of its parts.
fn write(call: &mut Call<'_>, key: u64, parts: Vec<Translation>) {
    let [first, others @ ..] = &parts[..] else { return };
    let text = match others {
        [] => first.text.clone(),
        _ => Text::Plain(parts.iter().map(|it| it.text.plain()).collect::<Vec<_>>().join(" ")),
    };
    let language = first.language;
    let mut edit = call.edit();
    edit.translate(key, language, text);
    let key = edit.branch.key_mut(key);
    let Some(whole) = key.and_then(|key| key.translation_mut(language)) else { return };
    whole.reviewed = parts.iter().all(|part| part.reviewed);
    whole.reviewed_by = if whole.reviewed { first.reviewed_by } else { 0 };
    whole.unverified = parts.iter().any(|part| part.unverified);
    whole.statuses = parts.iter().flat_map(|part| part.statuses.iter().copied()).collect();
    whole.segments = if parts.len() > 1 { parts } else { Vec::new() };
}

/// The key in the path, and the parts of its translation.
fn of_path<'c>(call: &'c Call<'_>) -> Result<(&'c Key, Vec<Translation>), Refusal> {
    let key = call.branch().key(call.path_id("key_id")?);
    let language = call.branch().language(call.path("language_iso"));
    let found = key.zip(language).and_then(|(key, it)| Some((key, key.translation(it.id)?)));
    let (key, translation) = found.ok_or_else(Refusal::not_found)?;
    match call.project().settings.segmentation {
        true => Ok((key, translation.split())),
        false => Ok((key, vec![translation.clone()])),
    }
}

/// The place of the segment in the path.
fn index(call: &Call<'_>, parts: &[Translation]) -> Result<usize, Refusal> {
    let number = call.path_id("segment_number")?;
    (0..parts.len()).find(|index| *index as u64 + 1 == number).ok_or_else(Refusal::not_found)
}

fn single<'c>(call: &'c Call<'_>, include: &Include<'c>) -> Outcome {
    let (key, parts) = of_path(call)?;
    let index = index(call, &parts)?;
    call.single("segment", view(call, key, (index, &parts[index]), include))
}

/// A segment has what a translation has, and a text also for a plural.
fn view<'c>(
    call: &'c Call<'_>,
    key: &'c Key,
    (index, part): (usize, &Translation),
    include: &Include<'c>,
) -> Value {
    let mut view = json!(views::translation(call, key, part, include));
    if let Some(view) = view.as_object_mut() {
        let text = view.shift_remove("translation").unwrap_or_default();
        let text = text.as_str().map_or_else(|| plural::ascii_json(&text), str::to_owned);
        for name in ["translation_id", "key_id", "is_unverified", "task_id"] {
            view.shift_remove(name);
        }
        view.insert("segment_number".to_owned(), json!(index + 1));
        view.insert("value".to_owned(), text.into());
    }
    view
}
