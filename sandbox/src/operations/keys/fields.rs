//! What a body says of a key itself: checked first, then put on the key.

use serde_json::Value;

use super::check_text;
use crate::http::Refusal;
use crate::operations::{Call, comments, screenshots};
use crate::state::{Key, PerPlatform, Platform, items};

/// Checks an item of a request that creates or changes several keys; `id` is that of the key.
pub(super) fn check(
    call: &Call<'_>,
    item: &Value,
    id: Option<u64>,
    index: usize,
) -> Result<(), Refusal> {
    let field = format!("keys.{index}.");
    check_fields(item, &field)?;
    for (index, screenshot) in items(&item["screenshots"]).iter().enumerate() {
        if screenshots::image(&screenshot["data"]).is_none() {
            let field = format!("{field}screenshots.{index}.data");
            return Err(Refusal::field(field, screenshots::NO_IMAGE));
        }
    }
    let key = id.and_then(|id| call.branch().key(id));
    for (index, text) in items(&item["translations"]).iter().enumerate() {
        check_text(call, key, text, &format!("{field}translations.{index}."))?;
    }
    Ok(())
}

/// Checks the fields that the document cannot: a name and platforms are not empty.
pub(super) fn check_fields(item: &Value, field: &str) -> Result<(), Refusal> {
    let name = &item["key_name"];
    let is_empty = |text: &Value| text.as_str().is_some_and(str::is_empty);
    let mut each = Platform::ALL.into_iter();
    if is_empty(name) || each.any(|platform| is_empty(&name[platform.name()])) {
        return Err(Refusal::field(format!("{field}key_name"), "The name is empty."));
    }
    match item["platforms"].as_array() {
        Some(platforms) if platforms.is_empty() => {
            let field = format!("{field}platforms");
            Err(Refusal::field(field, "A key needs a platform."))
        }
        _ => Ok(()),
    }
}

/// Any platform of an item; which it begins with does not matter, they are all put on it later.
pub(super) fn first_platform(item: &Value) -> Platform {
    let mut platforms = platforms(item);
    platforms.next().unwrap_or(Platform::Other)
}

pub(super) fn apply(call: &Call<'_>, key: &mut Key, item: &Value) {
    if item["platforms"].is_array() {
        key.platforms = platforms(item).collect();
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

fn platforms(item: &Value) -> impl Iterator<Item = Platform> {
    let names = items(&item["platforms"]).iter().filter_map(Value::as_str);
    names.filter_map(Platform::from_name)
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
    match call.project().settings.per_platform_key_names {
        true => Some(names),
        false => Some(PerPlatform::all(names.get(first))),
    }
}

/// Adds the comments and screenshots of an item to a key that exists.
pub(super) fn add_parts(call: &mut Call<'_>, id: u64, item: &Value) {
    for comment in items(&item["comments"]) {
        comments::add(call, id, comment["comment"].as_str().unwrap_or_default());
    }
    for screenshot in items(&item["screenshots"]) {
        screenshots::add(call, id, screenshot);
    }
}
