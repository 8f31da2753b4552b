//! Bundles to folders: unpacked into a hidden folder first, then moved to their places, all of them
//! or none.

mod archive;
mod hidden;
mod names;
mod replace;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::path::{Path, PathBuf, absolute};

use tempfile::{TempDir, TempPath};

use crate::error::Error;
use crate::transfer::blocking::{Stopped, blocking, stoppable};
use crate::transfer::disk::hold;
use crate::transfer::leftover;
use replace::{Hidden, Made, Plan, sync_all};

pub(super) use hidden::{FILES, clear_hidden};

/// What a bundle may hold when it is unpacked.
///
/// ```
/// use l10n_client::ExtractLimits;
///
/// let generous = ExtractLimits::default().entries(500_000).total_size(50 << 30);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct ExtractLimits {
    entries: usize,
    total_size: u64,
    ratio: u64,
    dot_names: bool,
}

impl Default for ExtractLimits {
    /// 50,000 entries, 4 GiB, 200 bytes from each byte, and no name that begins with a dot.
    fn default() -> Self {
        Self {
            entries: 50_000,
            total_size: 4 << 30,
            ratio: 200,
            dot_names: false,
        }
    }
}

impl ExtractLimits {
    /// At most so many files and folders, those included that are only named in the path of another.
    pub fn entries(mut self, entries: usize) -> Self {
        self.entries = entries;
        self
    }

    /// At most so many bytes in all files together.
    pub fn total_size(mut self, bytes: u64) -> Self {
        self.total_size = bytes;
        self
    }

    /// At most so many bytes from each byte of the bundle, as a whole and for each file; the first MiB is free. Translations
    /// seldom go beyond 20, and deflate, the usual compression, cannot go beyond 1032.
    pub fn ratio(mut self, ratio: u64) -> Self {
        self.ratio = ratio;
        self
    }

    /// Whether files and folders may have names that begin with a dot, as `.github` and `.env` do:
    /// programs read many of them unasked. Names of git's own are refused all the same.
    pub fn allow_dot_names(mut self, allowed: bool) -> Self {
        self.dot_names = allowed;
        self
    }
}

/// A hidden folder inside the target: on the same disk, so that files can be moved from one to the other, and where the caller
/// may write. Dropping it removes it, and the target too where that was made for it and is still empty.
pub(in crate::transfer) struct Staging {
    hidden: TempDir,
    /// Held until the folder is removed.
    _lock: File,
    made: Made,
    target: PathBuf,
}

impl Staging {
    pub(in crate::transfer) async fn open(target: &Path) -> Result<Self, Error> {
        let path = target.to_owned();
        blocking(target, move || Self::open_now(&path)).await
    }

    /// Makes the folder, after what pulls have left in the target that are no more is gone.
    fn open_now(target: &Path) -> Result<Self, Error> {
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
        let (hidden, lock) = hidden::hidden_in(&target).map_err(fail)?;
        leftover::clear(&target, &lock.metadata().map_err(fail)?);
        Ok(Self {
            hidden,
            _lock: lock,
            made,
            target,
        })
    }

    pub(in crate::transfer) fn path(&self) -> &Path {
        self.hidden.path()
    }

    /// Unpacks a bundle; answers with the files that were put into the target, relative to it.
    pub(in crate::transfer) async fn unpack(
        self,
        (bundle, path): (File, TempPath),
        limits: ExtractLimits,
    ) -> Result<Vec<PathBuf>, Error> {
        let target = self.target.clone();
        stoppable(&target, move |stopped| {
            let result = self.unpack_now(bundle, &limits, stopped);
            drop(path);
            result
        })
        .await
    }

    fn unpack_now(
        mut self,
        bundle: File,
        limits: &ExtractLimits,
        stopped: &Stopped,
    ) -> Result<Vec<PathBuf>, Error> {
        let hidden = self.hidden.path().to_owned();
        let hidden = Hidden(&hidden);
        let entries = archive::unpack(bundle, &hidden.new_files(), limits, stopped)?;
        sync_all(&entries, hidden, &self.target, stopped)?;
        let held = hold(&self.target, stopped)?;
        let plan = Plan::make(&entries, hidden, &self.target)?;
        let placed = plan.carry_out(hidden, &self.target, stopped);
        drop(held);
        placed.map_err(|unplaced| {
            self.hidden.disable_cleanup(!unplaced.is_settled);
            unplaced.error
        })?;
        self.made.keep();
        let files = entries.into_iter().filter(|entry| !entry.is_folder);
        Ok(files.map(|entry| entry.path).collect())
    }
}

/// Unpacks a bundle in memory, on this thread.
#[cfg(fuzzing)]
pub(in crate::transfer) fn unpack_bytes(
    bundle: &[u8],
    target: &Path,
    limits: &ExtractLimits,
) -> Result<Vec<PathBuf>, Error> {
    use std::io::{Seek, Write};
    let fail = |error| Error::io("write to", target, error);
    let mut file = tempfile::tempfile().map_err(fail)?;
    file.write_all(bundle).map_err(fail)?;
    file.rewind().map_err(fail)?;
    Staging::open_now(target)?.unpack_now(file, limits, &Stopped::default())
}
