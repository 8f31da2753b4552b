//! Unused keys: those at the service that are in no local file of the base language.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use l10n_client::types::Key;
use serde_json::Value;

use crate::error::Error;
use crate::json;
use crate::pattern::Captures;
use crate::service::{Event, Sync};
use crate::texts::is_json;
use crate::workspace::Workspace;

const FORMS: [&str; 7] = ["zero", "one", "two", "few", "many", "other", "plural"];
/// The usual contexts of i18next, which a language may have and the base language lack.
const CONTEXTS: [&str; 4] = ["male", "female", "neutral", "neuter"];
/// The maximum number of keys that are deleted without confirmation, and their share of all keys.
const MAX_REMOVALS: usize = 50;
const MAX_PERCENT: usize = 10;

/// The keys that are in no file of the base language: see [`Sync::unused_keys`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnusedKeys {
    /// The keys, by name.
    pub keys: Vec<UnusedKey>,
    /// The number of keys of the searched files at the service.
    pub total: usize,
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

impl UnusedKeys {
    /// Returns the maximum number of keys that are deleted without confirmation: 50, or 10 % of
    /// [`total`](Self::total) if that is less.
    pub fn limit(&self) -> usize {
        MAX_REMOVALS.min((self.total * MAX_PERCENT).div_ceil(100))
    }

    /// Retains only the keys of files that a workspace no longer has.
    pub fn retain_removed_files(&mut self, workspace: &Workspace) {
        let sources = workspace.sources();
        self.keys.retain(|key| !sources.contains_key(key.filename.as_str()));
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
        Err(Error::config("unused-keys", message))
    }
}

/// The names in a file: its keys, and the objects and lists around them.
#[derive(Debug, Default)]
pub(crate) struct Names {
    keys: BTreeSet<String>,
    around: BTreeSet<String>,
}

impl Names {
    pub(crate) fn of<'k>(keys: impl IntoIterator<Item = &'k String>) -> Self {
        let keys: BTreeSet<_> = keys.into_iter().map(|key| plain(key)).collect();
        let around = keys.iter().flat_map(|key| {
            let ends = key.match_indices('.').map(|(at, _)| key[..at].to_owned());
            ends.collect::<Vec<_>>()
        });
        Self { around: around.collect(), keys }
    }

    /// Whether the file has a key of the service. A list or plural may be one key there, or one for
    /// each item or form.
    pub(crate) fn has(&self, name: &str) -> bool {
        let name = plain(name);
        let is_part = |(outer, part): (&str, &str)| is_part(part) && self.keys.contains(outer);
        self.keys.contains(&name)
            || self.has_parts(&name)
            || name.rsplit_once('.').is_some_and(is_part)
            || self.has_forms(&name)
    }

    /// Whether the file has an object or list with a name.
    pub(crate) fn has_around(&self, name: &str) -> bool {
        self.around.contains(&plain(name))
    }

    /// Whether a name is that of a list, or of the forms of a plural.
    fn has_parts(&self, name: &str) -> bool {
        let start = format!("{name}.");
        let inner = self.keys.range(start.clone()..);
        let mut parts = inner.map_while(|key| key.strip_prefix(&start)).peekable();
        parts.peek().is_some() && parts.all(|part| part.split('.').next().is_some_and(is_part))
    }

    /// Whether a value may be that of a key: a text is no object or list, and they are no text.
    pub(crate) fn has_type(&self, name: &str, value: &Value) -> bool {
        let name = plain(name);
        let (is_text, is_around) = (self.keys.contains(&name), self.around.contains(&name));
        match value {
            Value::Object(_) | Value::Array(_) => is_around || !is_text,
            _ => is_text || !is_around,
        }
    }

    /// Whether the file has plural forms of a key, such as `item_one`, or other forms than this one:
    /// languages have different forms.
    fn has_forms(&self, name: &str) -> bool {
        let (start, end) = name.rsplit_once('_').unwrap_or((name, ""));
        // Older i18next numbers the forms of some languages.
        let is_form = FORMS.contains(&end) || end.parse::<u8>().is_ok();
        let stem = if is_form { start } else { name };
        FORMS.iter().any(|form| self.keys.contains(&format!("{stem}_{form}")))
            || (CONTEXTS.contains(&end) && self.keys.contains(start))
    }
}

/// Whether a part of a name is the index of a list item, or a form of a plural.
fn is_part(part: &str) -> bool {
    FORMS.contains(&part) || part.parse::<u32>().is_ok()
}

/// Normalizes a name: `a::b[0]` is `a.b.0`.
fn plain(name: &str) -> String {
    name.replace("::", ".").replace('[', ".").replace(']', "")
}

