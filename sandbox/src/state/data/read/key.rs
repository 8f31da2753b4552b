//! Keys and their translations.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::project::{Common, seconds};
use super::{Kind, Reader};
use crate::rules::plural::FORMS;
use crate::state::data::error::{DataError, Within as _, shown, suggestion};
use crate::state::data::form::{self, EachPlatform, Name, Short};
use crate::state::{Key, Language, PerPlatform, Platform, Screenshot, Text, Translation};

/// What the keys of a branch have in common.
pub(super) struct Content<'b> {
    languages: &'b [Language],
    places: HashMap<&'b str, usize>,
    common: &'b Common,
    /// Who translates where nobody is named.
    translator: u64,
}

impl<'b> Content<'b> {
    pub(super) fn new(languages: &'b [Language], common: &'b Common, translator: u64) -> Self {
        let codes = languages.iter().map(|language| &*language.iso);
        Self { languages, places: codes.zip(0..).collect(), common, translator }
    }

    /// The place of a language of the branch.
    fn place(&self, code: &str) -> Result<usize, DataError> {
        self.places.get(code).copied().ok_or_else(|| {
            let known = self.languages.iter().map(|language| &*language.iso);
            let suggestion = suggestion(code, known.clone());
            let known: Vec<&str> = known.take(10).collect();
            DataError::new(format!(
                "the branch does not have this language{suggestion}; it has {}",
                known.join(", ")
            ))
        })
    }
}

impl Reader {
    /// Keys by rising id. Those of the past have ids that others may have as well.
    pub(super) fn read_keys(
        &mut self,
        keys: Vec<form::Key>,
        content: &Content<'_>,
        of_branch: bool,
    ) -> Result<Vec<Key>, DataError> {
        let mut read = Vec::with_capacity(keys.len());
        for (index, key) in keys.into_iter().enumerate() {
            let key = self.read_key(key, content, of_branch);
            read.push(key.within(|| format!("keys[{index}]"))?);
        }
        if of_branch {
            check_names(&read)?;
        }
        read.sort_by_key(|key| key.id);
        Ok(read)
    }

    fn read_key(
        &mut self,
        mut key: form::Key,
        content: &Content<'_>,
        of_branch: bool,
    ) -> Result<Key, DataError> {
        let id = match of_branch {
            true => self.id(Kind::Key, key.id)?,
            false => key.id.map_or_else(|| self.ids.next(), |id| id.0),
        };
        let platforms = platforms(key.platforms, key.filename.as_ref())?;
        let first = platforms.first().copied().unwrap_or(Platform::Other);
        let created_at = seconds(key.created_at, content.common.created_at);
        let mut read = Key::new(id, "", first, created_at);
        read.names = names(key.name, content.common.per_platform, first);
        read.filenames = filenames(key.filename, &platforms);
        read.platforms = platforms;
        read.description = key.description;
        read.context = key.context;
        let mut tags = HashSet::new();
        let each_once = key.tags.into_iter().filter(|tag| tags.insert(tag.clone()));
        read.tags = each_once.collect();
        read.plural_name = key.plural_name;
        read.hidden = key.hidden;
        read.archived = key.archived;
        read.char_limit = key.char_limit;
        read.custom_attributes = key.custom_attributes;
        read.modified_at = seconds(key.modified_at, created_at);
        read.translations_modified_at = seconds(key.translations_modified_at, created_at);
        let screenshots = key.screenshots.into_iter();
        read.screenshots =
            screenshots.map(|screenshot| self.read_screenshot(screenshot, created_at)).collect();
        let mut translations = key.translations.0.iter_mut();
        read.plural =
            key.plural.unwrap_or_else(|| translations.any(|(_, Short(it))| has_forms(it)));
        self.read_translations(&mut read, key.translations.0, content, of_branch)?;
        Ok(read)
    }

    fn read_screenshot(&mut self, screenshot: form::Screenshot, created_at: i64) -> Screenshot {
        Screenshot {
            // A screenshot has the same id on several branches.
            id: screenshot.id.map_or_else(|| self.ids.next(), |id| id.0),
            title: screenshot.title,
            description: screenshot.description,
            tags: screenshot.tags,
            created_at: seconds(screenshot.created_at, created_at),
        }
    }

