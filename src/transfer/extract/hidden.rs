//! The hidden folders of pulls: made with a lock, and removed when nobody holds that any more.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::journal::undo_left;
use crate::error::Error;
use crate::transfer::blocking::Stopped;
use crate::transfer::disk::{hold, is_of_same_user, open_plain, sync_folder};
use crate::transfer::leftover::{self, FILES, TRIES, is_ours, named, taken};

/// A hidden folder inside the target: the files to be placed, those that they replace or that are
/// removed, and the journal while there is something to undo.
#[derive(Clone, Copy)]
pub(super) struct Hidden<'h>(pub(super) &'h Path);

impl Hidden<'_> {
    pub(super) fn new_files(self) -> PathBuf {
        self.0.join("new")
    }

    pub(super) fn old_files(self) -> PathBuf {
        self.0.join("old")
    }

    /// Where a file is made that takes the place of a new one.
    pub(super) fn draft(self) -> PathBuf {
        self.0.join("draft")
    }

    pub(super) fn journal(self) -> PathBuf {
        self.0.join("journal")
    }

    /// What the journal is called when nothing of it is undone any more.
    pub(super) fn done(self) -> PathBuf {
        self.0.join("done")
    }

    /// Where backups go that cannot be put back: no pull looks at this name.
    pub(super) fn kept(self) -> PathBuf {
        self.0.with_extension("kept")
    }

    /// Settles a journal that cannot be undone: moves the backups that are left, and the journal,
    /// which tells their names, to a folder of their own.
    pub(super) fn put_aside(self) -> Result<(), Error> {
        let (old, kept) = (self.old_files(), self.kept());
        let moved = match fs::remove_dir(&old) {
            Err(error) if error.kind() != ErrorKind::NotFound => fs::rename(&old, &kept),
            // There is no backup that is left.
            _ => return self.forget(),
        };
        moved.map_err(|error| Error::io("keep", &old, error))?;
        let _ = fs::rename(self.journal(), kept.join("journal"));
        self.forget()
    }

    /// Removes the journal: what was done stays.
    pub(super) fn forget(self) -> Result<(), Error> {
        let path = self.journal();
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Error::io("remove", &path, error))
            }
            _ => {
                sync_folder(self.0);
                Ok(())
            }
        }
    }
}

/// A new folder, with its lock.
pub(super) fn hidden_in(target: &Path) -> io::Result<(TempDir, File)> {
    for _ in 0..TRIES {
        let mut settings = tempfile::Builder::new();
        let made = named(&mut settings, FILES).tempdir_in(target)?;
        match open_lock(made.path()) {
            Ok(lock) if is_ours(&lock, &lock_of(made.path())) => return Ok((made, lock)),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Err(taken())
}

/// Removes from a folder what pulls have left there that are no more, after what they had begun is
/// undone.
pub(in crate::transfer) fn clear(folder: &Path, own: &Metadata) {
    leftover::clear(folder, own, |hidden| clear_hidden(hidden, folder, own));
}

/// Removes a folder that nobody has locked, after what was begun with it is undone. What cannot be
/// undone is tried once: what it would have put back is kept, under a name of another kind.
fn clear_hidden(hidden: &Path, target: &Path, own: &Metadata) {
    let lock = match open_lock(hidden) {
        Ok(lock) => lock,
        Err(error) => {
            let folder = hidden.display();
            return tracing::warn!(%error, %folder, "this lock is none of a pull: it is left alone");
        }
    };
    let is_own = lock
        .metadata()
        .is_ok_and(|found| is_of_same_user(&found, own));
    if !is_own || lock.try_lock().is_err() {
        return;
    }
    let held = match hold(target, &Stopped::default()) {
        Ok(held) => held,
        Err(error) => return tracing::warn!(%error, "what a pull has left stays for now"),
    };
    if let Err(error) = undo_left(hidden, target, own) {
        tracing::warn!(%error, "what a pull had begun is not undone");
        if let Err(error) = Hidden(hidden).put_aside() {
            return tracing::warn!(%error, "what a pull had begun is tried again by the next");
        }
    }
    drop(held);
    // On Windows, an open file would keep its folder.
    let _lock = Some(lock).filter(|_| !cfg!(windows));
    match fs::remove_dir_all(hidden) {
        Ok(()) => tracing::debug!("removed what a pull had left"),
        Err(error) => {
            let folder = hidden.display();
            tracing::warn!(%error, %folder, "what a pull had left cannot be removed");
        }
    }
}

fn lock_of(hidden: &Path) -> PathBuf {
    hidden.join("lock")
}

/// Opens the lock. A folder that has none is just being made or removed.
fn open_lock(hidden: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    open_plain(&lock_of(hidden), &mut options)
}
