//! Keys: what is translated.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{PerPlatform, Platform, Text, Translation, UNASSIGNED};

/// A key. Its translations are made and removed by its branch: one for each language.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Key {
    #[serde(rename = "key_id")]
    pub(crate) id: u64,
    /// All four equal, unless the project has names per platform.
    #[serde(rename = "key_name")]
    pub(crate) names: PerPlatform,
    pub(crate) filenames: PerPlatform,
    pub(crate) description: String,
    pub(crate) context: String,
    pub(crate) platforms: BTreeSet<Platform>,
    /// Each once, in the order in which they came.
    pub(crate) tags: Vec<String>,
    #[serde(rename = "is_plural")]
    pub(crate) plural: bool,
    pub(crate) plural_name: String,
    #[serde(rename = "is_hidden")]
    pub(crate) hidden: bool,
    #[serde(rename = "is_archived")]
    pub(crate) archived: bool,
    /// 0 is no limit.
    pub(crate) char_limit: u64,
    /// JSON as text, or empty.
    pub(crate) custom_attributes: String,
    pub(crate) created_at: i64,
    pub(crate) modified_at: i64,
    pub(crate) translations_modified_at: i64,
    /// In data they are by language.
    #[serde(skip)]
    pub(super) translations: Vec<Translation>,
}

impl Key {
    /// A key without texts and files, for one platform.
    pub(crate) fn new(id: u64, name: &str, platform: Platform, at: i64) -> Self {
        Self {
            id,
            names: PerPlatform::all(name),
            platforms: BTreeSet::from([platform]),
            created_at: at,
            modified_at: at,
            translations_modified_at: at,
            ..Self::default()
        }
    }

    /// The name where only one can be shown: that of its first platform.
    pub(crate) fn name(&self) -> &str {
        let first = self.platforms.first().copied().unwrap_or(Platform::Other);
        self.names.get(first)
    }

    /// The file where only one can be shown: that of its first platform that has one.
    pub(crate) fn filename(&self) -> Option<&str> {
        self.files().next()
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        let platforms = self.platforms.iter();
        let files = platforms.map(|platform| self.filenames.get(*platform));
        files.filter(|name| !name.is_empty())
    }

    /// Whether it is in a file, or in none for the name of no file.
    pub(crate) fn is_in_file(&self, name: &str) -> bool {
        match self.filename() {
            Some(_) => self.files().any(|own| own == name),
            None => name == UNASSIGNED,
        }
    }

    pub(crate) fn with(self, translations: Vec<Translation>) -> Self {
        Self { translations, ..self }
    }

    pub(crate) fn translations(&self) -> &[Translation] {
        &self.translations
    }

    pub(crate) fn translation(&self, language: u64) -> Option<&Translation> {
        let mut translations = self.translations.iter();
        translations.find(|translation| translation.language == language)
    }

    /// A translation whose statuses or marks change. A text changes by `Branch::translate`.
    pub(crate) fn translation_mut(&mut self, language: u64) -> Option<&mut Translation> {
        let mut translations = self.translations.iter_mut();
        translations.find(|translation| translation.language == language)
    }

    pub(crate) fn forget_status(&mut self, status: u64) {
        for translation in &mut self.translations {
            translation.statuses.remove(&status);
        }
    }

    /// Makes it a plural key or a plain one, and its texts with it.
    pub(crate) fn set_plural(&mut self, plural: bool) {
        self.plural = plural;
        for translation in &mut self.translations {
            let text = std::mem::take(&mut translation.text);
            translation.text = text.into_plural(plural);
        }
    }

    pub(crate) fn tag<'t>(&mut self, tags: impl IntoIterator<Item = &'t str>) {
        for tag in tags {
            if !self.tags.iter().any(|known| known == tag) {
                self.tags.push(tag.to_owned());
            }
        }
    }

    pub(crate) fn text(&self, language: u64) -> Option<&Text> {
        self.translation(language).map(|translation| &translation.text)
    }

    /// The words of its text in a language.
    pub(crate) fn words(&self, language: u64) -> usize {
        self.text(language).map_or(0, Text::words)
    }

    pub(crate) fn is_untranslated(&self, language: u64) -> bool {
        self.text(language).is_none_or(Text::is_empty)
    }
}
