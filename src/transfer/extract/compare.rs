//! What is new in an unpacked bundle: each file compared with the one in its place.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use super::hidden::Hidden;
use super::names::Entry;
use super::places::check_place;
use super::prune::Prune;
use super::step::{Step, identity_at};
use crate::error::Error;
use crate::transfer::blocking::Stopped;
use crate::transfer::change::PullChange;

/// What is read at a time.
const BUFFER: usize = 64 << 10;

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
