//! Merging a branch into another, compared with what both had in common. Keys are the same if they
//! have the same names.

use std::collections::HashMap;

use super::{Branch, Changes, Edit, Key, PerPlatform, Translation};

/// Brings what the source has changed to the target, and returns how many keys were inserted and
/// updated. Fails with the names of the keys that both have changed, unless it is said which wins.
pub(crate) fn merge_into(
    edit: &mut Edit<'_>,
    source: &Branch,
    base: &Branch,
    source_wins: Option<bool>,
) -> Result<(usize, usize), Vec<String>> {
    let [in_base, in_target] = [base, &*edit.branch].map(by_name);
    let (mut taken, mut conflicts) = (Vec::new(), Vec::new());
    for key in &source.keys {
        let own = in_target.get(&key.names);
        let old = in_base.get(&key.names).map(|old| content(old));
        let [new, own_content] = [Some(key), own.copied()].map(|key| key.map(content));
        if new == old || new == own_content {
            continue;
        }
        if own_content == old || source_wins == Some(true) {
            taken.push((own.map(|own| own.id), key));
        } else if source_wins.is_none() {
            conflicts.push(key.name().to_owned());
        }
    }
    if !conflicts.is_empty() {
        return Err(conflicts);
    }
    for language in &source.languages {
        if edit.branch.language(&language.iso).is_none() {
            edit.add_language(language.clone());
        }
    }
    let updated = taken.iter().filter(|(own, _)| own.is_some()).count();
    taken.iter().for_each(|(own, key)| take_over(edit, *own, key));
    // A merge is one event.
    edit.branch.changes = Changes::default();
    Ok((taken.len() - updated, updated))
}

fn by_name(branch: &Branch) -> HashMap<&PerPlatform, &Key> {
    branch.keys.iter().map(|key| (&key.names, key)).collect()
}

/// Makes a key of the target, or a new one, like that of the source.
fn take_over(edit: &mut Edit<'_>, own: Option<u64>, key: &Key) {
    let id = own.unwrap_or_else(|| edit.add_key(key.clone()));
    edit.change_key(id, |own| {
        let old = std::mem::replace(own, Key { id, ..key.clone() });
        (own.created_at, own.translations) = (old.created_at, old.translations);
        own.set_plural(key.plural);
    });
    for new in &key.translations {
        edit.translate(id, new.language, new.text.clone());
        let own = edit.branch.key_mut(id).and_then(|key| key.translation_mut(new.language));
        if let Some(own) = own {
            *own = Translation { id: own.id, text: own.text.clone(), ..new.clone() };
        }
    }
}

/// What of a key is the same in every branch.
fn content(key: &Key) -> Key {
    let mut key = key.clone();
    (key.id, key.created_at, key.modified_at, key.translations_modified_at) = Default::default();
    let texts = key.translations.iter().map(|it| Translation {
        language: it.language,
        text: it.text.clone(),
        reviewed: it.reviewed,
        statuses: it.statuses.clone(),
        ..Translation::default()
    });
    key.translations = texts.filter(|it| !it.text.is_empty()).collect();
    key
}
