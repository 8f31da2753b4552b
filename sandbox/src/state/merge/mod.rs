//! Merging a branch into another: what only the source changed since they parted goes into the
//! target, and what both changed is settled for one side, or is a conflict.
//!
//! Keys are the same where their names are. Nothing is deleted: a key that the source lost stays in
//! the target. What the target lost stays away, but for keys that the source has changed.

mod counterparts;

use std::collections::HashMap;

use counterparts::Counterparts;

use super::{Edit, Key, Language, Platform, Snapshot, Translation};

/// The side that wins where both changed the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Source,
    Target,
}

/// What a merge will do.
#[derive(Debug)]
pub(crate) struct Merge {
    /// The languages that the target will have.
    languages: Vec<Language>,
    keys: Vec<MergedKey>,
    /// What both sides changed and nothing settles.
    conflicts: Vec<String>,
    favored: Option<Side>,
}

/// A key of the target that changes, or a new one.
#[derive(Debug)]
struct MergedKey {
    /// The key in the target; `None` where it is new.
    id: Option<u64>,
    /// The key as it will be, but for its texts; `None` where it stays as it is.
    own: Option<Key>,
    /// The translations that change, as they will be but for their ids.
    translations: Vec<Translation>,
}

impl MergedKey {
    fn new(key: &Key) -> Self {
        Self { id: None, own: Some(key.clone()), translations: key.translations.clone() }
    }
}

impl Merge {
    /// Finds out what a merge will do, or names the conflicts.
    pub(crate) fn plan(
        base: &Snapshot,
        source: &Snapshot,
        target: &Snapshot,
        favored: Option<Side>,
    ) -> Result<Self, Vec<String>> {
        let mut merge = Self {
            languages: target.languages.clone(),
            keys: Vec::new(),
            conflicts: Vec::new(),
            favored,
        };
        merge.merge_languages(base, source);
        merge.merge_keys(base, source, target);
        match merge.conflicts.is_empty() {
            true => Ok(merge),
            false => Err(merge.conflicts),
        }
    }

    fn merge_languages(&mut self, base: &Snapshot, source: &Snapshot) {
        for language in &source.languages {
            let is_same = |other: &Language| other.id == language.id;
            let known = base.languages.iter().find(|other| is_same(other));
            match (known, self.languages.iter().position(is_same)) {
                (Some(known), Some(place)) => {
                    self.languages[place] =
                        self.language(known, language, self.languages[place].clone());
                }
                (None, None) => self.languages.push(language.clone()),
                _ => {}
            }
        }
        let mut codes = HashMap::new();
        for language in &self.languages {
            if codes.insert(&language.iso, language.id).is_some() {
                // Neither side can win: each has a language of its own with this code.
                let conflict = format!("two languages with the code {}", language.iso);
                self.conflicts.push(conflict);
            }
        }
    }

    fn language(&mut self, base: &Language, source: &Language, target: Language) -> Language {
        let mut merged = target.clone();
        let what = |what| format!("the {what} of the language {}", target.iso);
        if self.takes(|| what("code"), &base.iso, &source.iso, &target.iso) {
            merged.iso.clone_from(&source.iso);
        }
        if self.takes(|| what("name"), &base.name, &source.name, &target.name) {
            merged.name.clone_from(&source.name);
        }
        let [old, new, current] = [base, source, &target].map(|side| &side.plural_forms);
        if self.takes(|| what("plural forms"), old, new, current) {
            merged.plural_forms.clone_from(new);
        }
        merged
    }

    fn merge_keys(&mut self, base: &Snapshot, source: &Snapshot, target: &Snapshot) {
        let in_source = Counterparts::among(&source.keys);
        let (in_base, in_target) =
            (Counterparts::among(&base.keys), Counterparts::among(&target.keys));
        // What both sides made has this in common.
        let nothing = Key::new(0, "", Platform::Other, 0);
        for key in &source.keys {
            let known = in_base.of(key, &in_source);
            match (known, in_target.of(key, &in_source)) {
                (known, Some(target)) => {
                    let merged = self.key(known.unwrap_or(&nothing), key, target);
                    self.keys.extend(merged);
                }
                (None, None) => self.keys.push(MergedKey::new(key)),
                (Some(known), None) => self.bring_back(known, key),
            }
        }
    }

