//! Pull: writes the texts of the service into the local files.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::Serialize;

use crate::compare::{Bases, Content, TextChange, is_same, like, with_texts};
use crate::config::LanguageScope;
use crate::disk::{Disk, fingerprint};
use crate::error::{Error, Stop};
use crate::formats::{Entry, File, Text, Texts};
use crate::git::{Committed, Git};
use crate::remote::{Remote, RemoteFile, Wanted};
use crate::report::SkippedFile;
use crate::selection::Selection;
use crate::service::{Event, Missing, Sync};
use crate::workspace::{LocalFile, Workspace};

/// Options of a pull. Set fields on the default value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PullOptions {
    /// Pulls only these languages, by local or service code; `base` is the base language.
    pub languages: Vec<String>,
    /// Pulls only these files: paths, folders or patterns below the root.
    pub paths: Vec<String>,
    /// Also pulls files of the base language.
    pub base: bool,
    /// Changes files even if their content is not committed in Git.
    pub force: bool,
}

impl PullOptions {
    /// Creates the default options.
    pub fn new() -> Self {
        Self::default()
    }
}

/// The result of a pull, or of a dry run.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct PullReport {
    /// The local files, those of the base language first, then by path.
    pub files: Vec<PulledFile>,
    /// The files of the service whose names lead to no path that a pull may write.
    pub skipped: Vec<SkippedFile>,
    /// The languages that had no file in the configuration before.
    pub new_languages: BTreeSet<String>,
}

impl PullReport {
    /// Returns whether no file was kept or skipped, and all texts were written.
    pub fn is_complete(&self) -> bool {
        self.skipped.is_empty() && self.files.iter().all(|file| file.reason.is_none())
    }

    /// Returns the number of files with this change.
    pub fn count(&self, change: Change) -> usize {
        self.files.iter().filter(|file| file.change == change).count()
    }
}

/// A local file of a pull.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PulledFile {
    /// The path relative to the root, with `/` as separator.
    pub path: String,
    /// The service's code of the language.
    #[serde(rename = "lang_iso")]
    pub lang: String,
    /// The change to the file.
    pub change: Change,
    /// Why the file was kept, or a text was not written, and what to do.
    pub reason: Option<String>,
    /// The texts that change; empty if they cannot be read.
    pub texts: Vec<TextChange>,
}

/// The change to a local file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Change {
    /// The file was created.
    Added,
    /// Texts of the file were changed or added.
    Changed,
    /// The file already had the service's texts.
    #[default]
    Unchanged,
    /// The file differs from the service's, but was not changed.
    Kept,
}

impl Change {
    /// Returns the name of the change, such as `added`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
            Self::Kept => "kept",
        }
    }
}

/// What to do about a file that is kept.
const FORCE: &str = "change it with `l10n pull --force PATH`";

/// A file that a pull will write.
struct Planned {
    file: PulledFile,
    /// The new content; `None` if the file of the service is written as it is.
    bytes: Option<Vec<u8>>,
    source: RemoteFile,
    /// The hash of the local file when it was compared.
    before: Option<u64>,
}

impl Planned {
    fn keep(&mut self, reason: String) {
        self.file.change = Change::Kept;
        self.file.reason = Some(reason);
    }

    fn is_written(&self) -> bool {
        matches!(self.file.change, Change::Added | Change::Changed)
    }

    /// Returns why Git could not restore the file.
    fn uncommitted(&self, committed: Option<&Committed>) -> Option<String> {
        let (path, exists) = (&self.file.path, self.before.is_some());
        let Some(committed) = committed else {
            return exists.then(|| format!("it is not in a Git working tree: {FORCE}"));
        };
        let is_changed = committed.changed.contains(path);
        match committed.tracked.get(path) {
            _ if !exists => is_changed.then(|| {
                "it was removed here, but not in a commit: commit that, or restore it".to_owned()
            }),
            None => Some(format!(
                "this repository has not committed it (untracked, ignored, or in a submodule): \
                 commit it, or {FORCE}"
            )),
            Some(is_compared) => (is_changed || !is_compared)
                .then(|| format!("it has uncommitted changes: commit them, or {FORCE}")),
        }
    }
}

