//! Unused keys: those at the service that are in no local file of the base language.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::Serialize;

use crate::compare::{Bases, Content};
use crate::error::Error;
use crate::git::Git;
use crate::remote::{Listing, RemoteFile, RemoteKey};
use crate::service::{Missing, Sync};
use crate::text::Text;
use crate::workspace::Workspace;

/// The maximum number of keys that are deleted without confirmation, and their share of all keys.
const MAX_REMOVALS: usize = 50;
const MAX_PERCENT: usize = 10;

/// The keys that are in no file of the base language: see [`Sync::unused_keys`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UnusedKeys {
    /// The keys, by name.
    #[serde(rename = "unused_keys")]
    pub keys: Vec<UnusedKey>,
    /// The number of keys of the searched files at the service.
    pub total: usize,
    /// The files at the service that were not searched, because their local file is not on the
    /// disk but Git has it.
    pub unsearched: BTreeSet<String>,
}

/// A key that is in no file of the base language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct UnusedKey {
    /// The name at the service, after its context and `::` if it has one.
    pub name: String,
    /// The name of the file at the service.
    pub filename: String,
    /// The id.
    pub key_id: i64,
    /// Its translations that no local file of their language has. Deleting the key loses them.
    pub only_copies: Vec<OnlyCopy>,
}

/// A translation that is only at the service.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct OnlyCopy {
    /// The service's code of the language.
    #[serde(rename = "lang_iso")]
    pub lang: String,
    /// The text. The forms of a plural are written as `one: .. | other: ..`.
    pub text: String,
}

impl UnusedKeys {
    /// Returns the keys without only copies.
    fn deletable(&self) -> impl Iterator<Item = &UnusedKey> {
        self.keys.iter().filter(|key| key.only_copies.is_empty())
    }

    /// Fails if there are more than 50 keys, or more than 10 % of all, and not `confirmed`.
    fn check(&self, confirmed: bool) -> Result<(), Error> {
        let limit = MAX_REMOVALS.min((self.total * MAX_PERCENT).div_ceil(100));
        let count = self.deletable().count();
        if count <= limit || confirmed {
            return Ok(());
        }
        let message = format!(
            "would delete {count} of {} keys, more than the limit of {limit}: review them, then \
             add `--confirmed`",
            self.total
        );
        Err(Error::config("delete", message))
    }
}

/// Finds unused keys.
struct Search<'s> {
    workspace: &'s Workspace,
    listing: &'s Listing,
    tracked: BTreeMap<String, bool>,
    bases: Bases,
    found: UnusedKeys,
    unused: Vec<(UnusedKey, &'s RemoteKey)>,
}

impl<'s> Search<'s> {
    fn run(mut self) -> Result<UnusedKeys, Error> {
        for (platform, name, file) in self.listing.files() {
            self.search(platform, name, file)?;
        }
        let unused = std::mem::take(&mut self.unused);
        let texts = if unused.is_empty() { HashSet::new() } else { self.local_texts()? };
        for (mut key, remote) in unused {
            for (lang, text) in remote.texts().filter(|(lang, _)| *lang != self.workspace.base) {
                let is_here = |text: &str| texts.contains(&(lang.to_owned(), text.to_owned()));
                if !text.text.strings().all(is_here) {
                    let (lang, text) = (lang.to_owned(), text.text.to_string());
                    key.only_copies.push(OnlyCopy { lang, text });
                }
            }
            self.found.keys.push(key);
        }
        self.found.keys.sort();
        Ok(self.found)
    }

