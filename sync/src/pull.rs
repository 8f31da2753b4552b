//! Pull: translations from the service to local files.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use l10n_client::types::FileExport;

use crate::bundle::{Bundle, Entry};
use crate::disk::{Disk, fingerprint};
use crate::error::Error;
use crate::pattern::check_path;
use crate::service::{Event, Project, Sync};
use crate::texts;
use crate::workspace::{LocalFile, Workspace};

/// What to pull, and what a pull may do. Fields can be set on a value of [`Default`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PullOptions {
    /// Pulls these languages only, by local codes or the service's; `base` is the base language.
    pub languages: Vec<String>,
    /// Pulls files of the base language too.
    pub base: bool,
    /// Looks for commits that replaced a text only after this Git revision.
    pub changed_since: Option<String>,
    /// Replaces and removes files without asking Git.
    pub force: bool,
    /// Removes translations that the service no longer has, in all groups.
    pub prune: bool,
    /// Removes more than 10 files or 10 %.
    pub confirmed: bool,
}

impl PullOptions {
    /// Creates the default options.
    pub fn new() -> Self {
        Self::default()
    }
}

/// What a pull has done, or would do.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PullReport {
    /// The local files, by path.
    pub files: Vec<PulledFile>,
    /// The files of the bundle that no pattern of the configuration allows.
    pub refused: Vec<RefusedFile>,
}

impl PullReport {
    /// Whether the local files are now as the service has them.
    pub fn is_complete(&self) -> bool {
        self.refused.is_empty() && self.files.iter().all(|file| file.change != Change::Kept)
    }

    /// The number of files with this change.
    pub fn count(&self, change: Change) -> usize {
        self.files.iter().filter(|file| file.change == change).count()
    }
}

/// A local file of a pull.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PulledFile {
    /// The path below the root, with `/` between names.
    pub path: String,
    /// The language, by the service's code.
    pub lang: String,
    /// What became of it.
    pub change: Change,
    /// Why it was kept, and what to do.
    pub reason: Option<String>,
}

/// A file of the bundle that was not written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedFile {
    /// The name in the bundle.
    pub name: String,
    /// Why it was refused, and what to do.
    pub reason: String,
}

/// What became of a local file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Change {
    /// It is new.
    Added,
    /// It was replaced.
    Changed,
    /// It was as the service has it.
    Unchanged,
    /// It was removed.
    Removed,
    /// It differs from what the service has, and was not touched.
    Kept,
}

impl Change {
    /// Its name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
            Self::Removed => "removed",
            Self::Kept => "kept",
        }
    }
}

/// The most files that are removed without confirmation.
const REMOVALS: usize = 10;
const WITHOUT_FORCE: &str = "use `--force` to take the service's text";
/// `push --replace` would send the whole file, and with it older texts of other keys.
const ADVICE: &str = "send the text with `l10n keys set`";

/// A file of a bundle, and where it goes.
#[derive(Debug)]
struct Incoming {
    /// The bundle, and its place there; `None` for a local file that the service no longer has.
    source: Option<(usize, usize)>,
    group: usize,
    lang: String,
    /// The name at the service, with the placeholder of the language.
    name: String,
    path: String,
    change: Change,
    reason: Option<String>,
    /// What the local file held when it was compared.
    before: Option<u64>,
}

/// An export, and the languages that it is made for.
struct Export {
    body: FileExport,
    groups: Vec<usize>,
}

impl Sync {
    /// Pulls: exports the project, and replaces each local file that differs, whole or not at all.
    ///
    /// A file is written only if its path matches the pattern of its group. A local file is
    /// replaced or removed only if Git has it committed, and not by a text that a commit replaced,
    /// unless
    /// [`PullOptions::force`] is set. Other files are kept, and reported. After a kill, the next
    /// pull does the rest.
    ///
    /// # Errors
    ///
    /// Fails if the service or Git fails, or if the bundle cannot be read. No file is changed then.
    pub async fn pull(&self, options: &PullOptions) -> Result<PullReport, Error> {
        self.run(options, true).await
    }

    /// Returns what a pull would do, and changes nothing.
    ///
    /// # Errors
    ///
    /// As [`pull`](Self::pull).
    pub async fn plan_pull(&self, options: &PullOptions) -> Result<PullReport, Error> {
        self.run(options, false).await
    }

    async fn run(&self, options: &PullOptions, writes: bool) -> Result<PullReport, Error> {
        let project = self.project(false).await?;
        check_languages(&self.workspace, &project, &options.languages)?;
        let exports = self.exports(&project, options)?;
        if exports.is_empty() {
            return Ok(PullReport::default());
        }
        self.until_imported(&project.address).await?;
        let mut bundles = Vec::new();
        for export in &exports {
            bundles.push(self.bundle(&project, export.body.clone()).await?);
        }
        self.tell(Event::Phase("comparing"));
        let workspace = self.workspace.clone();
        let groups: Vec<_> = exports.into_iter().map(|export| export.groups).collect();
        let (mut work, wanted) = (Work::new(workspace, bundles), options.clone());
        work = blocking(move || {
            work.sort(&project, &groups, &wanted)?;
            work.compare()?;
            work.add_unwanted(&project, &wanted);
            Ok(work)
        })
        .await?;
        work = self.protect(work, options).await?;
        if writes {
            self.tell(Event::Phase("writing"));
            work = blocking(move || {
                work.write()?;
                Ok(work)
            })
            .await?;
        }
        Ok(work.into_report())
    }