    /// A translation for each language of the branch.
    fn read_translations(
        &mut self,
        key: &mut Key,
        written: Vec<(String, Short<form::Translation>)>,
        content: &Content<'_>,
        of_branch: bool,
    ) -> Result<(), DataError> {
        let mut places: Vec<Option<form::Translation>> = vec![None; content.languages.len()];
        for (code, Short(translation)) in written {
            let place = content.place(&code);
            let place = place.within(|| format!("translations.{}", shown_code(&code)))?;
            places[place] = Some(translation);
        }
        let mut translations = Vec::with_capacity(places.len());
        for (language, translation) in content.languages.iter().zip(places) {
            let mut translation = translation.unwrap_or_default();
            check_forms(&mut translation, language)
                .within(|| format!("translations.{}", shown_code(&language.iso)))?;
            let read = self.read_translation(translation, key, content, of_branch);
            let read = read.within(|| format!("translations.{}", shown_code(&language.iso)))?;
            translations.push(Translation { language: language.id, ..read });
        }
        key.translations = translations;
        Ok(())
    }

    fn read_translation(
        &mut self,
        mut translation: form::Translation,
        key: &Key,
        content: &Content<'_>,
        of_branch: bool,
    ) -> Result<Translation, DataError> {
        let id = match of_branch {
            true => self.id(Kind::Translation, translation.id)?,
            false => translation.id.map_or_else(|| self.ids.next(), |id| id.0),
        };
        let by = self.user_or(translation.modified_by.as_ref(), content.translator);
        let reviewed_by = self.user_or(translation.reviewed_by.as_ref(), 0);
        let reviewed_by = reviewed_by.within(|| "reviewed_by".to_owned())?;
        let mut statuses = BTreeSet::new();
        for (index, status) in translation.statuses.iter().enumerate() {
            let status = content.common.statuses.find(status);
            statuses.insert(status.within(|| format!("statuses[{index}]"))?);
        }
        Ok(Translation {
            id,
            language: 0,
            text: text(&mut translation, key.plural)?,
            modified_at: seconds(translation.modified_at, key.translations_modified_at),
            modified_by: by.within(|| "modified_by".to_owned())?,
            reviewed: translation.reviewed.unwrap_or(reviewed_by != 0),
            reviewed_by,
            unverified: translation.unverified,
            statuses,
        })
    }
}

/// Whether each name is there once: in a file, or everywhere where it is in none.
fn check_names(keys: &[Key]) -> Result<(), DataError> {
    let mut names = HashSet::with_capacity(keys.len());
    let mut in_files: HashMap<&PerPlatform, bool> = HashMap::with_capacity(keys.len());
    for (index, key) in keys.iter().enumerate() {
        let has_file = key.filename().is_some();
        let wrong = if !names.insert((&key.names, &key.filenames)) {
            "another key of the same file has"
        } else if *in_files.entry(&key.names).or_insert(has_file) == has_file {
            continue;
        } else if has_file {
            "a key in no file, which is one in every file, has"
        } else {
            "this key is in no file, which is in every file, and another key has"
        };
        let message = format!("{wrong} the name {}", shown(key.name()));
        return Err(DataError::new(message).within(&format!("keys[{index}].name")));
    }
    Ok(())
}

/// The platforms of a key, by the file where they are left out.
fn platforms(
    written: Option<Vec<Platform>>,
    filename: Option<&EachPlatform>,
) -> Result<BTreeSet<Platform>, DataError> {
    match written {
        Some(written) if written.is_empty() => {
            Err(DataError::new("a key has at least one platform").within("platforms"))
        }
        Some(written) => Ok(written.into_iter().collect()),
        None => Ok(default_platforms(filename)),
    }
}

/// The platforms of a key that does not name them.
pub(in crate::state::data) fn default_platforms(
    filename: Option<&EachPlatform>,
) -> BTreeSet<Platform> {
    match filename {
        Some(EachPlatform::Each(each)) => {
            let each = each.texts().into_iter().zip(Platform::ALL);
            let used = each.filter_map(|(text, platform)| text.map(|_| platform));
            used.collect()
        }
        Some(EachPlatform::All(filename)) => {
            let extension = filename.rsplit_once('.');
            [Platform::of_format(extension.map_or("", |(_, extension)| extension))].into()
        }
        None => [Platform::Web].into(),
    }
}

