//! Unused keys: those at the service that are in no local file of the base language.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use l10n_client::types::Key;
use serde::Serialize;

use crate::compare::{Bases, Content};
use crate::config::Group;
use crate::error::Error;
use crate::formats::File;
use crate::git::Git;
use crate::icu::CATEGORIES;
use crate::service::{Event, Missing, Sync};
use crate::workspace::Workspace;

/// The maximum number of keys that are deleted without confirmation, and their share of all keys.
const MAX_REMOVALS: usize = 50;
const MAX_PERCENT: usize = 10;
/// The number of keys to read at once by their ids.
const BATCH: usize = 100;

/// The keys that are in no file of the base language: see [`Sync::unused_keys`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UnusedKeys {
    /// The keys, by name.
    #[serde(rename = "unused_keys")]
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
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DifferingKey {
    /// The unused key.
    pub key: UnusedKey,
    /// The name at the service of the file that has the key now.
    pub filename: String,
    /// The id of that key; `None` if it was not pushed yet.
    pub other_id: Option<i64>,
    /// The texts that differ.
    pub texts: Vec<DifferingText>,
}

/// A text of a [`DifferingKey`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DifferingText {
    /// The service's code of the language.
    #[serde(rename = "lang_iso")]
    pub lang: String,
    /// The text of the unused key.
    pub text: String,
    /// The text under the new name; `None` if the service does not have it.
    pub other: Option<String>,
}

impl UnusedKeys {
    /// Fails if there are more than 50 keys, or more than 10 % of all, and not `confirmed`.
    fn check(&self, confirmed: bool) -> Result<(), Error> {
        let limit = MAX_REMOVALS.min((self.total * MAX_PERCENT).div_ceil(100));
        let count = self.keys.len();
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
    keys: HashSet<String>,
    /// Those of lists and plurals, which may be one key at the service.
    outer: HashSet<String>,
    /// Those of aliases and the like, below which the service may have keys.
    fixed: HashSet<String>,
}

impl Names {
    fn of(file: &File) -> Self {
        let mut names = Self::default();
        for entry in file.entries() {
            let name = plain(&entry.key);
            names.outer.extend(around(&name).map(str::to_owned));
            // Each plural of i18next has one of these forms.
            let is_plural = name.ends_with("_other") || name.ends_with("_plural");
            names.outer.extend(stem(&name).filter(|_| is_plural).map(str::to_owned));
            if !entry.is_text() {
                names.fixed.insert(name.strip_suffix(".<<").unwrap_or(&name).to_owned());
            }
            names.keys.insert(name);
            // How the service names a context of gettext, or a product of Android, is not known.
            if !file.is_nested() {
                names.keys.extend(entry.key.split("::").map(str::to_owned));
            }
        }
        names.fixed.extend(file.meta().iter().map(|key| plain(key)));
        names.keys.extend(names.fixed.iter().cloned());
        names
    }

    /// Whether a name is that of a list or plural, and of no text.
    fn has_parts(&self, name: &str) -> bool {
        self.outer.contains(name) && !self.keys.contains(name)
    }

    /// Whether the file has a key of the service. A list or plural may be one key there, or one for
    /// each item or form; the forms of i18next may be others.
    fn has(&self, name: &str) -> bool {
        let name = plain(name);
        let is_part = |(outer, part): (&str, &str)| is_part(part) && self.keys.contains(outer);
        let mut around = name.match_indices('.').map(|(at, _)| &name[..at]);
        self.keys.contains(&name)
            || self.outer.contains(&name)
            || stem(&name).is_some_and(|stem| self.outer.contains(stem))
            || name.rsplit_once('.').is_some_and(is_part)
            || around.any(|around| self.fixed.contains(around))
    }
}

/// Returns the names of the lists and plurals around a key.
fn around(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.rmatch_indices('.').map(|(at, _)| name.split_at(at));
    let parts = parts.filter(|(_, part)| part[1..].split('.').next().is_some_and(is_part));
    parts.map(|(outer, _)| outer)
}

/// Whether a part of a name is the index of a list item, or a form of a plural.
fn is_part(part: &str) -> bool {
    CATEGORIES.contains(&part) || part.parse::<u32>().is_ok()
}

/// Returns the name of a plural of i18next, such as `item` of `item_one`.
fn stem(name: &str) -> Option<&str> {
    let (stem, form) = name.rsplit_once('_')?;
    (CATEGORIES.contains(&form) || form == "plural").then_some(stem)
}

/// Normalizes a name: `a::b[0]` is `a.b.0`. Gettext separates the context by U+0004.
fn plain(name: &str) -> String {
    name.replace("::", ".").replace(['\u{4}', '['], ".").replace(']', "")
}

/// The names in each file of the base language, by service name; `None` in formats that are not
/// known.
struct Local(HashMap<String, Option<Names>>);

impl Local {
    fn read(workspace: &Workspace) -> Result<Self, Error> {
        let mut bases = Bases::new(workspace);
        let mut names = HashMap::new();
        for file in workspace.files().iter().filter(|file| file.is_base) {
            let of_file = match bases.get(workspace, &file.name)? {
                Some(Content::Invalid(error)) => {
                    let message = format!("{} is invalid: {error}", file.path);
                    return Err(Error::config("prune", message));
                }
                base => base.and_then(Content::texts).map(Names::of),
            };
            names.insert(file.name.clone(), of_file);
        }
        Ok(Self(names))
    }