    /// Brings back a key that the target lost, where the source has changed it.
    fn bring_back(&mut self, base: &Key, source: &Key) {
        // With the base in place of the target there is no conflict.
        if self.key(base, source, base).is_none() {
            return;
        }
        match self.favored {
            Some(Side::Source) => self.keys.push(MergedKey::new(source)),
            Some(Side::Target) => {}
            None => self.conflicts.push(format!("{} (deleted)", source.name())),
        }
    }

    /// What becomes of a key that the target has; `None` where it stays as it is.
    fn key(&mut self, base: &Key, source: &Key, target: &Key) -> Option<MergedKey> {
        let mut own = target.clone();
        let mut is_changed = false;
        macro_rules! merge {
            ($($field:ident)*) => { $(
                let what = || format!("{} ({})", target.name(), stringify!($field));
                if self.takes(what, &base.$field, &source.$field, &target.$field) {
                    own.$field.clone_from(&source.$field);
                    is_changed = true;
                }
            )* };
        }
        merge! {
            filenames description context platforms tags plural plural_name hidden archived
            char_limit custom_attributes
        }
        own.set_plural(own.plural);
        let mut translations = Vec::new();
        for new in &source.translations {
            let nothing = Translation::untranslated(new.language);
            let old = base.translation(new.language).unwrap_or(&nothing);
            let current = own.translation(new.language).unwrap_or(&nothing);
            translations.extend(self.translation(&own, [old, new, current]));
        }
        (is_changed || !translations.is_empty()).then(|| MergedKey {
            id: Some(target.id),
            own: is_changed.then_some(own),
            translations,
        })
    }

    /// What becomes of a translation, given those of base, source and target; `None` where it stays
    /// as it is. A text comes with its marks.
    fn translation(&mut self, key: &Key, sides: [&Translation; 3]) -> Option<Translation> {
        let [base, source, target] = sides;
        let mut languages = self.languages.iter();
        let code = &languages.find(|it| it.id == source.language)?.iso.clone();
        let texts = sides.map(|side| side.text.clone().into_plural(key.plural));
        let [old, new, current] = &texts;
        let what = || format!("{} in {code}", key.name());
        if self.takes(what, old, new, current) {
            return Some(Translation { text: new.clone(), ..source.clone() });
        }
        if new != current {
            return None;
        }
        let mut merged = Translation {
            text: texts[2].clone(),
            ..if target.id == 0 { source } else { target }.clone()
        };
        if source.reviewed != base.reviewed {
            merged.reviewed = source.reviewed;
            merged.reviewed_by = source.reviewed_by;
        }
        if source.unverified != base.unverified {
            merged.unverified = source.unverified;
        }
        let what = || format!("{} in {code} (statuses)", key.name());
        if self.takes(what, &base.statuses, &source.statuses, &target.statuses) {
            merged.statuses.clone_from(&source.statuses);
        }
        let is_changed = merged.reviewed != target.reviewed
            || merged.unverified != target.unverified
            || merged.statuses != target.statuses;
        is_changed.then_some(merged)
    }

    /// Whether the target takes over what the source has.
    fn takes<T: PartialEq>(
        &mut self,
        what: impl FnOnce() -> String,
        base: &T,
        source: &T,
        target: &T,
    ) -> bool {
        if source == target || source == base {
            return false;
        }
        match self.favored {
            _ if target == base => true,
            Some(side) => side == Side::Source,
            None => {
                self.conflicts.push(what());
                false
            }
        }
    }

    /// Does it. The target must still be as it was when this was planned.
    pub(crate) fn apply(self, edit: &mut Edit<'_>) {
        let mut translations = Vec::new();
        for key in self.keys {
            let id = match (key.id, key.own) {
                (Some(id), Some(own)) => {
                    edit.change_key(id, |old| *old = own);
                    id
                }
                (Some(id), None) => id,
                (None, Some(own)) => edit.add_key(own),
                (None, None) => continue,
            };
            translations.push((id, key.translations));
        }
        // Behind the keys, which get a translation in each language that comes.
        for language in self.languages {
            match edit.branch.language_mut(language.id) {
                Some(old) => *old = language,
                None => edit.add_language(language),
            }
        }
        let changed_at = edit.stamp.at;
        for (id, translations) in translations {
            let Some(key) = edit.branch.key_mut(id) else {
                continue;
            };
            for new in translations {
                if let Some(old) = key.translation_mut(new.language) {
                    *old = Translation { id: old.id, ..new };
                    key.translations_modified_at = changed_at;
                }
            }
        }
    }
}
