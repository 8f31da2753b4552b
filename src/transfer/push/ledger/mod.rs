//! The ledger of pushes: which content of each file the service has, as JSON lines that are only
//! ever added to, and renewed as a whole.
//!
//! A line is written before each step that it tells of could be lost, so that a push that is killed
//! leaves a file that is sent once more at worst, and none that is left out.

mod line;
mod lines;
mod marks;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::calls::UploadFile;
use crate::client::Client;
use crate::error::Error;
use crate::transfer::blocking::blocking;

pub(super) use line::{Key, Line, Lines, Sent, Step};
use lines::{compact, read, text_of};

/// Where the ledger of a push is, and which of its lines are about it.
#[derive(Debug, Clone)]
pub(super) struct Ledger {
    path: PathBuf,
    host: String,
    project: String,
}

impl Ledger {
    pub(super) fn of(client: &Client, project: &str, path: PathBuf) -> Result<Self, Error> {
        let base = client.base_url(UploadFile::OPERATION)?.as_str();
        let base = base.trim_end_matches('/');
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
            tokio::time::sleep(PAUSE).await;
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
    lock: File,
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
            lock,
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
        let Self { path, file, lock } = self;
        blocking(&path.clone(), move || {
            // Some systems replace no file that is open.
            drop(file);
            let compacted = compact(&path);
            drop(lock);
            compacted
        })
        .await
    }
}
