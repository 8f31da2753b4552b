//! What branches hold: keys with their translations, files, comments and processes.

use std::collections::{BTreeSet, HashSet};

use bytes::Bytes;
use serde_json::Value;

use super::project::Common;
use super::{Names, Read, Reader, SHARED, seconds};
use crate::rules::plural::FORMS;
use crate::state::branch::File;
use crate::state::data::error::{shortened, shown, suggestion};
use crate::state::data::form;
use crate::state::data::values::{EachPlatform, Short};
use crate::state::{
    Branch, Comment, ExportWork, ImportWork, Key, Language, PerPlatform, Platform, Process,
    Screenshot, Stamp, Task, Text, Translation,
};

/// What the keys of a branch have in common.
struct Content<'b> {
    languages: &'b [Language],
    common: &'b Common,
    /// Who translates where nobody is named.
    translator: u64,
}

impl Reader {
    pub(super) fn branch(&mut self, branch: form::Branch, common: &Common) -> Read<Branch> {
        let id = self.id("branch", branch.id)?;
        let by = self.user("created_by", branch.created_by.as_ref(), common.owner)?;
        let stamp = Stamp { by, at: seconds(branch.created_at, common.created_at) };
        let languages = match branch.languages {
            Some(languages) => self.languages(languages)?,
            None => common.languages.clone(),
        };
        let keys = self.keys(branch.keys, &languages, common, by)?;
        Ok(Branch {
            files: self.files(branch.files, &keys)?,
            comments: self.comments(branch.comments, &keys, common)?,
            processes: self.processes(branch.processes, common)?,
            keys,
            ..Branch::new(id, &branch.name, stamp, languages)
        })
    }

    /// The files that are written, and those of the keys that are not.
    fn files(&mut self, files: Vec<Short<File>>, keys: &[Key]) -> Read<Vec<File>> {
        let mut names = HashSet::new();
        let mut files = self.each("files", files, |reader, Short(file)| {
            if !names.insert(file.name.clone()) {
                return reader.wrong("name", "another file has this name");
            }
            // A file has the same id on several branches.
            Ok(File { id: reader.id(SHARED, file.id)?, ..file })
        })?;
        for name in keys.iter().flat_map(Key::files) {
            if names.insert(name.to_owned()) {
                files.push(File { id: self.ids.next(), ..File::from(name.to_owned()) });
            }
        }
        Ok(files)
    }

    fn comments(
        &mut self,
        comments: Vec<form::Comment>,
        keys: &[Key],
        common: &Common,
    ) -> Read<Vec<Comment>> {
        let names = match comments.is_empty() {
            true => Names::default(),
            false => Names::new("key", keys.iter().map(|key| (key.id, key.name()))),
        };
        self.each("comments", comments, |reader, comment| {
            Ok(Comment {
                id: reader.id("comment", comment.id)?,
                key: reader.find(&names, "key", &comment.key)?,
                text: comment.text,
                author: reader.user("author", comment.author.as_ref(), common.owner)?,
                added_at: seconds(comment.added_at, common.created_at),
            })
        })
    }

    fn processes(&mut self, processes: Vec<form::Process>, common: &Common) -> Read<Vec<Process>> {
        self.each("processes", processes, |reader, process| {
            if process.status.next().is_some() {
                return reader.wrong("status", "expected finished, failed or cancelled");
            }
            let options = Value::Object(process.options);
            let task = match (process.import, process.export) {
                (Some(result), None) => {
                    Task::Import(ImportWork { options, content: Bytes::new(), result })
                }
                (None, Some(form::Export { keys, size })) => {
                    Task::Export(ExportWork { options, keys, bundle: None, size })
                }
                _ => {
                    let message = "a process has either `import` or `export`, with its result";
                    return reader.wrong("", message);
                }
            };
            Ok(Process {
                id: reader.uuid("process", process.id)?.to_string(),
                status: process.status,
                message: process.message,
                created_by: reader.user("created_by", process.created_by.as_ref(), common.owner)?,
                created_at: seconds(process.created_at, common.created_at),
                task,
                end: None,
            })
        })
    }

    /// Keys by rising id.
    fn keys(
        &mut self,
        keys: Vec<form::Key>,
        languages: &[Language],
        common: &Common,
        translator: u64,
    ) -> Read<Vec<Key>> {
        let content = Content { languages, common, translator };
        let mut names: HashSet<(PerPlatform, PerPlatform)> = HashSet::new();
        let mut keys = self.each("keys", keys, |reader, key| {
            let key = reader.key(key, &content)?;
            if !names.insert((key.names.clone(), key.filenames.clone())) {
                let name = shown(key.name());
                let message = format!("another key of the same file has the name {name}");
                return reader.wrong("name", message);
            }
            Ok(key)
        })?;
        keys.sort_by_key(|key| key.id);
        Ok(keys)
    }

