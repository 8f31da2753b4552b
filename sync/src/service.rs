//! The remote side: a project on a branch, its languages and its processes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use l10n_client::Client;
use l10n_client::types::ConflictResolution;

use crate::error::Error;
use crate::git::Git;
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

/// A branch as the service and Git know it.
struct Found {
    name: String,
    /// `None` if the service lacks it.
    id: Option<i64>,
    is_default: bool,
    /// The branches at the service, with their ids.
    known: BTreeMap<String, i64>,
}

impl Branch {
    /// Returns the project id with this branch, as calls address it. [`Auto`](Self::Auto) is the
    /// branch of the Git working tree at `root`.
    ///
    /// # Errors
    ///
    /// Fails if the project lacks the branch.
    pub async fn address(
        &self,
        client: &Client,
        project: &str,
        root: &Path,
    ) -> Result<String, Error> {
        match self.find(client, project, root).await? {
            (address, None) => Ok(address),
            (_, Some(name)) => Err(not_created(&name)),
        }
    }

    /// Returns the address, and the name of the branch if a push would create it.
    async fn find(
        &self,
        client: &Client,
        project: &str,
        root: &Path,
    ) -> Result<(String, Option<String>), Error> {
        if *self == Self::Default {
            return Ok((project.to_owned(), None));
        }
        let found = self.look_up(client, project, root).await?;
        match found.id {
            _ if found.is_default => Ok((project.to_owned(), None)),
            None if *self != Self::Auto || found.known.is_empty() => Err(found.missing()),
            id => Ok((format!("{project}:{}", found.name), id.is_none().then_some(found.name))),
        }
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
        let found = self.look_up(client, project, root).await?;
        if found.is_default {
            let message = format!("`{}` is the default branch: name another one", found.name);
            return Err(Error::config("branch", message));
        }
        match (change, found.id) {
            (BranchChange::Create, Some(_)) => return Ok((found.name, false)),
            (BranchChange::Create, None) if !found.known.is_empty() => {
                client.create_branch(project, &found.name).send().await?;
            }
            (BranchChange::Merge(resolution), Some(id)) => {
                let call = client.merge_branch(project, id);
                call.force_conflict_resolve_using(resolution).send().await?;
            }
            (BranchChange::Delete, Some(id)) => {
                client.delete_branch(project, id).send().await?;
            }
            (_, None) => return Err(found.missing()),
        }
        Ok((found.name, true))
    }

    async fn look_up(&self, client: &Client, project: &str, root: &Path) -> Result<Found, Error> {
        let (name, is_git_default) = match self {
            Self::Default => ("master".to_owned(), false),
            Self::Named(name) => (name.clone(), false),
            Self::Auto => {
                let git = Git::open(root).await?.ok_or_else(|| {
                    let message = "`auto` needs a Git working tree: name the branch instead";
                    Error::config("branch", message)
                })?;
                let name = git.branch().await?;
                let is_default = git.is_default(&name).await;
                (name, is_default)
            }
        };
        let mut known = BTreeMap::new();
        let mut stream = client.list_branches(project).stream();
        while let Some(branch) = stream.next().await {
            let branch = branch?;
            known.extend(branch.name.map(|name| (name, branch.branch_id)));
        }
        let id = known.get(&name).copied();
        // The service names its default branch `master` or `main`.
        let mut defaults = ["master", "main"].into_iter();
        let is_default = match id {
            Some(_) => defaults.find(|name| known.contains_key(*name)) == Some(&name),
            None => is_git_default || defaults.any(|default| default == name),
        };
        Ok(Found { name, id, is_default, known })
    }
}

impl Found {
    fn missing(&self) -> Error {
        let known: Vec<_> = self.known.keys().map(String::as_str).collect();
        let message = format!(
            "the project has no branch `{}`, only [{}]: correct the name, use `auto`, or enable \
             branching in the settings of the project",
            self.name,
            known.join(", ")
        );
        Error::config("branch", message)
    }
}

