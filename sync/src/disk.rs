//! Reads files of a working tree, and replaces them atomically, never outside the root.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};
use std::path::Path;

/// The maximum size of a file in bytes.
const MAX_SIZE: u64 = 64 << 20;

/// A folder whose files are read and replaced.
#[derive(Debug)]
pub(crate) struct Disk<'r>(pub(crate) &'r Path);

impl Disk<'_> {
    /// Checks that a path contains no symbolic link. Fails with the reason why a pull must not
    /// write the path.
    pub(crate) fn check(&self, path: &str) -> Result<(), String> {
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        for part in ends.map(|end| &path[..end]) {
            match fs::symlink_metadata(self.0.join(part)) {
                Ok(found) if found.is_symlink() => {
                    return Err(format!(
                        "`{part}` is a symbolic link, which a pull does not follow: add its \
                         target to a pattern, or the link to `exclude`"
                    ));
                }
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(format!("cannot read `{part}`: {error}"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads a file; `None` if it does not exist. Fails with the reason.
    pub(crate) fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        match read(&self.0.join(path)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("cannot be read: {error}")),
        }
    }

    /// Replaces a file, if its content is still the one that was compared. Fails with the reason
    /// why the file was kept.
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
        let mut part = temporary(folder, &target).map_err(failed)?;
        part.write_all(bytes).map_err(failed)?;
        if self.read(path)?.as_deref().map(fingerprint) != before {
            return Err("it changed during the pull: pull again".to_owned());
        }
        part.persist(&target).map(drop).map_err(|error| failed(error.error))
    }
}

/// Reads a regular file: a pipe or a device may never end.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    if found.len() > MAX_SIZE {
        return Err(io::Error::other(format!("it is larger than {} MiB", MAX_SIZE >> 20)));
    }
    fs::read(path)
}

/// Returns a hash of a content.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// Creates a temporary file with the permissions of the file that it will replace.
fn temporary(folder: &Path, target: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut settings = tempfile::Builder::new();
    settings.prefix(".l10n-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        settings.permissions(fs::Permissions::from_mode(0o666));
    }
    let part = settings.tempfile_in(folder)?;
    if let Ok(found) = fs::metadata(target) {
        part.as_file().set_permissions(found.permissions())?;
    }
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_changed_since_it_was_compared_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk(folder.path());
        disk.replace("a/b.json", b"1", None).unwrap();
        let error = disk.replace("a/b.json", b"2", None).unwrap_err();
        assert_eq!(error, "it changed during the pull: pull again");
        disk.replace("a/b.json", b"2", Some(fingerprint(b"1"))).unwrap();
        assert_eq!(disk.read("a/b.json").unwrap().unwrap(), b"2");
        // A folder in place of a file, and the reverse.
        assert!(disk.replace("a", b"1", None).is_err());
        assert!(disk.replace("a/b.json/c", b"1", None).is_err());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let path = folder.path().join("a/b.json");
            let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            fs::write(folder.path().join("usual"), "1").unwrap();
            let usual = fs::metadata(folder.path().join("usual")).unwrap().permissions();
            assert_eq!(mode(), usual.mode() & 0o777);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o754)).unwrap();
            disk.replace("a/b.json", b"3", Some(fingerprint(b"2"))).unwrap();
            assert_eq!(mode(), 0o754);
        }
    }

    #[test]
    #[cfg(unix)]
    fn only_regular_files_without_symbolic_links_are_touched() {
        let folder = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("link")).unwrap();
        std::os::unix::fs::symlink("x", folder.path().join("file")).unwrap();
        let disk = Disk(folder.path());
        assert!(disk.replace("link/a", b"1", None).unwrap_err().contains("symbolic link"));
        assert!(disk.replace("file", b"1", None).unwrap_err().contains("symbolic link"));
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
        assert!(read(Path::new("/dev/zero")).unwrap_err().to_string().contains("regular file"));
        let large = folder.path().join("large");
        fs::File::create(&large).unwrap().set_len(MAX_SIZE + 1).unwrap();
        assert!(read(&large).unwrap_err().to_string().contains("larger than 64 MiB"));
    }
}
