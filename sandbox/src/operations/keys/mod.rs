//! Keys: the list, one by one, and many in one call, which are created, changed and deleted.

mod fields;
mod texts;

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};

use super::views::{self, Include};
use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::state::{Key, PerPlatform, Platform, items, now};

pub(super) use texts::{apply as apply_text, check_text};

const TAKEN: &str = "The key name is taken";

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let call = &*call;
    let flag = |name| call.query_flag(name).unwrap_or(false);
    let include = Include {
        comments: flag("include_comments").then(|| call.branch().comments_by_key()),
        screenshots: flag("include_screenshots").then(|| call.branch().screenshots_by_key()),
        translations: flag("include_translations"),
        languages: call.query_ids("filter_translation_lang_ids"),
        ..Include::read(call)
    };
    let keys: Vec<&Key> = call.branch().keys().iter().filter(filter(call)).collect();
    call.list_or_cursor("keys", &keys, |key| key.id, |key| views::key(call, key, &include))
}

/// Whether a key fits the filters of a request: of several values in one, any.
fn filter<'c>(call: &'c Call<'_>) -> impl Fn(&&Key) -> bool + 'c {
    let lists = ["filter_tags", "filter_filenames", "filter_keys", "filter_platforms"];
    let [tags, filenames, names, platforms] = lists.map(|name| call.query_list(name));
    let ids = call.query_ids("filter_key_ids");
    let untranslated = call.query_flag("filter_untranslated") == Some(true);
    // Texts are not checked: no key has an issue.
    let has_issue = !call.query_list("filter_qa_issues").is_empty();
    let archived = match call.parameters.query.get("filter_archived").map(String::as_str) {
        Some("exclude") => Some(false),
        Some("only") => Some(true),
        _ => None,
    };
    move |key| {
        any(&tags, |tag| key.tags.iter().any(|own| own == tag))
            && any(&filenames, |name| key.is_in_file(name))
            && any(&names, |name| key.names.texts().contains(name))
            && any(&ids, |id| key.id == *id)
            && any(&platforms, |name| key.platforms.iter().any(|own| own.name() == *name))
            && !has_issue
            && (!untranslated || key.translations().iter().any(|it| it.text.is_empty()))
            && archived.is_none_or(|archived| key.archived == archived)
    }
}

fn any<T>(values: &[T], fits: impl Fn(&T) -> bool) -> bool {
    values.is_empty() || values.iter().any(fits)
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let call = &*call;
    let key = of_path(call)?;
    let include = Include { references: Include::read(call).references, ..Include::whole(call) };
    call.single("key", views::key(call, key, &include))
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let items = items(&call.body["keys"]);
    for (index, item) in items.iter().enumerate() {
        fields::check(call, item, &format!("keys.{index}."))?;
    }
    let (mut created, mut errors) = (Vec::new(), Vec::new());
    let mut names = Names::default();
    for item in items {
        let mut key = Key::new(0, "", Platform::Other, now());
        fields::apply(call, &mut key, item);
        if names.is_taken(call, &key) {
            errors.push(taken(&key));
            continue;
        }
        let own = key.names.clone();
        let id = call.edit().add_key(key);
        names.add(id, own);
        fields::add_parts(call, id, item)?;
        texts::apply_all(call, id, item);
        created.push(id);
    }
    changed(call, created, errors)
}

pub(super) fn update_several(call: &mut Call<'_>) -> Outcome {
    let items = items(&call.body["keys"]);
    for (index, item) in items.iter().enumerate() {
        fields::check(call, item, &format!("keys.{index}."))?;
    }
    let (mut updated, mut errors) = (BTreeSet::new(), Vec::new());
    let mut names = Names::default();
    for item in items {
        let id = item["key_id"].as_u64().unwrap_or_default();
        match rewrite(call, &mut names, id, item) {
            Ok(()) => {
                fields::add_parts(call, id, item)?;
                texts::apply_all(call, id, item);
                updated.insert(id);
            }
            Err(None) => errors.push(json!({
                "message": "No such key in the project",
                "code": 404,
                "key": { "key_id": item["key_id"] },
            })),
            Err(Some(key)) => errors.push(taken(&key)),
        }
    }
    changed(call, updated, errors)
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let id = of_path(call)?.id;
    let body = call.body;
    fields::check(call, body, "")?;
    match rewrite(call, &mut Names::default(), id, body) {
        Ok(()) => {}
        Err(None) => return Err(Refusal::not_found()),
        Err(Some(_)) => return Err(Refusal::bad_request(TAKEN)),
    }
    let call = &*call;
    let key = of_path(call)?;
    call.single("key", views::key(call, key, &Include::whole(call)))
}

