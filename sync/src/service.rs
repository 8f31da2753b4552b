//! The remote side: a project on a branch, its languages and its processes.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use l10n_client::types::{ConflictResolution, ProcessStatus, ProcessType};
use l10n_client::{CallOptions, Client};

use crate::error::Error;
use crate::git::Git;
use crate::report::PushedFile;
use crate::workspace::Workspace;

/// The branch of the project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Branch {
    /// The default branch.
    #[default]
    Default,
    /// The branch with this name. It may name the default branch.
    Named(String),
    /// The current Git branch, which a push creates at the service if it is missing. `main`,
    /// `master`, and the default branch of the remote `origin` or in `CI_DEFAULT_BRANCH`, are the
    /// default branch. In a CI job with a detached HEAD, the branch in `GITHUB_HEAD_REF` or
    /// `CI_COMMIT_REF_NAME`.
    Auto,
}

/// What to do with a branch: see [`Branch::change`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BranchChange {
    /// Create it as a copy of the default branch, if it is missing.
    Create,
    /// Merge it into the default branch. Fails if both have changed a text, unless a side is named.
    Merge(Option<ConflictResolution>),
    /// Delete it with its keys and translations.
    Delete,
}

impl Branch {
    /// Returns the project id with this branch, as calls address it. [`Auto`](Self::Auto) is the
    /// branch of the Git working tree at `root`; it is created if `may_create`.
    ///
    /// # Errors
    ///
    /// Fails if the project lacks the branch and it is not created.
    pub async fn address(
        &self,
        client: &Client,
        project: &str,
        root: &Path,
        may_create: bool,
    ) -> Result<String, Error> {
        let (address, missing) = self.find(client, project, root).await?;
        match missing {
            None => {}
            Some(name) if may_create => create(client, project, &name).await?,
            Some(name) => {
                let message =
                    format!("the project has no branch `{name}` yet: run a push, which creates it");
                return Err(Error::config("branch", message));
            }
        }
        Ok(address)
    }

    /// Returns the address, and the name of the branch if a push would create it.
    async fn find(
        &self,
        client: &Client,
        project: &str,
        root: &Path,
    ) -> Result<(String, Option<String>), Error> {
        let Some(name) = self.name(root).await? else {
            return Ok((project.to_owned(), None));
        };
        let known = branches(client, project).await?;
        let names: Vec<_> = known.iter().map(|(name, _)| name.clone()).collect();
        if self.is_default(root, &name, &names).await? {
            return Ok((project.to_owned(), None));
        }
        let (is_auto, is_missing) = (*self == Self::Auto, !names.contains(&name));
        if is_missing && (!is_auto || names.is_empty()) {
            return Err(no_branch(&name, &names));
        }
        Ok((format!("{project}:{name}"), is_missing.then_some(name)))
    }

    /// Creates, merges or deletes the branch. Returns its name, and whether anything changed: one
    /// that exists is not created again.
    ///
    /// # Errors
    ///
    /// Fails if this is the default branch, or if the branch to merge or delete is missing.
    pub async fn change(
        &self,
        client: &Client,
        project: &str,
        root: &Path,
        change: BranchChange,
    ) -> Result<(String, bool), Error> {
        let known = branches(client, project).await?;
        let names: Vec<_> = known.iter().map(|(name, _)| name.clone()).collect();
        let name = self.name(root).await?.unwrap_or_else(|| "master".to_owned());
        if self.is_default(root, &name, &names).await? {
            let message = format!("`{name}` is the default branch: name another one");
            return Err(Error::config("branch", message));
        }
        let id = known.into_iter().find(|(known, _)| *known == name).map(|(_, id)| id);
        match (change, id) {
            (BranchChange::Create, Some(_)) => return Ok((name, false)),
            (BranchChange::Create, None) if !names.is_empty() => {
                create(client, project, &name).await?;
            }
            (BranchChange::Merge(resolution), Some(id)) => {
                let call = client.merge_branch(project, id);
                call.force_conflict_resolve_using(resolution).send().await?;
            }
            (BranchChange::Delete, Some(id)) => {
                client.delete_branch(project, id).send().await?;
            }
            (_, None) => return Err(no_branch(&name, &names)),
        }
        Ok((name, true))
    }

    /// Whether a name is that of the default branch, at the service or in Git.
    async fn is_default(&self, root: &Path, name: &str, known: &[String]) -> Result<bool, Error> {
        if *self != Self::Auto || known.iter().any(|known| known == name) {
            return Ok(is_default(name, known));
        }
        let in_git = match Git::open(root).await? {
            Some(git) => git.is_default(name).await,
            None => false,
        };
        Ok(in_git || is_default(name, known))
    }

    /// Returns the name; `None` for the default branch.
    async fn name(&self, root: &Path) -> Result<Option<String>, Error> {
        match self {
            Self::Default => Ok(None),
            Self::Named(name) => Ok(Some(name.clone())),
            Self::Auto => match Git::open(root).await? {
                Some(git) => git.branch().await.map(Some),
                None => {
                    let message = "`auto` needs a Git working tree: name the branch instead";
                    Err(Error::config("branch", message))
                }
            },
        }
    }
}

async fn create(client: &Client, project: &str, name: &str) -> Result<(), Error> {
    match client.create_branch(project, name).send().await {
        // Another job may have created it concurrently.
        Err(error) if !branches(client, project).await?.iter().any(|(known, _)| known == name) => {
            Err(error.into())
        }
        _ => Ok(()),
    }
}

/// Returns the names and ids of the branches.
async fn branches(client: &Client, project: &str) -> Result<Vec<(String, i64)>, Error> {
    let mut stream = client.list_branches(project).stream();
    let mut names = Vec::new();
    while let Some(branch) = stream.next().await {
        let branch = branch?;
        names.extend(branch.name.map(|name| (name, branch.branch_id)));
    }
    Ok(names)
}