impl Sync {
    /// Exports the project, and writes the texts that differ into the local files, each file
    /// atomically.
    ///
    /// Only the texts change: a pull adds no key that the base language lacks, and removes nothing.
    /// It writes only paths that match the pattern of their group. Unless [`PullOptions::force`] is
    /// set, it keeps and reports a file whose content is not committed in Git. If a pull is killed,
    /// the next one completes it.
    ///
    /// # Errors
    ///
    /// Fails if the service or Git fails, or if the bundle is invalid. No file is changed then.
    pub async fn pull(&self, options: &PullOptions) -> Result<PullReport, Error> {
        self.run(options, true).await
    }

    /// Returns what a pull would change, without changing it.
    ///
    /// # Errors
    ///
    /// Fails like [`pull`](Self::pull).
    pub async fn plan_pull(&self, options: &PullOptions) -> Result<PullReport, Error> {
        self.run(options, false).await
    }

    async fn run(&self, options: &PullOptions, writes: bool) -> Result<PullReport, Error> {
        let project = self.project(Missing::Fail, &options.languages).await?;
        let has = |group: usize, lang: &str| is_wanted(&self.workspace, group, lang, options);
        let mut remote = self.remote(&project, &Wanted { has: &has, is_whole: false }).await?;
        let skipped = std::mem::take(&mut remote.skipped);
        let (workspace, paths) = (self.workspace.clone(), options.paths.clone());
        let (mut files, mut remote) = blocking(move || {
            let files = workspace.compare(&mut remote, &Selection::new(&paths)?)?;
            Ok((files, remote))
        })
        .await?;
        if !options.force {
            self.keep_uncommitted(&mut files).await?;
        }
        if writes {
            self.emit(Event::Phase("writing"));
            let workspace = self.workspace.clone();
            files = blocking(move || write(&workspace, files, &mut remote)).await?;
        }
        let local: HashSet<_> = self.workspace.files().iter().map(|file| &file.lang).collect();
        let added = files.iter().filter(|file| file.file.change == Change::Added);
        let new_languages = added.map(|file| &file.file.lang).filter(|lang| !local.contains(lang));
        Ok(PullReport {
            new_languages: new_languages.cloned().collect(),
            skipped: if options.paths.is_empty() { skipped } else { Vec::new() },
            files: files.into_iter().map(|file| file.file).collect(),
        })
    }

    /// Keeps files that Git could not restore.
    async fn keep_uncommitted(&self, files: &mut [Planned]) -> Result<(), Error> {
        if !files.iter().any(Planned::is_written) {
            return Ok(());
        }
        let committed = match Git::open(self.workspace.root()).await? {
            Some(git) => Some(git.committed().await?),
            None => None,
        };
        let mut kept_bases = HashSet::new();
        for file in files.iter_mut().filter(|file| file.is_written()) {
            let source = file.source.file.clone();
            match file.uncommitted(committed.as_ref()) {
                _ if kept_bases.contains(&source.name) => {
                    file.keep("its file of the base language was kept".to_owned());
                }
                Some(reason) => file.keep(reason),
                None if committed
                    .as_ref()
                    .is_some_and(|it| it.tracked.get(&source.path) == Some(&false)) =>
                {
                    file.file.change = Change::Unchanged;
                }
                None => continue,
            }
            if source.is_base {
                kept_bases.insert(source.name);
            }
        }
        Ok(())
    }
}

impl Workspace {
    /// Compares the files of the service with the local ones.
    fn compare(&self, remote: &mut Remote, selection: &Selection) -> Result<Vec<Planned>, Error> {
        let sources = remote.files.clone();
        selection.check(sources.iter().map(|file| file.file.path.as_str()))?;
        let mut bases = Bases::new(self);
        let mut files = Vec::new();
        for source in sources.into_iter().filter(|source| selection.has(&source.file.path)) {
            let LocalFile { path, lang, .. } = source.file.clone();
            let file = PulledFile { path, lang, ..PulledFile::default() };
            let service = remote.read(&source)?;
            let mut planned = Planned { file, bytes: None, source, before: None };
            match self.compare_file(&mut planned, &service, &mut bases) {
                Ok(()) => {}
                Err(Stop::File(reason)) => planned.keep(reason),
                Err(Stop::All(error)) => return Err(error),
            }
            if planned.file.change != Change::Unchanged || planned.before.is_some() {
                files.push(planned);
            }
        }
        Ok(files)
    }

