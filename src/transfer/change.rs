//! What a pull does to a file.

use std::fmt;

/// What a pull does to a file of this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PullChange {
    /// There was none of its name.
    Added,
    /// It gets other content.
    Changed,
    /// It has the same content already, and is not touched: its modification time stays.
    Unchanged,
    /// It is not in the bundle, and is removed: see [`Pull::prune`](crate::Pull::prune).
    Removed,
}

impl PullChange {
    pub(super) const ALL: [Self; 4] = [Self::Added, Self::Changed, Self::Unchanged, Self::Removed];
}

/// `added`, `changed`, `unchanged` or `removed`.
impl fmt::Display for PullChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
            Self::Removed => "removed",
        })
    }
}
