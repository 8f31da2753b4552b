//! The directory in which the data of the default world outlive the sandbox.

use std::fs::{self, File, TryLockError};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use crate::worlds::World;

/// How long a change may be unwritten.
const PAUSE: Duration = Duration::from_secs(1);

/// A directory that this sandbox has for itself.
#[derive(Debug)]
pub(super) struct Directory {
    path: PathBuf,
    /// Locked as long as it is open, and by the operating system: a process that is killed leaves
    /// none behind.
    _lock: File,
}

impl Directory {
    /// Takes a directory, which is made where there is none.
    pub(super) fn take(path: &Path) -> io::Result<Self> {
        let shown = path.display();
        let failed = |error: io::Error| {
            io::Error::new(error.kind(), format!("cannot keep data in {shown}: {error}"))
        };
        fs::create_dir_all(path).map_err(failed)?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.join("lock"))
            .map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(io::Error::new(
                io::ErrorKind::ResourceBusy,
                format!("another sandbox keeps its data in {shown}: stop it, or take another one"),
            )),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Where the data are.
    pub(super) fn file(&self) -> PathBuf {
        self.path.join("data.json")
    }

    /// Writes the data. Whenever this is interrupted, the file is the old one or the new one.
    fn write(&self, json: &[u8]) -> io::Result<()> {
        let new = self.path.join("data.json.new");
        let mut file = File::create(&new)?;
        file.write_all(json)?;
        file.sync_all()?;
        fs::rename(&new, self.file())?;
        // The rename itself; where a directory cannot be opened, it need not be synced.
        match File::open(&self.path) {
            Ok(directory) => directory.sync_all().or(Ok(())),
            Err(_) => Ok(()),
        }
    }
}

/// Writes the data of a world whenever they have changed: about once a second, and in the end.
#[derive(Debug)]
pub(super) struct Autosave(Option<Arc<Saver>>);

#[derive(Debug)]
struct Saver {
    directory: Directory,
    world: Weak<World>,
    written: Mutex<Written>,
    /// Whether the last attempt failed, which is told once.
    failed: AtomicBool,
}

/// What was written last.
#[derive(Debug, Default)]
struct Written {
    /// How often the world had been used then.
    uses: Option<u64>,
    hash: Option<u64>,
}

impl Autosave {
    /// Writes the data for the first time, and from now on.
    pub(super) fn start(directory: Directory, world: &Arc<World>) -> io::Result<Self> {
        let saver = Arc::new(Saver {
            directory,
            world: Arc::downgrade(world),
            written: Mutex::default(),
            failed: AtomicBool::default(),
        });
        saver.save()?;
        tokio::spawn(go_on(Arc::downgrade(&saver)));
        Ok(Self(Some(saver)))
    }

    /// Writes the data for the last time.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        let saved = self.0.take().map_or(Ok(()), |saver| saver.save());
        saved.map_err(|error| {
            io::Error::new(error.kind(), format!("{error}: the last changes are lost"))
        })
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        if let Err(error) = self.finish() {
            tell(&error);
        }
    }
}

/// Tells on the standard error stream what nobody waits for.
fn tell(error: &io::Error) {
    eprintln!("l10n-sandbox: {error}");
}

/// Saves until the autosave is gone.
async fn go_on(saver: Weak<Saver>) {
    loop {
        tokio::time::sleep(PAUSE).await;
        let Some(saver) = saver.upgrade() else {
            return;
        };
        // A thread that failed has told so.
        let _ = tokio::task::spawn_blocking(move || saver.save_or_tell()).await;
    }
}

impl Saver {
    /// Saves; a failure is told once, until it is over.
    fn save_or_tell(&self) {
        let saved = self.save();
        let was_told = self.failed.swap(saved.is_err(), Ordering::Relaxed);
        match saved {
            Err(error) if !was_told => tell(&error),
            _ => {}
        }
    }

    /// Writes the data if they have changed.
    fn save(&self) -> io::Result<()> {
        let Some(world) = self.world.upgrade() else {
            return Ok(());
        };
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.uses == Some(world.uses()) {
            return Ok(());
        }
        let (data, uses) = world.data();
        let json = data.to_json();
        let hash = hash(&json);
        if written.hash != Some(hash) {
            self.directory.write(&json).map_err(|error| {
                let file = self.directory.file();
                let message = format!("cannot write {}: {error}", file.display());
                io::Error::new(error.kind(), message)
            })?;
            written.hash = Some(hash);
        }
        written.uses = Some(uses);
        Ok(())
    }
}

fn hash(json: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(json);
    hasher.finish()
}
