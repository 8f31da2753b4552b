//! Files that last: forced to the disk, and as open to others as those that they replace.

use std::fs::{self, File, Permissions};
use std::io;
use std::path::Path;

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

/// Whether something has this name, a link to nowhere included.
pub(super) fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}
