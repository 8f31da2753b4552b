//! Pull: downloads translations to local files.

mod protect;
mod work;

use std::collections::{BTreeMap, BTreeSet};

use l10n_client::types::FileExport;

use crate::config::Side;
use crate::error::Error;
use crate::service::{Event, Project, Sync};
use crate::texts::TextChange;
use crate::workspace::Workspace;
pub(crate) use work::{Incoming, Work};

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
    /// Searches for replaced texts only in commits after this Git revision.
    pub changed_since: Option<String>,
    /// Overwrites and deletes files without checking Git.
    pub force: bool,
    /// Deletes translations that the service no longer has, in all groups.
    pub prune: bool,
    /// Allows deleting more than 10 files or 10 % of the translations.
    pub confirmed: bool,
    /// The files to compare as a push sends them: without filters, and also in groups that pull
    /// nothing.
    pub(crate) whole: Option<Side>,
    /// Reads the default branch if a push would create the branch.
    pub(crate) before_push: bool,
}

impl PullOptions {
    /// Creates the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether to compare a file as a push sends it.
    pub(crate) fn is_whole(&self, is_base: bool) -> bool {
        self.whole.is_some_and(|side| side.has(is_base))
    }
}

/// The result of a pull, or of a dry run.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PullReport {
    /// The local files, ordered by path.
    pub files: Vec<PulledFile>,
    /// The files of the bundle whose names lead to no path that a pull may write.
    pub refused: Vec<RefusedFile>,
    /// The groups that pull nothing, and whose format the service does not export.
    pub(crate) unexported: BTreeSet<usize>,
}

impl PullReport {
    /// Returns whether no file was kept or refused.
    pub fn is_complete(&self) -> bool {
        self.refused.is_empty() && self.files.iter().all(|file| file.change != Change::Kept)
    }

    /// Returns the number of files with this change.
    pub fn count(&self, change: Change) -> usize {
        self.files.iter().filter(|file| file.change == change).count()
    }
}

/// A local file of a pull.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PulledFile {
    /// The path relative to the root, with `/` as separator.
    pub path: String,
    /// The service's code of the language.
    pub lang: String,
    /// The change to the file.
    pub change: Change,
    /// Why it was kept, and what to do.
    pub reason: Option<String>,
    /// The texts that the service's file changes; empty for an added or removed file, and for one
    /// whose texts cannot be read.
    pub texts: Vec<TextChange>,
    pub(crate) group: usize,
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

/// The change to a local file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Change {
    /// The file was created.
    Added,
    /// The file was replaced.
    Changed,
    /// The file already had the service's texts.
    Unchanged,
    /// The file was deleted.
    Removed,
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
            Self::Removed => "removed",
            Self::Kept => "kept",
        }
    }
}

/// An export, and what it is for.
pub(crate) struct Export {
    body: FileExport,
    langs: BTreeSet<String>,
    /// The codes in its names that differ from the service's, with those.
    pub(crate) codes: BTreeMap<String, String>,
    /// The groups, each with the side of its files: whether they are of the base language.
    pub(crate) groups: Vec<(usize, bool)>,
}