    fn key(&mut self, key: form::Key, content: &Content<'_>) -> Read<Key> {
        let id = self.id("key", key.id)?;
        let platforms: BTreeSet<_> = match key.platforms.is_empty() {
            true => default_platforms(key.filename.as_ref()),
            false => key.platforms.into_iter().collect(),
        };
        let first = platforms.first().copied().unwrap_or(Platform::Other);
        let created_at = seconds(key.created_at, content.common.created_at);
        let mut read = Key::new(id, "", first, created_at);
        read.names = names(key.name, content.common.per_platform, first);
        if read.name().is_empty() {
            return self.wrong("name", "a key must have a name");
        }
        read.filenames = filenames(key.filename, &platforms);
        read.platforms = platforms;
        read.description = key.description;
        read.context = key.context;
        read.tag(key.tags.iter().map(String::as_str));
        read.plural_name = key.plural_name;
        read.hidden = key.hidden;
        read.archived = key.archived;
        read.char_limit = key.char_limit;
        read.custom_attributes = key.custom_attributes;
        read.modified_at = seconds(key.modified_at, created_at);
        read.translations_modified_at = seconds(key.translations_modified_at, created_at);
        read.screenshots = self.each("screenshots", key.screenshots, |reader, screenshot| {
            Ok(Screenshot {
                // A screenshot has the same id on several branches.
                id: reader.id(SHARED, screenshot.id)?,
                title: screenshot.title,
                description: screenshot.description,
                tags: screenshot.tags,
                created_at: seconds(screenshot.created_at, created_at),
            })
        })?;
        let mut written = key.translations;
        let known = || content.languages.iter().map(|language| &*language.iso);
        if let Some(code) = written.keys().find(|code| !known().any(|known| known == *code)) {
            let near = suggestion(code, known());
            let known = known().take(10).collect::<Vec<_>>().join(", ");
            let message = format!("the branch does not have this language{near}; it has {known}");
            return self.wrong(&format!("translations.{}", shortened(code.clone())), message);
        }
        let has_forms = written.values().any(|Short(it)| !forms(it).is_empty());
        read.plural = key.plural.unwrap_or(has_forms);
        for language in content.languages {
            let Short(translation) = written.remove(&language.iso).unwrap_or_default();
            let place = format!("translations.{}", language.iso);
            let translation =
                self.at(place, |it| it.translation(translation, language, &read, content))?;
            read.translations.push(translation);
        }
        Ok(read)
    }

    /// The text of a translation, or its plural forms.
    fn text(
        &self,
        translation: &mut form::Translation,
        language: &Language,
        plural: bool,
    ) -> Read<Text> {
        let forms = forms(translation);
        let text = translation.text.take();
        let is_foreign = |form: &str| !language.plural_forms.iter().any(|known| known == form);
        match forms.iter().find(|(form, _)| is_foreign(form)) {
            _ if forms.is_empty() => Ok(Text::Plain(text.unwrap_or_default()).into_plural(plural)),
            _ if !plural => self.wrong("", "a key with `\"plural\": false` has no plural forms"),
            _ if text.is_some() => self.wrong("", "set either `text` or plural forms"),
            // Those of `forms` may be any: what was sent stays.
            Some((form, _)) if translation.forms.is_empty() => {
                let (name, known) = (shown(&language.name), language.plural_forms.join(", "));
                let message = format!("not a plural form of {name}, which has {known}");
                self.wrong(form, message)
            }
            _ => Ok(Text::Forms(forms)),
        }
    }

    fn translation(
        &mut self,
        mut translation: form::Translation,
        language: &Language,
        key: &Key,
        content: &Content<'_>,
    ) -> Read<Translation> {
        let text = self.text(&mut translation, language, key.plural)?;
        let by = translation.modified_by.as_ref();
        let reviewed_by = self.user("reviewed_by", translation.reviewed_by.as_ref(), 0)?;
        let statuses = self.each("statuses", translation.statuses, |reader, status| {
            reader.find(&content.common.statuses, "", &status)
        })?;
        Ok(Translation {
            id: self.id("translation", translation.id)?,
            language: language.id,
            text,
            modified_at: seconds(translation.modified_at, key.translations_modified_at),
            modified_by: self.user("modified_by", by, content.translator)?,
            reviewed: translation.reviewed.unwrap_or(reviewed_by != 0),
            reviewed_by,
            unverified: translation.unverified,
            statuses: statuses.into_iter().collect(),
        })
    }
}

/// The platforms of a key that does not name them.
pub(in crate::state::data) fn default_platforms(
    filename: Option<&EachPlatform>,
) -> BTreeSet<Platform> {
    match filename {
        Some(EachPlatform::Each(each)) => {
            let used = Platform::ALL.into_iter().filter(|it| !each.get(*it).is_empty());
            used.collect()
        }
        Some(EachPlatform::All(filename)) => {
            let extension = filename.rsplit_once('.').map_or("", |(_, extension)| extension);
            [Platform::of_format(extension)].into()
        }
        None => [Platform::Web].into(),
    }
}

/// The names of a key: all the same, unless the project has them per platform.
fn names(name: EachPlatform, per_platform: bool, first: Platform) -> PerPlatform {
    let mut names = match name {
        EachPlatform::All(name) => return PerPlatform::all(&name),
        EachPlatform::Each(each) => *each,
    };
    let any = names.texts().into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let any = any.to_owned();
    for platform in Platform::ALL {
        if names.get(platform).is_empty() {
            names.set(platform, &any);
        }
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
        Some(EachPlatform::Each(each)) => return *each,
        Some(EachPlatform::All(name)) => {
            platforms.iter().for_each(|platform| filenames.set(*platform, &name));
        }
        None => {}
    }
    filenames
}

/// The plural forms of a translation.
fn forms(translation: &form::Translation) -> Vec<(String, String)> {
    let form::Translation { zero, one, two, few, many, other, .. } = translation;
    let known = FORMS.into_iter().zip([zero, one, two, few, many, other]);
    let known = known.filter_map(|(form, text)| Some((form.to_owned(), text.clone()?)));
    let named = translation.forms.iter().map(|(form, text)| (form.clone(), text.clone()));
    known.chain(named).collect()
}
