//! Places below the target: which may be taken, and which folders are missing for them.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::error::Error;
use crate::transfer::disk::exists;

/// A relative path as it is in a bundle.
pub(super) fn name_of(path: &Path) -> String {
    let names = path.iter().map(|name| name.to_string_lossy());
    names.collect::<Vec<_>>().join("/")
}

/// Whether a file or folder can take its place: the way there leads through no link, and what is
/// there is of its kind.
pub(super) fn check_place(target: &Path, path: &Path, is_folder: bool) -> Result<(), Error> {
    let mut place = target.to_owned();
    let mut segments = path.iter().peekable();
    while let Some(segment) = segments.next() {
        place.push(segment);
        let found = match fs::symlink_metadata(&place) {
            Ok(metadata) => metadata.file_type(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Error::io("look at", &place, error)),
        };
        let folder_wanted = is_folder || segments.peek().is_some();
        let trouble = match folder_wanted {
            _ if found.is_symlink() => "a symbolic link is in its place, and is not followed",
            true if !found.is_dir() => "it has to be a folder, and is none",
            false if !found.is_file() => "it has to be a file, and is none",
            _ => continue,
        };
        return Err(Error::bad_place(&place, trouble));
    }
    Ok(())
}

/// Those of `folders`, and of the folders around them, that the target does not have. Those around
/// others come first.
pub(super) fn missing_folders<'p>(
    folders: impl Iterator<Item = &'p Path>,
    target: &Path,
) -> Vec<String> {
    let mut missing = BTreeSet::new();
    for folder in folders {
        for folder in around(folder) {
            // With it come those around it.
            if missing.contains(folder) || exists(&target.join(folder)) {
                break;
            }
            missing.insert(folder.to_owned());
        }
    }
    missing.iter().map(|folder| name_of(folder)).collect()
}

/// A relative path, and the folders around it, the innermost first.
pub(super) fn around(path: &Path) -> impl Iterator<Item = &Path> {
    let folders = path.ancestors();
    folders.filter(|folder| !folder.as_os_str().is_empty())
}