    fn compare_file(
        &self,
        planned: &mut Planned,
        service: &[u8],
        bases: &mut Bases,
    ) -> Result<(), Stop<String>> {
        let LocalFile { path, name, is_base, group, lang, .. } = planned.source.file.clone();
        let (group, disk) = (&self.groups[group], Disk(self.root()));
        match group.content(service, &lang, true) {
            Content::Texts(service) => {
                let local = disk.read(&path).map_err(Stop::File)?;
                planned.before = local.as_deref().map(fingerprint);
                // Nothing is lost in an empty file.
                let local = local.filter(|local| !local.trim_ascii().is_empty());
                let local = match local.as_deref().map(|bytes| group.content(bytes, &lang, false)) {
                    Some(Content::Texts(local)) => Some(local),
                    Some(Content::Invalid(error)) => return Err(Stop::File(error.to_string())),
                    _ => None,
                };
                self.compare_texts(planned, local.as_deref(), &service, bases)?;
                if let Some(error) = service.duplicate() {
                    let reason = format!("at the service, {error}; the first text was used");
                    planned.file.reason.get_or_insert(reason);
                }
            }
            Content::Unknown => {
                // Such a file may be of any size.
                planned.before = disk.fingerprint(&path).map_err(Stop::File)?;
                planned.file.change = match planned.before {
                    Some(before) if before == fingerprint(service) => Change::Unchanged,
                    Some(_) => Change::Changed,
                    None if is_base || bases.file(&name).is_some() => Change::Added,
                    None => Change::Unchanged,
                };
            }
            Content::Invalid(error) => return Err(Stop::File(format!("at the service, {error}"))),
        }
        match planned.is_written() {
            true => disk.check(&path).map_err(Stop::File),
            false => Ok(()),
        }
    }

    fn compare_texts(
        &self,
        planned: &mut Planned,
        local: Option<&File>,
        service: &File,
        bases: &mut Bases,
    ) -> Result<(), Stop<String>> {
        let LocalFile { name, is_base, group, lang, local_lang, .. } = planned.source.file.clone();
        if is_base {
            planned.update(local, service, service, &local_lang);
            if let Some(bytes) = &planned.bytes {
                bases.insert(&name, self.groups[group].content(bytes, &lang, false));
            }
            return Ok(());
        }
        let base_path = bases.path(&name);
        let base = match bases.get(self, &name)? {
            Some(Content::Texts(base)) => Some(&**base),
            Some(Content::Invalid(error)) => {
                return Err(Stop::File(format!("in {base_path}, {error}")));
            }
            // Without its base file, a translation gets no texts that it lacks.
            _ => local,
        };
        if let Some(base) = base {
            planned.update(local, base, service, &local_lang);
        }
        Ok(())
    }
}

