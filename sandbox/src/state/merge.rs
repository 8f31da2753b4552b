//! Merging a branch into another: what only the source changed since they parted goes into the
//! target, and what both changed is settled for one side, or is a conflict.
//!
//! Keys are the same where their names are, and their files where several have these names. Nothing
//! is deleted: a key that the source lost stays in the target. What the target lost stays away, but
//! for keys that the source has changed.

use std::collections::HashMap;

use super::{Edit, Key, Language, Platform, Snapshot, Translation};

/// The side that wins where both changed the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Source,
    Target,
}

impl Edit<'_> {
    /// Merges what another branch holds into this one, which stays as it is if there are conflicts
    /// that nothing settles.
    pub(crate) fn merge(
        &mut self,
        base: &Snapshot,
        source: &Snapshot,
        favored: Option<Side>,
    ) -> Result<(), Vec<String>> {
        let before = self.branch.clone();
        let mut merge = Merge { languages: &source.languages, favored, conflicts: Vec::new() };
        self.merge_languages(base, source, &mut merge);
        self.merge_keys(base, source, &before.keys, &mut merge);
        match merge.conflicts.is_empty() {
            true => Ok(()),
            false => {
                *self.branch = before;
                Err(merge.conflicts)
            }
        }
    }

    /// Adds the languages that are new in the source.
    fn merge_languages(&mut self, base: &Snapshot, source: &Snapshot, merge: &mut Merge<'_>) {
        for language in &source.languages {
            let (id, iso) = (language.id, &language.iso);
            let is_known = base.languages.iter().any(|known| known.id == id);
            if is_known || self.branch.language_by_id(id).is_some() {
                continue;
            }
            match self.branch.language(iso) {
                None => self.add_language(language.clone()),
                // Neither side can win: each has a language of its own with this code.
                Some(_) => merge.conflicts.push(format!("two languages with the code {iso}")),
            }
        }
    }

    fn merge_keys(
        &mut self,
        base: &Snapshot,
        source: &Snapshot,
        own: &[Key],
        merge: &mut Merge<'_>,
    ) {
        let in_source = Counterparts::among(&source.keys);
        let (in_base, in_target) = (Counterparts::among(&base.keys), Counterparts::among(own));
        // What both sides made has this in common.
        let nothing = Key::new(0, "", Platform::Other, 0);
        for key in &source.keys {
            let known = in_base.of(key, &in_source);
            let (id, known) = match (known, in_target.of(key, &in_source)) {
                (known, Some(own)) => (own.id, known.unwrap_or(&nothing)),
                (Some(known), None) if !merge.brings_back(known, key) => continue,
                (_, None) => (self.add_key(key.clone()), &nothing),
            };
            let Some(own) = self.branch.key(id) else { continue };
            let mut merged = own.clone();
            match merge.key(known, key, &mut merged, self.stamp.at) {
                true => self.change_key(id, |key| *key = merged),
                false => {
                    if let Some(own) = self.branch.key_mut(id) {
                        *own = merged;
                    }
                }
            }
        }
    }
}

/// What settles conflicts, and those that it does not.
struct Merge<'m> {
    /// Those of the source.
    languages: &'m [Language],
    favored: Option<Side>,
    conflicts: Vec<String>,
}

impl Merge<'_> {
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

    /// Whether a key comes back that the target lost: if the source has changed it.
    fn brings_back(&mut self, base: &Key, source: &Key) -> bool {
        let mut changed = base.clone();
        self.key(base, source, &mut changed, 0);
        changed != *base
    }

    /// Merges a key with its translations; answers whether what it says of itself has changed.
    fn key(&mut self, base: &Key, source: &Key, own: &mut Key, at: i64) -> bool {
        let name = own.name().to_owned();
        let mut is_changed = false;
        macro_rules! merge {
            ($($field:ident)*) => { $(
                let what = || format!("{name} ({})", stringify!($field));
                if self.takes(what, &base.$field, &source.$field, &own.$field) {
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
        let plural = own.plural;
        for new in &source.translations {
            let nothing = Translation::untranslated(new.language);
            let old = base.translation(new.language).unwrap_or(&nothing);
            let Some(own_one) = own.translation_mut(new.language) else { continue };
            if self.translation(&name, plural, [old, new], own_one) {
                own.translations_modified_at = at;
            }
        }
        is_changed
    }

    /// Merges a translation with its marks, given those of base and source; returns whether it has
    /// changed.
    fn translation(
        &mut self,
        name: &str,
        plural: bool,
        [base, source]: [&Translation; 2],
        own: &mut Translation,
    ) -> bool {
        let code = self.languages.iter().find(|it| it.id == source.language);
        let code = code.map_or("", |language| &*language.iso);
        // A text is no other for who wrote or reviewed it, nor for a mark that came with another.
        let [known, new] = [base, source].map(|side| Translation {
            text: side.text.clone().into_plural(plural),
            reviewed: side.reviewed,
            statuses: side.statuses.clone(),
            ..own.clone()
        });
        if self.takes(|| format!("{name} in {code}"), &known, &new, own) {
            *own = Translation { id: own.id, text: new.text, ..source.clone() };
            return true;
        }
        let is_marked = source.unverified != base.unverified && new.text == own.text;
        if is_marked {
            own.unverified = source.unverified;
        }
        is_marked
    }
}

/// The keys of a branch by their names on all platforms.
struct Counterparts<'k>(HashMap<[&'k str; 4], Vec<&'k Key>>);

impl<'k> Counterparts<'k> {
    fn among(keys: &'k [Key]) -> Self {
        let mut by_names: HashMap<_, Vec<_>> = HashMap::new();
        for key in keys {
            by_names.entry(key.names.texts()).or_default().push(key);
        }
        Self(by_names)
    }

    /// The key that is the same as one of another branch, given all of that branch.
    fn of(&self, key: &Key, of_its_branch: &Self) -> Option<&'k Key> {
        let found = self.0.get(&key.names.texts())?;
        let mut same_files = found.iter().filter(|it| it.filenames == key.filenames);
        match (same_files.next(), &found[..]) {
            (Some(same), _) => Some(same),
            // Without a doubt it is this one, which one of the sides has put into another file.
            (None, [only]) if of_its_branch.0[&key.names.texts()].len() == 1 => Some(only),
            _ => None,
        }
    }
}
