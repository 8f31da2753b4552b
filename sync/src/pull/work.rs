//! Maps the files of bundles to paths, compares them with the local files, and writes them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{Change, Export, PullOptions, PullReport, PulledFile, RefusedFile, is_wanted};
use crate::bundle::{Bundle, Entry};
use crate::config::Side;
use crate::disk::{Disk, fingerprint};
use crate::error::Error;
use crate::pattern::check_path;
use crate::selection::Selection;
use crate::texts::{OlderText, TextChange};
use crate::workspace::{LocalFile, Names, Workspace};

/// The maximum number of files that are deleted without confirmation.
const MAX_REMOVALS: usize = 10;

/// A file of a bundle, and its local file.
#[derive(Debug)]
pub(crate) struct Incoming {
    /// The indexes of the bundle and of the file in it; `None` for a local file that the service no
    /// longer has.
    pub(crate) source: Option<(usize, usize)>,
    pub(crate) group: usize,
    pub(crate) lang: String,
    /// The service name, with the placeholder of the language.
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) change: Change,
    pub(crate) reason: Option<String>,
    /// The hash of the local file when it was compared.
    pub(crate) before: Option<u64>,
    /// The service's texts that a commit replaced.
    pub(crate) older: Vec<OlderText>,
    /// The texts that the service's file changes.
    pub(crate) texts: Vec<TextChange>,
}

/// The state of a pull.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) workspace: Workspace,
    pub(crate) bundles: Vec<Bundle>,
    pub(crate) disk: Disk,
    pub(crate) files: Vec<Incoming>,
    pub(crate) refused: Vec<RefusedFile>,
    /// The languages of the files in the bundles.
    langs: HashSet<String>,
    whole: Option<Side>,
    pub(crate) unexported: BTreeSet<usize>,
}

impl Work {
    pub(crate) fn new(workspace: Workspace, bundles: Vec<Bundle>, whole: Option<Side>) -> Self {
        let disk = Disk::new(workspace.root());
        let (files, refused, langs) = (Vec::new(), Vec::new(), HashSet::new());
        let unexported = BTreeSet::new();
        Self { workspace, bundles, disk, files, refused, langs, whole, unexported }
    }

