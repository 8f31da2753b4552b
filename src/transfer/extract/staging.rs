//! A hidden folder inside the target, and what a bundle becomes in it, until it takes its places.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf, absolute};

use tempfile::{TempDir, TempPath};

use super::compare::compare;
use super::hidden::{Hidden, hidden_in};
use super::journal::Journal;
use super::names::Entry;
use super::places::around;
use super::replace::{Told, sync_all};
use super::step::Step;
use super::{ExtractLimits, Prune, TextStyle, archive, text};
use crate::error::Error;
use crate::transfer::blocking::{Stopped, blocking, stoppable};
use crate::transfer::disk::{folder_of, hold, sync_folder};

/// On the same disk as the target, so that files can be moved from one to the other, and where the
/// caller may write. Dropping it removes it, and the target too where that was made for it and is
/// still empty.
#[derive(Debug)]
pub(in crate::transfer) struct Staging {
    hidden: TempDir,
    /// Held until the folder is removed.
    lock: Option<File>,
    made: Made,
    target: PathBuf,
}

/// How a bundle is unpacked.
#[derive(Debug, Default)]
pub(in crate::transfer) struct Unpacking {
    pub(in crate::transfer) limits: ExtractLimits,
    pub(in crate::transfer) text: TextStyle,
    pub(in crate::transfer) prune: Prune,
}

impl Staging {
    pub(in crate::transfer) async fn open(target: &Path) -> Result<Self, Error> {
        let path = target.to_owned();
        blocking(target, move || Self::open_now(&path)).await
    }

    /// Makes the folder, after what pulls have left in the target that are no more is gone.
    pub(super) fn open_now(target: &Path) -> Result<Self, Error> {
        match target.try_exists() {
            Ok(true) if !target.is_dir() => {
                return Err(Error::bad_place(target, "it is no folder"));
            }
            // Asked of the place itself: a folder may have been made there since.
            Ok(false) if target.is_symlink() => {
                return Err(Error::bad_place(target, "it is a link that leads nowhere"));
            }
            _ => {}
        }
        let fail = |error| Error::io("write to", target, error);
        let target = absolute(target).map_err(fail)?;
        let mut made = Made::default();
        made.folder(&target).map_err(fail)?;
        let (hidden, lock) = hidden_in(&target).map_err(fail)?;
        super::clear(&target, &lock.metadata().map_err(fail)?);
        Ok(Self {
            hidden,
            lock: Some(lock),
            made,
            target,
        })
    }

    pub(in crate::transfer) fn path(&self) -> &Path {
        self.hidden.path()
    }

    /// Unpacks a bundle, and compares it with what is in the target.
    pub(in crate::transfer) async fn unpack(
        self,
        (bundle, path): (File, TempPath),
        how: Unpacking,
        told: impl Fn(usize, usize) + Send + 'static,
    ) -> Result<(Staged, Vec<Step>), Error> {
        let target = self.target.clone();
        stoppable(&target, move |stopped| {
            let result = self.unpack_now(bundle, how, stopped, &told);
            drop(path);
            result
        })
        .await
    }

    pub(super) fn unpack_now(
        self,
        bundle: File,
        how: Unpacking,
        stopped: &Stopped,
        told: Told<'_>,
    ) -> Result<(Staged, Vec<Step>), Error> {
        let hidden = Hidden(self.hidden.path());
        let entries = archive::unpack(bundle, &hidden.new_files(), &how.limits, stopped, told)?;
        let (folders, files): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|entry| entry.is_folder);
        for file in &files {
            stopped.check()?;
            text::adapt(hidden, &file.path, &self.target, how.text)?;
        }
        let steps = compare(&files, &how.prune, &[], hidden, &self.target, stopped)?;
        let staged = Staged {
            staging: self,
            folders,
            files,
            prune: how.prune,
        };
        Ok((staged, steps))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Its open file would keep the folder.
        if cfg!(windows) {
            self.lock = None;
        }
    }
}

/// What is done where something has changed in the target since it was looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::transfer) enum Meanwhile {
    /// It is looked at again. What no step is of is left alone.
    LookAgain,
    /// Nothing is placed.
    Refuse,
}

/// An unpacked bundle, all its files in a hidden folder. Dropping it removes them.
#[derive(Debug)]
pub(in crate::transfer) struct Staged {
    staging: Staging,
    folders: Vec<Entry>,
    files: Vec<Entry>,
    prune: Prune,
}

