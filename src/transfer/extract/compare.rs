//! What is new in an unpacked bundle: each file compared with the one in its place.

use std::fs::{self, File, Metadata};
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::hidden::Hidden;
use super::identity::Identity;
use super::names::Entry;
use super::places::check_place;
use super::prune::Prune;
use crate::error::Error;
use crate::transfer::blocking::Stopped;
use crate::transfer::pull::PullChange;

/// What is read at a time.
const BUFFER: usize = 64 << 10;

/// What becomes of a file.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::transfer) struct Step {
    /// Relative to the target.
    pub(in crate::transfer) path: PathBuf,
    pub(in crate::transfer) change: PullChange,
    /// No two steps have the same.
    pub(super) number: usize,
    /// What is in its place.
    found: Option<Identity>,
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

/// What becomes of the files of a bundle, in its order, and then of those that are removed. What
/// is `known` of the files, as far as it reaches, is not looked at again where their places are as
/// they were.
pub(super) fn compare(
    files: &[Entry],
    prune: &Prune,
    known: &[Step],
    hidden: Hidden<'_>,
    target: &Path,
    stopped: &Stopped,
) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::with_capacity(files.len());
    for (place, entry) in files.iter().enumerate() {
        stopped.check()?;
        steps.push(step(entry, known.get(place), hidden, target)?);
    }
    steps.extend(prune.find(files, target, stopped)?);
    Ok(steps)
}

fn step(
    entry: &Entry,
    known: Option<&Step>,
    hidden: Hidden<'_>,
    target: &Path,
) -> Result<Step, Error> {
    check_place(target, &entry.path, false)?;
    let place = target.join(&entry.path);
    let found = identity_at(&place)?;
    let is_known = |known: &&Step| known.path == entry.path && known.found == found;
    if let Some(known) = known.filter(is_known) {
        return Ok(known.clone());
    }
    let change = match &found {
        None => PullChange::Added,
        // What cannot be read can still be replaced.
        Some(_) if is_same(&hidden.new_files().join(&entry.path), &place).unwrap_or(false) => {
            PullChange::Unchanged
        }
        Some(_) => PullChange::Changed,
    };
    Ok(Step {
        path: entry.path.clone(),
        change,
        number: entry.index,
        found,
    })
}

fn identity_at(place: &Path) -> Result<Option<Identity>, Error> {
    let found = fs::symlink_metadata(place).map(|found: Metadata| Identity::of(&found));
    match found {
        Ok(Ok(found)) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Ok(Err(error)) | Err(error) => Err(Error::io("look at", place, error)),
    }
}

/// Whether two files have the same content.
fn is_same(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (File::open(one)?, File::open(other)?);
    let length = one.metadata()?.len();
    if length != other.metadata()?.len() {
        return Ok(false);
    }
    let [mut one, mut other] = [one, other].map(|file| BufReader::with_capacity(BUFFER, file));
    let (mut left, mut pieces) = (length, [[0; 4096], [0; 4096]]);
    while left > 0 {
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(4096);
        let [first, second] = &mut pieces;
        one.read_exact(&mut first[..count])?;
        other.read_exact(&mut second[..count])?;
        if first[..count] != second[..count] {
            return Ok(false);
        }
        left -= count as u64;
    }
    Ok(true)
}
