//! What a push reports: the outcome of each file, and of the keys that no file has any more.

use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

use super::absent::AbsentKeyOutcome;
use crate::error::Error;
use crate::types::QueuedProcess;

/// A file that is pushed.
#[derive(Debug, Clone)]
pub struct PushFile {
    pub(super) path: PathBuf,
    pub(super) lang: String,
    pub(super) local_lang: String,
    pub(super) filename: String,
    pub(super) template: String,
}

impl PushFile {
    /// Where it is read.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The language of its translations, as the service calls it.
    pub fn lang(&self) -> &str {
        &self.lang
    }

    /// The language as the path or the caller has it: see
    /// [`Push::languages`](super::Push::languages).
    pub fn local_lang(&self) -> &str {
        &self.local_lang
    }

    /// Whether this is its language, by the code here or at the service.
    pub(super) fn is_in(&self, code: &str) -> bool {
        self.lang == code || self.local_lang == code
    }

    /// Its name at the service: the path relative to the base folder, unless
    /// [`Push::filename`](super::Push::filename) says otherwise.
    pub fn filename(&self) -> &str {
        &self.filename
    }

    /// The path relative to the base folder with `%LANG_ISO%` in the place that the pattern names
    /// `{lang}`, which makes one file of all languages at the service. The path as it is, for a
    /// file that no such pattern has found.
    pub fn template(&self) -> &str {
        &self.template
    }
}

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
            Some(error) => writeln!(f, "{}", OneLine(format!("keys: {}", error.with_causes()))),
            None => Ok(()),
        }
    }
}

impl fmt::Display for PushedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::new();
        self.write_line(&mut line)?;
        OneLine(line).fmt(f)
    }
}

/// A text with escapes in the place of what would begin a line, or turn it.
pub(in crate::transfer) struct OneLine(pub(in crate::transfer) String);

impl fmt::Display for OneLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            _ if is_unsightly(character) => write!(f, "{}", character.escape_debug()),
            _ => f.write_char(character),
        })
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

/// Whether a character would begin another line, or change how the rest of this one looks:
/// controls, ends of lines and paragraphs, and those that say which way text runs.
fn is_unsightly(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}
