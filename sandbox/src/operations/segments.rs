//! Segments: the parts of a translation.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::keys::{TextBody, check_text};
use super::translations::{Filter, include};
use super::views::{self, Include};
use super::{Call, Outcome};
use crate::http::Refusal;
use crate::quirks::Quirk;
use crate::rules::plural;
use crate::state::{Key, Translation};

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

/// Sets the text of a segment. Marks and statuses are those of the whole translation.
pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let (sent, (key, parts)) = (call.body, of_path(call)?);
    let index = index(call, &parts)?;
    let (key, language) = (key.id, parts[index].language);
    check_text(call, None, sent, "")?;
    let text = match &parts[..] {
        [_] => sent["value"].clone(),
        _ => {
            let mut texts: Vec<&str> = parts.iter().map(|part| part.text.plain()).collect();
            texts[index] = sent["value"].as_str().unwrap_or_default();
            texts.join(" ").into()
        }
    };
    let body = json!({
        "translation": text,
        "is_reviewed": sent["is_reviewed"],
        "is_unverified": sent["is_fuzzy"],
        "custom_translation_status_ids": sent["custom_translation_status_ids"],
    });
    let reviewed = TextBody { key, language, body: &body }.apply(call);
    let reviewed = reviewed.filter(|_| call.quirks.other(Quirk::SegmentReviewer));
    let just_reviewed = BTreeSet::from_iter(reviewed);
    single(call, &Include { just_reviewed, ..Include::default() })
}

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
