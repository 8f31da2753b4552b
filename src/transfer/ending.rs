//! The end of a zip archive: whether an archive has come to it, and where its directory is.

use std::fs::File;
#[cfg(feature = "zip")]
use std::io::BufReader;
use std::io::{self, Read, Seek, SeekFrom};

/// What the end record begins with, and its length without a comment.
const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
/// What tells where the longer end record of a large archive is. It stands before the other.
const LOCATOR: &[u8] = b"PK\x06\x07";
const LOCATOR_LENGTH: usize = 20;
const END_64: &[u8] = b"PK\x06\x06";
const END_64_LENGTH: usize = 56;
/// What each entry of a directory begins with, and its length without what varies.
const ENTRY: &[u8] = b"PK\x01\x02";
#[cfg(feature = "zip")]
const ENTRY_LENGTH: usize = 46;
/// The longest comment.
const COMMENT: u64 = 0xffff;

/// The directory of an archive, as its end record has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Directory {
    pub(super) start: u64,
    size: u64,
    pub(super) entries: u64,
}

impl Directory {
    /// Finds it; nothing where the archive does not come to its end. Leaves the file at its end.
    pub(super) fn find(mut file: &File) -> io::Result<Option<Self>> {
        let length = file.seek(SeekFrom::End(0))?;
        let from = length.saturating_sub(END_LENGTH as u64 + COMMENT);
        file.seek(SeekFrom::Start(from))?;
        let mut tail = Vec::new();
        file.read_to_end(&mut tail)?;
        let mut found = None;
        // The last one, unless that is part of a comment.
        for at in (0..tail.len().saturating_sub(END_LENGTH - 1)).rev() {
            if tail[at..].starts_with(END) {
                found = Self::parse(file, &tail[at..], from + at as u64)?;
            }
            if found.is_some() {
                break;
            }
        }
        file.seek(SeekFrom::End(0))?;
        Ok(found)
    }

    /// The directory of the end record at `place`, if it is one.
    fn parse(file: &File, record: &[u8], place: u64) -> io::Result<Option<Self>> {
        let short = Self {
            start: number(record, 16, 4),
            size: number(record, 12, 4),
            entries: number(record, 10, 2),
        };
        let (directory, end) = match Self::long(file, place)? {
            Some(long) => long,
            None => (short, place),
        };
        let its_end = directory.start.checked_add(directory.size);
        if its_end.is_none_or(|its_end| its_end > end) {
            return Ok(None);
        }
        let is_there = match directory.size {
            0 => directory.start == end,
            _ => read_at(file, directory.start, ENTRY.len())?.as_deref() == Some(ENTRY),
        };
        Ok(is_there.then_some(directory))
    }

    /// What the longer end record says, where there is one for the end record at `place`.
    fn long(file: &File, place: u64) -> io::Result<Option<(Self, u64)>> {
        let Some(before) = place.checked_sub(LOCATOR_LENGTH as u64) else {
            return Ok(None);
        };
        let locator = read_at(file, before, LOCATOR_LENGTH)?.unwrap_or_default();
        if !locator.starts_with(LOCATOR) {
            return Ok(None);
        }
        let place = number(&locator, 8, 8);
        let record = read_at(file, place, END_64_LENGTH)?.unwrap_or_default();
        Ok(record.starts_with(END_64).then(|| {
            let directory = Self {
                start: number(&record, 48, 8),
                size: number(&record, 40, 8),
                entries: number(&record, 32, 8),
            };
            (directory, place)
        }))
    }

    /// Whether it holds as many entries as the end record counts, and nothing else. More than
    /// `most` are not looked at.
    #[cfg(feature = "zip")]
    pub(super) fn is_counted_right(&self, mut file: &File, most: u64) -> io::Result<bool> {
        file.seek(SeekFrom::Start(self.start))?;
        let mut rest = BufReader::new(file).take(self.size);
        for _ in 0..self.entries.min(most) {
            let mut entry = [0; ENTRY_LENGTH];
            if rest.limit() < ENTRY_LENGTH as u64 {
                return Ok(false);
            }
            rest.read_exact(&mut entry)?;
            let varying: u64 = [28, 30, 32].map(|at| number(&entry, at, 2)).iter().sum();
            let skipped = io::copy(&mut rest.by_ref().take(varying), &mut io::sink())?;
            if !entry.starts_with(ENTRY) || skipped != varying {
                return Ok(false);
            }
        }
        Ok(self.entries > most || rest.limit() == 0)
    }
}

/// A number of `length` bytes, the lowest first; 0 where the bytes are not there.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    let bytes = bytes.get(at..at + length).unwrap_or_default();
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// So many bytes from a place in a file, where it has them.
fn read_at(mut file: &File, place: u64, length: usize) -> io::Result<Option<Vec<u8>>> {
    file.seek(SeekFrom::Start(place))?;
    let mut bytes = Vec::new();
    file.take(length as u64).read_to_end(&mut bytes)?;
    Ok((bytes.len() == length).then_some(bytes))
}
