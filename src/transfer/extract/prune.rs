//! Files that a pull removes: those that patterns match, and that are not in the bundle.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::identity::{Identity, inode};
use super::names::{self, Entry};
use super::places::{check_place, name_of};
use super::step::Step;
use crate::error::Error;
use crate::transfer::blocking::Stopped;
use crate::transfer::pattern::Pattern;

/// Which files are removed.
#[derive(Debug, Default)]
pub(in crate::transfer) struct Prune {
    patterns: Vec<Pattern>,
    /// Only files of these languages.
    langs: Option<Vec<String>>,
}

impl Prune {
    /// # Errors
    ///
    /// What is wrong with a pattern, in words.
    pub(in crate::transfer) fn parse(
        patterns: &[String],
        langs: Option<Vec<String>>,
    ) -> Result<Self, String> {
        let parse = |text: &String| {
            let reason = match text {
                _ if text.split('/').any(|name| name == "..") => "leads out of the folder by `..`",
                _ if text.contains('\\') => "has a `\\`, which is no separator: write `/`",
                _ if langs.is_some() && !text.contains("{lang}") => {
                    "would remove the files of the languages that `filter_langs` leaves out: write \
                     `{lang}` where it has the language, and only files of those that are exported \
                     are removed"
                }
                _ => return Pattern::parse(text),
            };
            Err(format!("the pattern `{text}` of files to remove {reason}"))
        };
        let patterns = patterns.iter().map(parse).collect::<Result<_, _>>()?;
        Ok(Self { patterns, langs })
    }

    /// The files to remove, each once.
    pub(super) fn find(
        &self,
        files: &[Entry],
        target: &Path,
        stopped: &Stopped,
    ) -> Result<Vec<Step>, Error> {
        let mut removals = Vec::new();
        if self.patterns.is_empty() {
            return Ok(removals);
        }
        if files.is_empty() {
            return Err(Error::bundle(
                "the bundle has no file at all, so that every file the patterns of `Pull::prune` \
                 match would be removed: nothing is",
            ));
        }
        let own = Own::of(files, target);
        let first = files.iter().map(|file| file.index).max().unwrap_or(0) + 1;
        let mut seen = HashSet::new();
        for path in self.matches(target, stopped)? {
            if !seen.insert(path.clone()) || own.has(&path, target) {
                continue;
            }
            if let Some(found) = plain_file(&path, target) {
                let number = first + removals.len();
                removals.push(Step::removal(path, number, found));
            }
        }
        Ok(removals)
    }

    /// What the patterns match, in their order.
    fn matches(&self, target: &Path, stopped: &Stopped) -> Result<Vec<PathBuf>, Error> {
        let langs: Vec<_> = match &self.langs {
            Some(langs) => langs.iter().map(|lang| Some(lang.as_str())).collect(),
            None => vec![None],
        };
        let mut paths = Vec::new();
        for pattern in &self.patterns {
            for lang in &langs {
                let found = pattern.find(target, *lang, stopped)?;
                paths.extend(found.into_iter().map(|found| found.path));
            }
        }
        Ok(paths)
    }
}

/// A file that leads through no link, and whose name could be that of a file in a bundle, so that
/// it could be put back.
fn plain_file(path: &Path, target: &Path) -> Option<Identity> {
    names::check(&name_of(path), cfg!(windows), true).ok()?;
    check_place(target, path, false).ok()?;
    let found = fs::symlink_metadata(target.join(path)).ok()?;
    Identity::of(&found).ok()
}

/// The files of a bundle, by their names and by what the disk has there: it may take two names for
/// one.
struct Own<'e> {
    paths: HashSet<&'e Path>,
    inodes: HashSet<u64>,
    /// Where the disk does not tell: the names as one sees them that ignores case.
    folded: HashSet<String>,
}

impl<'e> Own<'e> {
    fn of(files: &'e [Entry], target: &Path) -> Self {
        let paths = files.iter().map(|file| file.path.as_path());
        let inodes = paths.clone().filter_map(|path| inode_at(path, target));
        let folded = paths.clone().map(|path| names::fold(&name_of(path)));
        Self {
            inodes: inodes.collect(),
            folded: folded.filter(|_| !cfg!(unix)).collect(),
            paths: paths.collect(),
        }
    }

    fn has(&self, path: &Path, target: &Path) -> bool {
        self.paths.contains(path)
            || inode_at(path, target).is_some_and(|inode| self.inodes.contains(&inode))
            || self.folded.contains(&names::fold(&name_of(path)))
    }
}

fn inode_at(path: &Path, target: &Path) -> Option<u64> {
    let found = fs::symlink_metadata(target.join(path)).ok()?;
    inode(&found)
}
