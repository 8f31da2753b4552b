//! Unused keys: those at the service that are in no local file of the base language.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use l10n_client::types::Key;

use crate::compare::{Bases, Content};
use crate::error::Error;
use crate::formats::File;
use crate::git::Git;
use crate::icu::CATEGORIES;
use crate::service::{Event, Missing, Sync};

/// The maximum number of keys that are deleted without confirmation, and their share of all keys.
const MAX_REMOVALS: usize = 50;
const MAX_PERCENT: usize = 10;
/// The number of keys to read at once by their ids.
const BATCH: usize = 100;

/// The keys that are in no file of the base language: see [`Sync::unused_keys`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnusedKeys {
    /// The keys, by name.
    pub keys: Vec<UnusedKey>,
    /// The keys of renamed files whose translations differ from those under the new name. They are
    /// not deleted, because that would lose texts.
    pub differing: Vec<DifferingKey>,
    /// The number of keys of the searched files at the service.
    pub total: usize,
    /// The files at the service that were not searched, because their local file is not on the
    /// disk but Git has it, or because its format is not known.
    pub unsearched: BTreeSet<String>,
}

/// A key that is in no file of the base language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct UnusedKey {
    /// The name at the service.
    pub name: String,
    /// The name of the file at the service.
    pub filename: String,
    /// The id.
    pub key_id: i64,
}

/// An unused key with a translation that the key of this name in another file lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DifferingKey {
    /// The unused key.
    pub key: UnusedKey,
    /// The name at the service of the file that has the key now.
    pub filename: String,
    /// The texts that differ.
    pub texts: Vec<DifferingText>,
}

/// A text of a [`DifferingKey`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DifferingText {
    /// The service's code of the language.
    pub lang: String,
    /// The text of the unused key.
    pub text: String,
    /// The text under the new name; `None` if the service does not have it.
    pub other: Option<String>,
}

impl UnusedKeys {
    /// Returns the maximum number of keys that are deleted without confirmation: 50, or 10 % of
    /// [`total`](Self::total) if that is less.
    pub fn limit(&self) -> usize {
        MAX_REMOVALS.min((self.total * MAX_PERCENT).div_ceil(100))
    }

