//! Pull: downloads translations to local files.

mod protect;
mod work;

use std::collections::BTreeSet;

use l10n_client::types::FileExport;

use crate::error::Error;
use crate::service::{Event, Project, Sync};
use crate::workspace::Workspace;
use work::Work;

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
}

impl PullOptions {
    /// Creates the default options.
    pub fn new() -> Self {
        Self::default()
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

/// An export, and the indexes of its groups.
struct Export {
    body: FileExport,
    groups: Vec<usize>,
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
        let project = self.project(false).await?;
        check_languages(&self.workspace, &project, &options.languages)?;
        let exports = self.exports(&project, options)?;
        if exports.is_empty() {
            return Ok(PullReport::default());
        }
        self.wait_for_imports(&project.address).await?;
        let mut bundles = Vec::new();
        for export in &exports {
            bundles.push(self.bundle(&project, export.body.clone()).await?);
        }
        self.emit(Event::Phase("comparing"));
        let workspace = self.workspace.clone();
        let groups: Vec<_> = exports.into_iter().map(|export| export.groups).collect();
        let (mut work, wanted) = (Work::new(workspace, bundles), options.clone());
        let languages = project.languages;
        work = blocking(move || {
            work.sort(&languages, &groups, &wanted)?;
            work.compare()?;
            work.add_unwanted(&languages, &wanted);
            work.select(&wanted.paths)?;
            Ok(work)
        })
        .await?;
        work = self.protect(work, &project.address, options).await?;
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

    /// Returns the exports that the groups need: one for each format and set of options.
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
}

/// Runs blocking work on another thread.
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
