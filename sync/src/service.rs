//! The remote side: a project on a branch, its languages and its processes.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use l10n_client::types::{ProcessStatus, ProcessType};
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
    /// The current Git branch, which a push creates at the service if it is missing. `main` and
    /// `master` are the default branch. In a CI job with a detached HEAD, the branch in
    /// `GITHUB_HEAD_REF` or `CI_COMMIT_REF_NAME`.
    Auto,
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
        let name = match self {
            Self::Default => return Ok(project.to_owned()),
            Self::Named(name) => name.clone(),
            Self::Auto => match Git::open(root).await? {
                Some(git) => git.branch().await?,
                None => {
                    let message = "`auto` needs a Git working tree: name the branch instead";
                    return Err(Error::config("branch", message));
                }
            },
        };
        let known = branches(client, project).await?;
        let default = default_of(&known);
        if Some(&name) == default || (is_main(&name) && !known.contains(&name)) {
            return Ok(project.to_owned());
        }
        if !known.contains(&name) {
            let is_auto = *self == Self::Auto;
            if !is_auto || !may_create || known.is_empty() {
                return Err(no_branch(&name, &known, is_auto));
            }
            let created = client.create_branch(project, &name).send().await;
            // Another job may have created it concurrently.
            if let Err(error) = created
                && !branches(client, project).await?.contains(&name)
            {
                return Err(error.into());
            }
        }
        Ok(format!("{project}:{name}"))
    }
}

async fn branches(client: &Client, project: &str) -> Result<Vec<String>, Error> {
    let mut stream = client.list_branches(project).stream();
    let mut names = Vec::new();
    while let Some(branch) = stream.next().await {
        names.extend(branch?.name);
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
    Pushed(PushedFile),
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
        let mut stream = self.client.list_languages(&address).limit(5000).stream();
        let mut languages = BTreeSet::new();
        while let Some(language) = stream.next().await {
            languages.extend(language?.lang_iso);
        }
        Ok(Project { address, languages })
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

fn is_main(name: &str) -> bool {
    matches!(name, "main" | "master")
}

/// Returns the default branch, which the service names `master` or `main`.
fn default_of(known: &[String]) -> Option<&String> {
    let named = |wanted: &str| known.iter().find(|name| *name == wanted);
    named("master").or_else(|| named("main"))
}

fn no_branch(name: &str, known: &[String], is_auto: bool) -> Error {
    let message = match (known.is_empty(), is_auto) {
        (true, _) => format!(
            "the project has no branches, so `{name}` cannot be used: enable branching in its \
             settings, or remove the branch"
        ),
        (false, true) => {
            format!("the project has no branch `{name}` yet: run a push, which creates it")
        }
        (false, false) => format!(
            "the project has no branch `{name}`, only {}: correct the name, or use `auto`",
            known.join(", ")
        ),
    };
    Error::config("branch", message)
}