impl Planned {
    /// Plans the texts of the service that the local file lacks or that differ.
    fn update(&mut self, local: Option<&File>, base: &File, service: &File, lang: &str) {
        let wrong = match local {
            Some(local) if local.lacks_root(base) => Some("it"),
            Some(local) if base.lacks_root(local) => Some("its file of the base language"),
            _ => None,
        };
        if let Some(file) = wrong {
            let reason = "is not in the language of its path: correct the key at its root";
            return self.keep(format!("{file} {reason}"));
        }
        let mut texts = Texts::new();
        let lists = incomplete_lists(local, base, service);
        for entry in service.entries() {
            let in_base = base.model(&entry.key).filter(|base| base.is_text());
            let (Some(in_base), Some(text)) = (in_base, entry.done()) else { continue };
            let (old, text) = (local.and_then(|local| local.get(&entry.key)), with_texts(text));
            let text = match old {
                Some(old) if !old.is_text() || is_same(&old.text, &text) => continue,
                // The plural became a text in the base file.
                Some(old) if is_plural(&old.text) && !is_plural(&in_base.text) => {
                    like(&text, &in_base.text)
                }
                Some(old) => like(&text, &old.text),
                None if !is_whole(&text, &in_base.text) => continue,
                None if in_base.list.as_ref().is_some_and(|list| lists.contains(list)) => continue,
                None => text,
            };
            let old = old.map(|old| &old.text);
            self.file.texts.push(TextChange::new(&entry.key, old, Some(&text)));
            texts.insert(entry.key.clone(), text);
        }
        if texts.is_empty() {
            return;
        }
        let updated = match local {
            Some(local) => local.update(base, texts),
            None => base.create(texts, lang, service),
        };
        let refused: BTreeMap<_, _> = updated.refused.into_iter().collect();
        self.file.texts.retain(|text| !refused.contains_key(&text.key));
        self.file.change = match local {
            _ if self.file.texts.is_empty() => Change::Kept,
            Some(_) => Change::Changed,
            None => Change::Added,
        };
        self.bytes = Some(updated.bytes);
        if let Some((key, reason)) = refused.first_key_value() {
            let more = match refused.len() {
                1 => String::new(),
                count => format!(", and {} more", count - 1),
            };
            self.file.reason =
                Some(format!("the text of `{key}`{more} was not written, because {reason}"));
        }
    }
}

fn is_plural(text: &Text) -> bool {
    matches!(text, Text::Forms(_))
}

/// Whether a plural has the form that programs use for most numbers. In gettext, that is any.
fn is_whole(text: &Text, base: &Text) -> bool {
    let has_other = |forms: &[(String, String)]| forms.iter().any(|(name, _)| name == "other");
    match (text, base) {
        (Text::Forms(forms), Text::Forms(base)) => has_other(forms) || !has_other(base),
        _ => true,
    }
}

/// Returns the lists that the local file lacks in part, and that the service cannot complete:
/// programs find items by their index.
fn incomplete_lists(local: Option<&File>, base: &File, service: &File) -> HashSet<String> {
    let is_missing = |entry: &&Entry| {
        entry.is_text()
            && local.is_none_or(|local| local.get(&entry.key).is_none())
            && service.get(&entry.key).and_then(Entry::done).is_none()
    };
    base.entries().iter().filter(is_missing).filter_map(|entry| entry.list.clone()).collect()
}

/// Writes the planned files.
fn write(
    workspace: &Workspace,
    mut files: Vec<Planned>,
    remote: &mut Remote,
) -> Result<Vec<Planned>, Error> {
    let disk = Disk(workspace.root());
    let local = workspace.files().iter().map(|file| file.path.as_str());
    disk.clear(local.chain(files.iter().map(|file| file.file.path.as_str())));
    for file in files.iter_mut().filter(|file| file.is_written()) {
        let bytes = match file.bytes.take() {
            Some(bytes) => bytes,
            None => remote.read(&file.source)?,
        };
        if let Err(reason) = disk.replace(&file.file.path, &bytes, file.before) {
            file.keep(reason);
        }
    }
    Ok(files)
}

/// Runs blocking work on another thread.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let ended = tokio::task::spawn_blocking(work).await;
    ended.unwrap_or_else(|error| Err(Error::Bundle(error.to_string())))
}

/// Whether a pull writes files of a language in a group.
fn is_wanted(workspace: &Workspace, group: usize, lang: &str, options: &PullOptions) -> bool {
    let group = &workspace.groups[group];
    let is_base = lang == workspace.base;
    let is_in_scope = group.config.pull.has(is_base)
        || (options.base && is_base && group.config.pull != LanguageScope::None);
    // All files without a language in their names are of the base language.
    is_in_scope
        && (is_base || group.name.spelling().is_some())
        && workspace.is_lang(group, lang, &options.languages)
}
