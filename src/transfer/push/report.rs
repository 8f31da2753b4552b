//! What a push reports: the outcome of each file, and of the keys that no file has any more.

use std::fmt;

use super::absent::AbsentKeyOutcome;
use super::file::PushFile;
use crate::error::Error;
use crate::types::QueuedProcess;
use crate::wire::single_line::SingleLine;

/// The outcome of a push, file by file, in the order in which the files were given. Displayed, it
/// is one line for each file that was not left out, one with the number of those that were, and one
/// for each key that no file has any more.
#[derive(Debug)]
#[non_exhaustive]
#[must_use = "some files may have failed"]
pub struct PushReport {
    /// All files but those that the service has already.
    pub files: Vec<PushedFile>,
    /// The files that were left out, since the service has them as they are: see
    /// [`Push::ledger`](super::Push::ledger).
    pub unchanged: Vec<PushFile>,
    /// What became of the keys that no file has any more, where they were looked for: see
    /// [`Push::absent_keys`](super::Push::absent_keys).
    pub absent_keys: Vec<AbsentKeyOutcome>,
    /// Why some of these keys may not have been removed, where their removal has failed.
    pub cleanup_error: Option<Error>,
}

/// The outcome of one file. Displayed, it is one line: control characters in names are escaped.
#[derive(Debug)]
#[non_exhaustive]
pub struct PushedFile {
    /// The file.
    pub file: PushFile,
    /// The process that imported it, with its details, or why it was not imported. For a push that
    /// does [not wait](super::Push::without_waiting), the process that is to import it.
    pub outcome: Result<QueuedProcess, Error>,
    /// Whether the answer to its upload was lost, and its import was found in the list of
    /// processes.
    pub adopted: bool,
}

impl PushReport {
    /// Whether every file was imported, and every key removed that was to be.
    pub fn is_success(&self) -> bool {
        self.failed().next().is_none() && self.cleanup_error.is_none()
    }

    /// The files that were not imported, and why not.
    pub fn failed(&self) -> impl Iterator<Item = (&PushFile, &Error)> {
        let errors = self
            .files
            .iter()
            .map(|pushed| (&pushed.file, pushed.outcome.as_ref().err()));
        errors.filter_map(|(file, error)| Some((file, error?)))
    }
}

impl fmt::Display for PushReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.files
            .iter()
            .try_for_each(|file| writeln!(f, "{file}"))?;
        if !self.unchanged.is_empty() {
            writeln!(f, "{} files unchanged", self.unchanged.len())?;
        }
        self.absent_keys
            .iter()
            .try_for_each(|key| writeln!(f, "{key}"))?;
        match &self.cleanup_error {
            Some(error) => writeln!(
                f,
                "{}",
                SingleLine(format!("keys: {}", error.with_causes()))
            ),
            None => Ok(()),
        }
    }
}

impl fmt::Display for PushedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::new();
        self.write_line(&mut line)?;
        SingleLine(line).fmt(f)
    }
}

impl PushedFile {
    fn write_line(&self, f: &mut impl fmt::Write) -> fmt::Result {
        write!(f, "{} ({}): ", self.file.path.display(), self.file.lang)?;
        let process = match &self.outcome {
            Ok(process) => process,
            Err(error) => return write!(f, "failed: {}", error.with_causes()),
        };
        write!(f, "{}", process.status)?;
        let details = process.details.iter();
        for file in details.flat_map(|details| details.files.iter().flatten()) {
            let counts = [
                (file.key_count_inserted, "inserted"),
                (file.key_count_updated, "updated"),
                (file.key_count_skipped, "skipped"),
            ];
            let known = counts
                .into_iter()
                .filter_map(|(count, what)| Some((count?, what)));
            for (place, (count, what)) in known.enumerate() {
                let mark = if place == 0 { "; keys:" } else { "," };
                write!(f, "{mark} {count} {what}")?;
            }
        }
        match self.adopted {
            true => f.write_str("; its answer was lost, and its import found"),
            false => Ok(()),
        }
    }
}