    /// Returns the files that have a key.
    fn with(&self, name: &str) -> impl Iterator<Item = &String> {
        let has = |names: &Option<Names>| names.as_ref().is_some_and(|names| names.has(name));
        self.0.iter().filter(move |(_, names)| has(names)).map(|(file, _)| file)
    }
}

/// The texts of a key by language.
type Texts = BTreeMap<String, String>;

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
        let local = Local::read(&self.workspace)?;
        let tracked = match Git::open(self.workspace.root()).await? {
            Some(git) => git.tracked().await?,
            None => BTreeMap::new(),
        };
        self.emit(Event::Phase("reading keys"));
        let is_shared = self.workspace.groups.iter().any(|group| group.is_apart() == Some(false));
        let mut found = UnusedKeys::default();
        let mut moved = Vec::new();
        // The keys that may be whole lists or plurals, and the names that the service has in parts.
        let (mut whole, mut in_parts) = (Vec::new(), HashSet::new());
        // The used keys, by name.
        let mut used: HashMap<String, Vec<(String, i64)>> = HashMap::new();
        let mut keys = self.client.list_keys(&project.address).limit(500).stream();
        while let Some(key) = keys.next().await {
            let key = key?;
            for (filename, (path, platform_name)) in self.files_of(&key) {
                let is_searched = match local.0.get(&filename) {
                    Some(names) => names.is_some(),
                    None => !self.is_elsewhere(&path, &tracked),
                };
                if !is_searched {
                    found.unsearched.insert(filename);
                    continue;
                }
                found.total += 1;
                let (name, key_id) = (name(&key), key.key_id);
                let is_elsewhere = || local.with(&platform_name).next().is_some();
                let plain = plain(&platform_name);
                // A shared key has the name of one file only.
                let is_used = match local.0.get(&filename) {
                    Some(Some(names)) if names.has_parts(&plain) => {
                        whole.push((UnusedKey { name, filename, key_id }, plain));
                        break;
                    }
                    Some(Some(names)) if names.has(&platform_name) => {
                        let outer = around(&plain).chain(stem(&plain));
                        in_parts.extend(outer.map(|outer| (filename.clone(), outer.to_owned())));
                        true
                    }
                    _ => is_shared && is_elsewhere(),
                };
                match is_used {
                    true => used.entry(name).or_default().push((filename, key_id)),
                    false if is_elsewhere() => moved.push(UnusedKey { name, filename, key_id }),
                    false => found.keys.push(UnusedKey { name, filename, key_id }),
                }
                break;
            }
        }
        for (key, plain) in whole {
            match in_parts.contains(&(key.filename.clone(), plain)) {
                true => found.keys.push(key),
                false => used.entry(key.name).or_default().push((key.filename, key.key_id)),
            }
        }
        for moved in moved.chunks(BATCH) {
            self.keep_differing(&project.address, moved, &used, &local, &mut found).await?;
        }
        found.keys.sort();
        Ok(found)
    }

    /// Keeps the keys of renamed files whose translations the key under the new name lacks.
    async fn keep_differing(
        &self,
        address: &str,
        moved: &[UnusedKey],
        used: &HashMap<String, Vec<(String, i64)>>,
        local: &Local,
        found: &mut UnusedKeys,
    ) -> Result<(), Error> {
        let named = |key: &UnusedKey| used.get(&key.name).map_or(&[][..], Vec::as_slice);
        let known = moved.iter().flat_map(named).map(|(_, id)| *id);
        let ids = moved.iter().map(|key| key.key_id).chain(known).collect();
        let keys = self.keys_by_id(address, ids, true).await?;
        let texts: HashMap<_, _> = keys.into_iter().map(|key| (key.key_id, texts(key))).collect();
        let base = |id: &i64| texts.get(id).and_then(|it| it.get(&self.workspace.base));
        for key in moved {
            let old = texts.get(&key.key_id);
            // A key that was moved has the same text in the base language, or not yet those of
            // translators.
            let is_alone = |text: &DifferingText| text.other.as_ref().is_none_or(String::is_empty);
            let lacks = |id: &i64| differing(old, texts.get(id)).iter().any(is_alone);
            let is_moved = |id: &i64| base(id) == base(&key.key_id) || lacks(id);
            let new = named(key).iter().filter(|(_, id)| is_moved(id));
            let new =
                new.map(|(file, id)| (file.clone(), Some(*id), differing(old, texts.get(id))));
            let new = new.min_by_key(|(.., texts)| texts.len()).or_else(|| {
                // A file that was not pushed yet may have it now.
                let is_pushed = |file: &String| named(key).iter().any(|(known, _)| known == file);
                let file = local.with(&key.name).find(|file| !is_pushed(file))?;
                Some((file.clone(), None, differing(old, None)))
            });
            let key = key.clone();
            match new.filter(|(.., texts)| !texts.is_empty()) {
                Some((filename, other_id, texts)) => {
                    found.differing.push(DifferingKey { key, filename, other_id, texts });
                }
                None => found.keys.push(key),
            }
        }
        Ok(())
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
    /// Fails with [`Error::Config`], and deletes nothing, if there are more than 50, or more than
    /// 10 % of [`UnusedKeys::total`], and not `confirmed`. Fails if the service fails.
    pub async fn delete_keys(&self, unused: &UnusedKeys, confirmed: bool) -> Result<usize, Error> {
        unused.check(confirmed)?;
        if unused.keys.is_empty() {
            return Ok(0);
        }
        let (client, root) = (&self.client, self.workspace.root());
        let address = self.branch.address(client, &self.project, root).await?;
        let mut ids = Vec::new();
        for chunk in unused.keys.chunks(BATCH) {
            let wanted = chunk.iter().map(|key| key.key_id).collect();
            for key in self.keys_by_id(&address, wanted, false).await? {
                let files = self.files_of(&key);
                let is_same = |old: &UnusedKey| {
                    (old.key_id, &old.name) == (key.key_id, &name(&key))
                        && files.contains_key(&old.filename)
                };
                ids.extend(chunk.iter().any(is_same).then_some(key.key_id));
            }
        }
        let count = ids.len();
        if count > 0 {
            let report = self.client.delete_keys(address, ids).in_batches().send().await?;
            report.complete()?;
        }
        Ok(count)
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
        let is_searched = |(index, group): &(usize, &Group)| {
            let mut files = workspace.files().iter();
            group.config.push.has(true) || files.any(|it| it.is_base && it.group == *index)
        };
        let path = |name: &str| {
            let groups = workspace.groups.iter().enumerate().filter(is_searched);
            let paths = groups.map(|(_, group)| {
                let captures = group.name.captures(name)?;
                let path = group.path(&captures, &group.codes.local(&workspace.base), true);
                (!group.excludes(&path)).then_some(path)
            });
            paths.flatten().next().filter(|_| !workspace.is_ignored(name))
        };
        let (Some(files), Some(names)) = (&key.filenames, &key.key_name) else {
            return BTreeMap::new();
        };
        let platforms = [
            ("web", &files.web),
            ("ios", &files.ios),
            ("android", &files.android),
            ("other", &files.other),
        ];
        let files = platforms.into_iter().filter_map(|(platform, file)| {
            let file = file.as_deref()?;
            Some((file.to_owned(), (path(file)?, names.on(platform)?.to_owned())))
        });
        files.collect()
    }
}

fn name(key: &Key) -> String {
    key.key_name.as_ref().map(ToString::to_string).unwrap_or_default()
}

fn texts(key: Key) -> Texts {
    let texts = key.translations.into_iter().flatten();
    texts.filter_map(|it| Some((it.language_iso?, it.translation?.to_string()))).collect()
}

/// Returns the texts of a key that another one lacks.
fn differing(old: Option<&Texts>, new: Option<&Texts>) -> Vec<DifferingText> {
    let texts = old.into_iter().flatten().filter(|(_, text)| !text.is_empty());
    let texts = texts.map(|(lang, text)| {
        let other = new.and_then(|new| new.get(lang)).cloned();
        DifferingText { lang: lang.clone(), text: text.clone(), other }
    });
    texts.filter(|it| it.other.as_ref() != Some(&it.text)).collect()
}
