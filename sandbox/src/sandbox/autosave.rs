//! The directory in which the data of the default world outlive the sandbox.

use std::fs::{self, File, TryLockError};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
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
        let failed = |error| context(&format!("cannot keep data in {shown}"), error);
        fs::create_dir_all(path).map_err(failed)?;
        let lock = File::create(path.join("lock")).map_err(failed)?;
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
        fs::rename(&new, self.file())
    }
}

/// Writes the data of a world whenever they have changed: about once a second, and in the end.
#[derive(Debug)]
pub(super) struct Autosave(Option<Arc<Saver>>);

#[derive(Debug)]
struct Saver {
    directory: Directory,
    world: Arc<World>,
    written: Mutex<Written>,
}

/// What was written last.
#[derive(Debug, Default)]
struct Written {
    /// How often the world had been used then.
    uses: Option<u64>,
    hash: Option<u64>,
    /// Whether the last attempt failed, which is told once.
    failed: bool,
}

impl Autosave {
    /// Writes the data for the first time, and from now on.
    pub(super) fn start(directory: Directory, world: &Arc<World>) -> io::Result<Self> {
        let (world, written) = (Arc::clone(world), Mutex::default());
        let saver = Arc::new(Saver { directory, world, written });
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
        let saved = tokio::task::spawn_blocking(move || {
            let was_told = saver.written().failed;
            saver.save().map_err(|error| (!was_told).then_some(error))
        });
        // A thread that failed has told so.
        if let Ok(Err(Some(error))) = saved.await {
            tell(&error);
        }
    }
}

impl Saver {
    fn written(&self) -> std::sync::MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the data if they have changed.
    fn save(&self) -> io::Result<()> {
        let mut written = self.written();
        if written.uses == Some(self.world.uses()) {
            return Ok(());
        }
        let (data, uses) = self.world.saved();
        let json = data.to_json();
        let mut hasher = DefaultHasher::new();
        hasher.write(&json);
        let hash = Some(hasher.finish());
        if written.hash != hash {
            let saved = self.directory.write(&json);
            written.failed = saved.is_err();
            let file = self.directory.file();
            saved.map_err(|error| context(&format!("cannot write {}", file.display()), error))?;
        }
        (written.uses, written.hash) = (Some(uses), hash);
        Ok(())
    }
}

/// The same error with what was to be done.
pub(super) fn context(what: &str, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what}: {error}"))
}
