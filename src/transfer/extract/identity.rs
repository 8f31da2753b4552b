//! What tells a file from one that somebody has put in its place since.

use std::fs::Metadata;
use std::io;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

/// Size, time and number of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Identity {
    size: u64,
    modified: SystemTime,
    /// Renaming keeps it. That of the device would be no help: it may change when a system starts.
    inode: Option<u64>,
}

impl Identity {
    pub(super) fn of(found: &Metadata) -> io::Result<Self> {
        Ok(Self {
            size: found.len(),
            modified: found.modified()?,
            inode: inode(found),
        })
    }
}

#[cfg(unix)]
pub(super) fn inode(found: &Metadata) -> Option<u64> {
    Some(std::os::unix::fs::MetadataExt::ino(found))
}

#[cfg(not(unix))]
pub(super) fn inode(_: &Metadata) -> Option<u64> {
    None
}
