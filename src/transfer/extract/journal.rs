//! The journal of a replacement: enough to undo it, for this process or a later one.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::hidden::Hidden;
use super::identity::Identity;
use super::names;
use super::places::{around, check_place, missing_folders, name_of};
use super::step::Step;
use crate::error::Error;
use crate::transfer::disk::{exists, folder_of, is_of_same_user, open_plain, sync_folder};

/// No journal is longer, in bytes.
const LONGEST: u64 = 256 << 20;

/// What is moved where.
///
/// Another version may find it. A field that is added is optional, so that what this one has left
/// can be undone; and a version that does not know it must not undo without it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Journal {
    /// The folders that are missing, those around others first.
    pub(super) folders: Vec<String>,
    pub(super) files: Vec<Placing>,
    pub(super) removals: Vec<Removal>,
    /// The folders around what is removed, the inner ones first: those that are empty then go too,
    /// once nothing is undone any more.
    emptied: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Placing {
    /// Relative to the target, with `/` in it.
    pub(super) name: String,
    /// The name of the backup.
    pub(super) backup: usize,
    /// Whether there is a file in its place.
    replaces: bool,
    /// What is placed.
    file: Identity,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Removal {
    /// Relative to the target, with `/` in it.
    pub(super) name: String,
    /// The name that it has until nothing is undone any more.
    pub(super) backup: usize,
}

impl Journal {
    /// Looks at all places. Nobody else may change them until this is carried out.
    pub(super) fn make(
        folders: &[&Path],
        steps: &[Step],
        hidden: Hidden<'_>,
        target: &Path,
    ) -> Result<Self, Error> {
        let written = || steps.iter().filter(|step| step.is_written());
        let removed = || steps.iter().filter(|step| step.is_removed());
        for folder in folders {
            check_place(target, folder, true)?;
        }
        for step in written().chain(removed()) {
            check_place(target, &step.path, false)?;
        }
        let files = written().map(|step| Placing::of(step, hidden, target));
        let parents = written().filter_map(|step| step.path.parent());
        let removals = removed().map(|step| Removal {
            name: name_of(&step.path),
            backup: step.number,
        });
        Ok(Self {
            files: files.collect::<Result<_, Error>>()?,
            folders: missing_folders(folders.iter().copied().chain(parents), target),
            removals: removals.collect(),
            emptied: emptied(removed(), folders),
        })
    }

    /// Whether it changes nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.folders.is_empty() && self.files.is_empty() && self.removals.is_empty()
    }

    pub(super) fn write(&self, hidden: Hidden<'_>) -> Result<(), Error> {
        let (path, old) = (hidden.journal(), hidden.old_files());
        fs::create_dir(&old).map_err(|error| Error::io("make", &old, error))?;
        let write = || {
            let mut file = File::create_new(&path)?;
            file.write_all(&serde_json::to_vec(self)?)?;
            file.sync_all()?;
            sync_folder(hidden.0);
            sync_folder(folder_of(hidden.0));
            Ok(())
        };
        write().map_err(|error| Error::io("write", &path, error))
    }

    /// Forces the new names to the disk.
    pub(super) fn sync_folders(&self, target: &Path) {
        let changed: BTreeSet<_> = self
            .names()
            .map(|name| folder_of(&target.join(name)).to_owned())
            .collect();
        changed.iter().for_each(|folder| sync_folder(folder));
    }

    /// Ends it: from here on nothing is undone.
    pub(super) fn conclude(&self, hidden: Hidden<'_>, target: &Path) -> Result<(), Error> {
        if self.emptied.is_empty() {
            return hidden.forget();
        }
        let (journal, done) = (hidden.journal(), hidden.done());
        fs::rename(&journal, done).map_err(|error| Error::io("rename", &journal, error))?;
        sync_folder(hidden.0);
        self.remove_emptied(target);
        Ok(())
    }

    /// Removes the folders that nothing is in any more.
    fn remove_emptied(&self, target: &Path) {
        for folder in &self.emptied {
            let place = target.join(folder);
            if check_place(target, Path::new(folder), true).is_ok()
                && fs::remove_dir(&place).is_ok()
            {
                sync_folder(folder_of(&place));
            }
        }
    }

    /// Undoes what was done of it, the last first. Goes on where something cannot be undone, and
    /// answers with the first of these.
    pub(super) fn undo(&self, hidden: Hidden<'_>, target: &Path) -> Result<(), Error> {
        let mut result = Ok(());
        for removal in self.removals.iter().rev() {
            result = result.and(removal.undo(hidden, target));
        }
        for file in self.files.iter().rev() {
            result = result.and(file.undo(hidden, target));
        }
        for folder in self.folders.iter().rev() {
            if check_place(target, Path::new(folder), true).is_ok() {
                // Somebody may have put something there.
                let _ = fs::remove_dir(target.join(folder));
            }
        }
        self.sync_folders(target);
        result.and_then(|()| hidden.forget())
    }

    /// Whether all names lead to places below the target. Whoever may write here can have made
    /// them up.
    fn is_safe(&self) -> bool {
        let mut names = self.names().chain(&self.emptied);
        names.all(|name| names::check(name, cfg!(windows), true).is_ok())
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        let files = self.files.iter().map(|file| &file.name);
        let removals = self.removals.iter().map(|removal| &removal.name);
        files.chain(removals).chain(&self.folders)
    }
}

