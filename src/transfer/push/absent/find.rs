//! Which keys of the project are in none of the files any more.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::AbsentKey;
use super::presence::{Presence, gather};
use crate::client::Client;
use crate::error::Error;
use crate::transfer::blocking::stoppable;
use crate::transfer::pattern::LANG_ISO;
use crate::transfer::push::file::PushFile;
use crate::types::{ArchivedFilter, Key};

/// The keys that are in none of the files.
pub(in crate::transfer::push) struct Found {
    pub(super) keys: Vec<AbsentKey>,
    /// How many keys are in these files at the service.
    pub(super) of: usize,
    /// The files of which nobody knows which keys they have.
    pub(super) unreadable: Vec<PathBuf>,
}

/// The files that are pushed, as the service may call them.
pub(super) struct Files<'f> {
    /// With their languages, by the codes here and at the service: a name may hold either.
    names: HashSet<(&'f str, &'f str)>,
    langs: BTreeSet<&'f str>,
    known: HashMap<String, bool>,
}

impl<'f> Files<'f> {
    pub(super) fn of(files: impl Iterator<Item = &'f PushFile>) -> Self {
        let names = files.flat_map(|file| {
            let codes = [file.lang(), file.local_lang()];
            codes.map(|code| (file.filename(), code))
        });
        let names: HashSet<_> = names.collect();
        Self {
            langs: names.iter().map(|(_, lang)| *lang).collect(),
            names,
            known: HashMap::new(),
        }
    }

    /// Whether a file of the service is one of these: under its name, or with the language in the
    /// place that the service has found in it.
    pub(super) fn have(&mut self, name: &str) -> bool {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        let is_named = |lang: &&str| {
            let own = name.replace(LANG_ISO, lang);
            self.names.contains(&(name, *lang)) || self.names.contains(&(own.as_str(), *lang))
        };
        let is_there = self.langs.iter().any(is_named);
        self.known.insert(name.to_owned(), is_there);
        is_there
    }
}

/// Reads the keys of the project and the files: those that are pushed, and those that were found
/// besides.
pub(in crate::transfer::push) async fn find<'f>(
    client: &Client,
    project: &str,
    files: impl Iterator<Item = &'f PushFile> + Clone,
    left_out: Vec<PathBuf>,
) -> Result<Found, Error> {
    let mut paths: Vec<_> = files.clone().map(|file| file.path().to_owned()).collect();
    paths.extend(left_out);
    let presence = stoppable(Path::new("."), move |stopped| gather(&paths, stopped)).await?;
    let mut files = Files::of(files);
    let mut keys = Vec::new();
    let list = client.list_keys(project);
    let mut list = list.filter_archived(ArchivedFilter::Exclude).stream();
    while let Some(key) = list.next().await {
        match key {
            // One that cannot be read stays.
            Err(error) if error.item().is_some() => {}
            key => keys.extend(candidate(&key?, &mut files)),
        }
    }
    judge(keys, presence).await
}

async fn judge(keys: Vec<Candidate>, mut presence: Presence) -> Result<Found, Error> {
    stoppable(Path::new("."), move |stopped| {
        let of = keys.len();
        let mut absent = Vec::new();
        if presence.unreadable.is_empty() {
            for key in keys {
                stopped.check()?;
                if !key.names.iter().any(|name| presence.has(name)) {
                    absent.push(key.key);
                }
            }
        }
        Ok(Found {
            keys: absent,
            of,
            unreadable: presence.unreadable,
        })
    })
    .await
}

/// A key that is in these files only.
struct Candidate {
    key: AbsentKey,
    names: BTreeSet<String>,
}

fn candidate(key: &Key, files: &mut Files<'_>) -> Option<Candidate> {
    let name = key
        .key_name
        .as_ref()
        .filter(|_| key.is_archived != Some(true))?;
    let filenames = filenames_of(key)?;
    let names: BTreeSet<_> = name.names().map(|(_, name)| name.to_owned()).collect();
    let names: BTreeSet<_> = names.into_iter().filter(|name| !name.is_empty()).collect();
    if names.is_empty() || !filenames.iter().all(|name| files.have(name)) {
        return None;
    }
    let key = AbsentKey {
        id: key.key_id,
        name: name.to_string(),
        filenames: filenames.into_iter().collect(),
    };
    Some(Candidate { key, names })
}

/// The files of a key; nothing where it is in none, on one of its platforms.
pub(super) fn filenames_of(key: &Key) -> Option<BTreeSet<String>> {
    let filenames = key.filenames.as_ref()?;
    let on_each = [
        ("ios", &filenames.ios),
        ("android", &filenames.android),
        ("web", &filenames.web),
        ("other", &filenames.other),
    ];
    let mut names = BTreeSet::new();
    for (platform, name) in on_each {
        let name = name.as_deref().filter(|name| !name.is_empty());
        let platforms = key.platforms.iter().flatten();
        if name.is_none() && platforms.clone().any(|known| known.to_string() == platform) {
            return None;
        }
        names.extend(name.map(str::to_owned));
    }
    (!names.is_empty()).then_some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_name_and_by_either_code_in_the_place_of_its_language() {
        let file = PushFile {
            path: PathBuf::new(),
            lang: "pt_BR".to_owned(),
            local_lang: "pt-BR".to_owned(),
            filename: "l/pt-BR/a.json".to_owned(),
            template: String::new(),
        };
        let one = PushFile {
            filename: "%LANG_ISO%.json".to_owned(),
            ..file.clone()
        };
        let mut files = Files::of([&file, &one].into_iter());
        for name in ["l/pt-BR/a.json", "l/%LANG_ISO%/a.json", "%LANG_ISO%.json"] {
            assert!(files.have(name), "{name}");
        }
        for name in [
            "l/%LANG_ISO%/b.json",
            "l/pt_BR/a.json",
            "%LANG_ISO%",
            "pt_BR.json",
            "",
        ] {
            assert!(!files.have(name), "{name}");
        }
    }
}
