//! The files of a pull: where they go, what becomes of them, and writing them.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{Change, PullOptions, PullReport, PulledFile, RefusedFile, is_wanted};
use crate::bundle::{Bundle, Entry};
use crate::disk::{Disk, fingerprint};
use crate::error::Error;
use crate::pattern::check_path;
use crate::selection::Selection;
use crate::texts::{self, OlderText};
use crate::workspace::{LocalFile, Workspace};

/// The most files that are removed without confirmation.
const REMOVALS: usize = 10;

/// A file of a bundle, and where it goes.
#[derive(Debug)]
pub(super) struct Incoming {
    /// The bundle, and its place there; `None` for a local file that the service no longer has.
    pub(super) source: Option<(usize, usize)>,
    pub(super) group: usize,
    pub(super) lang: String,
    /// The name at the service, with the placeholder of the language.
    pub(super) name: String,
    pub(super) path: String,
    pub(super) change: Change,
    pub(super) reason: Option<String>,
    /// What the local file held when it was compared.
    pub(super) before: Option<u64>,
    /// Its texts that a commit replaced here.
    pub(super) older: Vec<OlderText>,
}

/// A pull at work.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) workspace: Workspace,
    pub(super) bundles: Vec<Bundle>,
    pub(super) disk: Disk,
    pub(super) files: Vec<Incoming>,
    pub(super) refused: Vec<RefusedFile>,
    /// How many files of each group and language the bundles have.
    pub(super) counts: HashMap<(usize, String), usize>,
}

impl Work {
    pub(super) fn new(workspace: Workspace, bundles: Vec<Bundle>) -> Self {
        let disk = Disk::new(workspace.root());
        let (files, refused, counts) = (Vec::new(), Vec::new(), HashMap::new());
        Self { workspace, bundles, disk, files, refused, counts }
    }

    /// Finds the place of each file in the bundles, and refuses those without one.
    pub(super) fn sort(
        &mut self,
        languages: &BTreeSet<String>,
        groups: &[Vec<usize>],
        options: &PullOptions,
    ) -> Result<(), Error> {
        let mut seen = HashSet::new();
        for (bundle, groups) in groups.iter().enumerate() {
            for entry in self.bundles[bundle].entries()? {
                let placed = self.place(languages, &entry).and_then(|file| {
                    // Another export, or another pull, has it.
                    let file = file.filter(|file| {
                        groups.contains(&file.group)
                            && is_wanted(&self.workspace, file.group, &file.lang, options)
                    });
                    match file {
                        Some(file) if !seen.insert(folded(&file.path)) => {
                            Err(format!("collides with another file at `{}`", file.path))
                        }
                        file => Ok(file),
                    }
                });
                match placed {
                    Ok(None) => {}
                    Ok(Some(mut file)) => {
                        file.source = Some((bundle, entry.index));
                        *self.counts.entry((file.group, file.lang.clone())).or_default() += 1;
                        self.files.push(file);
                    }
                    Err(reason) => self.refused.push(RefusedFile { name: entry.name, reason }),
                }
            }
        }
        self.refused.sort_by(|one, other| one.name.cmp(&other.name));
        self.refused.dedup_by(|one, other| one.name == other.name);
        self.files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(())
    }

    /// Returns where a file of a bundle goes; `None` if it is ignored.
    fn place(
        &self,
        languages: &BTreeSet<String>,
        entry: &Entry,
    ) -> Result<Option<Incoming>, String> {
        let name = entry.name.as_str();
        let is_lang = |text: &str| languages.contains(text);
        for (index, group) in self.workspace.groups.iter().enumerate() {
            let Some(captures) = group.name.captures(name, &is_lang) else { continue };
            let Some(lang) = captures.lang.clone() else { continue };
            let path =
                group.path(&captures, &group.codes.local(&lang), lang == self.workspace.base);
            if group.excludes(&path) {
                continue;
            }
            check_path(&path)?;
            if entry.is_link {
                return Err("is a symbolic link".to_owned());
            }
            let found = self.workspace.local_file(index, &path).filter(|file| file.lang == lang);
            let Some(file) = found else {
                return Err(format!("would be `{path}`, which is not of the language `{lang}`"));
            };
            return Ok(Some(incoming(file, Change::Added)));
        }
        if self.workspace.ignore.iter().any(|pattern| pattern.captures(name, &is_lang).is_some()) {
            return Ok(None);
        }
        Err(match name.starts_with("no_filename.") || name.contains("/no_filename.") {
            true => "has the keys without a file: assign them one at the service, or add the name \
                     to `ignore`"
                .to_owned(),
            false => {
                "matches no pattern of the configuration: add a group, or `ignore` it".to_owned()
            }
        })
    }

