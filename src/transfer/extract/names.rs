//! The names in a bundle: which of them may become paths below a folder.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::error::Error;
use crate::transfer::leftover::PREFIX;

/// How many names a path may have: removing folders takes an open one for each.
const DEEPEST: usize = 64;

/// A file or folder of a bundle, where it goes below the target.
#[derive(Debug)]
pub(super) struct Entry {
    /// Its place in the archive.
    pub(super) index: usize,
    pub(super) path: PathBuf,
    pub(super) is_folder: bool,
}

/// The names that are taken, as a tree, so that long paths cost no more than their letters.
#[derive(Debug)]
pub(super) struct Names {
    nodes: HashMap<(usize, String), Node>,
    /// Whether names may begin with a dot.
    dots: bool,
}

#[derive(Debug)]
struct Node {
    id: usize,
    spelled: String,
    is_folder: bool,
}

impl Names {
    pub(super) fn new(dots: bool) -> Self {
        Self {
            nodes: HashMap::new(),
            dots,
        }
    }

    /// Takes a name, with the folders in its path.
    ///
    /// # Errors
    ///
    /// The name is no path below a folder on every common system, or collides with one that is
    /// taken.
    pub(super) fn take(&mut self, index: usize, name: &str) -> Result<Entry, Error> {
        let (path, is_folder) = match name.strip_suffix('/') {
            Some(path) => (path, true),
            None => (name, false),
        };
        let refuse = |reason: &str| Error::bundle(format!("the bundle's entry {name:?} {reason}"));
        check(path, cfg!(windows), self.dots).map_err(refuse)?;
        if !is_folder && path.rsplit('/').next().is_some_and(is_git_head) {
            return Err(refuse("can make its folder one of git's own"));
        }
        let mut parent = 0;
        let mut segments = path.split('/').peekable();
        while let Some(segment) = segments.next() {
            let inner = segments.peek().is_some();
            parent = self
                .node(parent, segment, inner, is_folder)
                .map_err(|taken| {
                    refuse(&format!(
                        "collides with {taken:?} where the disk ignores case: rename one of them \
                         at the service"
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

/// As a disk sees a name that ignores case: each letter by itself, so that a sigma is the same
/// wherever it stands. Nothing is composed or decomposed.
pub(super) fn fold(segment: &str) -> String {
    let upper = segment.chars().flat_map(char::to_uppercase);
    upper.flat_map(char::to_lowercase).collect()
}

/// Whether a path, without a slash at its end, stays below the folder that it is relative to, is
/// one that a disk can hold, and one that no program takes for its own; where `dots` says so, with
/// names that begin with a dot.
pub(super) fn check(path: &str, windows: bool, dots: bool) -> Result<(), &'static str> {
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
    if path.split('/').count() > DEEPEST {
        return Err("lies too deep: more than 64 names in one path");
    }
    for segment in path.split('/') {
        let seen = seen(segment);
        match segment {
            "" => return Err("has an empty segment"),
            "." | ".." => return Err("leads out of its place by `.` or `..`"),
            _ if is_git(&seen) => return Err("has a name of git's own, which says what git runs"),
            _ if seen.starts_with(PREFIX) => {
                return Err("has a name that pulls have for their own");
            }
            _ if seen.starts_with('.') && !dots => {
                return Err(
                    "has a name with a dot at its start: see `ExtractLimits::allow_dot_names`",
                );
            }
            _ if windows && !is_windows_name(segment) => return Err("is no name on Windows"),
            _ if windows && !dots && is_short_name(&seen) => {
                return Err("may be the short name of something else");
            }
            _ => {}
        }
    }
    Ok(())
}

/// A name as some disk sees it: in any case, without the characters that HFS+ ignores, and without
/// what NTFS takes for the name of a stream.
fn seen(segment: &str) -> String {
    const IGNORED: [RangeInclusive<char>; 4] = [
        '\u{200c}'..='\u{200f}',
        '\u{202a}'..='\u{202e}',
        '\u{206a}'..='\u{206f}',
        '\u{feff}'..='\u{feff}',
    ];
    let is_ignored = |character| IGNORED.iter().any(|range| range.contains(&character));
    let kept = segment.split(':').next().unwrap_or_default();
    fold(&kept.replace(is_ignored, ""))
}

/// Whether a name, as a disk sees it, is that of git's own folder: dots and blanks at its end do
/// not count on Windows, and it has a short name there.
fn is_git(seen: &str) -> bool {
    let name = seen.trim_end_matches(['.', ' ']);
    let number = name.strip_prefix("git~");
    name == ".git" || number.is_some_and(is_number)
}

/// Git takes a folder with a file of this name, among others, for a repository, and runs what that
/// says.
fn is_git_head(segment: &str) -> bool {
    seen(segment).trim_end_matches(['.', ' ']) == "head"
}

/// `NAME~1.EXT`: at most eight characters, with a number.
fn is_short_name(seen: &str) -> bool {
    let stem = seen.split('.').next().unwrap_or_default();
    let number = stem.rsplit_once('~').map(|(_, number)| number);
    stem.chars().count() <= 8 && number.is_some_and(is_number)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Windows drops dots and blanks at the end, takes some characters for streams and patterns, and
/// some names for devices.
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
            check(path, false, true).unwrap_err();
            check(path, true, true).unwrap_err();
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
            check(path, false, true).unwrap();
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
            assert_eq!(
                check(name, true, true),
                Err("is no name on Windows"),
                "{name}"
            );
            check(name, false, true).unwrap();
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
            check(name, true, false).unwrap();
        }
    }

    #[test]
    fn names_of_gits_own_are_refused_in_any_spelling() {
        for name in [
            ".git",
            ".git/config",
            "a/.git/hooks/post-checkout",
            ".GIT",
            ".GiT/x",
            ".git.",
            ".git ",
            ".git . .",
            ".git:",
            ".git::$INDEX_ALLOCATION/config",
            ".git:stream",
            ".git. :x",
            "git~1",
            "GIT~1/config",
            "git~12",
            "git~1. ",
            "git~1:x",
            ".g\u{200c}it",
            "\u{feff}.git",
            ".git\u{200f}",
            ".gi\u{202e}t/x",
            ".\u{206a}GIT\u{206f}",
            "git~\u{200d}1",
            // Large, this letter without a dot is an ordinary one.
            ".g\u{131}t",
        ] {
            for (windows, dots) in [(false, false), (false, true), (true, true)] {
                let refused = check(name, windows, dots);
                let reason = "has a name of git's own, which says what git runs";
                assert_eq!(refused, Err(reason), "{name:?}");
            }
        }
        for name in [
            ".gitignore",
            ".gitattributes",
            ".github/x",
            "git",
            "git~",
            "git~a",
            "a.git",
            "x.git/config",
            "git~1.json",
            ".git-x",
        ] {
            check(name, false, true).unwrap();
        }
    }

    #[test]
    fn names_with_a_dot_at_their_start_are_refused_unless_they_are_allowed() {
        for name in [
            ".env",
            ".github/workflows/x.yml",
            ".gitattributes",
            ".gitmodules",
            "node_modules/.bin/x",
            "a/.x",
            "...",
            "\u{200c}.env",
        ] {
            assert!(check(name, false, false).is_err(), "{name:?}");
            check(name, false, true).unwrap();
        }
        for name in [".l10n-abcdef.files/plan", "a/.L10N-abcdef.part"] {
            let refused = check(name, false, true);
            assert_eq!(refused, Err("has a name that pulls have for their own"));
        }
        for name in ["GITHUB~1/workflows", "a/ENV~12", "a~1.json"] {
            let refused = check(name, true, false);
            assert_eq!(refused, Err("may be the short name of something else"));
            check(name, false, false).unwrap();
            check(name, true, true).unwrap();
        }
        check("a_long_name~1.json", true, false).unwrap();
    }

    #[test]
    fn no_file_makes_its_folder_a_repository() {
        for name in ["HEAD", "a/head", "a/HEAD."] {
            let refused = taken(&[name]).unwrap_err();
            // Without its dot at the end, which is no name there to begin with.
            let is_no_name = cfg!(windows) && name.ends_with('.');
            assert!(is_no_name || refused.contains("git's own"), "{refused}");
        }
        taken(&["HEAD/a", "head.json", "ahead", "objects/x", "config"]).unwrap();
    }

    fn taken(names: &[&str]) -> Result<Vec<PathBuf>, String> {
        let mut taken = Names::new(false);
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
        let mut names = Names::new(false);
        for name in ["a/b/c", "a/b/d", "a/"] {
            names.take(0, name).unwrap();
        }
        assert_eq!(names.len(), 4);
    }
}
