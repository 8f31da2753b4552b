//! The hidden folders of pulls: made with a lock, and removed when nobody holds that any more.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::replace::{Hidden, undo_left};
use crate::transfer::blocking::Stopped;
use crate::transfer::disk::{hold, is_of_same_user, open_plain};
use crate::transfer::leftover::{TRIES, is_ours, named, taken};

/// What their names end with.
pub(in crate::transfer) const FILES: &str = ".files";

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

/// Removes a folder that nobody has locked, after what was begun with it is undone. What cannot be
/// undone is tried once: what it would have put back is kept, under a name of another kind.
pub(in crate::transfer) fn clear_hidden(hidden: &Path, target: &Path, own: &Metadata) {
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
