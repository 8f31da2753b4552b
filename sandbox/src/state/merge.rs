//! Merging a branch into another, compared with what both had in common.

use std::collections::{HashMap, HashSet};

use super::branch::key_ids;
use super::{Branch, Edit, Key, Row, Translation};

pub(crate) struct Merge<'m> {
    pub(crate) base: &'m Branch,
    pub(crate) source: &'m Branch,
    pub(crate) source_wins: Option<bool>,
    pub(crate) conflicts: Vec<String>,
}

impl Merge<'_> {
    /// Brings what the source has changed to the target, unless there are conflicts.
    pub(crate) fn apply(&mut self, edit: &mut Edit<'_>) {
        let before = edit.branch.clone();
        for new in &self.source.languages {
            if self.base.language_by_id(new.id).or(edit.branch.language_by_id(new.id)).is_some() {
                continue;
            }
            match edit.branch.language(&new.iso) {
                None => edit.add_language(new.clone()),
                Some(_) => self.conflicts.push(format!("the languages with the code {}", new.iso)),
            }
        }
        let sides = [&self.base.keys, &self.source.keys, &before.keys];
        let repeated = sides.map(|keys| {
            let mut seen = HashSet::new();
            keys.iter().map(|key| &key.names).filter(move |names| !seen.insert(*names))
        });
        let repeated: HashSet<_> = repeated.into_iter().flatten().collect();
        // The same key may have another file and context, unless several have its name.
        let identity = |key: &Key| {
            let is_repeated = repeated.contains(&key.names);
            let place = is_repeated.then(|| (key.filenames.clone(), key.context.clone()));
            (key.names.clone(), place)
        };
        let [in_base, _, in_target] =
            sides.map(|keys| HashMap::<_, _>::from_iter(keys.iter().map(|it| (identity(it), it))));
        let mut ids = HashMap::new();
        for key in &self.source.keys {
            let old = in_base.get(&identity(key));
            match (in_target.get(&identity(key)), old) {
                (Some(own), _) => {
                    ids.insert(key.id, own.id);
                    self.key(edit, own.id, old.unwrap_or(&&Key::default()), key);
                }
                // A key that the target has deleted comes back only if the source has changed it.
                (None, Some(old)) if content(old) == content(key) => {}
                (None, _) => {
                    let id = edit.add_key(key.clone());
                    ids.insert(key.id, id);
                    self.key(edit, id, &Key::default(), key);
                }
            }
        }
        self.screenshots(edit.branch, &ids);
        if !self.conflicts.is_empty() {
            *edit.branch = before;
        }
    }

    fn screenshots(&self, target: &mut Branch, ids: &HashMap<u64, u64>) {
        for new in self.source.screenshots() {
            let is_it = |it: &Row| it.get("screenshot_id") == new.get("screenshot_id");
            if ![self.base, &*target].iter().any(|it| it.screenshots().iter().any(is_it)) {
                let mut new = new.clone();
                new.set("key_ids", key_ids(&new, |id| ids.get(&id).copied().unwrap_or_default()));
                target.screenshots_mut().push(new);
            }
        }
    }

    fn key(&mut self, edit: &mut Edit<'_>, id: u64, base: &Key, key: &Key) {
        let Some(own) = edit.branch.key(id) else { return };
        if self.takes(key.name(), [base, key, own].map(settings)) {
            edit.change_key(id, |own| {
                let old = std::mem::replace(own, Key { id, ..key.clone() });
                (own.created_at, own.translations) = (old.created_at, old.translations);
                own.set_plural(key.plural);
            });
        }
        for new in &key.translations {
            let Some(own) = edit.branch.key(id) else { return };
            let language = self.source.language_by_id(new.language);
            let what = format!("{} in {}", key.name(), language.map_or("", |it| &*it.iso));
            let sides = [base, key, own].map(|it| text(it, new.language, own.plural));
            if own.translation(new.language).is_some() && self.takes(&what, sides) {
                edit.translate(id, new.language, new.text.clone());
                let own = edit.branch.key_mut(id).and_then(|it| it.translation_mut(new.language));
                if let Some(own) = own {
                    *own = Translation { id: own.id, text: own.text.clone(), ..new.clone() };
                }
            }
        }
    }

    fn takes<T: PartialEq>(&mut self, what: &str, [base, source, target]: [T; 3]) -> bool {
        if source == target || source == base || target == base {
            return source != target && source != base;
        }
        if self.source_wins.is_none() {
            self.conflicts.push(what.to_owned());
        }
        self.source_wins == Some(true)
    }
}

/// What a key has beside its texts, and in every branch.
fn settings(key: &Key) -> Key {
    let mut key = key.clone();
    (key.id, key.created_at, key.modified_at, key.translations_modified_at) = Default::default();
    key.translations = Vec::new();
    key
}

/// A translation without its id and its author.
fn text(key: &Key, language: u64, plural: bool) -> Translation {
    let Translation { text, reviewed, statuses, .. } =
        key.translation(language).cloned().unwrap_or_default();
    let text = text.into_plural(plural);
    Translation { text, reviewed, statuses, ..Translation::default() }
}

fn content(key: &Key) -> (Key, Vec<Translation>) {
    let texts = key.translations.iter().map(|it| text(key, it.language, key.plural));
    (settings(key), texts.collect())
}
