//! What a pull keeps beside its target while it works, and what is left of that when its process is
//! killed.
//!
//! Each of these has a random name and a lock, which the system gives up with the process, however
//! that ends. So what nobody has locked is nobody's, and the next pull to the same folder removes
//! it; across processes and containers, as far as the locks of the file system reach.

use std::fs::{self, DirEntry, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use super::disk::{exists, is_of_same_user, open_plain, temporary_in};

/// What all names begin with.
pub(super) const PREFIX: &str = ".l10n-";
/// What the name of a bundle on its way ends with.
const PART: &str = ".part";
/// What the name of a hidden folder ends with.
pub(super) const FILES: &str = ".files";
/// How many letters and digits are between.
const RANDOM: usize = 12;
/// How often a name is tried that another process takes for left over just as it is made.
pub(super) const TRIES: usize = 16;

/// A new file, locked.
pub(super) fn file_in(
    folder: &Path,
    settings: &mut tempfile::Builder<'static, 'static>,
) -> io::Result<NamedTempFile> {
    for _ in 0..TRIES {
        let made = temporary_in(folder, named(settings, PART))?;
        if is_ours(made.as_file(), made.path()) {
            return Ok(made);
        }
    }
    Err(taken())
}

/// Sets names that are known again, and that nobody else would choose.
pub(super) fn named<'b, 's>(
    settings: &'b mut tempfile::Builder<'static, 's>,
    suffix: &'s str,
) -> &'b mut tempfile::Builder<'static, 's> {
    settings.prefix(PREFIX).suffix(suffix).rand_bytes(RANDOM)
}

/// That no name stays free.
pub(super) fn taken() -> io::Error {
    io::Error::other("another process removes what is made there")
}

/// Locks what was just made. A disk without locks has none for others either.
pub(super) fn is_ours(lock: &File, path: &Path) -> bool {
    !matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) && exists(path)
}

/// Removes from a folder the bundles on their way that pulls have left there which are no more, and
/// tells of the hidden folders. What belongs to another user than `own` stays: it could be made up.
pub(super) fn clear(folder: &Path, own: &Metadata, hidden: impl Fn(&Path)) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let found = entry.metadata();
        if found.is_ok_and(|found| is_of_same_user(&found, own)) {
            clear_entry(&entry, &hidden);
        }
    }
}

fn clear_entry(entry: &DirEntry, hidden: impl Fn(&Path)) {
    let (name, path) = (entry.file_name(), entry.path());
    let (Some(name), Ok(kind)) = (name.to_str(), entry.file_type()) else {
        return;
    };
    if kind.is_file() && is_named(name, PART) {
        // The lock is held until the file is gone.
        let part = open_plain(&path, OpenOptions::new().write(true));
        if part.is_ok_and(|part| part.try_lock().is_ok() && fs::remove_file(&path).is_ok()) {
            tracing::debug!("removed what a pull had left");
        }
    }
    if kind.is_dir() && is_named(name, FILES) {
        hidden(&path);
    }
}

/// Whether a name is one of those made here.
fn is_named(name: &str, suffix: &str) -> bool {
    let random = name
        .strip_prefix(PREFIX)
        .and_then(|name| name.strip_suffix(suffix));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}
