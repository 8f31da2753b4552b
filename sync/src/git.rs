//! Queries Git about the files of a folder.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::error::Error;

/// Variables with the branch, of CI systems that check out a commit: GitHub Actions (for pull
/// requests) and GitLab CI.
const BRANCH_VARIABLES: [&str; 2] = ["GITHUB_HEAD_REF", "CI_COMMIT_REF_NAME"];

/// The Git working tree of a folder.
#[derive(Debug, Clone)]
pub(crate) struct Git {
    root: PathBuf,
}

/// What Git knows about the files of a working tree.
#[derive(Debug, Default)]
pub(crate) struct Committed {
    /// The files of the index, each with whether Git compares it with the working tree. It does not
    /// if a sparse checkout leaves it out.
    pub(crate) tracked: BTreeMap<String, bool>,
    /// Those that differ from HEAD.
    pub(crate) changed: BTreeSet<String>,
}

impl Git {
    /// Opens the working tree of a folder; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if there is a repository but Git fails.
    pub(crate) async fn open(root: &Path) -> Result<Option<Self>, Error> {
        let git = Self { root: root.to_owned() };
        match git.run(["rev-parse", "--is-inside-work-tree"]).await {
            Ok(output) => Ok((output.trim_ascii() == b"true").then_some(git)),
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
        if let Ok(name) = self.run(["symbolic-ref", "--quiet", "--short", "HEAD"]).await {
            return Ok(String::from_utf8_lossy(&name).trim().to_owned());
        }
        let mut named = BRANCH_VARIABLES.iter().filter_map(|name| std::env::var(name).ok());
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
        let head = self.run(head).await.unwrap_or_default();
        String::from_utf8_lossy(&head).trim() == format!("origin/{name}")
            || std::env::var("CI_DEFAULT_BRANCH").is_ok_and(|default| default == name)
    }

    /// Returns the commit of a revision; `None` for a full commit id that this clone does not have:
    /// the null revision, which CI systems use for a new branch, or a commit before a force push.
    pub(crate) async fn commit(&self, revision: &str) -> Result<Option<String>, Error> {
        let commit = format!("{revision}^{{commit}}");
        let found =
            self.run(["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]).await;
        let is_id = revision.len() >= 40 && revision.bytes().all(|byte| byte.is_ascii_hexdigit());
        match found {
            Ok(found) => Ok(Some(String::from_utf8_lossy(&found).trim().to_owned())),
            Err(_) if is_id => Ok(None),
            Err(_) => {
                let message = format!(
                    "`{revision}` is not a revision of this repository; if the clone is shallow, \
                     fetch it first, in GitHub Actions with `fetch-depth: 0`"
                );
                Err(Error::config("changed-since", message))
            }
        }
    }

    /// Returns the files that differ from a commit, including untracked ones.
    pub(crate) async fn changed(&self, commit: &str) -> Result<BTreeSet<String>, Error> {
        let mut changed = self.diff(commit).await?;
        changed.extend(names(&self.run(["ls-files", "-z", "--others"]).await?));
        Ok(changed)
    }

    async fn diff(&self, commit: &str) -> Result<BTreeSet<String>, Error> {
        let diff = ["diff", "-z", "--name-only", "--no-renames", "--relative", commit];
        Ok(names(&self.run(diff).await?).collect())
    }

    /// Returns which files are in HEAD as they are in the working tree.
    pub(crate) async fn committed(&self) -> Result<Committed, Error> {
        if self.run(["rev-parse", "--verify", "--quiet", "HEAD"]).await.is_err() {
            return Ok(Committed::default());
        }
        Ok(Committed { tracked: self.tracked().await?, changed: self.diff("HEAD").await? })
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

    /// Returns these files as they were at a commit, without those that it lacks.
    pub(crate) async fn contents(
        &self,
        commit: &str,
        paths: impl Iterator<Item = &str>,
    ) -> Result<HashMap<String, Vec<u8>>, Error> {
        // Names are read as lines.
        let paths: Vec<_> = paths.filter(|path| !path.contains('\n')).collect();
        let input: String = paths.iter().map(|path| format!("{commit}:./{path}\n")).collect();
        let output = self.feed(["cat-file", "--batch"], input.into_bytes()).await?;
        let mut rest = output.as_slice();
        let contents = paths.into_iter().map_while(|path| Some((path, blob(&mut rest)?)));
        Ok(contents.filter_map(|(path, content)| Some((path.to_owned(), content?))).collect())
    }

    async fn run<const N: usize>(&self, arguments: [&str; N]) -> Result<Vec<u8>, Error> {
        self.feed(arguments, Vec::new()).await
    }

    /// Runs Git with an input, and returns its output.
    async fn feed<const N: usize>(
        &self,
        arguments: [&str; N],
        input: Vec<u8>,
    ) -> Result<Vec<u8>, Error> {
        let failed = |reason: String| {
            let command = arguments.first().copied().unwrap_or_default();
            Error::Git(format!("{command}: {reason}"))
        };
        let mut child = Command::new("git")
            .args(arguments)
            .current_dir(&self.root)
            .env("LC_ALL", "C")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| failed(format!("cannot start: {error}")))?;
        let stdin = child.stdin.take();
        let write = async move {
            if let Some(mut stdin) = stdin {
                // If Git has exited, its exit code is the error.
                let _ = stdin.write_all(&input).await;
            }
        };
        let (output, ()) = futures_util::future::join(child.wait_with_output(), write).await;
        let output = output.map_err(|error| failed(error.to_string()))?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
        }
    }
}

/// Parses NUL-terminated names.
fn names(output: &[u8]) -> impl Iterator<Item = String> {
    let names = output.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| String::from_utf8_lossy(name).into_owned())
}

/// Parses the next object in the output of `cat-file --batch`; the inner value is `None` if the
/// object does not exist.
fn blob(rest: &mut &[u8]) -> Option<Option<Vec<u8>>> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(&rest[..end]).ok()?;
    let after = &rest[end + 1..];
    let Some(size) = head.rsplit(' ').next().and_then(|size| size.parse::<usize>().ok()) else {
        // `<name> missing`
        *rest = after;
        return Some(None);
    };
    let content = after.get(..size)?.to_vec();
    *rest = after.get(size + 1..)?;
    Some(Some(content))
}
