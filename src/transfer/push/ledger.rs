//! The ledger of pushes: which content of each file the service has, as JSON lines that are only
//! ever added to, and renewed as a whole.
//!
//! A line is written before each step that it tells of could be lost, so that a push that is killed
//! leaves a file that is sent once more at worst, and none that is left out.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::wait_a_moment;
use crate::builder::UploadFile;
use crate::client::Client;
use crate::error::Error;
use crate::transfer::blocking::blocking;
use crate::transfer::disk::{finish, folder_of, permissions_at, sync_folder};

/// The form of the lines that this version writes, and the newest that it reads.
const VERSION: u64 = 1;

/// What is known of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Line {
    v: u64,
    #[serde(flatten)]
    pub(super) key: Key,
    pub(super) step: Step,
    /// The hash of what is in it, and that of all else that its upload says.
    #[serde(flatten)]
    pub(super) sent: Sent,
    /// The process of an import that had not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) process: Option<String>,
}

/// Which file of which project.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Key {
    pub(super) host: String,
    pub(super) project: String,
    pub(super) file: String,
    pub(super) lang: String,
}

/// What was sent, by its hashes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sent {
    pub(super) content: String,
    pub(super) options: String,
}

/// How far a file has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Step {
    /// It may have been sent.
    Sending,
    /// The service has it, and was to import it.
    Queued,
    Imported,
}

/// The last line of each file.
pub(super) type Lines = BTreeMap<Key, Line>;

/// Where the ledger of a push is, and which of its lines are about it.
#[derive(Debug, Clone)]
pub(super) struct Ledger {
    path: PathBuf,
    host: String,
    project: String,
}

impl Ledger {
    pub(super) fn of(client: &Client, project: &str, path: PathBuf) -> Result<Self, Error> {
        let base = client.base_url(UploadFile::OPERATION)?;
        Ok(Self {
            path,
            host: base
                .split_once("://")
                .map_or(base, |(_, host)| host)
                .to_owned(),
            project: project.to_owned(),
        })
    }

    pub(super) fn key(&self, file: &str, lang: &str) -> Key {
        Key {
            host: self.host.clone(),
            project: self.project.clone(),
            file: file.to_owned(),
            lang: lang.to_owned(),
        }
    }

    /// What it says by now; nothing where it does not exist yet.
    ///
    /// # Errors
    ///
    /// It cannot be read, is of a later version, or damaged.
    pub(super) async fn read(&self) -> Result<Lines, Error> {
        let path = self.path.clone();
        blocking(&self.path, move || Ok(read(&path)?.0)).await
    }

    /// Waits until no other push holds it, and keeps others waiting; `waiting` is called once where
    /// there is one to wait for.
    pub(super) async fn hold(&self, mut waiting: impl FnMut()) -> Result<Held, Error> {
        const PAUSE: Duration = Duration::from_millis(50);
        let mut is_told = false;
        loop {
            let path = self.path.clone();
            if let Some(lock) = blocking(&self.path, move || try_lock(&path)).await? {
                let path = self.path.clone();
                return blocking(&self.path, move || Held::open(path, lock)).await;
            }
            if !std::mem::replace(&mut is_told, true) {
                waiting();
            }
            wait_a_moment(PAUSE).await?;
        }
    }
}

/// The lock of a ledger, where nobody else has it. It is on a file beside the ledger, which is
/// itself replaced now and then.
fn try_lock(ledger: &Path) -> Result<Option<File>, Error> {
    let mut name = ledger.file_name().unwrap_or_default().to_owned();
    name.push(".held");
    let path = ledger.with_file_name(name);
    let mut options = OpenOptions::new();
    let file = options.create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|error| Error::io("write", &path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(Error::io("lock", &path, error)),
    }
}

/// A ledger that no other push writes to meanwhile.
#[derive(Debug)]
pub(super) struct Held {
    path: PathBuf,
    file: Arc<Mutex<File>>,
    _lock: File,
}

impl Held {
    /// Makes the ledger whole: each file once, and no line that was torn.
    fn open(path: PathBuf, lock: File) -> Result<Self, Error> {
        compact(&path)?;
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.map_err(|error| Error::io("write", &path, error))?;
        Ok(Self {
            path,
            file: Arc::new(Mutex::new(file)),
            _lock: lock,
        })
    }

    /// Adds a line; a lasting one is on the disk when this returns, whatever happens then.
    pub(super) async fn add(&self, line: Line, lasting: bool) -> Result<(), Error> {
        let (path, file) = (self.path.clone(), Arc::clone(&self.file));
        blocking(&self.path, move || {
            let file = &mut *file.lock().unwrap_or_else(PoisonError::into_inner);
            let written = text_of(&line).and_then(|text| file.write_all(text.as_bytes()));
            let written = written.and_then(|()| match lasting {
                true => file.sync_data(),
                false => Ok(()),
            });
            written.map_err(|error| Error::io("write", &path, error))
        })
        .await
    }

    /// Leaves each file with its last line.
    pub(super) async fn close(self) -> Result<(), Error> {
        let path = self.path.clone();
        blocking(&path.clone(), move || {
            let compacted = compact(&path);
            drop(self);
            compacted
        })
        .await
    }
}

impl Line {
    pub(super) fn new(key: Key, step: Step, sent: Sent, process: Option<&str>) -> Self {
        Self {
            v: VERSION,
            key,
            step,
            sent,
            process: process.map(str::to_owned),
        }
    }
}

