//! Reads files of a working tree, and replaces them atomically, never outside the root.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};
use std::path::Path;

/// The prefix and suffix of temporary file names, and the number of random letters between.
const PREFIX: &str = ".l10n-";
const SUFFIX: &str = ".part";
const RANDOM: usize = 12;

/// A folder whose files are read and replaced.
#[derive(Debug)]
pub(crate) struct Disk<'r>(pub(crate) &'r Path);

impl Disk<'_> {
    /// Checks that a path contains no symbolic link, and that it is a file if it exists.
    ///
    /// # Errors
    ///
    /// Fails with the reason why a pull must not write the path.
    pub(crate) fn check(&self, path: &str) -> Result<(), String> {
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        for part in ends.map(|end| &path[..end]) {
            let is_last = part.len() == path.len();
            match fs::symlink_metadata(self.0.join(part)) {
                Ok(found) if found.is_symlink() => {
                    return Err(format!(
                        "`{part}` is a symbolic link, which a pull does not follow: add its \
                         target to a pattern, or the link to `exclude`"
                    ));
                }
                Ok(found) if is_last && !found.is_file() => return Err("it is not a file".into()),
                Ok(found) if !is_last && !found.is_dir() => {
                    return Err(format!("`{part}` is not a folder"));
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
                Err(error) => return Err(format!("cannot read `{part}`: {error}")),
            }
        }
        Ok(())
    }

    /// Reads a file; `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// Fails with the reason.
    pub(crate) fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        match fs::read(self.0.join(path)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("cannot be read: {error}")),
        }
    }

    /// Returns a hash of a file's content without loading it; `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// Fails with the reason.
    pub(crate) fn fingerprint(&self, path: &str) -> Result<Option<u64>, String> {
        let mut hasher = Fingerprint::default();
        let copied =
            File::open(self.0.join(path)).and_then(|mut it| io::copy(&mut it, &mut hasher));
        match copied {
            Ok(_) => Ok(Some(hasher.0.finish())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("cannot be read: {error}")),
        }
    }

    /// Replaces a file, if its content is still the one that was compared.
    ///
    /// # Errors
    ///
    /// Fails with the reason why the file was kept.
    pub(crate) fn replace(
        &self,
        path: &str,
        bytes: &[u8],
        before: Option<u64>,
    ) -> Result<(), String> {
        self.check(path)?;
        let failed = |error: io::Error| format!("cannot be written: {error}");
        let target = self.0.join(path);
        let folder = target.parent().unwrap_or(self.0);
        fs::create_dir_all(folder).map_err(failed)?;
        loop {
            let mut part = temporary(folder, &target).map_err(failed)?;
            part.write_all(bytes).map_err(failed)?;
            if self.fingerprint(path)? != before {
                return Err("it changed during the pull: pull again".to_owned());
            }
            match part.persist(&target) {
                Ok(_) => return Ok(()),
                // Another pull took the file for a leftover before it was locked.
                Err(error) if error.error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(failed(error.error)),
            }
        }
    }

    /// Removes the temporary files that killed pulls left in the folders of these files.
    pub(crate) fn clear<'p>(&self, paths: impl Iterator<Item = &'p str>) {
        let folders: BTreeSet<&str> =
            paths.map(|path| path.rsplit_once('/').map_or("", |(folder, _)| folder)).collect();
        for folder in folders {
            if self.check(&format!("{folder}/x")).is_ok() || folder.is_empty() {
                clear_folder(&self.0.join(folder));
            }
        }
    }
}

/// A hash of what is written to it.
#[derive(Default)]
struct Fingerprint(DefaultHasher);

impl Write for Fingerprint {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns a hash of a content.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// Creates a temporary file with the permissions of the file that it will replace. It stays locked
/// while the process lives.
fn temporary(folder: &Path, target: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut settings = tempfile::Builder::new();
    settings.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        settings.permissions(fs::Permissions::from_mode(0o666));
    }
    let part = settings.tempfile_in(folder)?;
    // Without locks on this disk, a concurrent pull may remove the file as a leftover.
    let _ = part.as_file().try_lock();
    if let Ok(found) = fs::metadata(target) {
        part.as_file().set_permissions(found.permissions())?;
    }
    Ok(part)
}

fn clear_folder(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_leftover = name.to_str().is_some_and(is_temporary)
            && entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_leftover {
            // A locked file belongs to a running pull.
            let part = File::options().write(true).open(entry.path());
            if part.is_ok_and(|part| part.try_lock().is_ok()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn is_temporary(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_changed_since_it_was_compared_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk(folder.path());
        disk.replace("a/b.json", b"1", None).unwrap();
        assert_eq!(
            disk.replace("a/b.json", b"2", None).unwrap_err(),
            "it changed during the pull: pull again"
        );
        disk.replace("a/b.json", b"2", Some(fingerprint(b"1"))).unwrap();
        assert_eq!(disk.read("a/b.json").unwrap().unwrap(), b"2");
    }

    #[test]
    #[cfg(unix)]
    fn symbolic_links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("link")).unwrap();
        std::os::unix::fs::symlink("x", folder.path().join("file")).unwrap();
        let disk = Disk(folder.path());
        assert!(disk.replace("link/a", b"1", None).unwrap_err().contains("symbolic link"));
        assert!(disk.replace("file", b"1", None).unwrap_err().contains("symbolic link"));
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    }

    #[test]
    #[cfg(unix)]
    fn a_new_file_has_the_usual_permissions_and_a_replaced_one_its_own() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (disk, path) = (Disk(folder.path()), |name: &str| folder.path().join(name));
        let mode = |name: &str| fs::metadata(path(name)).unwrap().permissions().mode() & 0o777;
        fs::write(path("usual"), "1").unwrap();
        disk.replace("new", b"1", None).unwrap();
        assert_eq!(mode("new"), mode("usual"));
        fs::set_permissions(path("new"), fs::Permissions::from_mode(0o754)).unwrap();
        disk.replace("new", b"2", Some(fingerprint(b"1"))).unwrap();
        assert_eq!(mode("new"), 0o754);
    }

    #[test]
    fn leftovers_are_removed_unless_they_are_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (left, kept, held) =
            (".l10n-abcdefGH0123.part", ".l10n-short.part", ".l10n-0123456789ab.part");
        for name in [left, kept, held] {
            fs::write(path(name), "x").unwrap();
        }
        let lock = File::options().write(true).open(path(held)).unwrap();
        lock.lock().unwrap();
        Disk(folder.path()).clear(["en.json"].into_iter());
        assert_eq!([left, kept, held].map(|name| path(name).exists()), [false, true, true]);
    }
}