    /// Maps each file of the bundles to a local path, and refuses those without one.
    pub(crate) fn sort(
        &mut self,
        languages: &BTreeSet<String>,
        exports: &[Export],
        options: &PullOptions,
    ) -> Result<(), Error> {
        let mut seen = HashSet::new();
        for (bundle, export) in exports.iter().enumerate() {
            let names = self.workspace.names(languages.iter().chain(export.codes.keys()))?;
            for entry in self.bundles[bundle].entries()? {
                let placed = self.place(&names, &export.codes, &entry).and_then(|file| {
                    // Other files belong to another export, or to another pull.
                    let file = file.filter(|file| {
                        let side = (file.group, file.lang == self.workspace.base);
                        export.groups.contains(&side)
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
                        self.langs.insert(file.lang.clone());
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

    /// Returns the local file of a file in a bundle; `None` if it is ignored.
    fn place(
        &self,
        names: &Names,
        codes: &BTreeMap<String, String>,
        entry: &Entry,
    ) -> Result<Option<Incoming>, String> {
        let name = entry.name.as_str();
        for (index, group) in self.workspace.groups.iter().enumerate() {
            let Some(captures) = names.groups[index].captures(name) else { continue };
            let lang = match &captures.lang {
                Some(lang) => codes.get(lang).unwrap_or(lang).clone(),
                None => self.workspace.base.clone(),
            };
            let path = self.workspace.path(index, &captures, &lang);
            if group.excludes(&path) {
                continue;
            }
            check_path(&path)?;
            if entry.is_link {
                return Err("is a symbolic link".to_owned());
            }
            let found = self.workspace.local_file(index, &path).filter(|file| file.lang == lang);
            let Some(file) = found else {
                return Err(format!(
                    "leads to `{path}`, which is not a path of `{lang}`: map \
                                    the code in `languages` of the group"
                ));
            };
            return Ok(Some(incoming(file, Change::Added)));
        }
        if names.ignore.iter().any(|pattern| pattern.is_match(name)) {
            return Ok(None);
        }
        Err(match name.starts_with("no_filename") || name.contains("/no_filename") {
            true => "contains the keys without a file: assign a file to them at the service, or \
                     add the name to `ignore`"
                .to_owned(),
            false => {
                "matches no group of the configuration: if its file was moved, set `name` of the \
                 group to the old path; if it was deleted, delete its keys with `l10n keys delete \
                 --file` and the name that `l10n keys find` prints; if another repository has it, \
                 add it to `ignore`"
                    .to_owned()
            }
        })
    }

    /// Compares the files with the local ones.
    pub(crate) fn compare(&mut self) -> Result<(), Error> {
        let sources = self.workspace.sources();
        for file in &mut self.files {
            let Some((bundle, index)) = file.source else { continue };
            // Translations of a renamed or deleted file are not created again.
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
            let is_base = file.lang == self.workspace.base;
            let is_whole = self.whole.is_some_and(|side| side.has(is_base));
            file.before = local.as_deref().map(fingerprint);
            let read = |bytes| group.file(bytes, is_base && is_whole);
            let service = read(service);
            file.change = match local.map(read) {
                // A language without translations has no files.
                None if !has_source || service.is_empty() => Change::Unchanged,
                None => {
                    file.texts = service.added();
                    Change::Added
                }
                Some(local) if local.is_same(&service) => Change::Unchanged,
                // No text has passed the filter yet.
                Some(_) if !is_whole && group.is_filtered() && service.is_empty() => {
                    Change::Unchanged
                }
                Some(local) => {
                    if let (Some(local), Some(service)) = (local.texts(), service.texts()) {
                        file.texts = TextChange::between(local, service);
                    }
                    Change::Changed
                }
            };
        }
        Ok(())
    }

    /// Adds local translations to delete, if `prune` is set: those that are not exported, although
    /// other files of their language are, and whose file of the base language is gone.
    pub(crate) fn add_unwanted(&mut self, languages: &BTreeSet<String>, options: &PullOptions) {
        let incoming: HashSet<_> = self.files.iter().map(|file| file.path.clone()).collect();
        let sources = self.workspace.sources();
        let (mut all, mut unwanted) = (0_usize, Vec::new());
        for file in self.workspace.files() {
            let is_pruned = options.prune
                && !file.is_base
                && languages.contains(&file.lang)
                && is_wanted(&self.workspace, file.group, &file.lang, options);
            if !is_pruned {
                continue;
            }
            all += 1;
            if self.langs.contains(&file.lang)
                && !incoming.contains(&file.path)
                && !sources.contains_key(file.name.as_str())
            {
                unwanted.push(self::incoming(file.clone(), Change::Removed));
            }
        }
        let limit = MAX_REMOVALS.min(all.div_ceil(10));
        let is_too_much = unwanted.len() > limit && !options.confirmed;
        let reason = format!(
            "the pull would delete {} of {all} translations, more than the limit of {limit}: \
             review them, then add `--confirmed`",
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

    /// Retains only the selected files.
    pub(crate) fn select(&mut self, paths: &[String]) -> Result<(), Error> {
        let selection = Selection::new(paths)?;
        selection.check(self.files.iter().map(|file| file.path.as_str()))?;
        self.files.retain(|file| selection.has(&file.path));
        if !paths.is_empty() {
            self.refused.clear();
        }
        Ok(())
    }

    /// Writes and deletes files.
    pub(crate) fn write(&mut self) -> Result<(), Error> {
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

    pub(crate) fn into_report(self) -> PullReport {
        let exists = |file: &Incoming| file.change != Change::Unchanged || file.before.is_some();
        let files = self.files.into_iter().filter(exists).map(|file| PulledFile {
            path: file.path,
            lang: file.lang,
            change: file.change,
            reason: file.reason,
            texts: file.texts,
            group: file.group,
        });
        let (refused, unexported) = (self.refused, self.unexported);
        PullReport { files: files.collect(), refused, unexported }
    }
}

fn incoming(file: LocalFile, change: Change) -> Incoming {
    let LocalFile { path, lang, name, group, .. } = file;
    let (reason, before, older, texts) = (None, None, Vec::new(), Vec::new());
    Incoming { source: None, group, lang, name, path, change, reason, before, older, texts }
}

impl Incoming {
    pub(crate) fn keep(&mut self, reason: String) {
        self.change = Change::Kept;
        self.reason = Some(reason);
    }
}

/// Returns a path in lower case if the system's paths are usually case-insensitive.
fn folded(path: &str) -> String {
    match cfg!(any(windows, target_os = "macos")) {
        true => path.to_lowercase(),
        false => path.to_owned(),
    }
}