/// The names of a key: all the same, unless the project has them per platform.
fn names(name: EachPlatform, per_platform: bool, first: Platform) -> PerPlatform {
    let each = match name {
        EachPlatform::All(name) => return PerPlatform::all(&name),
        EachPlatform::Each(each) => each,
    };
    let texts = each.texts();
    let any = texts.iter().flatten().next().map_or("", |name| &*name.0);
    let mut names = PerPlatform::default();
    for (platform, text) in Platform::ALL.into_iter().zip(texts) {
        names.set(platform, text.map_or(any, |name| &name.0));
    }
    match per_platform {
        true => names,
        false => PerPlatform::all(names.get(first)),
    }
}

/// The files of a key; a single one on all of its platforms.
fn filenames(filename: Option<EachPlatform>, platforms: &BTreeSet<Platform>) -> PerPlatform {
    let mut filenames = PerPlatform::default();
    match filename {
        None => {}
        Some(EachPlatform::All(name)) => {
            for platform in platforms {
                filenames.set(*platform, &name);
            }
        }
        Some(EachPlatform::Each(each)) => {
            for (platform, text) in Platform::ALL.into_iter().zip(each.texts()) {
                filenames.set(platform, text.map_or("", |name| &name.0));
            }
        }
    }
    filenames
}

impl form::Each {
    /// In the order of `Platform::ALL`.
    fn texts(&self) -> [Option<&Name>; 4] {
        [&self.ios, &self.android, &self.web, &self.other].map(Option::as_ref)
    }
}

/// The forms of a plural that are written without `forms`, in the order of `FORMS`.
fn written(translation: &mut form::Translation) -> [&mut Option<String>; 6] {
    [
        &mut translation.zero,
        &mut translation.one,
        &mut translation.two,
        &mut translation.few,
        &mut translation.many,
        &mut translation.other,
    ]
}

fn has_forms(translation: &mut form::Translation) -> bool {
    let has_own = !translation.forms.is_empty();
    has_own || written(translation).iter().any(|form| form.is_some())
}

/// Whether the forms are those of the language. Those of `forms` may be any: what was sent stays.
fn check_forms(translation: &mut form::Translation, language: &Language) -> Result<(), DataError> {
    let mut written = FORMS.into_iter().zip(written(translation));
    let is_foreign = |form: &str| !language.plural_forms.iter().any(|known| known == form);
    let foreign = written.find(|(form, text)| text.is_some() && is_foreign(form));
    foreign.map_or(Ok(()), |(form, _)| {
        let message = format!(
            "this is no plural form of {}, which has {}",
            shown(&language.name),
            language.plural_forms.join(", ")
        );
        Err(DataError::new(message).within(form))
    })
}

/// The text of a translation, taken out of it.
fn text(translation: &mut form::Translation, plural: bool) -> Result<Text, DataError> {
    if !has_forms(translation) {
        let text = translation.text.take().unwrap_or_default();
        return Ok(Text::Plain(text).into_plural(plural));
    }
    if !plural {
        return Err(DataError::new("a key with `\"plural\": false` has no plural forms"));
    }
    if translation.text.is_some() {
        return Err(DataError::new("it has either `text` or plural forms"));
    }
    let known = FORMS.into_iter().zip(written(translation));
    let known = known.filter_map(|(form, text)| Some((form.to_owned(), text.take()?)));
    let known: Vec<_> = known.collect();
    let forms = std::mem::take(&mut translation.forms.0);
    match (known.is_empty(), forms.is_empty()) {
        (false, false) => Err(DataError::new("it has plural forms in `forms` and beside it")),
        (true, _) => Ok(Text::Forms(forms)),
        (false, true) => Ok(Text::Forms(known)),
    }
}

/// A code in a place: as it is, but not without end.
fn shown_code(code: &str) -> String {
    match code.len() {
        0..=40 => code.to_owned(),
        _ => shown(code),
    }
}
