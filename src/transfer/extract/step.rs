//! A step of a pull: what becomes of one file.

use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::identity::Identity;
use crate::error::Error;
use crate::transfer::change::PullChange;

/// What becomes of a file.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::transfer) struct Step {
    /// Relative to the target.
    pub(in crate::transfer) path: PathBuf,
    pub(in crate::transfer) change: PullChange,
    /// No two steps have the same.
    pub(super) number: usize,
    /// What is in its place.
    pub(super) found: Option<Identity>,
}

impl Step {
    pub(super) fn is_written(&self) -> bool {
        matches!(self.change, PullChange::Added | PullChange::Changed)
    }

    pub(super) fn is_removed(&self) -> bool {
        self.change == PullChange::Removed
    }

    pub(super) fn removal(path: PathBuf, number: usize, found: Identity) -> Self {
        Self {
            path,
            change: PullChange::Removed,
            number,
            found: Some(found),
        }
    }

    /// # Errors
    ///
    /// What is in its place is not what was there when it was looked at.
    pub(super) fn check_unmoved(&self, target: &Path) -> Result<(), Error> {
        let place = target.join(&self.path);
        match identity_at(&place)? == self.found {
            true => Ok(()),
            false => Err(Error::bad_place(
                &place,
                "it was changed after the plan was made, which is not carried out: make another",
            )),
        }
    }
}

/// What is in a place, if anything.
pub(super) fn identity_at(place: &Path) -> Result<Option<Identity>, Error> {
    let found = fs::symlink_metadata(place).map(|found: Metadata| Identity::of(&found));
    match found {
        Ok(Ok(found)) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Ok(Err(error)) | Err(error) => Err(Error::io("look at", place, error)),
    }
}
