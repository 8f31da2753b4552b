//! Queries Git about the files of a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

use crate::error::Error;

/// The Git working tree of a folder.
#[derive(Debug, Clone)]
pub(crate) struct Git {
    root: PathBuf,
}

impl Git {
    /// Opens the working tree of a folder; `None` if there is none. Fails if there is a repository
    /// but Git fails.
    pub(crate) async fn open(root: &Path) -> Result<Option<Self>, Error> {
        let git = Self { root: root.to_owned() };
        match git.text(["rev-parse", "--is-inside-work-tree"]).await {
            Ok(output) => Ok((output == "true").then_some(git)),
            Err(error) => {
                let absolute = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
                match absolute.ancestors().any(|folder| folder.join(".git").exists()) {
                    true => Err(error),
                    false => Ok(None),
                }
            }
        }
    }

    /// Returns the current branch.
    pub(crate) async fn branch(&self) -> Result<String, Error> {
        if let Ok(name) = self.text(["symbolic-ref", "--quiet", "--short", "HEAD"]).await {
            return Ok(name);
        }
        // GitHub Actions, for pull requests, and GitLab CI check out a commit.
        let variables = ["GITHUB_HEAD_REF", "CI_COMMIT_REF_NAME"].into_iter();
        let mut named = variables.filter_map(|name| std::env::var(name).ok());
        named.find(|name| !name.is_empty()).ok_or_else(|| {
            Error::config(
                "branch",
                "`auto` needs a current Git branch, but HEAD is detached: check out a branch, set \
                 GITHUB_HEAD_REF or CI_COMMIT_REF_NAME, or name it with `--branch`",
            )
        })
    }

    /// Whether a branch is the default one of the remote `origin`, or by GitLab CI.
    pub(crate) async fn is_default(&self, name: &str) -> bool {
        let head = ["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"];
        self.text(head).await.is_ok_and(|head| head == format!("origin/{name}"))
            || std::env::var("CI_DEFAULT_BRANCH").is_ok_and(|default| default == name)
    }

    /// Returns the commit of a revision; `None` for the null revision, which CI systems use for a
    /// new branch.
    pub(crate) async fn commit(&self, revision: &str) -> Result<Option<String>, Error> {
        let commit = format!("{revision}^{{commit}}");
        let find = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit];
        if let Ok(found) = self.text(find).await {
            return Ok(Some(found));
        }
        if revision.len() >= 40 && revision.bytes().all(|byte| byte == b'0') {
            return Ok(None);
        }
        let message = format!(
            "`{revision}` is not a revision of this repository: fetch it, in GitHub Actions with \
             `fetch-depth: 0`; or if a force push replaced it, name a commit that both have"
        );
        Err(Error::config("changed-since", message))
    }

    /// Returns the files that differ from a commit, including untracked ones.
    pub(crate) async fn changed(&self, commit: &str) -> Result<BTreeSet<String>, Error> {
        let mut changed = self.diff(commit).await?;
        changed.extend(names(&self.run(["ls-files", "-z", "--others"]).await?));
        Ok(changed)
    }

    /// Returns the tracked files that differ from a commit.
    async fn diff(&self, commit: &str) -> Result<BTreeSet<String>, Error> {
        let diff = ["diff", "-z", "--name-only", "--no-renames", "--relative", commit];
        Ok(names(&self.run(diff).await?).collect())
    }

    /// Returns the files of the index, as [`tracked`](Self::tracked) does, and those that differ
    /// from HEAD.
    pub(crate) async fn committed(
        &self,
    ) -> Result<(BTreeMap<String, bool>, BTreeSet<String>), Error> {
        match self.run(["rev-parse", "--verify", "--quiet", "HEAD"]).await {
            Ok(_) => Ok((self.tracked().await?, self.diff("HEAD").await?)),
            Err(_) => Ok(Default::default()),
        }
    }

    /// Returns the files of the index, each with whether Git compares it with the working tree.
    pub(crate) async fn tracked(&self) -> Result<BTreeMap<String, bool>, Error> {
        let output = self.run(["ls-files", "-v", "-z"]).await?;
        let entries = names(&output).filter_map(|entry| {
            let (tag, path) = entry.split_once(' ')?;
            // `S` is not in a sparse checkout; a small letter is assumed not to change.
            Some((path.to_owned(), tag != "S" && tag.chars().all(char::is_uppercase)))
        });
        Ok(entries.collect())
    }

    /// Returns a file as it was at a commit; `None` if the commit lacks it.
    pub(crate) async fn content(&self, commit: &str, path: &str) -> Option<Vec<u8>> {
        self.run(["cat-file", "blob", &format!("{commit}:./{path}")]).await.ok()
    }

    /// Runs Git, and returns its output as a text.
    async fn text<const N: usize>(&self, arguments: [&str; N]) -> Result<String, Error> {
        Ok(String::from_utf8_lossy(&self.run(arguments).await?).trim().to_owned())
    }

    /// Runs Git, and returns its output.
    async fn run<const N: usize>(&self, arguments: [&str; N]) -> Result<Vec<u8>, Error> {
        let mut git = Command::new("git");
        git.args(arguments).current_dir(&self.root).stdin(Stdio::null()).kill_on_drop(true);
        git.env("LC_ALL", "C").env("GIT_OPTIONAL_LOCKS", "0");
        let reason = match git.output().await {
            Ok(output) if output.status.success() => return Ok(output.stdout),
            Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            Err(error) => format!("cannot start: {error}"),
        };
        let command = arguments.first().copied().unwrap_or_default();
        Err(Error::Git(format!("{command}: {reason}")))
    }
}

/// Parses NUL-terminated names.
fn names(output: &[u8]) -> impl Iterator<Item = String> {
    let names = output.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| String::from_utf8_lossy(name).into_owned())
}