    /// Checks that they may be deleted.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] if there are more than [`limit`](Self::limit) and not
    /// `confirmed`.
    pub fn check(&self, confirmed: bool) -> Result<(), Error> {
        let (count, limit) = (self.keys.len(), self.limit());
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

/// The names of the keys in a file, in one spelling.
#[derive(Debug, Default)]
struct Names {
    keys: BTreeSet<String>,
    /// Those of aliases and the like, below which the service may have keys.
    fixed: BTreeSet<String>,
}

impl Names {
    fn of(file: &File) -> Self {
        let (mut names, mut fixed) = (BTreeSet::new(), BTreeSet::new());
        for entry in file.entries() {
            let name = plain(&entry.key);
            if !entry.is_text() {
                fixed.insert(name.strip_suffix(".<<").unwrap_or(&name).to_owned());
            }
            names.insert(name);
            // How the service names a context of gettext, or a product of Android, is not known.
            if !file.is_nested() {
                names.extend(entry.key.split("::").map(str::to_owned));
            }
        }
        Self { keys: names, fixed }
    }

    /// Whether the file has a key of the service. A list or plural may be one key there, or one for
    /// each item or form.
    fn has(&self, name: &str) -> bool {
        let name = plain(name);
        let is_part = |(outer, part): (&str, &str)| is_part(part) && self.keys.contains(outer);
        let mut around = name.match_indices('.').map(|(at, _)| &name[..at]);
        self.keys.contains(&name)
            || around.any(|around| self.fixed.contains(around))
            || self.has_parts(&name)
            || name.rsplit_once('.').is_some_and(is_part)
            || self.has_forms(&name)
    }

    /// Whether a name is that of a list, or of the forms of a plural.
    fn has_parts(&self, name: &str) -> bool {
        let start = format!("{name}.");
        let inner = self.keys.range(start.clone()..);
        let mut parts = inner.map_while(|key| key.strip_prefix(&start)).peekable();
        parts.peek().is_some() && parts.all(|part| part.split('.').next().is_some_and(is_part))
    }

    /// Whether the file has other plural forms of i18next, such as `item_one`.
    fn has_forms(&self, name: &str) -> bool {
        let (start, end) = name.rsplit_once('_').unwrap_or((name, ""));
        let stem = if is_part(end) || end == "plural" { start } else { name };
        let forms = CATEGORIES.iter().chain(&["plural"]);
        forms.into_iter().any(|form| self.keys.contains(&format!("{stem}_{form}")))
    }
}

/// Whether a part of a name is the index of a list item, or a form of a plural.
fn is_part(part: &str) -> bool {
    CATEGORIES.contains(&part) || part.parse::<u32>().is_ok()
}

/// Normalizes a name: `a::b[0]` is `a.b.0`. Gettext separates the context by U+0004.
fn plain(name: &str) -> String {
    name.replace("::", ".").replace(['\u{4}', '['], ".").replace(']', "")
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
        self.wait_for_imports(&project.address).await?;
        let local = self.local_names()?;
        let tracked = match Git::open(self.workspace.root()).await? {
            Some(git) => git.tracked().await?,
            None => BTreeMap::new(),
        };
        self.emit(Event::Phase("reading keys"));
        let is_shared = self.workspace.groups.iter().any(|group| group.is_apart() == Some(false));
        let mut found = UnusedKeys::default();
        let mut moved = Vec::new();
        let mut others: HashMap<String, Vec<(String, i64)>> = HashMap::new();
        let mut keys = self.client.list_keys(&project.address).limit(500).stream();
        while let Some(key) = keys.next().await {
            let key = key?;
            let name = key.key_name.as_ref().map(ToString::to_string).unwrap_or_default();
            for (filename, (path, platform_name)) in self.files_of(&key) {
                let is_here = local.contains_key(&filename);
                if !is_here && self.is_elsewhere(&path, &tracked)
                    || matches!(local.get(&filename), Some(None))
                {
                    found.unsearched.insert(filename);
                    continue;
                }
                found.total += 1;
                let has = |names: &Option<Names>| {
                    names.as_ref().is_some_and(|names| names.has(&platform_name))
                };
                // A shared key has the name of one file only.
                let is_used =
                    local.get(&filename).is_some_and(has) || (is_shared && local.values().any(has));
                let unused = UnusedKey { name: name.clone(), filename, key_id: key.key_id };
                match is_used {
                    true => others.entry(name).or_default().push((unused.filename, key.key_id)),
                    false if local.values().any(has) => moved.push(unused),
                    false => found.keys.push(unused),
                }
                break;
            }
        }
        self.keep_differing(&project.address, moved, &others, &local, &mut found).await?;
        found.keys.sort();
        Ok(found)
    }

    /// Keeps the keys of renamed files whose translations the key under the new name lacks.
    async fn keep_differing(
        &self,
        address: &str,
        moved: Vec<UnusedKey>,
        others: &HashMap<String, Vec<(String, i64)>>,
        local: &HashMap<String, Option<Names>>,
        found: &mut UnusedKeys,
    ) -> Result<(), Error> {
        for chunk in moved.chunks(BATCH) {
            let known = chunk.iter().flat_map(|key| others.get(&key.name).into_iter().flatten());
            let ids = chunk.iter().map(|key| key.key_id).chain(known.map(|(_, id)| *id));
            let texts = self.texts_of(address, ids.collect()).await?;
            for key in chunk {
                let old = texts.get(&key.key_id);
                let differing = |new: Option<i64>| {
                    let other = |lang: &str| new.and_then(|id| texts.get(&id)?.get(lang)).cloned();
                    let old = old.into_iter().flatten().filter(|(_, text)| !text.is_empty());
                    let old = old.map(|(lang, text)| DifferingText {
                        lang: lang.clone(),
                        text: text.clone(),
                        other: other(lang),
                    });
                    old.filter(|it| it.other.as_ref() != Some(&it.text)).collect::<Vec<_>>()
                };
                // A key that was moved has the same text in the base language.
                let base = |id: i64| texts.get(&id).and_then(|it| it.get(&self.workspace.base));
                let same = others.get(&key.name).into_iter().flatten();
                let new = same.clone().filter(|(_, id)| base(*id) == base(key.key_id));
                let new = new.map(|(filename, id)| (filename.clone(), differing(Some(*id))));
                let (filename, texts) = match new.min_by_key(|(_, texts)| texts.len()) {
                    Some(new) => new,
                    None if same.clone().next().is_some() => Default::default(),
                    None => (with_key(local, &key.name), differing(None)),
                };
                match texts.is_empty() {
                    true => found.keys.push(key.clone()),
                    false => {
                        found.differing.push(DifferingKey { key: key.clone(), filename, texts });
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the texts of keys by id and language.
    async fn texts_of(
        &self,
        address: &str,
        ids: Vec<i64>,
    ) -> Result<HashMap<i64, BTreeMap<String, String>>, Error> {
        let mut texts = HashMap::new();
        for key in self.keys_by_id(address, ids, true).await? {
            let translations = key.translations.into_iter().flatten().filter_map(|translation| {
                Some((translation.language_iso?, translation.translation?.to_string()))
            });
            texts.insert(key.key_id, translations.collect());
        }
        Ok(texts)
    }

    async fn keys_by_id(
        &self,
        address: &str,
        ids: Vec<i64>,
        with_translations: bool,
    ) -> Result<Vec<Key>, Error> {
        let list = self.client.list_keys(address).filter_key_ids(ids);
        let mut stream = list.include_translations(with_translations).limit(500).stream();
        let mut keys = Vec::new();
        while let Some(key) = stream.next().await {
            keys.push(key?);
        }
        Ok(keys)
    }

    /// Deletes unused keys, with their translations in all languages. A key that was renamed since
    /// it was found is kept. Returns the number of deleted keys.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`], and deletes nothing, if there are more than
    /// [`UnusedKeys::limit`] and not `confirmed`. Fails if the service fails.
    pub async fn delete_keys(&self, unused: &UnusedKeys, confirmed: bool) -> Result<usize, Error> {
        unused.check(confirmed)?;
        if unused.keys.is_empty() {
            return Ok(0);
        }
        let address = self.address().await?;
        let names: HashMap<_, _> = unused.keys.iter().map(|key| (key.key_id, key)).collect();
        let mut ids = Vec::new();
        for chunk in unused.keys.chunks(BATCH) {
            let wanted = chunk.iter().map(|key| key.key_id).collect();
            for key in self.keys_by_id(&address, wanted, false).await? {
                let name = key.key_name.as_ref().map(ToString::to_string).unwrap_or_default();
                let files = self.files_of(&key);
                let is_same = names
                    .get(&key.key_id)
                    .is_some_and(|old| old.name == name && files.contains_key(&old.filename));
                ids.extend(is_same.then_some(key.key_id));
            }
        }
        let count = ids.len();
        if count > 0 {
            let report = self.client.delete_keys(address, ids).in_batches().send().await?;
            report.complete()?;
        }
        Ok(count)
    }

    /// Returns the names in each file of the base language, by service name; `None` in formats that
    /// are not known.
    fn local_names(&self) -> Result<HashMap<String, Option<Names>>, Error> {
        let mut bases = Bases::new(&self.workspace);
        let mut names = HashMap::new();
        for file in self.workspace.files().iter().filter(|file| file.is_base) {
            let of_file = match bases.get(&self.workspace, &file.name)? {
                Some(Content::Texts(base)) => Some(Names::of(base)),
                Some(Content::Invalid(error)) => {
                    let message = format!("{} is invalid: {error}", file.path);
                    return Err(Error::config("prune", message));
                }
                _ => None,
            };
            names.insert(file.name.clone(), of_file);
        }
        Ok(names)
    }

    /// Whether a file that was not found is somewhere: below a symbolic link, in a submodule that
    /// is not checked out, or left out of a sparse checkout.
    fn is_elsewhere(&self, path: &str, tracked: &BTreeMap<String, bool>) -> bool {
        let mut around = path.match_indices('/').map(|(at, _)| &path[..at]);
        self.workspace.root().join(path).exists()
            || tracked.contains_key(path)
            || around.any(|folder| tracked.contains_key(folder))
    }

    /// Returns the service files of a key that match searched groups, with the path of each and the
    /// key's name in it.
    fn files_of(&self, key: &Key) -> BTreeMap<String, (String, String)> {
        let workspace = &self.workspace;
        let is_searched = |index: usize| {
            let mut files = workspace.files().iter();
            workspace.groups[index].config.push.has(true)
                || files.any(|file| file.is_base && file.group == index)
        };
        let path = |name: &str| {
            if self.workspace.is_ignored(name) {
                return None;
            }
            let groups = workspace.groups.iter().enumerate();
            let mut groups = groups.filter(|(index, _)| is_searched(*index));
            groups.find_map(|(_, group)| {
                let captures = group.name.captures(name)?;
                let path = group.path(&captures, &group.codes.local(&workspace.base), true);
                (!group.excludes(&path)).then_some(path)
            })
        };
        let (Some(files), Some(names)) = (&key.filenames, &key.key_name) else {
            return BTreeMap::new();
        };
        let files = [
            ("web", &files.web),
            ("ios", &files.ios),
            ("android", &files.android),
            ("other", &files.other),
        ];
        let files = files.into_iter().filter_map(|(platform, file)| {
            let file = file.as_deref()?;
            Some((file.to_owned(), (path(file)?, names.on(platform)?.to_owned())))
        });
        files.collect()
    }
}

/// Returns the name of a file that has a key.
fn with_key(local: &HashMap<String, Option<Names>>, name: &str) -> String {
    let has = |names: &Option<Names>| names.as_ref().is_some_and(|names| names.has(name));
    local.iter().find(|(_, names)| has(names)).map(|(file, _)| file.clone()).unwrap_or_default()
}
