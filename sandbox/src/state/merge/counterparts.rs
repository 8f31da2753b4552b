//! Which keys of two branches are the same: those with the same names, and in the same files where
//! several have these names.

use std::collections::HashMap;

use crate::state::Key;

/// The keys of a branch by their names on all platforms.
pub(super) struct Counterparts<'k>(HashMap<[&'k str; 4], Vec<&'k Key>>);

impl<'k> Counterparts<'k> {
    pub(super) fn among(keys: &'k [Key]) -> Self {
        let mut by_names: HashMap<_, Vec<_>> = HashMap::new();
        for key in keys {
            by_names.entry(key.names.texts()).or_default().push(key);
        }
        Self(by_names)
    }

    /// The key that is the same as one of another branch, given all of that branch.
    pub(super) fn of(&self, key: &Key, of_its_branch: &Self) -> Option<&'k Key> {
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
