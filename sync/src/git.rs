//! Queries Git about the files of a folder.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::error::Error;

/// The maximum number of commits to search for replaced versions.
const COMMITS: &str = "--max-count=300";
/// The maximum number of replaced versions of a file.
const VERSIONS: usize = 50;

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
    is_shallow: bool,
}

/// A version of a file that a commit replaced.
#[derive(Debug, Clone)]
pub(crate) struct Version {
    pub(crate) content: Vec<u8>,
    /// The time of the commit, in Unix seconds.
    pub(crate) replaced_at: i64,
}

impl Git {
    /// Opens the working tree of a folder; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if there is a repository but Git fails.
    pub(crate) async fn open(root: &Path) -> Result<Option<Self>, Error> {
        let mut git = Self { root: root.to_owned(), top: root.to_owned(), ..Self::default() };
        let facts = [
            "rev-parse",
            "--is-inside-work-tree",
            "--is-shallow-repository",
            "--show-prefix",
            "--show-toplevel",
        ];
        match git.run(facts).await {
            Ok(output) => {
                let output = String::from_utf8_lossy(&output);
                let mut lines = output.lines().map(str::to_owned);
                let is_inside = lines.next().is_some_and(|line| line == "true");
                git.is_shallow = lines.next().is_some_and(|line| line == "true");
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

    /// Whether commits are missing, as in the default checkout of most CI systems.
    pub(crate) fn is_shallow(&self) -> bool {
        self.is_shallow
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
                "`auto` needs a current Git branch, but HEAD is detached: check out a branch (in \
                 GitHub Actions, `ref: ${{ github.head_ref }}` for a pull request), or name it",
            )
        })
    }

    /// Returns the commit of a revision; `None` for the null revision, which CI systems use for a
    /// new branch.
    pub(crate) async fn commit(&self, revision: &str) -> Result<Option<String>, Error> {
        if revision.len() >= 40 && revision.bytes().all(|byte| byte == b'0') {
            return Ok(None);
        }
        let commit = format!("{revision}^{{commit}}");
        let found =
            self.run(["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]).await;
        let found = found.map_err(|_| {
            let reason = match self.is_shallow {
                true => "is not in this shallow clone: fetch more history (`fetch-depth: 0`)",
                false => "is not a revision of this repository",
            };
            Error::config("changed-since", format!("`{revision}` {reason}"))
        })?;
        Ok(Some(String::from_utf8_lossy(&found).trim().to_owned()))
    }

    /// Returns the files that differ from a commit, including untracked ones.
    pub(crate) async fn changed(&self, commit: &str) -> Result<BTreeSet<String>, Error> {
        let diff = ["diff", "-z", "--name-only", "--no-renames", "--relative", commit];
        let mut changed = names(&self.run(diff).await?);
        let untracked = ["ls-files", "-z", "--others"];
        changed.extend(names(&self.run(untracked).await?));
        Ok(changed)
    }

    /// Returns those of the files whose content is committed in HEAD.
    pub(crate) async fn committed(&self, paths: &[String]) -> Result<BTreeSet<String>, Error> {
        if paths.is_empty() || self.run(["rev-parse", "--verify", "--quiet", "HEAD"]).await.is_err()
        {
            return Ok(BTreeSet::new());
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
        // `hash-object` reads one name per line, and unquotes names.
        let is_plain = |path: &str| !path.contains('\n') && !path.starts_with('"');
        let known = |path: &&String| blobs.contains_key(path.as_str()) && is_plain(path);
        let known: Vec<&String> = paths.iter().filter(known).collect();
        let hashes = self.hashes(&known).await?;
        let same = known
            .iter()
            .zip(&hashes)
            .filter(|(path, hash)| blobs.get(path.as_str()) == Some(&hash.as_str()));
        Ok(same.map(|(path, _)| (*path).clone()).collect())
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

    /// Returns the versions of these files that commits replaced, by path.
    pub(crate) async fn replaced(
        &self,
        paths: &BTreeSet<String>,
        since: Option<&str>,
    ) -> Result<BTreeMap<String, Vec<Version>>, Error> {
        if paths.is_empty() {
            return Ok(BTreeMap::new());
        }
        let range = since.map_or("HEAD".to_owned(), |since| format!("{since}..HEAD"));
        // `-m`: a merge replaces the versions of both parents.
        let log = self
            .run([
                "log",
                "-m",
                "--format=%ct",
                "--raw",
                "-z",
                "--no-abbrev",
                "--no-renames",
                "--relative",
                COMMITS,
                &range,
            ])
            .await?;
        let log = String::from_utf8_lossy(&log);
        let mut blobs: BTreeMap<&str, Vec<(&str, i64)>> = BTreeMap::new();
        let (mut entries, mut time) = (log.split('\0').map(str::trim_start), 0);
        while let Some(entry) = entries.next() {
            let Some(facts) = entry.strip_prefix(':') else {
                time = entry.trim_end().parse().unwrap_or(time);
                continue;
            };
            let (old, path) = (facts.split(' ').nth(2), entries.next());
            let (Some(old), Some(path)) = (old, path) else { continue };
            let is_new = old.bytes().all(|byte| byte == b'0');
            if !is_new && paths.contains(path) {
                let versions = blobs.entry(path).or_default();
                if versions.len() < VERSIONS {
                    versions.push((old, time));
                }
            }
        }
        self.contents(blobs).await
    }

    /// Reads blobs, by path.
    async fn contents(
        &self,
        blobs: BTreeMap<&str, Vec<(&str, i64)>>,
    ) -> Result<BTreeMap<String, Vec<Version>>, Error> {
        let ids = blobs.values().flatten();
        let input: String = ids.map(|(id, _)| format!("{id}\n")).collect();
        if input.is_empty() {
            return Ok(BTreeMap::new());
        }
        let output = self.feed(["cat-file", "--batch"], input.into_bytes()).await?;
        let mut rest = output.as_slice();
        let mut read = BTreeMap::new();
        for (path, ids) in blobs {
            let versions = ids.iter().map_while(|(_, replaced_at)| {
                Some(Version { content: blob(&mut rest)?, replaced_at: *replaced_at })
            });
            read.insert(path.to_owned(), versions.collect());
        }
        Ok(read)
    }

    async fn run<const N: usize>(&self, arguments: [&str; N]) -> Result<Vec<u8>, Error> {
        self.feed(arguments, Vec::new()).await
    }

    async fn feed<const N: usize>(
        &self,
        arguments: [&str; N],
        input: Vec<u8>,
    ) -> Result<Vec<u8>, Error> {
        self.feed_in(&self.root, arguments, input).await
    }

    /// Runs Git in a folder with an input, and returns its output.
    async fn feed_in<const N: usize>(
        &self,
        folder: &Path,
        arguments: [&str; N],
        input: Vec<u8>,
    ) -> Result<Vec<u8>, Error> {
        let failed = |reason: String| Error::Git(format!("{}: {reason}", arguments[0]));
        let mut child = Command::new("git")
            .args(arguments.map(OsStr::new))
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

/// Parses the next object in the output of `cat-file --batch`.
fn blob(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(&rest[..end]).ok()?;
    let after = &rest[end + 1..];
    let Some(size) = head.split(' ').nth(2).and_then(|size| size.parse::<usize>().ok()) else {
        // `<id> missing`
        *rest = after;
        return Some(Vec::new());
    };
    let content = after.get(..size)?.to_vec();
    *rest = after.get(size + 1..)?;
    Some(content)
}