    /// The exports that the groups need: one for each format and set of options.
    fn exports(&self, project: &Project, options: &PullOptions) -> Result<Vec<Export>, Error> {
        let mut exports: Vec<Export> = Vec::new();
        for (index, group) in self.workspace.groups.iter().enumerate() {
            let is_wanted = |lang: &&String| is_wanted(&self.workspace, index, lang, options);
            let langs: Vec<_> = project.languages.iter().filter(is_wanted).cloned().collect();
            if langs.is_empty() {
                continue;
            }
            let mut body = group.export(langs)?;
            let known = exports.iter_mut().find(|known| {
                let mut same = known.body.clone();
                same.filter_langs.clone_from(&body.filter_langs);
                serde_json::to_value(&same).ok() == serde_json::to_value(&body).ok()
            });
            match known {
                Some(known) => {
                    known.groups.push(index);
                    let mut langs: BTreeSet<_> =
                        known.body.filter_langs.take().into_iter().flatten().collect();
                    langs.extend(body.filter_langs.take().into_iter().flatten());
                    known.body.filter_langs = Some(langs.into_iter().collect());
                }
                None => exports.push(Export { body, groups: vec![index] }),
            }
        }
        Ok(exports)
    }

    /// Keeps what Git cannot bring back, and what the service would set back.
    async fn protect(&self, mut work: Work, options: &PullOptions) -> Result<Work, Error> {
        let is_at_risk =
            |file: &&Incoming| matches!(file.change, Change::Changed | Change::Removed);
        let paths: Vec<_> =
            work.files.iter().filter(is_at_risk).map(|file| file.path.clone()).collect();
        if options.force || paths.is_empty() {
            return Ok(work);
        }
        let Some(git) = self.git().await? else {
            work.keep_unless(
                &HashSet::new(),
                "it is in no Git working tree, so nothing could restore it",
            );
            return Ok(work);
        };
        let committed = git.committed(&paths).await?.into_iter().collect();
        work.keep_unless(&committed, "it has changes that are not committed");
        let since = match &options.changed_since {
            Some(revision) => git.commit(revision).await?,
            None => None,
        };
        if git.is_shallow() && since.is_none() {
            let reason = "this clone is shallow, so a commit that fixed it may be missing: fetch \
                          the history (`fetch-depth: 0`)";
            work.keep_unless(&HashSet::new(), reason);
            return Ok(work);
        }
        let paths: BTreeSet<_> = committed.iter().map(String::as_str).collect();
        let replaced = git.replaced(&paths, since.as_deref()).await?;
        blocking(move || {
            work.keep_losses(&replaced)?;
            Ok(work)
        })
        .await
    }
}

/// Runs work on files in a thread for it.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let ended = tokio::task::spawn_blocking(work).await;
    ended.unwrap_or_else(|error| Err(Error::Bundle(error.to_string())))
}

/// Whether a pull writes files of a language in a group.
fn is_wanted(workspace: &Workspace, group: usize, lang: &str, options: &PullOptions) -> bool {
    let group = &workspace.groups[group];
    let is_base = lang == workspace.base;
    let is_side =
        group.pull.has(is_base) || (options.base && is_base && group.pull != crate::Side::None);
    is_side && workspace.is_lang(group, lang, &options.languages)
}

/// Checks that the project has the languages that were asked for.
pub(crate) fn check_languages(
    workspace: &Workspace,
    project: &Project,
    languages: &[String],
) -> Result<(), Error> {
    for code in languages {
        let one = std::slice::from_ref(code);
        let is_known = |lang: &String| {
            workspace.groups.iter().any(|group| workspace.is_lang(group, lang, one))
        };
        if !project.languages.iter().any(is_known) {
            let known: Vec<_> = project.languages.iter().map(String::as_str).collect();
            let message = format!("the project has no language `{code}`, but {}", known.join(", "));
            return Err(Error::config("languages", message));
        }
    }
    Ok(())
}

/// A pull at work.
#[derive(Debug)]
struct Work {
    workspace: Workspace,
    bundles: Vec<Bundle>,
    disk: Disk,
    files: Vec<Incoming>,
    refused: Vec<RefusedFile>,
    /// How many files of each group and language the bundles have.
    counts: HashMap<(usize, String), usize>,
}

impl Work {
    fn new(workspace: Workspace, bundles: Vec<Bundle>) -> Self {
        let disk = Disk::new(workspace.root());
        let (files, refused, counts) = (Vec::new(), Vec::new(), HashMap::new());
        Self { workspace, bundles, disk, files, refused, counts }
    }