    /// Compares the files with the local ones.
    pub(super) fn compare(&mut self) -> Result<(), Error> {
        let sources = self.workspace.sources();
        for file in &mut self.files {
            let Some((bundle, index)) = file.source else { continue };
            // A file that was renamed or deleted here does not come back in other languages.
            let has_source = file.lang == self.workspace.base
                || self.workspace.groups[file.group].pull.has(true)
                || sources.contains_key(file.name.as_str());
            if let Err(reason) = self.disk.check(&file.path) {
                file.keep(reason);
                continue;
            }
            let service = self.bundles[bundle].read(index)?;
            let local = match self.disk.read(&file.path) {
                Ok(local) => local,
                Err(error) => {
                    file.keep(format!("cannot be read: {error}"));
                    continue;
                }
            };
            let group = &self.workspace.groups[file.group];
            let format = &group.format;
            file.before = local.as_deref().map(fingerprint);
            file.change = match local {
                // A language without translations gets no files.
                None if !has_source || texts::is_empty(format, &service) => Change::Unchanged,
                None => Change::Added,
                Some(local) if texts::is_same(format, &local, &service) => Change::Unchanged,
                // As it is where no text has passed the filter yet.
                Some(_) if group.is_filtered() && texts::is_empty(format, &service) => {
                    Change::Unchanged
                }
                Some(_) => Change::Changed,
            };
        }
        Ok(())
    }

    /// Adds the local translations that the service no longer has, of groups that prune: only if
    /// the file of the base language is gone too, and the export has other files of the language.
    pub(super) fn add_unwanted(&mut self, languages: &BTreeSet<String>, options: &PullOptions) {
        let incoming: HashSet<_> = self.files.iter().map(|file| file.path.clone()).collect();
        let sources = self.workspace.sources();
        let (mut all, mut unwanted) = (0_usize, Vec::new());
        for file in self.workspace.files() {
            let is_pruned = (options.prune || self.workspace.groups[file.group].prune)
                && !file.is_base
                && languages.contains(&file.lang)
                && is_wanted(&self.workspace, file.group, &file.lang, options);
            if !is_pruned {
                continue;
            }
            all += 1;
            let is_exported = self.counts.contains_key(&(file.group, file.lang.clone()));
            if is_exported
                && !incoming.contains(&file.path)
                && !sources.contains_key(file.name.as_str())
            {
                unwanted.push(self::incoming(file.clone(), Change::Removed));
            }
        }
        let limit = REMOVALS.min(all.div_ceil(10));
        let is_too_much = unwanted.len() > limit && !options.confirmed;
        let reason = format!(
            "would be one of {} files removed, more than {limit} of {all}: use `--confirmed`",
            unwanted.len()
        );
        for mut file in unwanted {
            match self.disk.read(&file.path) {
                Ok(local) => file.before = local.as_deref().map(fingerprint),
                Err(error) => file.keep(format!("cannot be read: {error}")),
            }
            if is_too_much {
                file.keep(reason.clone());
            }
            self.files.push(file);
        }
        self.files.sort_by(|one, other| one.path.cmp(&other.path));
    }

    /// Leaves out the files that are not chosen.
    pub(super) fn select(&mut self, paths: &[String]) -> Result<(), Error> {
        let selection = Selection::new(paths)?;
        selection.check(self.files.iter().map(|file| file.path.as_str()))?;
        self.files.retain(|file| selection.has(&file.path));
        if !paths.is_empty() {
            self.refused.clear();
        }
        Ok(())
    }

    /// Writes and removes files.
    pub(super) fn write(&mut self) -> Result<(), Error> {
        let local = self.workspace.files().iter().map(|file| file.path.as_str());
        self.disk.clear(local.chain(self.files.iter().map(|file| file.path.as_str())));
        for file in &mut self.files {
            let done = match (file.change, file.source) {
                (Change::Added | Change::Changed, Some((bundle, index))) => {
                    let bytes = self.bundles[bundle].read(index)?;
                    self.disk.replace(&file.path, &bytes, file.before)
                }
                (Change::Removed, _) => self.disk.remove(&file.path, file.before),
                _ => Ok(()),
            };
            if let Err(reason) = done {
                file.keep(reason);
            }
        }
        Ok(())
    }

    pub(super) fn into_report(self) -> PullReport {
        let is_there = |file: &Incoming| file.change != Change::Unchanged || file.before.is_some();
        let files = self.files.into_iter().filter(is_there).map(|file| PulledFile {
            path: file.path,
            lang: file.lang,
            change: file.change,
            reason: file.reason,
        });
        PullReport { files: files.collect(), refused: self.refused }
    }
}

fn incoming(file: LocalFile, change: Change) -> Incoming {
    let LocalFile { path, lang, name, group, .. } = file;
    let (reason, before, older) = (None, None, Vec::new());
    Incoming { source: None, group, lang, name, path, change, reason, before, older }
}

impl Incoming {
    pub(super) fn keep(&mut self, reason: String) {
        self.change = Change::Kept;
        self.reason = Some(reason);
    }
}

/// A path as a file system that ignores case sees it.
fn folded(path: &str) -> String {
    match cfg!(any(windows, target_os = "macos")) {
        true => path.to_lowercase(),
        false => path.to_owned(),
    }
}
