//! Bundles to folders: unpacked into a hidden folder first, then moved to their places, all of them
//! or none.

mod archive;
mod compare;
mod hidden;
mod identity;
mod journal;
mod names;
mod places;
mod prune;
mod replace;
mod staging;
mod step;
#[cfg(test)]
mod tests;
mod text;

#[cfg(fuzzing)]
use std::path::{Path, PathBuf};

#[cfg(fuzzing)]
use crate::error::Error;
#[cfg(fuzzing)]
use crate::transfer::blocking::Stopped;

pub(super) use hidden::clear;
pub(super) use prune::Prune;
pub(super) use staging::{Meanwhile, Staged, Staging, Unpacking};
pub(super) use step::Step;
pub(super) use text::TextStyle;
pub use text::{FinalNewline, LineEndings};

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
    /// At most so many files and folders, those included that are only named in the path of
    /// another.
    pub fn entries(mut self, entries: usize) -> Self {
        self.entries = entries;
        self
    }

    /// At most so many bytes in all files together.
    pub fn total_size(mut self, bytes: u64) -> Self {
        self.total_size = bytes;
        self
    }

    /// At most so many bytes from each byte of the bundle, as a whole and for each file; the first
    /// MiB is free. Translations seldom go beyond 20, and deflate, the usual compression, cannot go
    /// beyond 1032.
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
    let how = Unpacking {
        limits: limits.clone(),
        ..Unpacking::default()
    };
    let stopped = Stopped::default();
    let (staged, steps) = Staging::open_now(target)?.unpack_now(file, how, &stopped, &|_, _| {})?;
    let steps = staged.place_now(steps, Meanwhile::LookAgain, &stopped, &|_, _| {})?;
    Ok(steps.into_iter().map(|step| step.path).collect())
}
