//! The directory in which the data of the default world outlive the sandbox.

use std::fs::{self, File, TryLockError};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use crate::server::World;

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
            io::Error::new(
                error.kind(),
                format!("cannot keep data in {shown}: {error}"),
            )
        };
        fs::create_dir_all(path).map_err(failed)?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.join("lock"))
            .map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                path: path.to_owned(),
                _lock: lock,
            }),
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
pub(super) struct Keeper(Arc<Kept>);

#[derive(Debug)]
struct Kept {
    directory: Directory,
    world: Weak<World>,
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

impl Keeper {
    /// Writes the data for the first time, and from now on.
    pub(super) fn start(directory: Directory, world: &Arc<World>) -> io::Result<Self> {
        let kept = Arc::new(Kept {
            directory,
            world: Arc::downgrade(world),
            written: Mutex::default(),
        });
        kept.save(world)?;
        tokio::spawn(go_on(Arc::downgrade(&kept)));
        Ok(Self(kept))
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.0.save_or_tell();
    }
}

/// Saves until the keeper is gone.
async fn go_on(kept: Weak<Kept>) {
    loop {
        tokio::time::sleep(PAUSE).await;
        let Some(kept) = kept.upgrade() else {
            return;
        };
        // A thread that failed has told so.
        let _ = tokio::task::spawn_blocking(move || kept.save_or_tell()).await;
    }
}

impl Kept {
    /// Saves; what goes wrong is told on the standard error stream, as nobody waits for it.
    fn save_or_tell(&self) {
        let Some(world) = self.world.upgrade() else {
            return;
        };
        if let Err(error) = self.save(&world) {
            let file = self.directory.file();
            eprintln!("l10n-sandbox: cannot write {}: {error}", file.display());
        }
    }

    /// Writes the data if they have changed. A failure is told once, until it is over.
    fn save(&self, world: &World) -> io::Result<()> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.uses == Some(world.uses()) {
            return Ok(());
        }
        let (data, uses) = world.data();
        let json = data.to_json();
        let hash = hash(&json);
        if written.hash != Some(hash) {
            if let Err(error) = self.directory.write(&json) {
                let is_told = std::mem::replace(&mut written.failed, true);
                return if is_told { Ok(()) } else { Err(error) };
            }
            written.hash = Some(hash);
        }
        written.failed = false;
        written.uses = Some(uses);
        Ok(())
    }
}

fn hash(json: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(json);
    hasher.finish()
}