    /// Finds the unused keys of a file of the service.
    fn search(&mut self, platform: &str, name: &str, file: &RemoteFile) -> Result<(), Error> {
        let Ok(Some(index)) = self.workspace.group_of(platform, name) else { return Ok(()) };
        let group = &self.workspace.groups[index];
        let Some(captures) = group.name.captures(name) else { return Ok(()) };
        let path = group.path(&captures, &group.codes.local(&self.workspace.base), true);
        let has_base = self.workspace.files().iter().any(|it| it.is_base && it.group == index);
        if group.excludes(&path) || !(group.config.push.has(true) || has_base) {
            return Ok(());
        }
        let unmatched = match self.bases.get(self.workspace, name)? {
            Some(Content::Texts(base)) => {
                let matches = self.listing.matches(platform, name, &base);
                self.found.total += matches.of_entries.len() + matches.others.len();
                matches.others
            }
            Some(Content::Invalid(error)) => {
                let message = format!("{path} is invalid: {error}");
                return Err(Error::config("prune", message));
            }
            None if self.is_elsewhere(&path) => {
                self.found.unsearched.insert(name.to_owned());
                return Ok(());
            }
            None => {
                self.found.total += file.keys.len();
                file.keys.clone()
            }
        };
        let keys = unmatched.into_iter().map(|at| &self.listing.keys[at]);
        self.unused.extend(keys.filter(|key| !key.is_archived).map(|key| {
            let (name, filename) = (key.full_name(platform), name.to_owned());
            (UnusedKey { name, filename, key_id: key.id, only_copies: Vec::new() }, key)
        }));
        Ok(())
    }

    /// Returns all texts of the local translations, each with its language.
    fn local_texts(&mut self) -> Result<HashSet<(String, String)>, Error> {
        let mut texts = HashSet::new();
        for file in self.workspace.files().iter().filter(|file| !file.is_base) {
            let base = self.bases.get(self.workspace, &file.name)?;
            let content = self.workspace.content(file, base.as_ref().and_then(Content::texts))?;
            let Some(local) = content.texts() else { continue };
            let here = local.entries().iter().map(|entry| &entry.text).chain(local.obsolete());
            let strings = here.flat_map(Text::strings);
            texts.extend(strings.map(|text| (file.lang.clone(), text.to_owned())));
        }
        Ok(texts)
    }

    /// Whether a file that was not found is somewhere: below a symbolic link, in a submodule that
    /// is not checked out, or left out of a sparse checkout.
    fn is_elsewhere(&self, path: &str) -> bool {
        let mut around = path.match_indices('/').map(|(at, _)| &path[..at]);
        self.workspace.root().join(path).exists()
            || self.tracked.contains_key(path)
            || around.any(|folder| self.tracked.contains_key(folder))
    }
}

impl Sync {
    /// Finds the keys at the service that are in no local file of the base language, including
    /// those of renamed and deleted files. Groups that neither push the base language nor have a
    /// file of it are not searched, nor are files that Git has but the disk does not. If a push
    /// would create the branch, searches the default branch, of which it is a copy.
    ///
    /// # Errors
    ///
    /// Fails if the service or Git fails, or if a local file of the base language is not valid.
    pub async fn unused_keys(&self) -> Result<UnusedKeys, Error> {
        let project = self.project(Missing::IsCopy, &[]).await?;
        let listing = self.listing(&project, project.codes.iter()).await?;
        let tracked = match Git::open(self.workspace.root()).await? {
            Some(git) => git.tracked().await?,
            None => BTreeMap::new(),
        };
        let search = Search {
            workspace: &self.workspace,
            listing: &listing,
            tracked,
            bases: Bases::new(&self.workspace),
            found: UnusedKeys::default(),
            unused: Vec::new(),
        };
        search.run()
    }

    /// Deletes unused keys, with their translations in all languages. A key with
    /// [only copies](UnusedKey::only_copies) is kept: clear that list to delete it too. Returns the
    /// number of deleted keys.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`], and deletes nothing, if there are more than 50, or more than
    /// 10 % of [`UnusedKeys::total`], and not `confirmed`. Fails if the service fails.
    pub async fn delete_keys(&self, unused: &UnusedKeys, confirmed: bool) -> Result<usize, Error> {
        unused.check(confirmed)?;
        let ids: Vec<_> = unused.deletable().map(|key| key.key_id).collect();
        if ids.is_empty() {
            return Ok(0);
        }
        let (client, root) = (&self.client, self.workspace.root());
        let address = self.branch.address(client, &self.project, root).await?;
        let count = ids.len();
        client.delete_keys(&address, ids).in_batches().send().await?.complete()?;
        Ok(count)
    }
}
