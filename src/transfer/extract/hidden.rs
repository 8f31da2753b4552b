//! The hidden folders of pulls: made with a lock, and removed when nobody holds that any more.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::replace::undo_left;
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

/// Removes a folder that nobody has locked, after what was begun with it is undone.
pub(in crate::transfer) fn clear_hidden(hidden: &Path, target: &Path) {
    let lock = open_lock(hidden);
    if !lock.as_ref().is_ok_and(|lock| lock.try_lock().is_ok()) {
        return;
    }
    match undo_left(hidden, target) {
        Ok(()) => {
            let _ = fs::remove_dir_all(hidden);
            tracing::debug!("removed what a pull had left");
        }
        Err(error) => tracing::warn!(%error, "what a pull had begun cannot be undone"),
    }
}

fn lock_of(hidden: &Path) -> PathBuf {
    hidden.join("lock")
}

/// Opens the lock. A folder that has none is just being made or removed.
fn open_lock(hidden: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    options.open(lock_of(hidden))
}
