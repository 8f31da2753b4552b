//! Queries Git about the files of a folder.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::error::Error;

/// The maximum number of commits to search for replaced versions.
const COMMITS: &str = "--max-count=5000";
/// The maximum number of replaced versions of a file.
const VERSIONS: usize = 500;

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

/// What HEAD has of some files.
#[derive(Debug, Default)]
pub(crate) struct Committed {
    /// Those that it has.
    pub(crate) known: BTreeSet<String>,
    /// Those that are in the working tree as they are in HEAD.
    pub(crate) same: BTreeSet<String>,
}

/// Ids of replaced versions, with the times of the commits, by path.
type Blobs<'l> = BTreeMap<String, Vec<(&'l str, i64)>>;

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
                "`auto` needs a current Git branch, but HEAD is detached: check out a branch, or \
                 name it with `--branch`",
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
                let message = format!("`{revision}` is not a revision of this repository");
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
        Ok(Committed { known, same })
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

    /// Returns the versions of these files that commits replaced, by path. Follows files that were
    /// moved or renamed, as long as they keep their extension.
    pub(crate) async fn replaced(
        &self,
        paths: &BTreeSet<String>,
        since: Option<&str>,
    ) -> Result<BTreeMap<String, Vec<Version>>, Error> {
        if paths.is_empty() {
            return Ok(BTreeMap::new());
        }
        let range = since.map_or("HEAD".to_owned(), |since| format!("{since}..HEAD"));
        let names: BTreeSet<_> = paths.iter().map(|path| same_extension(path)).collect();
        let specs: String = names.iter().map(|name| format!(":(top,glob)**/{name}\n")).collect();
        // The output must not depend on the user's settings.
        let settings = ["-c", "diff.relative=false", "-c", "log.diffMerges=separate"];
        // `-m`: a merge replaces the versions of both parents. `--sparse` keeps them in the log.
        let log = ["log", "-m", "--full-history", "--sparse", "--format=%ct", "--raw", "-z"];
        // A file may be moved and formatted in one commit.
        let more = ["--no-abbrev", "--find-renames=30%", COMMITS, "--stdin"];
        let log = settings.into_iter().chain(log).chain(more);
        let log = self.feed(log, format!("{range}\n--\n{specs}").into_bytes()).await?;
        self.contents(self.versions(paths, &String::from_utf8_lossy(&log))).await
    }

    /// Finds the replaced versions in a log, from the newest commit to the oldest.
    fn versions<'l>(&self, paths: &BTreeSet<String>, log: &'l str) -> Blobs<'l> {
        // Where the files were at the time of the commit.
        let current = paths.iter().map(|path| (format!("{}{path}", self.prefix), path.clone()));
        let mut current: HashMap<String, String> = current.collect();
        let mut blobs = Blobs::new();
        let (mut entries, mut time) = (log.split('\0').map(str::trim_start), 0);
        while let Some(entry) = entries.next() {
            let Some(facts) = entry.strip_prefix(':') else {
                time = entry.trim_end().parse().unwrap_or(time);
                continue;
            };
            let facts: Vec<_> = facts.split(' ').collect();
            let (&[_, _, old, _, status], Some(name)) = (facts.as_slice(), entries.next()) else {
                continue;
            };
            let moved_to = if status.starts_with('R') { entries.next() } else { None };
            let Some(path) = current.get(moved_to.unwrap_or(name)).cloned() else { continue };
            if moved_to.is_some() {
                current.insert(name.to_owned(), path.clone());
            }
            let versions = blobs.entry(path).or_default();
            if status != "A" && versions.len() < VERSIONS {
                versions.push((old, time));
            }
        }
        blobs
    }

    /// Reads blobs, by path.
    async fn contents(&self, blobs: Blobs<'_>) -> Result<BTreeMap<String, Vec<Version>>, Error> {
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
            read.insert(path, versions.collect());
        }
        Ok(read)
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

/// Returns a pattern of names with the extension of a path.
fn same_extension(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((_, extension)) => format!("*.{}", literal(extension)),
        None => literal(name),
    }
}

/// Escapes the wildcards of a pathspec.
fn literal(name: &str) -> String {
    name.chars().fold(String::new(), |mut text, letter| {
        if matches!(letter, '*' | '?' | '[' | '\\') {
            text.push('\\');
        }
        text.push(letter);
        text
    })
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
