//! The keys of a project, as one listing.

use std::collections::{BTreeMap, HashMap, HashSet};

use l10n_client::types::{Key, KeyName, PlatformTexts, TranslationText};

use crate::error::Error;
use crate::formats::{Entry, File};
use crate::service::{Event, Project, Sync};
use crate::text::Text;

/// The number of keys in a page of the listing.
const PAGE: u32 = 1000;

/// The keys of a project, with their texts in the languages that were asked for.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) keys: Vec<RemoteKey>,
    /// The keys of each file, by the platform and the name of the file.
    files: BTreeMap<(String, String), RemoteFile>,
}

/// The keys of a file at the service.
#[derive(Debug, Default)]
pub(crate) struct RemoteFile {
    /// The indexes of its keys.
    pub(crate) keys: Vec<usize>,
    by_name: HashMap<String, Vec<usize>>,
}

#[derive(Debug, Clone)]
pub(crate) struct RemoteKey {
    pub(crate) id: i64,
    pub(crate) names: KeyName,
    files: PlatformTexts,
    pub(crate) context: String,
    pub(crate) is_plural: bool,
    pub(crate) is_archived: bool,
    /// Whether the response had the translations.
    pub(crate) has_texts: bool,
    /// Those that are not empty, by the service's code of the language.
    texts: Vec<(String, RemoteText)>,
}

/// A text of a key, without empty plural forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RemoteText {
    pub(crate) text: Text,
    pub(crate) is_unverified: bool,
    pub(crate) is_reviewed: bool,
}

impl RemoteKey {
    pub(crate) fn new(key: Key) -> Self {
        let is_plural = key.is_plural == Some(true);
        let has_texts = key.translations.is_some();
        let texts = key.translations.into_iter().flatten().filter_map(|it| {
            let text = text(is_plural, it.translation?)?;
            let is_unverified = it.is_unverified.or(it.is_fuzzy) == Some(true);
            let is_reviewed = it.is_reviewed == Some(true);
            Some((it.language_iso?, RemoteText { text, is_unverified, is_reviewed }))
        });
        Self {
            id: key.key_id,
            has_texts,
            texts: texts.collect(),
            names: key.key_name.unwrap_or_else(|| KeyName::from("")),
            files: key.filenames.unwrap_or_default(),
            context: key.context.unwrap_or_default(),
            is_plural,
            is_archived: key.is_archived == Some(true),
        }
    }

    pub(crate) fn text(&self, lang: &str) -> Option<&RemoteText> {
        self.texts.iter().find(|(code, _)| code == lang).map(|(_, text)| text)
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &RemoteText)> {
        self.texts.iter().map(|(lang, text)| (lang.as_str(), text))
    }

    /// Returns the name on a platform.
    pub(crate) fn name(&self, platform: &str) -> &str {
        self.names.on(platform).unwrap_or_default()
    }

    /// Returns the name on a platform, after its context and `::` if it has one.
    pub(crate) fn full_name(&self, platform: &str) -> String {
        let separator = if self.context.is_empty() { "" } else { "::" };
        format!("{}{separator}{}", self.context, self.name(platform))
    }

    /// Returns the platforms on which the key has a file, with its name.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let PlatformTexts { ios, android, web, other, .. } = &self.files;
        let files = [("ios", ios), ("android", android), ("web", web), ("other", other)];
        let files =
            files.into_iter().filter_map(|(platform, file)| Some((platform, file.as_deref()?)));
        files.filter(|(_, file)| !file.is_empty())
    }
}

fn text(is_plural: bool, text: TranslationText) -> Option<Text> {
    let text = match text.forms().filter(|_| is_plural) {
        Some(forms) => Text::forms(forms.into_iter().filter(|(_, text)| !text.is_empty())),
        None => Text::One(text.to_string()),
    };
    Some(text).filter(|text| !text.is_empty())
}

impl Listing {
    pub(crate) fn add(&mut self, key: RemoteKey) {
        let at = self.keys.len();
        for (platform, file) in key.files() {
            let place = (platform.to_owned(), file.to_owned());
            let file = self.files.entry(place).or_default();
            file.keys.push(at);
            file.by_name.entry(key.name(platform).to_owned()).or_default().push(at);
        }
        self.keys.push(key);
    }

    pub(crate) fn file(&self, platform: &str, name: &str) -> Option<&RemoteFile> {
        self.files.get(&(platform.to_owned(), name.to_owned()))
    }

    /// Returns the platforms and names of the files, with their keys.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str, &RemoteFile)> {
        self.files.iter().map(|((platform, name), file)| (&**platform, &**name, file))
    }

    /// Finds the keys of a base file. The keys of plural forms of i18next that the file lacks
    /// belong to it too.
    pub(crate) fn matches(&self, platform: &str, name: &str, base: &File) -> Matches {
        let mut matches = Matches::default();
        let Some(file) = self.file(platform, name) else { return matches };
        let mut names: HashMap<&str, usize> = HashMap::new();
        for entry in base.entries().iter().filter(|entry| entry.is_text()) {
            *names.entry(&entry.name).or_default() += 1;
        }
        let mut used = HashSet::new();
        for entry in base.entries().iter().filter(|entry| entry.is_text()) {
            let is_alone = names.get(&*entry.name) == Some(&1) && !base.is_catalog();
            if let Some(at) = self.find(file, entry, is_alone)
                && used.insert(at)
            {
                matches.of_entries.insert(entry.key.clone(), at);
            }
        }
        for at in file.keys.iter().copied().filter(|at| !used.contains(at)) {
            let name = self.keys[at].name(platform);
            match base.form(name).is_some() && base.model(name).is_some() {
                true => drop(matches.of_entries.insert(name.to_owned(), at)),
                false => matches.others.push(at),
            }
        }
        matches
    }

    /// Finds the key of an entry: by its name and context, or by its name if nothing else has it.
    fn find(&self, file: &RemoteFile, entry: &Entry, is_alone: bool) -> Option<usize> {
        let keys = file.by_name.get(&entry.name)?;
        let same = keys.iter().find(|at| self.keys[**at].context == entry.context);
        let alone = keys.first().filter(|_| is_alone && keys.len() == 1);
        same.or(alone).copied()
    }
}

/// The keys of a base file at the service.
#[derive(Debug, Default)]
pub(crate) struct Matches {
    /// The indexes of the keys, by the keys of the entries.
    pub(crate) of_entries: HashMap<String, usize>,
    /// Those of keys that are in no entry.
    pub(crate) others: Vec<usize>,
}

impl Sync {
    /// Reads all keys, with their texts in these languages.
    pub(crate) async fn listing(
        &self,
        project: &Project,
        langs: impl Iterator<Item = &String>,
    ) -> Result<Listing, Error> {
        self.emit(Event::Phase("reading keys"));
        let ids: Vec<_> =
            langs.filter_map(|lang| project.languages.get(lang)).map(|it| it.id).collect();
        // References would come as the texts that they stand for.
        let call = self.client.list_keys(&project.address).disable_references(true).limit(PAGE);
        let call = match ids.len() == project.languages.len() {
            true => call.include_translations(true),
            false => call.include_translations(true).filter_translation_lang_ids(ids),
        };
        let (mut stream, mut listing) = (call.stream(), Listing::default());
        while let Some(key) = stream.next().await {
            listing.add(RemoteKey::new(key?));
            if listing.keys.len().is_multiple_of(PAGE as usize) {
                self.emit(Event::Read { keys: listing.keys.len() });
            }
        }
        Ok(listing)
    }
}