/// The folders around what is removed, the inner ones first, but for those that are asked for.
fn emptied<'s>(removed: impl Iterator<Item = &'s Step>, asked_for: &[&Path]) -> Vec<String> {
    let mut folders: BTreeSet<_> = removed
        .flat_map(|step| around(&step.path).skip(1))
        .collect();
    for folder in asked_for {
        folders.remove(folder);
    }
    folders.iter().rev().map(|folder| name_of(folder)).collect()
}

impl Placing {
    fn of(step: &Step, hidden: Hidden<'_>, target: &Path) -> Result<Self, Error> {
        let path = hidden.new_files().join(&step.path);
        let found = fs::metadata(&path).and_then(|found| Identity::of(&found));
        Ok(Self {
            name: name_of(&step.path),
            backup: step.number,
            replaces: exists(&target.join(&step.path)),
            file: found.map_err(|error| Error::io("look at", &path, error))?,
        })
    }

    fn undo(&self, hidden: Hidden<'_>, target: &Path) -> Result<(), Error> {
        let place = target.join(&self.name);
        let backup = hidden.old_files().join(self.backup.to_string());
        // It was to be replaced at once by what could only be moved away.
        let is_away = cfg!(windows) && exists(&backup) && !exists(&place);
        if exists(&hidden.new_files().join(&self.name)) && !is_away {
            // It was not moved, and neither was what it replaces.
            let _ = fs::remove_file(&backup);
            return Ok(());
        }
        check_place(target, Path::new(&self.name), false)?;
        let has_backup = exists(&backup);
        let undone = match fs::symlink_metadata(&place) {
            Ok(found) if self.is(&found) && has_backup => fs::rename(&backup, &place),
            Ok(found) if self.is(&found) && !self.replaces => fs::remove_file(&place),
            Ok(found) if self.is(&found) => Err(io::Error::other("it is gone")),
            Ok(_) if has_backup => Err(io::Error::other(ANOTHER)),
            Err(_) if has_backup => fs::rename(&backup, &place),
            _ => Ok(()),
        };
        undone.map_err(|error| stuck(hidden, &place, has_backup.then_some(self.backup), error))
    }

    /// Whether this is the file that was placed.
    fn is(&self, found: &Metadata) -> bool {
        found.is_file() && Identity::of(found).is_ok_and(|found| found == self.file)
    }
}

impl Removal {
    fn undo(&self, hidden: Hidden<'_>, target: &Path) -> Result<(), Error> {
        let place = target.join(&self.name);
        let backup = hidden.old_files().join(self.backup.to_string());
        if !exists(&backup) {
            return Ok(());
        }
        check_place(target, Path::new(&self.name), false)?;
        let undone = match exists(&place) {
            true => Err(io::Error::other(ANOTHER)),
            false => fs::rename(&backup, &place),
        };
        undone.map_err(|error| stuck(hidden, &place, Some(self.backup), error))
    }
}

const ANOTHER: &str = "another file is in its place";

/// That a file cannot be put back, and where it is kept.
fn stuck(hidden: Hidden<'_>, place: &Path, backup: Option<usize>, error: io::Error) -> Error {
    let text = match backup {
        Some(backup) => {
            let kept = hidden.kept().join(backup.to_string());
            format!("put back what is kept in {kept:?} to")
        }
        None => "put back".to_owned(),
    };
    Error::io(&text, place, error)
}

/// Undoes what a process that is no more has left, or finishes what was not to be undone any more.
///
/// # Errors
///
/// Something could not be undone. The backups are needed.
pub(super) fn undo_left(hidden: &Path, target: &Path, own: &Metadata) -> Result<(), Error> {
    let hidden = Hidden(hidden);
    if let Some(done) = read(&hidden.done(), hidden, own)? {
        done.remove_emptied(target);
        return Ok(());
    }
    match read(&hidden.journal(), hidden, own)? {
        Some(journal) => journal.undo(hidden, target),
        None => Ok(()),
    }
}

/// The journal in a file, where there is one of which something may have been done.
fn read(path: &Path, hidden: Hidden<'_>, own: &Metadata) -> Result<Option<Journal>, Error> {
    let text = match read_text(path, own) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::io("read", path, error)),
    };
    match serde_json::from_slice::<Journal>(&text) {
        Ok(journal) if journal.is_safe() => Ok(Some(journal)),
        Ok(_) => Err(Error::bad_place(path, "it leads elsewhere")),
        // One that was not written to its end was not begun.
        Err(_) if is_empty(&hidden.old_files()) => Ok(None),
        Err(_) => Err(Error::bad_place(
            path,
            "it is no journal that can be undone",
        )),
    }
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

/// Reads a journal, of this user, that is no longer than one can be.
fn read_text(path: &Path, own: &Metadata) -> io::Result<Vec<u8>> {
    let file = open_plain(path, OpenOptions::new().read(true))?;
    let found = file.metadata()?;
    if !is_of_same_user(&found, own) || found.len() > LONGEST {
        return Err(io::Error::other("no pull has written it"));
    }
    let mut text = Vec::new();
    file.take(LONGEST).read_to_end(&mut text)?;
    Ok(text)
}
