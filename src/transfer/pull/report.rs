//! What a pull has done, or would do, file by file.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::transfer::change::PullChange;
use crate::wire::single_line::SingleLine;

/// A file of a pull, and what becomes of it. Displayed, it is one line without its end: control
/// characters in names are escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullFile {
    pub(super) path: PathBuf,
    pub(super) change: PullChange,
}

impl PullFile {
    /// Where it is: in the folder of the pull, as that was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What becomes of it.
    pub fn change(&self) -> PullChange {
        self.change
    }
}

impl fmt::Display for PullFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SingleLine(format!("{:9} {}", self.change, self.path.display())).fmt(f)
    }
}

/// What a pull has done. Displayed, it is one line for each file, and one with how many there are
/// of each kind.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pulled {
    /// The size of the bundle, in bytes.
    pub bundle_size: u64,
    /// The bundle where it was written to a file; or the files that were in it, in its order, those
    /// that had their content already included.
    pub files: Vec<PathBuf>,
    /// What became of each of these, and then of those that were removed.
    pub changes: Vec<PullFile>,
    /// The process of an asynchronous export: for as long as the service keeps the bundle,
    /// [`Pull::from_process`](crate::Pull::from_process) has it again.
    pub process_id: Option<String>,
}

impl Pulled {
    /// How many files have become this.
    pub fn count(&self, change: PullChange) -> usize {
        count(&self.changes, change)
    }
}

impl fmt::Display for Pulled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_all(f, &self.changes)
    }
}

pub(super) fn count<'f>(
    files: impl IntoIterator<Item = &'f PullFile>,
    change: PullChange,
) -> usize {
    let files = files.into_iter();
    files.filter(|file| file.change == change).count()
}

/// One line for each file, and one with how many there are of each kind.
pub(super) fn write_all<'f>(
    f: &mut fmt::Formatter<'_>,
    files: impl IntoIterator<Item = &'f PullFile> + Clone,
) -> fmt::Result {
    let mut total = 0;
    for file in files.clone() {
        writeln!(f, "{file}")?;
        total += 1;
    }
    let noun = if total == 1 { "file" } else { "files" };
    write!(f, "{total} {noun}")?;
    let counts = PullChange::ALL.map(|change| (count(files.clone(), change), change));
    let some = counts.into_iter().filter(|(count, _)| *count > 0);
    for (place, (count, change)) in some.enumerate() {
        let mark = if place == 0 { ":" } else { "," };
        write!(f, "{mark} {count} {change}")?;
    }
    writeln!(f)
}
