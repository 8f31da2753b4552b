//! Queries Git about the files of a folder.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::error::Error;

/// Variables with the branch, of CI systems that check out a commit: GitHub Actions (for pull
/// requests) and GitLab CI.
const BRANCH_VARIABLES: [&str; 2] = ["GITHUB_HEAD_REF", "CI_COMMIT_REF_NAME"];

/// The Git working tree of a folder.
#[derive(Debug, Clone, Default)]
pub(crate) struct Git {
    root: PathBuf,
    /// The top of the working tree, and the path from there to the root, with a trailing slash.
    top: PathBuf,
    prefix: String,
}

/// What HEAD has of some files.
#[derive(Debug, Default)]
pub(crate) struct Committed {
    /// Those that it has.
    pub(crate) known: BTreeSet<String>,
    /// Those that are in the working tree as they are in HEAD.
    pub(crate) same: BTreeSet<String>,
    /// Those that a sparse checkout leaves out.
    pub(crate) sparse: BTreeSet<String>,
}

impl Git {
    /// Opens the working tree of a folder; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if there is a repository but Git fails.
    pub(crate) async fn open(root: &Path) -> Result<Option<Self>, Error> {
        let mut git = Self { root: root.to_owned(), top: root.to_owned(), ..Self::default() };
        let facts = ["rev-parse", "--is-inside-work-tree", "--show-prefix", "--show-toplevel"];
        match git.run(facts).await {
            Ok(output) => {
                let output = String::from_utf8_lossy(&output);
                let mut lines = output.lines().map(str::to_owned);
                let is_inside = lines.next().is_some_and(|line| line == "true");
                git.prefix = lines.next().unwrap_or_default();
                git.top = lines.next().unwrap_or_default().into();
                Ok(is_inside.then_some(git))
            }
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
        let diff = ["diff", "-z", "--name-only", "--no-renames", "--relative", commit];
        let mut changed = names(&self.run(diff).await?);
        let untracked = ["ls-files", "-z", "--others"];
        changed.extend(names(&self.run(untracked).await?));
        Ok(changed)
    }

    /// Returns which of these files HEAD has, and which of them are as they are there.
    pub(crate) async fn committed(&self, paths: &BTreeSet<String>) -> Result<Committed, Error> {
        if paths.is_empty() || self.run(["rev-parse", "--verify", "--quiet", "HEAD"]).await.is_err()
        {
            return Ok(Committed::default());
        }
        let tree = self.run(["ls-tree", "-r", "-z", "HEAD"]).await?;
        let tree = String::from_utf8_lossy(&tree);
        let blobs: HashMap<&str, &str> = tree
            .split('\0')
            .filter_map(|entry| {
                let (facts, path) = entry.split_once('\t')?;
                Some((path, facts.split(' ').nth(2)?))
            })
            .collect();
        let known = paths.iter().filter(|path| blobs.contains_key(path.as_str()));
        let known: BTreeSet<String> = known.cloned().collect();
        // `hash-object` reads one name per line, and unquotes names.
        let is_plain = |path: &str| !path.contains('\n') && !path.starts_with('"');
        let is_there = |path: &&String| is_plain(path) && self.root.join(path.as_str()).is_file();
        let there: Vec<&String> = known.iter().filter(is_there).collect();
        let hashes = self.hashes(&there).await?;
        let same = there
            .iter()
            .zip(&hashes)
            .filter(|(path, hash)| blobs.get(path.as_str()) == Some(&hash.as_str()));
        let same = same.map(|(path, _)| (*path).clone()).collect();
        let mut sparse = BTreeSet::new();
        if there.len() < known.len() {
            let tagged = names(&self.run(["ls-files", "-t", "-z"]).await?);
            let left_out = tagged.iter().filter_map(|entry| entry.strip_prefix("S "));
            sparse.extend(left_out.map(str::to_owned));
        }
        Ok(Committed { known, same, sparse })
    }

    /// Returns Git's hashes of these files.
    async fn hashes(&self, paths: &[&String]) -> Result<Vec<String>, Error> {
        if paths.is_empty() {
            return Ok(Vec::new());
        }
        // `hash-object` reads names relative to the top.
        let prefix = &self.prefix;
        let input: String = paths.iter().map(|path| format!("{prefix}{path}\n")).collect();
        let hash = ["hash-object", "--stdin-paths"];
        let output = self.feed_in(&self.top, hash, input.into_bytes()).await?;
        let hashes: Vec<_> = String::from_utf8_lossy(&output).lines().map(str::to_owned).collect();
        match hashes.len() == paths.len() {
            true => Ok(hashes),
            false => Err(Error::Git("hash-object: some hashes are missing".to_owned())),
        }
    }

    /// Returns these files as they were at a commit, without those that it lacks.
    pub(crate) async fn contents(
        &self,
        commit: &str,
        paths: &BTreeSet<String>,
    ) -> Result<HashMap<String, Vec<u8>>, Error> {
        // Names are read as lines.
        let paths: Vec<_> = paths.iter().filter(|path| !path.contains('\n')).collect();
        let input: String =
            paths.iter().map(|path| format!("{commit}:{}{path}\n", self.prefix)).collect();
        let output = self.feed(["cat-file", "--batch"], input.into_bytes()).await?;
        let mut rest = output.as_slice();
        let contents = paths.into_iter().map_while(|path| Some((path.clone(), blob(&mut rest)?)));
        Ok(contents.filter_map(|(path, content)| Some((path, content?))).collect())
    }

    /// Returns the files of the index, which a sparse checkout may lack on disk.
    pub(crate) async fn tracked(&self) -> Result<BTreeSet<String>, Error> {
        Ok(names(&self.run(["ls-files", "-z"]).await?))
    }

    async fn run<const N: usize>(&self, arguments: [&str; N]) -> Result<Vec<u8>, Error> {
        self.feed(arguments, Vec::new()).await
    }

    async fn feed(
        &self,
        arguments: impl IntoIterator<Item = &str>,
        input: Vec<u8>,
    ) -> Result<Vec<u8>, Error> {
        self.feed_in(&self.root, arguments, input).await
    }

    /// Runs Git in a folder with an input, and returns its output.
    async fn feed_in(
        &self,
        folder: &Path,
        arguments: impl IntoIterator<Item = &str>,
        input: Vec<u8>,
    ) -> Result<Vec<u8>, Error> {
        let arguments: Vec<_> = arguments.into_iter().map(str::to_owned).collect();
        let failed = |reason: String| {
            Error::Git(format!("{}: {reason}", arguments.first().map_or("", |it| it)))
        };
        let mut child = Command::new("git")
            .args(&arguments)
            .current_dir(folder)
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
fn names(output: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(output);
    text.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Parses the next object in the output of `cat-file --batch`; the inner value is `None` if there is
/// no such object.
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
