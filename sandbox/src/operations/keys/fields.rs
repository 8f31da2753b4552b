//! What a body says of a key itself: checked first, then put on the key.

use serde_json::Value;

use super::texts::check_text;
use crate::http::Refusal;
use crate::operations::{Call, comments, screenshots};
use crate::state::{Key, PerPlatform, Platform, items};

/// Checks the name of an item, and its translations. `field` is where it is.
pub(super) fn check(call: &Call<'_>, item: &Value, field: &str) -> Result<(), Refusal> {
    let name = &item["key_name"];
    if *name == "" || Platform::ALL.into_iter().any(|platform| name[platform.name()] == "") {
        return Err(Refusal::field(format!("{field}key_name"), "The name is empty."));
    }
    let mut texts = items(&item["translations"]).iter().enumerate();
    texts.try_for_each(|(index, text)| {
        check_text(call, text, &format!("{field}translations.{index}."))
    })
}

pub(super) fn apply(call: &Call<'_>, key: &mut Key, item: &Value) {
    if let Ok(platforms) = serde_json::from_value(item["platforms"].clone()) {
        key.platforms = platforms;
    }
    if let Some(names) = names(call, key, &item["key_name"]) {
        key.names = names;
    }
    for platform in Platform::ALL {
        if let Some(name) = item["filenames"][platform.name()].as_str() {
            key.filenames.set(platform, name);
        }
    }
    for (name, place) in [
        ("description", &mut key.description),
        ("context", &mut key.context),
        ("plural_name", &mut key.plural_name),
        ("custom_attributes", &mut key.custom_attributes),
    ] {
        if let Some(text) = item[name].as_str() {
            text.clone_into(place);
        }
    }
    if item["tags"].is_array() {
        if item["merge_tags"] != true {
            key.tags.clear();
        }
        key.tag(items(&item["tags"]).iter().filter_map(Value::as_str));
    }
    let flag = |name: &str, present: bool| item[name].as_bool().unwrap_or(present);
    key.hidden = flag("is_hidden", key.hidden);
    key.archived = flag("is_archived", key.archived);
    key.char_limit = item["char_limit"].as_u64().unwrap_or(key.char_limit);
    let plural = flag("is_plural", key.plural);
    if plural != key.plural {
        key.set_plural(plural);
    }
}

/// The names that a body gives a key. Where the project has one name for all platforms, that of
/// its first platform is the one.
fn names(call: &Call<'_>, key: &Key, name: &Value) -> Option<PerPlatform> {
    if let Some(name) = name.as_str() {
        return Some(PerPlatform::all(name));
    }
    let mut names = PerPlatform::default();
    for platform in Platform::ALL {
        names.set(platform, name[platform.name()].as_str()?);
    }
    let first = key.platforms.first().copied().unwrap_or(Platform::Other);
    match call.project().settings.flag("per_platform_key_names") {
        true => Some(names),
        false => Some(PerPlatform::all(names.get(first))),
    }
}

/// Adds the comments and screenshots of an item to a key that exists.
pub(super) fn add_parts(call: &mut Call<'_>, id: u64, item: &Value) -> Result<(), Refusal> {
    for comment in items(&item["comments"]) {
        comments::add(call, id, comment["comment"].as_str().unwrap_or_default());
    }
    for screenshot in items(&item["screenshots"]) {
        screenshots::add(call, id, screenshot)?;
    }
    Ok(())
}