impl Sync {
    /// Finds the keys at the service that are in no local file of the base language, including
    /// those of renamed and deleted files. In formats other than JSON, finds only the keys of such
    /// files. Groups that neither push the base language nor have a file of it are not searched.
    /// If a push would create the branch, searches the default branch, of which it is a copy.
    ///
    /// # Errors
    ///
    /// Fails if the service fails, or if a local file of the base language cannot be read.
    pub async fn unused_keys(&self) -> Result<UnusedKeys, Error> {
        let project = self.target().await?;
        self.wait_for_imports(&project.address).await?;
        let local = self.local_names()?;
        self.emit(Event::Phase("reading keys"));
        let groups = &self.workspace.groups;
        let is_searched = |group: &usize| {
            let mut files = self.workspace.files().iter();
            groups[*group].push.has(true) || files.any(|file| file.is_base && file.group == *group)
        };
        let searched: BTreeSet<_> = (0..groups.len()).filter(is_searched).collect();
        let is_shared = groups.iter().any(|group| group.is_apart() == Some(false));
        let mut found = UnusedKeys::default();
        let mut keys = self.client.list_keys(&project.address).limit(500).stream();
        while let Some(key) = keys.next().await {
            let key = key?;
            let names: BTreeSet<_> = self.files_of(&key, &searched).into_iter().collect();
            if names.is_empty() {
                continue;
            }
            found.total += 1;
            let name = key.key_name.as_ref().map(ToString::to_string).unwrap_or_default();
            let is_used = names.iter().any(|(filename, platform_name)| {
                let has = |names: &Option<Names>| {
                    names.as_ref().is_none_or(|names| names.has(platform_name))
                };
                // A shared key has the name of one file only.
                local.get(filename).is_some_and(has) || (is_shared && local.values().any(has))
            });
            if let Some((filename, _)) = names.into_iter().next().filter(|_| !is_used) {
                found.keys.push(UnusedKey { name, filename, key_id: key.key_id });
            }
        }
        found.keys.sort();
        Ok(found)
    }

    /// Deletes unused keys, with their translations in all languages.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`], and deletes nothing, if there are more than
    /// [`UnusedKeys::limit`] and not `confirmed`. Fails if the service fails.
    pub async fn remove_keys(&self, unused: &UnusedKeys, confirmed: bool) -> Result<(), Error> {
        if unused.keys.is_empty() {
            return Ok(());
        }
        unused.check(confirmed)?;
        let address = self.address(false).await?;
        let ids = unused.keys.iter().map(|key| key.key_id);
        let report = self.client.delete_keys(address, ids).in_batches().send().await?;
        report.complete()?;
        Ok(())
    }

    /// Returns the names in each file of the base language, by service name; `None` in formats other
    /// than JSON.
    fn local_names(&self) -> Result<HashMap<String, Option<Names>>, Error> {
        let mut names = HashMap::new();
        for file in self.workspace.files().iter().filter(|file| file.is_base) {
            let group = &self.workspace.groups[file.group];
            if !is_json(&group.format) {
                names.insert(file.name.clone(), None);
                continue;
            }
            let keys = json::keys(&self.workspace.read(&file.path)?).ok_or_else(|| {
                Error::config("unused-keys", format!("{} is not JSON: correct it", file.path))
            })?;
            names.insert(file.name.clone(), Some(Names::of(&keys)));
        }
        Ok(names)
    }

    /// Returns the service files of a key that match searched groups, with the key's name in each.
    fn files_of(&self, key: &Key, searched: &BTreeSet<usize>) -> BTreeMap<String, String> {
        let is_ours = |name: &str| {
            searched.iter().any(|group| {
                let group = &self.workspace.groups[*group];
                let captures = group.name.captures(name);
                captures.is_some_and(|captures: Captures| {
                    let base = &self.workspace.base;
                    !group.excludes(&group.path(&captures, &group.codes.local(base), true))
                })
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
            let file = file.as_deref().filter(|file| is_ours(file))?;
            Some((file.to_owned(), names.on(platform)?.to_owned()))
        });
        files.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_objects_and_plurals_count_as_keys() {
        let text =
            br#"{"days": ["Mon", "Tue"], "a": {"b": "B"}, "item_one": "1", "flat.key": "x"}"#;
        let names = Names::of(&json::keys(text).unwrap());
        for used in [
            "days",
            "days::0",
            "days[1]",
            "a::b",
            "a.b",
            "item",
            "item_one",
            "flat.key",
            "flat::key",
            "a::b::one",
            "item_2",
            "flat.key_female",
        ] {
            assert!(names.has(used), "{used}");
        }
        for unused in ["day", "days::2", "a", "a::c", "a::b::c", "b", "ite"] {
            assert!(!names.has(unused), "{unused}");
        }
    }

    #[test]
    fn the_limit_is_50_keys_or_10_percent() {
        let limit = |total| UnusedKeys { keys: Vec::new(), total }.limit();
        assert_eq!([0, 3, 100, 5000].map(limit), [0, 1, 10, 50]);
    }
}
