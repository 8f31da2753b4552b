//! Files that last: forced to the disk, and as open to others as those that they replace.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::path::Path;
#[cfg(feature = "zip")]
use std::{
    fs::TryLockError,
    thread,
    time::{Duration, Instant},
};

use tempfile::{NamedTempFile, TempPath};

#[cfg(feature = "zip")]
use super::blocking::Stopped;
#[cfg(feature = "zip")]
use crate::error::Error;

/// The folder that a file is in.
pub(super) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The permissions of the file at `place`, which the one that replaces it has to keep; nothing
/// where there is no file.
#[cfg(unix)]
pub(super) fn permissions_at(place: &Path) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    const READ_WRITE_RUN: u32 = 0o777;
    let found = fs::symlink_metadata(place).ok()?;
    let mode = found.permissions().mode() & READ_WRITE_RUN;
    found.is_file().then(|| Permissions::from_mode(mode))
}

#[cfg(not(unix))]
pub(super) fn permissions_at(_: &Path) -> Option<Permissions> {
    None
}

/// Forces a file to the disk, with these permissions.
pub(super) fn finish(file: &File, permissions: Option<Permissions>) -> io::Result<()> {
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

/// Forces the names in a folder to the disk, where the system can do that.
pub(super) fn sync_folder(folder: &Path) {
    if cfg!(unix)
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

/// A temporary file that becomes a lasting one.
pub(super) fn temporary_in(
    folder: &Path,
    settings: &tempfile::Builder<'_, '_>,
) -> io::Result<NamedTempFile> {
    match cfg!(windows) {
        // Otherwise it is marked there as one that need not reach the disk.
        true => settings.make_in(folder, |path| {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create_new(true).open(path)
        }),
        false => settings.tempfile_in(folder),
    }
}

/// Gives a temporary file its name, in one step, in the place of what has it: by the standard
/// library, to which no path is too long on Windows, and no file too busy where the disk allows it.
pub(super) fn persist(mut file: TempPath, place: &Path) -> io::Result<()> {
    fs::rename(&file, place)?;
    file.disable_cleanup(true);
    Ok(())
}

/// Moves a file in the place of another, which is kept as `backup`. One that is open elsewhere can
/// only be moved away on some disks of Windows.
#[cfg(feature = "zip")]
pub(super) fn replace(new: &Path, place: &Path, backup: &Path) -> io::Result<()> {
    match fs::rename(new, place) {
        Err(error) if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied => {
            let aside = backup.with_extension("open");
            fs::rename(place, &aside)?;
            fs::rename(new, place).inspect_err(|_| drop(fs::rename(&aside, place)))
        }
        done => done,
    }
}

/// Whether something has this name, a link to nowhere included.
pub(super) fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Opens a regular file, and nothing else: no link is followed, and nothing waited for, as opening
/// a pipe would.
pub(super) fn open_plain(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let plain = |found: Metadata| match found.is_file() {
        true => Ok(found),
        false => Err(io::Error::other("it is no regular file")),
    };
    // Opening is an act by itself for some of the others.
    match fs::symlink_metadata(path).map(plain) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(Err(odd)) => return Err(odd),
        _ => {}
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
    }
    let file = options.open(path)?;
    plain(file.metadata()?)?;
    Ok(file)
}

/// Whether two files have the same owner, where files have one.
#[cfg(unix)]
pub(super) fn is_of_same_user(found: &Metadata, own: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    found.uid() == own.uid()
}

#[cfg(not(unix))]
pub(super) fn is_of_same_user(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Waits until no other pull moves files in a folder, and keeps others waiting until this is
/// dropped: by a lock that leaves nothing behind. There is none on some disks of a network.
#[cfg(feature = "zip")]
pub(super) fn hold(folder: &Path, stopped: &Stopped) -> Result<Option<File>, Error> {
    const PATIENCE: Duration = Duration::from_secs(60);
    const PAUSE: Duration = Duration::from_millis(10);
    let began = Instant::now();
    loop {
        match try_hold(folder) {
            Err(TryLockError::WouldBlock) => stopped.check()?,
            held => return Ok(held.ok()),
        }
        if began.elapsed() > PATIENCE {
            return Err(Error::bad_place(folder, "another process has locked it"));
        }
        thread::sleep(PAUSE);
    }
}

/// Locks the folder itself.
#[cfg(all(feature = "zip", not(windows)))]
fn try_hold(folder: &Path) -> Result<File, TryLockError> {
    let folder = File::open(folder).map_err(TryLockError::Error)?;
    folder.try_lock().map(|()| folder)
}

/// What locks a folder where the system has no locks for these.
#[cfg(all(feature = "zip", windows))]
const HELD: &str = ".l10n-held";

/// Makes a file that nobody else can open, and that the system removes with its last handle:
/// folders have no locks on Windows.
#[cfg(all(feature = "zip", windows))]
fn try_hold(folder: &Path) -> Result<File, TryLockError> {
    use std::os::windows::fs::OpenOptionsExt;
    const NOBODY_ELSE: u32 = 0;
    const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    options
        .share_mode(NOBODY_ELSE)
        .custom_flags(FILE_FLAG_DELETE_ON_CLOSE);
    let held = options.open(folder.join(HELD));
    held.map_err(|error| match error.kind() {
        // As long as it is being removed.
        io::ErrorKind::PermissionDenied => TryLockError::WouldBlock,
        _ if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => TryLockError::WouldBlock,
        _ => TryLockError::Error(error),
    })
}