impl Staged {
    /// Carries out these steps; answers with those that it was in the end.
    pub(in crate::transfer) async fn place(
        self,
        steps: Vec<Step>,
        meanwhile: Meanwhile,
        told: impl Fn(usize, usize) + Send + 'static,
    ) -> Result<Vec<Step>, Error> {
        let target = self.staging.target.clone();
        stoppable(&target, move |stopped| {
            self.place_now(steps, meanwhile, stopped, &told)
        })
        .await
    }

    pub(super) fn place_now(
        mut self,
        steps: Vec<Step>,
        meanwhile: Meanwhile,
        stopped: &Stopped,
        told: Told<'_>,
    ) -> Result<Vec<Step>, Error> {
        let (hidden, target) = (
            self.staging.hidden.path().to_owned(),
            self.staging.target.clone(),
        );
        let (hidden, target) = (Hidden(&hidden), target.as_path());
        let written: Vec<_> = steps.iter().filter(|step| step.is_written()).collect();
        sync_all(&written, hidden, target, stopped)?;
        let held = hold(target, stopped)?;
        let steps = self.look_again(steps, meanwhile, stopped)?;
        let folders = self.folders_for(&steps);
        let journal = Journal::make(&folders, &steps, hidden, target)?;
        if !journal.is_empty() {
            let placed = journal.carry_out(hidden, target, stopped, told);
            drop(held);
            placed.map_err(|unplaced| {
                self.staging.hidden.disable_cleanup(!unplaced.is_settled);
                unplaced.error
            })?;
        }
        self.staging.made.keep();
        Ok(steps)
    }

    /// The steps, now that nobody else changes the target.
    fn look_again(
        &self,
        steps: Vec<Step>,
        meanwhile: Meanwhile,
        stopped: &Stopped,
    ) -> Result<Vec<Step>, Error> {
        let (hidden, target) = (Hidden(self.staging.hidden.path()), &self.staging.target);
        if meanwhile == Meanwhile::Refuse {
            let mut checked = steps.iter().map(|step| step.check_unmoved(target));
            return checked.try_for_each(|step| step).map(|()| steps);
        }
        let mut now = compare(&self.files, &self.prune, &steps, hidden, target, stopped)?;
        let planned: HashSet<_> = steps.iter().map(|step| &step.path).collect();
        now.retain(|step| planned.contains(&step.path));
        let known = steps.iter().filter(|step| step.is_written());
        let known: HashSet<_> = known.map(|step| &step.path).collect();
        let late = now.iter().filter(|step| step.is_written());
        let late: Vec<_> = late.filter(|step| !known.contains(&step.path)).collect();
        sync_all(&late, hidden, target, stopped)?;
        Ok(now)
    }

    /// The folders that the bundle names, but for those that hold files of it none of which is
    /// wanted.
    fn folders_for(&self, steps: &[Step]) -> Vec<&Path> {
        let folders = |paths: &mut dyn Iterator<Item = &PathBuf>| -> HashSet<PathBuf> {
            let around = paths.flat_map(|path| around(path).skip(1));
            around.map(Path::to_owned).collect()
        };
        let wanted = folders(&mut steps.iter().map(|step| &step.path));
        let used = folders(&mut self.files.iter().map(|file| &file.path));
        let named = self.folders.iter().map(|folder| folder.path.as_path());
        named
            .filter(|folder| wanted.contains(*folder) || !used.contains(*folder))
            .collect()
    }
}

/// Folders that were made. Dropping this removes those that are empty, unless they are kept.
#[derive(Debug, Default)]
struct Made(Vec<PathBuf>);

impl Made {
    /// Makes a folder, and those above it.
    fn folder(&mut self, folder: &Path) -> io::Result<()> {
        let missing = folder.ancestors().take_while(|folder| !folder.is_dir());
        let missing: Vec<_> = missing.map(Path::to_owned).collect();
        for folder in missing.into_iter().rev() {
            match fs::create_dir(&folder) {
                // Another pull was quicker.
                Err(_) if folder.is_dir() => {}
                made => made.map(|()| self.0.push(folder))?,
            }
        }
        Ok(())
    }

    /// Keeps them, for good.
    fn keep(&mut self) {
        for folder in self.0.drain(..) {
            sync_folder(folder_of(&folder));
        }
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for folder in self.0.drain(..).rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
