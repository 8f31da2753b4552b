//! The names in a bundle: which of them may become paths below a folder.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::path::PathBuf;

use crate::error::Error;

/// A file or folder of a bundle, where it goes below the target.
#[derive(Debug)]
pub(super) struct Entry {
    /// Its place in the archive.
    pub(super) index: usize,
    pub(super) path: PathBuf,
    pub(super) is_folder: bool,
}

/// The names that are taken, as a tree, so that long paths cost no more than their letters.
#[derive(Debug, Default)]
pub(super) struct Names {
    nodes: HashMap<(usize, String), Node>,
}

#[derive(Debug)]
struct Node {
    id: usize,
    spelled: String,
    is_folder: bool,
}

impl Names {
    /// Takes a name, with the folders in its path.
    ///
    /// # Errors
    ///
    /// The name is no path below a folder on every common system, or collides with one that is taken.
    pub(super) fn take(&mut self, index: usize, name: &str) -> Result<Entry, Error> {
        let (path, is_folder) = match name.strip_suffix('/') {
            Some(path) => (path, true),
            None => (name, false),
        };
        let refuse = |reason: &str| Error::bundle(format!("the bundle's entry {name:?} {reason}"));
        check(path, cfg!(windows)).map_err(refuse)?;
        let mut parent = 0;
        let mut segments = path.split('/').peekable();
        while let Some(segment) = segments.next() {
            let inner = segments.peek().is_some();
            parent = self
                .node(parent, segment, inner, is_folder)
                .map_err(|taken| {
                    refuse(&format!(
                        "collides with {taken:?} where the disk ignores case: rename one of them at the service"
                    ))
                })?;
        }
        Ok(Entry {
            index,
            path: path.split('/').collect(),
            is_folder,
        })
    }

    /// How many files and folders there are, those included that are only part of a path.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Takes a segment below a folder; answers with its id, or with the name in its way.
    fn node(
        &mut self,
        parent: usize,
        segment: &str,
        inner: bool,
        is_folder: bool,
    ) -> Result<usize, String> {
        let id = self.nodes.len() + 1;
        let is_folder = inner || is_folder;
        match self.nodes.entry((parent, fold(segment))) {
            Slot::Vacant(slot) => {
                slot.insert(Node {
                    id,
                    spelled: segment.to_owned(),
                    is_folder,
                });
                Ok(id)
            }
            Slot::Occupied(slot) => {
                let node = slot.get();
                let same = node.spelled == segment && node.is_folder && is_folder;
                same.then_some(node.id).ok_or_else(|| node.spelled.clone())
            }
        }
    }
}

/// As a disk sees a name that ignores case: each letter by itself, so that a sigma is the same wherever it stands. Nothing is
/// composed or decomposed.
fn fold(segment: &str) -> String {
    let upper = segment.chars().flat_map(char::to_uppercase);
    upper.flat_map(char::to_lowercase).collect()
}

/// Whether a path, without a slash at its end, stays below the folder that it is relative to, and is one that a disk can hold.
fn check(path: &str, windows: bool) -> Result<(), &'static str> {
    if path.starts_with('/') {
        return Err("is an absolute path");
    }
    if path.contains('\\') {
        return Err("holds a backslash");
    }
    if path.contains(char::is_control) {
        return Err("holds a control character");
    }
    if matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic()) {
        return Err("starts with a drive letter");
    }
    for segment in path.split('/') {
        match segment {
            "" => return Err("has an empty segment"),
            "." | ".." => return Err("leads out of its place by `.` or `..`"),
            _ if windows && !is_windows_name(segment) => return Err("is no name on Windows"),
            _ => {}
        }
    }
    Ok(())
}

/// Windows drops dots and blanks at the end, takes some characters for streams and patterns, and some names for devices.
fn is_windows_name(segment: &str) -> bool {
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    let stem = segment.split('.').next().unwrap_or_default().trim_end();
    let stem = stem.to_ascii_uppercase();
    let numbered = stem.strip_prefix("COM").or(stem.strip_prefix("LPT"));
    let is_port = numbered.is_some_and(|number| {
        let mut characters = number.chars();
        let digit = characters.next();
        characters.next().is_none() && digit.is_some_and(|digit| "0123456789¹²³".contains(digit))
    });
    !segment.ends_with(['.', ' '])
        && !segment.contains(['<', '>', ':', '"', '|', '?', '*'])
        && !DEVICES.contains(&stem.as_str())
        && !is_port
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn paths_that_leave_their_place_are_refused() {
        for path in [
            "/etc/passwd",
            "//host/share",
            "C:/a",
            "c:a",
            "..",
            "../a",
            "a/../b",
            "a/..",
            ".",
            "./a",
            "a/./b",
            "",
            "a//b",
            "a\\b",
            "..\\a",
            "\\\\host\\share",
            "a\0b",
            "a\nb",
            "a\u{7f}",
            "a\u{85}",
        ] {
            check(path, false).unwrap_err();
            check(path, true).unwrap_err();
        }
        for path in [
            "a",
            "a/b.json",
            "...",
            "..a",
            "a..",
            ".hidden",
            "zh-Hans/ünï.json",
            "%LANG_ISO%/x",
            "a b/c:d",
        ] {
            check(path, false).unwrap();
        }
    }

    #[test]
    fn names_that_windows_takes_for_something_else_are_refused_there() {
        for name in [
            "con",
            "NUL.txt",
            "aux .json",
            "com1",
            "LPT9.x",
            "COM¹",
            "a.",
            "a ",
            "x/a:b",
            "a?",
            "d*/x",
            "x/prn/y",
            "CONIN$",
        ] {
            assert_eq!(check(name, true), Err("is no name on Windows"), "{name}");
            check(name, false).unwrap();
        }
        for name in [
            "console",
            "com",
            "com10",
            "lpt",
            "auxiliary.json",
            "a.b",
            "nul_",
        ] {
            check(name, true).unwrap();
        }
    }

    fn taken(names: &[&str]) -> Result<Vec<PathBuf>, String> {
        let mut taken = Names::default();
        let entries = names
            .iter()
            .map(|name| taken.take(0, name).map(|entry| entry.path));
        entries
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())
    }

    #[test]
    fn names_that_collide_are_refused() {
        for names in [
            ["a.json", "a.json"],
            ["a.json", "A.JSON"],
            ["d/a.json", "D/b.json"],
            ["é.json", "É.json"],
            ["ας", "ΑΣ"],
            ["straße", "STRASSE"],
            ["a", "a/b"],
            ["a/b", "a"],
            ["a/", "a"],
            ["a", "A/b/c"],
        ] {
            let refused = taken(&names).unwrap_err();
            assert!(refused.contains("collides with"), "{refused}");
        }
        taken(&["a/", "a/b", "a/c/d", "a/", "b", "ab", "a/c/e"]).unwrap();
    }

    #[test]
    fn folders_in_paths_are_counted_once() {
        let mut names = Names::default();
        for name in ["a/b/c", "a/b/d", "a/"] {
            names.take(0, name).unwrap();
        }
        assert_eq!(names.len(), 4);
    }
}
