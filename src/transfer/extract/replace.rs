//! Moving files to their places: all of them, or none.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::names::Entry;
use crate::error::Error;
use crate::transfer::blocking::Stopped;

/// Moves the files in `new` to the same paths below `target`. What they replace is kept in `hidden`, to be put back when one of
/// them fails.
pub(super) fn replace(
    entries: &[Entry],
    new: &Path,
    hidden: &mut TempDir,
    target: &Path,
    stopped: &Stopped,
) -> Result<(), Error> {
    for entry in entries {
        check_place(target, entry)?;
    }
    let old = hidden.path().join("old");
    fs::create_dir(&old).map_err(|error| Error::io("make", &old, error))?;
    let mut journal = Journal::default();
    match place_all(&mut journal, entries, new, &old, target, stopped) {
        Ok(()) => {
            journal.made.keep();
            Ok(())
        }
        Err(error) => match journal.undo() {
            Ok(()) => Err(error),
            Err(stuck) => {
                hidden.disable_cleanup(true);
                Err(error.and(&format!(
                    "{stuck:?} and others could not be put back: they are in {old:?}"
                )))
            }
        },
    }
}

/// Whether an entry can take its place: the way there leads through no link, and what is there is of its kind.
fn check_place(target: &Path, entry: &Entry) -> Result<(), Error> {
    let mut place = target.to_owned();
    let mut segments = entry.path.iter().peekable();
    while let Some(segment) = segments.next() {
        place.push(segment);
        let found = match fs::symlink_metadata(&place) {
            Ok(metadata) => metadata.file_type(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Error::io("look at", &place, error)),
        };
        let folder_wanted = entry.is_folder || segments.peek().is_some();
        let trouble = match folder_wanted {
            _ if found.is_symlink() => "a symbolic link is in its place, and is not followed",
            true if !found.is_dir() => "it has to be a folder, and is none",
            false if !found.is_file() => "it has to be a file, and is none",
            _ => continue,
        };
        return Err(Error::bad_place(&place, trouble));
    }
    Ok(())
}

fn place_all(
    journal: &mut Journal,
    entries: &[Entry],
    new: &Path,
    old: &Path,
    target: &Path,
    stopped: &Stopped,
) -> Result<(), Error> {
    for entry in entries {
        stopped.check()?;
        let place = target.join(&entry.path);
        let folder = if entry.is_folder {
            Some(place.as_path())
        } else {
            place.parent()
        };
        if let Some(folder) = folder {
            let made = journal.made.folder(folder);
            made.map_err(|error| Error::io("make", folder, error))?;
        }
        if !entry.is_folder {
            let backup = old.join(entry.index.to_string());
            let placed = journal.place(new.join(&entry.path), place, backup);
            placed.map_err(|(place, error)| Error::io("replace", &place, error))?;
        }
    }
    Ok(())
}

/// What was done, so that it can be undone.
#[derive(Debug, Default)]
struct Journal {
    placed: Vec<Placed>,
    made: Made,
}

#[derive(Debug)]
struct Placed {
    place: PathBuf,
    /// What was there before, if anything was.
    backup: Option<PathBuf>,
}

impl Journal {
    /// Moves a file to its place. A second link to what is there keeps that: so there is never no file.
    fn place(
        &mut self,
        new: PathBuf,
        place: PathBuf,
        backup: PathBuf,
    ) -> Result<(), (PathBuf, io::Error)> {
        let moved = keep(&place, backup).and_then(|backup| {
            fs::rename(new, &place)?;
            Ok(backup)
        });
        match moved {
            Ok(backup) => {
                self.placed.push(Placed { place, backup });
                Ok(())
            }
            Err(error) => Err((place, error)),
        }
    }

    /// Undoes everything, the last first. Goes on where something cannot be undone, and answers with the first of these.
    fn undo(self) -> Result<(), PathBuf> {
        let mut stuck = None;
        for Placed { place, backup } in self.placed.into_iter().rev() {
            let undone = match backup {
                Some(backup) => fs::rename(backup, &place),
                None => fs::remove_file(&place),
            };
            if undone.is_err() {
                stuck.get_or_insert(place);
            }
        }
        stuck.map_or(Ok(()), Err)
    }
}

/// Keeps the file at `place`, if there is one. Disks without hard links get a copy.
fn keep(place: &Path, backup: PathBuf) -> io::Result<Option<PathBuf>> {
    match fs::hard_link(place, &backup) {
        Ok(()) => Ok(Some(backup)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(_) => fs::copy(place, &backup).map(|_| Some(backup)),
    }
}

/// Folders that were made. Dropping this removes those that are empty, unless they are kept.
#[derive(Debug, Default)]
pub(super) struct Made(Vec<PathBuf>);

impl Made {
    /// Makes a folder, and those above it.
    pub(super) fn folder(&mut self, folder: &Path) -> io::Result<()> {
        let missing = folder.ancestors().take_while(|folder| !folder.is_dir());
        let missing: Vec<_> = missing.map(Path::to_owned).collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(&folder)?;
            self.0.push(folder);
        }
        Ok(())
    }

    pub(super) fn keep(&mut self) {
        self.0.clear();
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for folder in self.0.drain(..).rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
