//! Pull: translations from the service to local files.

mod protect;
mod work;

use std::collections::BTreeSet;

use l10n_client::types::FileExport;

use crate::error::Error;
use crate::service::{Event, Project, Sync};
use crate::workspace::Workspace;
use work::Work;

/// What to pull, and what a pull may do. Fields can be set on a value of [`Default`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PullOptions {
    /// Pulls these languages only, by local codes or the service's; `base` is the base language.
    pub languages: Vec<String>,
    /// Pulls these files only: paths, folders or patterns below the root.
    pub paths: Vec<String>,
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
