//! What events have beside their envelope.

use chrono::DateTime;
use serde_json::{Value, json};

use super::Event;
use crate::state::{Branch, Changes, Key, Language, Row, Text};

const BATCH: usize = 300;

/// The events of changed keys and texts. An import counts as a change of several.
pub(crate) fn of_changes(branch: &Branch, changes: &Changes, is_import: bool) -> Vec<Event> {
    // Events have new keys as a whole. Ids rise with time.
    let is_old = |key: u64| changes.added.first().is_none_or(|first| key < *first);
    let base = |key: &Key| json!(key.text(branch.base()).map(Text::plain));
    let added = changes.added.iter().filter_map(|id| branch.key(*id));
    let added =
        added.map(|key| key_view(key, json!({ "base_value": base(key), "tags": key.tags })));
    let deleted = changes.deleted.iter();
    let deleted = deleted.map(|key| key_view(key, json!({ "base_value": base(key) })));
    let by_key = branch.screenshots_by_key();
    let modified = changes.modified.iter().filter(|(id, _)| is_old(*id));
    let modified = modified.filter_map(|(id, previous_name)| {
        let key = branch.key(*id)?;
        let screenshots = by_key.get(id).into_iter().flatten();
        let more = json!({
            "previous_name": previous_name,
            "tags": key.tags,
            "hidden": key.hidden,
            "screenshots": screenshots.map(|it| it.get("screenshot_id")).collect::<Vec<_>>(),
        });
        Some(key_view(key, more))
    });
    let texts = changes.texts.iter().filter(|(key, ..)| is_old(*key));
    let texts = texts.filter_map(|(key, language, previous)| {
        let previous = json!({ "previous_value": previous.plain() });
        translation_view(branch, (*key, *language), previous)
    });
    let reviewed = changes.reviewed.iter().filter(|(key, _)| is_old(*key));
    let reviewed =
        reviewed.filter_map(|it| translation_view(branch, *it, json!({ "is_proofread": true })));
    let events = [
        one_or_more("key.added", "keys.added", is_import, added.collect()),
        one_or_more("", "keys.deleted", is_import, deleted.collect()),
        one_or_more("key.modified", "keys.modified", is_import, modified.collect()),
        one_or_more("translation.updated", "translations.updated", is_import, texts.collect()),
        one_or_more(
            "translation.proofread",
            "translations.proofread",
            is_import,
            reviewed.collect(),
        ),
    ];
    events.into_iter().flatten().collect()
}

/// One event for one object, if there is such an event, and otherwise events for many.
fn one_or_more(one: &str, many: &str, is_import: bool, mut objects: Vec<Value>) -> Vec<Event> {
    if objects.len() == 1 && !one.is_empty() && !is_import {
        let mut view = objects.remove(0);
        let mut members = json!({});
        let (object, _) = one.split_once('.').unwrap_or_default();
        // They are beside a single translation, and in each of several.
        for name in ["language", "key"].into_iter().filter(|_| object == "translation") {
            members[name] = view[name].take();
            view.as_object_mut().map(|view| view.shift_remove(name));
        }
        members[object] = view;
        return vec![(format!("project.{one}"), members)];
    }
    let (list, _) = many.split_once('.').unwrap_or_default();
    let batches = objects.chunks(BATCH).map(|batch| {
        let mut members = json!({ list: batch });
        if is_import {
            members["action"] = json!("import.file");
        }
        (format!("project.{many}"), members)
    });
    batches.collect()
}

pub(crate) fn of_import(branch: &Branch, options: &Value, counts: &Value) -> Event {
    let language = options["lang_iso"].as_str().and_then(|iso| branch.language(iso));
    let import = json!({
        "filename": options["filename"],
        "format": options["format"],
        "inserted": counts["key_count_inserted"],
        "updated": counts["key_count_updated"],
        "skipped": counts["key_count_skipped"],
    });
    let members = json!({ "import": import, "language": language.map(language_view) });
    ("project.imported".to_owned(), members)
}

pub(crate) fn of_export(options: &Value, filename: &str) -> Event {
    let format = options["format"].as_str().unwrap_or_default();
    // That of JSON.
    let export = json!({ "type": format, "filename": filename, "platform": "web" });
    ("project.exported".to_owned(), json!({ "export": export }))
}

pub(crate) fn task_view(task: &Row) -> Value {
    let due = task.get("due_date").as_i64().and_then(|at| DateTime::from_timestamp(at, 0));
    json!({
        "id": task.get("task_id"),
        "type": task.get("task_type"),
        "title": task.get("title"),
        "description": task.get("description"),
        "due_date": due.map(|due| due.format("%F %T").to_string()),
    })
}

pub(crate) fn language_view(language: &Language) -> Value {
    json!({ "id": language.id, "iso": language.iso, "name": language.name })
}

/// A key with what an event has beside its name.
pub(crate) fn key_view(key: &Key, more: Value) -> Value {
    with(json!({ "id": key.id, "name": key.name(), "filenames": key.filenames }), more)
}

fn with(mut view: Value, more: Value) -> Value {
    if let (Some(view), Value::Object(more)) = (view.as_object_mut(), more) {
        view.extend(more);
    }
    view
}

fn translation_view(branch: &Branch, (key, language): (u64, u64), more: Value) -> Option<Value> {
    let key = branch.key(key)?;
    let translation = key.translation(language)?;
    let view = json!({
        "id": translation.id,
        "value": translation.text.plain(),
        "language": branch.language_by_id(language).map(language_view),
        "key": key_view(key, json!({})),
    });
    Some(with(view, more))
}

#[test]
fn an_event_has_at_most_300_objects() {
    let events = one_or_more("", "keys.added", false, vec![json!({}); 301]);
    let sizes = events.iter().map(|(_, it)| it["keys"].as_array().map(Vec::len));
    assert!(sizes.eq([Some(300), Some(1)]), "{events:?}");
}
