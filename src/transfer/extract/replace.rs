//! Moving files to their places: all of them, or none, even where the process is killed.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;

use super::hidden::Hidden;
use super::journal::Journal;
use super::step::Step;
use crate::error::Error;
use crate::transfer::blocking::Stopped;
use crate::transfer::disk::{finish, permissions_at, replace};

/// How many files are forced to the disk at once: a disk does many of them in the time of one.
const AT_ONCE: usize = 8;

/// Is told how many files are done, and how many there are.
pub(super) type Told<'t> = &'t dyn Fn(usize, usize);

/// Why files are not in their places.
#[derive(Debug)]
pub(super) struct Unplaced {
    pub(super) error: Error,
    /// Otherwise the hidden folder is needed.
    pub(super) is_settled: bool,
}

impl Journal {
    /// Moves the files to their places, and those that are removed away. What they replace is kept
    /// until all are there, and put back when one of them fails.
    pub(super) fn carry_out(
        &self,
        hidden: Hidden<'_>,
        target: &Path,
        stopped: &Stopped,
        told: Told<'_>,
    ) -> Result<(), Unplaced> {
        let placed = self.write(hidden).and_then(|()| {
            self.place_all(hidden, target, stopped, told)?;
            self.sync_folders(target);
            self.conclude(hidden, target)
        });
        placed.map_err(|error| match self.undo(hidden, target) {
            Ok(()) => Unplaced {
                error,
                is_settled: true,
            },
            Err(stuck) => Unplaced {
                error: error.and(&stuck.to_string()),
                is_settled: hidden.put_aside().is_ok(),
            },
        })
    }

    pub(super) fn place_all(
        &self,
        hidden: Hidden<'_>,
        target: &Path,
        stopped: &Stopped,
        told: Told<'_>,
    ) -> Result<(), Error> {
        for folder in &self.folders {
            let folder = target.join(folder);
            match fs::create_dir(&folder) {
                // Of two names that the disk takes for one.
                Err(_) if folder.is_dir() => {}
                made => made.map_err(|error| Error::io("make", &folder, error))?,
            }
        }
        let (new, old) = (hidden.new_files(), hidden.old_files());
        let total = self.files.len() + self.removals.len();
        for (done, file) in self.files.iter().enumerate() {
            stopped.check()?;
            let place = target.join(&file.name);
            let backup = old.join(file.backup.to_string());
            let placed = keep(&place, &backup)
                .and_then(|()| replace(&new.join(&file.name), &place, &backup));
            placed.map_err(|error| Error::io("replace", &place, error))?;
            told(done + 1, total);
        }
        for (done, removal) in self.removals.iter().enumerate() {
            stopped.check()?;
            let place = target.join(&removal.name);
            let removed = fs::rename(&place, old.join(removal.backup.to_string()));
            removed.map_err(|error| Error::io("remove", &place, error))?;
            told(self.files.len() + done + 1, total);
        }
        Ok(())
    }
}

/// Forces the new files to the disk, some at once, with the permissions of those that they replace.
pub(super) fn sync_all(
    files: &[&Step],
    hidden: Hidden<'_>,
    target: &Path,
    stopped: &Stopped,
) -> Result<(), Error> {
    let new = hidden.new_files();
    let sync = |step: &Step| {
        stopped.check()?;
        let path = new.join(&step.path);
        let synced = OpenOptions::new().write(true).open(&path);
        let permissions = permissions_at(&target.join(&step.path));
        let synced = synced.and_then(|file| finish(&file, permissions));
        synced.map_err(|error| Error::io("write", &path, error))
    };
    let sync_share = |share: &[&Step]| share.iter().try_for_each(|step| sync(step));
    let share = files.len().div_ceil(AT_ONCE).max(1);
    thread::scope(|scope| {
        let begin = |share| {
            let begun = thread::Builder::new().spawn_scoped(scope, move || sync_share(share));
            // Where no thread is to be had it is done on this one.
            begun.map_err(|_| sync_share(share))
        };
        let shares: Vec<_> = files.chunks(share).map(begin).collect();
        let results = shares
            .into_iter()
            .map(|share| match share.map(|begun| begun.join()) {
                Ok(Ok(result)) | Err(result) => result,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
            });
        results.collect()
    })
}

/// Keeps the file at `place`, if there is one, so that there is never none: by a second link to it,
/// or a copy where the disk has no links.
fn keep(place: &Path, backup: &Path) -> io::Result<()> {
    match fs::hard_link(place, backup) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(_) => fs::copy(place, backup).map(drop),
        Ok(()) => Ok(()),
    }
}