fn text_of(line: &Line) -> io::Result<String> {
    Ok(serde_json::to_string(line)? + "\n")
}

/// Writes each file's last line in the place of all, where there are others.
fn compact(path: &Path) -> Result<(), Error> {
    let (lines, is_compact) = read(path)?;
    if is_compact {
        return Ok(());
    }
    renew(path, &lines).map_err(|error| Error::io("write", path, error))
}

fn renew(path: &Path, lines: &Lines) -> io::Result<()> {
    // What a link leads to is replaced, and not the link.
    let path = fs::canonicalize(path)?;
    let folder = folder_of(&path);
    let mut new = tempfile::Builder::new()
        .prefix(".l10n-ledger-")
        .tempfile_in(folder)?;
    for line in lines.values() {
        new.write_all(text_of(line)?.as_bytes())?;
    }
    finish(new.as_file(), permissions_at(&path))?;
    new.persist(&path)?;
    sync_folder(folder);
    Ok(())
}

/// The last line of each file, and whether there are no others, in order.
fn read(path: &Path) -> Result<(Lines, bool), Error> {
    let text = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Lines::new(), true)),
        read => read.map_err(|error| Error::io("read", path, error))?,
    };
    let mut lines = Lines::new();
    let mut is_compact = text.last().is_none_or(|last| *last == b'\n');
    let mut rest = text
        .split_inclusive(|byte| *byte == b'\n')
        .enumerate()
        .peekable();
    while let Some((number, line)) = rest.next() {
        match parse(line) {
            Ok(line) => {
                let is_behind = lines
                    .last_key_value()
                    .is_none_or(|(last, _)| *last < line.key);
                is_compact &= is_behind;
                lines.insert(line.key.clone(), line);
            }
            // A push was killed as it wrote it: what it was to tell has not begun.
            Err(Odd::Torn) if rest.peek().is_none() && !line.ends_with(b"\n") => is_compact = false,
            Err(odd) => return Err(odd.of(path, number + 1)),
        }
    }
    Ok((lines, is_compact))
}

/// Why a line cannot be read.
enum Odd {
    Torn,
    Later(u64),
}

fn parse(line: &[u8]) -> Result<Line, Odd> {
    #[derive(Deserialize)]
    struct Version {
        v: u64,
    }
    let version: Version = serde_json::from_slice(line).map_err(|_| Odd::Torn)?;
    match version.v {
        ..=VERSION => serde_json::from_slice(line).map_err(|_| Odd::Torn),
        later => Err(Odd::Later(later)),
    }
}

impl Odd {
    fn of(self, path: &Path, number: usize) -> Error {
        let reason = match self {
            Self::Later(version) => format!(
                "line {number} of this ledger is of version {version}, and this program reads up to \
                 {VERSION}: use a newer one, or another ledger"
            ),
            Self::Torn => format!(
                "line {number} of this ledger is damaged: delete that line, or the file, and what \
                 it told of is sent again"
            ),
        };
        Error::io(
            "read",
            path,
            io::Error::new(io::ErrorKind::InvalidData, reason),
        )
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    fn line(file: &str, step: Step) -> Line {
        let key = Key {
            host: "h".to_owned(),
            project: "p".to_owned(),
            file: file.to_owned(),
            lang: "en".to_owned(),
        };
        let sent = Sent {
            content: "c".to_owned(),
            options: "o".to_owned(),
        };
        Line::new(key, step, sent, None)
    }

    fn written(texts: &[String]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l10n.lock");
        fs::write(&path, texts.concat()).unwrap();
        (folder, path)
    }

    #[test]
    fn the_last_line_of_a_file_counts_and_a_torn_one_does_not() {
        let steps = [
            ("b", Step::Sending),
            ("a", Step::Imported),
            ("b", Step::Imported),
        ];
        let mut texts: Vec<_> = steps
            .map(|(file, step)| text_of(&line(file, step)).unwrap())
            .into();
        texts.push(text_of(&line("a", Step::Sending)).unwrap()[..20].to_owned());
        let (_folder, path) = written(&texts);
        let (lines, is_compact) = read(&path).unwrap();
        let steps: Vec<_> = lines
            .values()
            .map(|line| (line.key.file.as_str(), line.step))
            .collect();
        assert_eq!(steps, [("a", Step::Imported), ("b", Step::Imported)]);
        assert!(!is_compact);
        compact(&path).unwrap();
        assert_eq!(read(&path).unwrap(), (lines, true));
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn what_cannot_be_read_is_told_by_its_line() {
        let good = text_of(&line("a", Step::Imported)).unwrap();
        let later = good.replace(r#""v":1"#, r#""v":2"#);
        for (texts, said) in [
            (
                vec![good.clone(), later],
                "line 2 of this ledger is of version 2",
            ),
            (
                vec!["<<<<<<< HEAD\n".to_owned(), good.clone()],
                "line 1 of this ledger is damaged",
            ),
            (
                vec![good, "{}\n".to_owned()],
                "line 2 of this ledger is damaged",
            ),
        ] {
            let (_folder, path) = written(&texts);
            let error = read(&path).unwrap_err();
            assert_eq!(error.kind(), crate::ErrorKind::Io);
            assert!(error.to_string().contains(said), "{error}");
        }
    }
}
