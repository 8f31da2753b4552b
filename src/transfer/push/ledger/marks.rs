//! Lines that tell of no file: empty ones, and the marks that a version control system leaves where
//! both sides of a merge have changed a ledger.

use std::collections::BTreeSet;

use super::line::{Key, Line, Lines};

/// A line that tells of no file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Empty,
    Begin,
    Other,
    End,
}

impl Mark {
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        let line = line.trim_ascii();
        if line.is_empty() {
            return Some(Self::Empty);
        }
        let marks: [(&[u8], _); 4] = [
            (b"<<<<<<<", Self::Begin),
            (b"|||||||", Self::Other),
            (b"=======", Self::Other),
            (b">>>>>>>", Self::End),
        ];
        let found = marks.into_iter().find(|(mark, _)| line.starts_with(mark));
        found.map(|(_, mark)| mark)
    }

    /// Begins or ends a conflict.
    pub(super) fn turn(self, conflict: &mut Option<Conflict>) {
        match self {
            Self::Begin => *conflict = Some(Conflict::default()),
            Self::End => *conflict = None,
            Self::Empty | Self::Other => {}
        }
    }
}

/// A place where the sides of a merge differ.
#[derive(Debug, Default)]
pub(super) struct Conflict {
    /// The files that a line of it tells of.
    told: BTreeSet<Key>,
}

impl Conflict {
    /// Takes in a line. Of a file of which two lines differ nobody knows what the service has: it
    /// is sent again.
    pub(super) fn add(&mut self, line: Line, lines: &mut Lines) {
        let is_first = self.told.insert(line.key.clone());
        match lines.get(&line.key) {
            Some(known) if *known == line => {}
            _ if is_first => drop(lines.insert(line.key.clone(), line)),
            _ => drop(lines.remove(&line.key)),
        }
    }
}