    /// Finds the place of each file in the bundles, and refuses those without one.
    fn sort(
        &mut self,
        project: &Project,
        groups: &[Vec<usize>],
        options: &PullOptions,
    ) -> Result<(), Error> {
        let mut seen = HashSet::new();
        for (bundle, groups) in groups.iter().enumerate() {
            for entry in self.bundles[bundle].entries()? {
                let placed = self.place(project, &entry).and_then(|file| {
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
    fn place(&self, project: &Project, entry: &Entry) -> Result<Option<Incoming>, String> {
        let name = entry.name.as_str();
        let is_lang = |text: &str| project.languages.contains(text);
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
    fn compare(&mut self) -> Result<(), Error> {
        let sources = self.workspace.files().iter().filter(|file| file.is_base);
        let sources: HashSet<_> = sources.map(|file| file.name.clone()).collect();
        let mut files = std::mem::take(&mut self.files);
        for file in &mut files {
            let Some((bundle, index)) = file.source else { continue };
            // A file that was renamed or deleted here does not come back in other languages.
            let has_source = file.lang == self.workspace.base
                || self.workspace.groups[file.group].pull.has(true)
                || sources.contains(&file.name);
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
            let format = &self.workspace.groups[file.group].format;
            file.before = local.as_deref().map(fingerprint);
            file.change = match local {
                // A language without translations gets no files.
                None if !has_source || texts::is_empty(format, &service) => Change::Unchanged,
                None => Change::Added,
                Some(local) if texts::is_same(format, &local, &service) => Change::Unchanged,
                Some(_) => Change::Changed,
            };
        }
        self.files = files;
        Ok(())
    }

    /// Adds the local translations that the service no longer has, of groups that prune: only if
    /// the file of the base language is gone too, and the export has other files of the language.
    fn add_unwanted(&mut self, project: &Project, options: &PullOptions) {
        let incoming: HashSet<_> = self.files.iter().map(|file| file.path.clone()).collect();
        let sources = self.workspace.files().iter().filter(|file| file.is_base);
        let sources: HashSet<_> = sources.map(|file| file.name.as_str()).collect();
        let (mut all, mut unwanted) = (0_usize, Vec::new());
        for file in self.workspace.files() {
            let is_pruned = (options.prune || self.workspace.groups[file.group].prune)
                && !file.is_base
                && project.languages.contains(&file.lang)
                && is_wanted(&self.workspace, file.group, &file.lang, options);
            if !is_pruned {
                continue;
            }
            all += 1;
            let is_exported = self.counts.contains_key(&(file.group, file.lang.clone()));
            if is_exported
                && !incoming.contains(&file.path)
                && !sources.contains(file.name.as_str())
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

    /// Keeps the files that would be replaced or removed, unless they are among these.
    fn keep_unless(&mut self, safe: &HashSet<String>, reason: &str) {
        for file in &mut self.files {
            let is_at_risk = matches!(file.change, Change::Changed | Change::Removed);
            if is_at_risk && !safe.contains(&file.path) {
                file.keep(format!("{reason}; {WITHOUT_FORCE}"));
            }
        }
    }

    /// Keeps the files of which the service has an older text, or none.
    fn keep_losses(&mut self, replaced: &BTreeMap<String, Vec<Vec<u8>>>) -> Result<(), Error> {
        let sources = self.workspace.files().iter().filter(|file| file.is_base);
        let sources: HashMap<_, _> =
            sources.map(|file| (file.name.clone(), file.path.clone())).collect();
        let mut read: HashMap<String, Option<Vec<u8>>> = HashMap::new();
        let mut files = std::mem::take(&mut self.files);
        for file in files.iter_mut().filter(|file| file.change == Change::Changed) {
            let Some((bundle, index)) = file.source else { continue };
            let service = self.bundles[bundle].read(index)?;
            let Ok(Some(local)) = self.disk.read(&file.path) else { continue };
            let base = sources.get(&file.name).and_then(|path| {
                let read = read.entry(path.clone());
                read.or_insert_with(|| self.disk.read(path).ok().flatten()).as_deref()
            });
            let versions = replaced.get(&file.path).map_or(&[][..], Vec::as_slice);
            let group = &self.workspace.groups[file.group];
            // An export of some texts, as the reviewed ones, lacks others on purpose.
            let base = base.filter(|_| !group.export.contains_key("filter_data"));
            if let Some(reason) = texts::loss(&group.format, &local, &service, base, versions) {
                file.keep(format!("{reason}; {ADVICE}, or {WITHOUT_FORCE}"));
            }
        }
        self.files = files;
        Ok(())
    }

    /// Writes and removes files.
    fn write(&mut self) -> Result<(), Error> {
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

    fn into_report(self) -> PullReport {
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
    Incoming { source: None, group, lang, name, path, change, reason: None, before: None }
}

impl Incoming {
    fn keep(&mut self, reason: String) {
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