fn not_created(name: &str) -> Error {
    let message = format!("the project has no branch `{name}` yet: run a push, which creates it");
    Error::config("branch", message)
}

/// Progress of a push or pull.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Event {
    /// A phase starts, such as `reading keys`.
    Phase(&'static str),
    /// Keys were read.
    Read {
        /// The number of keys so far.
        keys: usize,
    },
    /// A request that creates or changes keys starts.
    Sending {
        /// The number of keys in it.
        keys: usize,
    },
    /// The request is done.
    Sent {
        /// The number of keys so far.
        keys: usize,
        /// The number of keys of the push.
        total: usize,
    },
}

pub(crate) type Listener = Arc<dyn Fn(Event) + Send + std::marker::Sync>;

/// Pushes and pulls between a workspace and a project.
#[derive(Clone)]
pub struct Sync {
    pub(crate) client: Client,
    pub(crate) project: String,
    pub(crate) workspace: Workspace,
    pub(crate) branch: Branch,
    listener: Option<Listener>,
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
    /// By their codes.
    pub(crate) languages: BTreeMap<String, ProjectLanguage>,
    pub(crate) codes: BTreeSet<String>,
    /// The branch that was missing.
    pub(crate) new_branch: Option<String>,
}

/// A language of a project.
#[derive(Debug, Clone)]
pub(crate) struct ProjectLanguage {
    pub(crate) id: i64,
    /// The forms of its plurals; empty if they are not known.
    pub(crate) forms: Vec<String>,
}

/// What to do if the project lacks the current Git branch.
pub(crate) enum Missing {
    Fail,
    Create,
    /// Read the default branch, of which a push would create it as a copy.
    IsCopy,
}

impl Project {
    fn check_languages(&self, workspace: &Workspace, languages: &[String]) -> Result<(), Error> {
        let has = |code: &String| {
            let one = std::slice::from_ref(code);
            let mut groups = workspace.groups.iter();
            groups.any(|group| self.codes.iter().any(|lang| workspace.is_lang(group, lang, one)))
        };
        let (key, unknown) = match languages.iter().find(|code| !has(code)) {
            _ if !self.codes.contains(&workspace.base) => ("base_lang", &workspace.base),
            Some(code) => ("languages", code),
            None => return Ok(()),
        };
        let known: Vec<_> = self.codes.iter().map(String::as_str).collect();
        let message = format!("the project has no language `{unknown}`, only {}", known.join(", "));
        Err(Error::config(key, message))
    }
}

impl Sync {
    /// Creates a synchronization with the default branch of a project.
    pub fn new(client: Client, project: impl Into<String>, workspace: Workspace) -> Self {
        let (project, branch) = (project.into(), Branch::Default);
        Self { client, project, workspace, branch, listener: None }
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

    /// Reads the project, and checks that it has the base language and these ones.
    pub(crate) async fn project(
        &self,
        missing: Missing,
        languages: &[String],
    ) -> Result<Project, Error> {
        let (client, root) = (&self.client, self.workspace.root());
        let (mut address, new_branch) = self.branch.find(client, &self.project, root).await?;
        match (&new_branch, missing) {
            (Some(name), Missing::Create) => {
                client.create_branch(&self.project, name).send().await?;
            }
            (Some(_), Missing::IsCopy) => address.clone_from(&self.project),
            (Some(name), Missing::Fail) => return Err(not_created(name)),
            (None, _) => {}
        }
        let mut project =
            Project { address, languages: BTreeMap::new(), codes: BTreeSet::new(), new_branch };
        let mut stream = client.list_languages(&project.address).limit(5000).stream();
        while let Some(language) = stream.next().await {
            let language = language?;
            let (id, forms) = (language.lang_id, language.plural_forms.unwrap_or_default());
            if let Some(code) = language.lang_iso {
                project.codes.insert(code.clone());
                project.languages.insert(code, ProjectLanguage { id, forms });
            }
        }
        project.check_languages(&self.workspace, languages)?;
        Ok(project)
    }
}