/// Progress of a push or pull.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Event {
    /// A phase starts, such as `exporting`.
    Phase(&'static str),
    /// This many files will be uploaded.
    Files(usize),
    /// The upload of a file starts.
    Uploading {
        /// The local path.
        path: String,
    },
    /// The import of a file is queued.
    Queued {
        /// The local path.
        path: String,
        /// The id of the process that imports it.
        process_id: String,
    },
    /// A file is done.
    Pushed(Box<PushedFile>),
    /// A part of a bundle was downloaded.
    Received {
        /// The number of bytes so far.
        bytes: u64,
        /// The size of the bundle, if it is known.
        total: Option<u64>,
    },
}

pub(crate) type Listener = Arc<dyn Fn(Event) + Send + std::marker::Sync>;

/// Pushes and pulls between a workspace and a project.
#[derive(Clone)]
pub struct Sync {
    pub(crate) client: Client,
    project: String,
    pub(crate) workspace: Workspace,
    branch: Branch,
    listener: Option<Listener>,
    /// The typical time of recent imports, in milliseconds.
    pub(crate) import_time: Arc<AtomicU64>,
}

impl fmt::Debug for Sync {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sync")
            .field("project", &self.project)
            .field("branch", &self.branch)
            .field("workspace", &self.workspace)
            .finish_non_exhaustive()
    }
}

/// A project on a branch.
#[derive(Debug, Clone)]
pub(crate) struct Project {
    pub(crate) address: String,
    pub(crate) languages: BTreeSet<String>,
    /// The branch that a push would create as a copy of this, the default branch.
    pub(crate) new_branch: Option<String>,
}

impl Sync {
    /// Creates a synchronization with the default branch of a project.
    pub fn new(client: Client, project: impl Into<String>, workspace: Workspace) -> Self {
        let (project, branch) = (project.into(), Branch::Default);
        let import_time = Arc::default();
        Self { client, project, workspace, branch, listener: None, import_time }
    }

    /// Sets the branch.
    pub fn branch(mut self, branch: Branch) -> Self {
        self.branch = branch;
        self
    }

    /// Calls a function for each [`Event`]. It should not block.
    pub fn on_event(
        mut self,
        listener: impl Fn(Event) + Send + std::marker::Sync + 'static,
    ) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// Returns the workspace.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    pub(crate) fn emit(&self, event: Event) {
        if let Some(listener) = &self.listener {
            listener(event);
        }
    }

    pub(crate) async fn git(&self) -> Result<Option<Git>, Error> {
        Git::open(self.workspace.root()).await
    }

    /// Reads the languages of the project. Creates a missing branch only if `may_create`.
    pub(crate) async fn project(&self, may_create: bool) -> Result<Project, Error> {
        let address = self.address(may_create).await?;
        self.project_at(address, None).await
    }

    /// Reads the project that a push would change; the default branch if it would create one.
    pub(crate) async fn target(&self) -> Result<Project, Error> {
        let root = self.workspace.root();
        let (address, new_branch) = self.branch.find(&self.client, &self.project, root).await?;
        let address = if new_branch.is_some() { self.project.clone() } else { address };
        self.project_at(address, new_branch).await
    }

    async fn project_at(
        &self,
        address: String,
        new_branch: Option<String>,
    ) -> Result<Project, Error> {
        let mut stream = self.client.list_languages(&address).limit(5000).stream();
        let mut languages = BTreeSet::new();
        while let Some(language) = stream.next().await {
            languages.extend(language?.lang_iso);
        }
        Ok(Project { address, languages, new_branch })
    }

    /// Returns the project id with its branch, as calls address it.
    ///
    /// # Errors
    ///
    /// Fails like [`Branch::address`].
    pub async fn address(&self, may_create: bool) -> Result<String, Error> {
        let root = self.workspace.root();
        self.branch.address(&self.client, &self.project, root, may_create).await
    }

    /// Waits for running imports, so that an export contains their texts.
    pub(crate) async fn wait_for_imports(&self, address: &str) -> Result<(), Error> {
        let page = self.client.list_processes(address).limit(500).send().await?;
        for process in page.into_inner().processes {
            let is_import = process.type_ == Some(ProcessType::FileImport);
            let is_running = matches!(
                process.status,
                ProcessStatus::Queued
                    | ProcessStatus::PreProcessing
                    | ProcessStatus::Running
                    | ProcessStatus::PostProcessing
            );
            if is_import && is_running {
                self.emit(Event::Phase("waiting for imports"));
                match self.client.get_process(address, process.process_id).wait().await {
                    // The push that started it reports its failure.
                    Err(error) if error.kind() != l10n_client::ErrorKind::JobFailed => {
                        return Err(error.into());
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Marks a call as idempotent.
pub(crate) fn idempotent() -> CallOptions {
    CallOptions::new().idempotent()
}

/// Whether a name is that of the default branch, which the service names `master` or `main`.
fn is_default(name: &str, known: &[String]) -> bool {
    let has = |name: &str| known.iter().any(|known| known == name);
    let default = ["master", "main"].into_iter().find(|name| has(name));
    Some(name) == default || (matches!(name, "main" | "master") && !has(name))
}

fn no_branch(name: &str, known: &[String]) -> Error {
    let message = match known.is_empty() {
        true => format!(
            "the project has no branches, so `{name}` cannot be used: enable branching in its \
             settings, or remove the branch"
        ),
        false => format!(
            "the project has no branch `{name}`, only {}: correct the name, or use `auto`",
            known.join(", ")
        ),
    };
    Error::config("branch", message)
}
