//! What an export takes: which keys, and which of their texts.

use std::cmp::Reverse;

use serde_json::Value;

use super::options::{list, status_ids};
use crate::state::{Branch, Key, Language, Platform, Text, UNASSIGNED};

pub(super) fn keys<'b>(branch: &'b Branch, options: &Value) -> Vec<&'b Key> {
    let (filenames, data) = (list(options, "filter_filenames"), list(options, "filter_data"));
    let (include, exclude) = (list(options, "include_tags"), list(options, "exclude_tags"));
    let tagged = |key: &Key, tags: &[&str]| key.tags.iter().any(|tag| tags.contains(&&**tag));
    let in_files = |key: &Key| match key.filename() {
        Some(_) => key.files().any(|name| filenames.contains(&name)),
        None => filenames.contains(&UNASSIGNED),
    };
    let all_platforms = options["all_platforms"] != false;
    let mut keys: Vec<&Key> = branch
        .keys()
        .iter()
        .filter(|key| !key.archived)
        .filter(|key| all_platforms || key.platforms.contains(&Platform::Web))
        .filter(|key| filenames.is_empty() || in_files(key))
        .filter(|key| include.is_empty() || tagged(key, &include))
        .filter(|key| !tagged(key, &exclude))
        .filter(|key| !(key.hidden && data.contains(&"nonhidden")))
        .collect();
    match options["export_sort"].as_str() {
        Some("a_z") => keys.sort_by(|a, b| a.name().cmp(b.name())),
        Some("z_a") => keys.sort_by(|a, b| b.name().cmp(a.name())),
        Some("last_added") => keys.sort_by_key(|key| Reverse(key.id)),
        Some("last_updated") => keys.sort_by_key(|key| Reverse(key.updated_at())),
        _ => keys.sort_by_key(|key| key.id),
    }
    keys
}

/// The text of a key in a language, or `None` when it is left out.
pub(super) fn value(
    branch: &Branch,
    key: &Key,
    language: &Language,
    options: &Value,
) -> Option<Text> {
    let data = list(options, "filter_data");
    let statuses = status_ids(options["custom_translation_status_ids"].as_array());
    let statuses: Vec<u64> = statuses.flatten().collect();
    let reviewed_only = data.iter().any(|filter| filter.contains("reviewed"));
    let translation = key.translation(language.id)?;
    if translation.text.is_empty() {
        if data.contains(&"translated") || reviewed_only || !statuses.is_empty() {
            return None;
        }
        return match options["export_empty_as"].as_str() {
            Some("skip") => None,
            Some("base") => key.text(branch.base()).cloned(),
            _ => Some(translation.text.clone()),
        };
    }
    let has_status = statuses.iter().any(|status| translation.statuses.contains(status));
    let left_out = (reviewed_only && !translation.reviewed)
        || (data.contains(&"verified") && translation.unverified)
        || (data.contains(&"untranslated") && !data.contains(&"translated"))
        || !(statuses.is_empty() || has_status);
    (!left_out).then(|| translation.text.clone())
}