impl Sync {
    /// Exports the project, and replaces the local files that differ, each atomically.
    ///
    /// A pull writes only paths that match the pattern of their group. Unless
    /// [`PullOptions::force`] is set, it keeps and reports a local file if its content is not
    /// committed in Git, if the service has an older text that a commit replaced, or if the service
    /// lacks one of its texts. If a pull is killed, the next one completes it.
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
        let Some((_, mut work)) = self.plan(options).await? else {
            return Ok(PullReport::default());
        };
        if writes {
            self.emit(Event::Phase("writing"));
            work = blocking(move || {
                work.write()?;
                Ok(work)
            })
            .await?;
        }
        Ok(work.into_report())
    }

    /// Exports the project, and compares the files; `None` if the groups need no export.
    pub(crate) async fn plan(
        &self,
        options: &PullOptions,
    ) -> Result<Option<(Project, Work)>, Error> {
        let project = match options.before_push {
            true => self.target().await?,
            false => self.project(false).await?,
        };
        check_languages(&self.workspace, &project, &options.languages)?;
        let exports = self.exports(&project, options)?;
        if exports.is_empty() {
            return Ok(None);
        }
        self.wait_for_imports(&project.address).await?;
        let (mut bundles, mut unexported) = (Vec::new(), BTreeSet::new());
        let mut exported = Vec::new();
        for export in exports {
            let body = export.body.clone().filter_langs(export.langs.clone());
            let pulls =
                |(group, _): &(usize, bool)| self.workspace.groups[*group].pull != Side::None;
            match self.bundle(&project, body).await {
                Err(Error::Config { .. }) if !export.groups.iter().any(pulls) => {
                    unexported.extend(export.groups.iter().map(|(group, _)| *group));
                }
                bundle => {
                    bundles.push(bundle?);
                    exported.push(export);
                }
            }
        }
        self.emit(Event::Phase("comparing"));
        let mut work = Work::new(self.workspace.clone(), bundles, options.whole);
        work.unexported = unexported;
        let (languages, wanted) = (project.languages.clone(), options.clone());
        work = blocking(move || {
            work.sort(&languages, &exported, &wanted)?;
            work.compare()?;
            work.add_unwanted(&languages, &wanted);
            work.select(&wanted.paths)?;
            Ok(work)
        })
        .await?;
        Ok(Some((project, self.protect(work, options).await?)))
    }

    /// Returns the exports that the groups need: one for each format and set of options.
    fn exports(&self, project: &Project, options: &PullOptions) -> Result<Vec<Export>, Error> {
        let mut exports: Vec<Export> = Vec::new();
        let groups = self.workspace.groups.iter().enumerate();
        for ((index, group), is_base) in groups.flat_map(|group| [(group, true), (group, false)]) {
            let is_wanted = |lang: &&String| {
                (**lang == self.workspace.base) == is_base
                    && is_wanted(&self.workspace, index, lang, options)
            };
            let langs: BTreeSet<_> = project.languages.iter().filter(is_wanted).cloned().collect();
            if langs.is_empty() {
                continue;
            }
            let codes = group.mapped(&project.languages);
            let body = group.export(&codes, is_base, options.is_whole(is_base))?;
            // Files of other languages would have the same name.
            let is_single = group.name.spelling().is_none();
            let is_same = |known: &&mut Export| {
                (!is_single || known.langs == langs)
                    && serde_json::to_value(&known.body).ok() == serde_json::to_value(&body).ok()
            };
            let groups = vec![(index, is_base)];
            match exports.iter_mut().find(is_same) {
                Some(known) => {
                    known.groups.extend(groups);
                    known.langs.extend(langs);
                }
                None => exports.push(Export { body, langs, codes, groups }),
            }
        }
        Ok(exports)
    }
}

/// Runs blocking work on another thread.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let ended = tokio::task::spawn_blocking(work).await;
    ended.unwrap_or_else(|error| Err(Error::Bundle(error.to_string())))
}

/// Whether a pull writes files of a language in a group.
pub(crate) fn is_wanted(
    workspace: &Workspace,
    group: usize,
    lang: &str,
    options: &PullOptions,
) -> bool {
    let group = &workspace.groups[group];
    let is_base = lang == workspace.base;
    let is_side = group.pull.has(is_base)
        || (options.base && is_base && group.pull != Side::None)
        || (options.is_whole(is_base) && group.push.may_have(is_base));
    // All files without a language in their names are of the base language.
    is_side
        && (is_base || group.name.spelling().is_some())
        && workspace.is_lang(group, lang, &options.languages)
}

/// Checks that the project has these languages.
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
            let message =
                format!("the project has no language `{code}`, only {}", known.join(", "));
            return Err(Error::config("languages", message));
        }
    }
    Ok(())
}