/// Changes a key as the body says, unless there is none, or its new name is taken. Translations
/// alone do not change the key itself.
fn rewrite(
    call: &mut Call<'_>,
    names: &mut Names,
    id: u64,
    item: &Value,
) -> Result<(), Option<Box<Key>>> {
    let mut key = call.branch().key(id).ok_or(None)?.clone();
    let before = (key.names.clone(), key.filenames.clone());
    fields::apply(call, &mut key, item);
    if before != (key.names.clone(), key.filenames.clone()) {
        if names.is_taken(call, &key) {
            return Err(Some(Box::new(key)));
        }
        names.add(id, key.names.clone());
    }
    let beside = ["key_id", "translations"];
    let mut fields = item.as_object().into_iter().flatten();
    if fields.any(|(name, _)| !beside.contains(&name.as_str())) {
        call.edit().change_key(id, |present| *present = key);
    }
    Ok(())
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    let id = of_path(call)?.id;
    call.branch_mut().remove_keys(|key| key.id == id);
    removed(call, "key_removed", true)
}

pub(super) fn delete_several(call: &mut Call<'_>) -> Outcome {
    let ids = items(&call.body["keys"]).iter();
    let ids: BTreeSet<u64> = ids.filter_map(Value::as_u64).collect();
    let count = call.branch_mut().remove_keys(|key| ids.contains(&key.id));
    removed(call, "keys_removed", count > 0)
}

fn removed(call: &Call<'_>, name: &str, removed: bool) -> Outcome {
    let mut body = call.envelope();
    body[name] = json!(removed);
    body["keys_locked"] = json!(0);
    Ok(Answer::ok(&body))
}

/// The answer about keys that were created or changed, and those that were not.
fn changed(call: &Call<'_>, ids: impl IntoIterator<Item = u64>, errors: Vec<Value>) -> Outcome {
    let include = Include::whole(call);
    let keys = ids.into_iter().filter_map(|id| call.branch().key(id));
    let mut body = call.envelope();
    body["keys"] = keys.map(|key| views::key(call, key, &include)).collect();
    body["errors"] = errors.into();
    Ok(Answer::ok(&body))
}

/// The entry of a response about a key whose name another one has.
fn taken(key: &Key) -> Value {
    json!({ "message": TAKEN, "code": 400, "key": { "key_name": key.names } })
}

fn of_path<'c>(call: &'c Call<'_>) -> Result<&'c Key, Refusal> {
    let id = call.path_id("key_id")?;
    call.branch().key(id).ok_or_else(Refusal::not_found)
}

/// The ids of keys by their names, and by names that they had earlier in the request: read from the
/// branch when a name is looked up for the first time.
#[derive(Default)]
struct Names(Option<HashMap<PerPlatform, Vec<u64>>>);

impl Names {
    fn add(&mut self, id: u64, names: PerPlatform) {
        if let Some(known) = &mut self.0 {
            known.entry(names).or_default().push(id);
        }
    }

    /// Whether another key has these names. Keys in different files, or with different contexts, may
    /// have the same.
    fn is_taken(&mut self, call: &Call<'_>, key: &Key) -> bool {
        let known = self.0.get_or_insert_with(|| {
            let mut known: HashMap<_, Vec<u64>> = HashMap::new();
            for key in call.branch().keys() {
                known.entry(key.names.clone()).or_default().push(key.id);
            }
            known
        });
        let ids = known.get(&key.names).into_iter().flatten().filter(|id| **id != key.id);
        let mut others = ids.filter_map(|id| call.branch().key(*id));
        others.any(|other| key.names == other.names && !is_apart(key, other))
    }
}

fn is_apart(key: &Key, other: &Key) -> bool {
    let has_file = [key, other].into_iter().all(|it| it.filename().is_some());
    let is_elsewhere = has_file && !key.files().any(|file| other.files().any(|it| it == file));
    is_elsewhere || key.context != other.context
}
