//! What branches hold: keys with their translations, files, comments and processes. Keys and
//! translations are typed in the state, because lists and statistics of 200,000 of them have to be
//! quick.

use std::collections::{BTreeSet, HashSet};

use bytes::Bytes;
use serde_json::Value;

use super::read::{Common, Object, Read, Reader};
use crate::operations::describe::{COMMENTS, FILE, KEY, PROCESS, SCREENSHOT, TRANSLATION};
use crate::operations::{Around, Resource};
use crate::quirks::{Preset, Quirks};
use crate::rules::plural;
use crate::state::{
    Branch, ExportWork, File, ImportResult, ImportWork, Key, Language, PerPlatform, Platform,
    Process, ProcessStatus, Row, Screenshot, Task, Text, Translation, shown, suggestion,
};

/// What keys refer to.
struct Content<'b> {
    languages: &'b [Language],
    common: &'b Common<'b>,
    /// Who translates where nobody is named.
    translator: u64,
}

fn nothing() -> Around<'static> {
    Around {
        quirks: Quirks::from(Preset::Sample),
        users: &[],
        languages: &[],
        branches: Vec::new(),
        caller: 0,
        owner: 0,
    }
}

impl Reader {
    pub(super) fn content(
        &mut self,
        mut branch: Branch,
        common: &Common<'_>,
        [keys, files, comments, processes]: [Value; 4],
    ) -> Read<Branch> {
        let languages = branch.languages().to_vec();
        let content = Content { languages: &languages, common, translator: branch.created_by };
        let keys = self.keys(keys, &content)?;
        let files = self.files(files, &keys)?;
        let comments = self.each(COMMENTS.many, comments, |reader, comment| {
            let mut comment = reader.object("", comment)?;
            let named = keys.iter().map(|key| (key.id, key.name()));
            let key = comment.get("key_id").unwrap_or(&Value::Null);
            let key = reader.find("key", "key_id", key, named)?;
            comment.insert("key_id".to_owned(), key.into());
            reader.plain(&COMMENTS, comment, common.created_at, common.owner)
        })?;
        branch.processes = self.processes(processes, common)?;
        branch.restore(keys, files);
        *branch.comments_mut() = comments;
        Ok(branch)
    }

    fn plain(&mut self, resource: &Resource, sent: Object, at: i64, by: u64) -> Read<Row> {
        self.row(resource, sent, &nothing(), at, by)
    }

    /// The files that are written, and those of the keys that are not.
    fn files(&mut self, files: Value, keys: &[Key]) -> Read<Vec<File>> {
        let mut names = HashSet::new();
        let mut files = self.each(FILE.many, files, |reader, file| {
            let file = reader.object(FILE.short, file)?;
            let row = reader.plain(&FILE, file, 0, 0)?;
            if !names.insert(row.text("filename").to_owned()) {
                return reader.wrong("filename", "another file has this name");
            }
            Ok(File {
                id: row.id("file_id"),
                name: row.text("filename").to_owned(),
                keyless: row.flag("keyless"),
                rooted: row.flag("rooted"),
            })
        })?;
        for name in keys.iter().flat_map(Key::files) {
            if names.insert(name.to_owned()) {
                let (id, name) = (self.ids.next(), name.to_owned());
                files.push(File { id, name, keyless: false, rooted: false });
            }
        }
        Ok(files)
    }

    fn processes(&mut self, processes: Value, common: &Common<'_>) -> Read<Vec<Process>> {
        self.each(PROCESS.many, processes, |reader, process| {
            let process = reader.object("", process)?;
            let row = reader.plain(&PROCESS, process, common.created_at, common.owner)?;
            let status = serde_json::from_value(row.get("status").clone());
            let status = status.ok().filter(|it: &ProcessStatus| it.next().is_none());
            let Some(status) = status else {
                return reader.wrong("status", "expected finished, failed or cancelled");
            };
            let (options, details) = (row.get("options").clone(), row.get("details"));
            let count = |value: &Value, name: &str| {
                usize::try_from(value[name].as_u64().unwrap_or_default()).unwrap_or_default()
            };
            let task = match row.text("type") {
                "file-import" => {
                    let file = &details["files"][0];
                    let result = ImportResult {
                        words: count(file, "word_count_total"),
                        total: count(file, "key_count_total"),
                        inserted: count(file, "key_count_inserted"),
                        updated: count(file, "key_count_updated"),
                        skipped: count(file, "key_count_skipped"),
                    };
                    Task::Import(ImportWork { options, content: Bytes::new(), result })
                }
                "async-export" => Task::Export(ExportWork {
                    options,
                    keys: count(details, "total_number_of_keys"),
                    bundle: None,
                    size: count(details, "file_size_kb") * 1024,
                }),
                _ => return reader.wrong("type", "expected file-import or async-export"),
            };
            Ok(Process {
                id: row.text("process_id").to_owned(),
                status,
                message: row.text("message").to_owned(),
                created_by: row.id("created_by"),
                created_at: row.seconds("created_at"),
                task,
                end: None,
            })
        })
    }

    /// Keys by rising id.
    fn keys(&mut self, keys: Value, content: &Content<'_>) -> Read<Vec<Key>> {
        let mut names: HashSet<(PerPlatform, PerPlatform)> = HashSet::new();
        let mut keys = self.each(KEY.many, keys, |reader, key| {
            let key = reader.object(KEY.short, key)?;
            let key = reader.key(key, content)?;
            if !names.insert((key.names.clone(), key.filenames.clone())) {
                let name = shown(key.name());
                let message = format!("another key of the same file has the name {name}");
                return reader.wrong("key_name", message);
            }
            Ok(key)
        })?;
        keys.sort_by_key(|key| key.id);
        Ok(keys)
    }

    fn key(&mut self, mut sent: Object, content: &Content<'_>) -> Read<Key> {
        let mut take = |name: &str| sent.remove(name).unwrap_or_default();
        let [names, filenames, translations, screenshots] =
            ["key_name", "filenames", "translations", "screenshots"].map(&mut take);
        let names = self.per_platform("key_name", &names)?;
        let filenames = self.per_platform("filenames", &filenames)?;
        let is_plural = sent.get("is_plural").and_then(Value::as_bool);
        let row = self.plain(&KEY, sent, content.common.created_at, content.common.owner)?;
        let platforms: BTreeSet<Platform> = match row.list("platforms") {
            [] => default_platforms(&filenames),
            _ => row.texts("platforms").filter_map(Platform::from_name).collect(),
        };
        let created_at = row.seconds("created_at");
        let at = |name: &str| row.get(name).as_i64().unwrap_or(created_at);
        let first = platforms.first().copied().unwrap_or(Platform::Other);
        let mut key = Key::new(row.id("key_id"), "", first, created_at);
        key.names = all_names(names, content.common.per_platform, first);
        if key.name().is_empty() {
            return self.wrong("key_name", "a key must have a name");
        }
        key.filenames = match filenames {
            OnPlatforms::Each(each) => each,
            OnPlatforms::All(name) => {
                let mut each = PerPlatform::default();
                platforms.iter().for_each(|platform| each.set(*platform, &name));
                each
            }
        };
        key.platforms = platforms;
        key.tag(row.texts("tags"));
        for (name, place) in [
            ("description", &mut key.description),
            ("context", &mut key.context),
            ("plural_name", &mut key.plural_name),
            ("custom_attributes", &mut key.custom_attributes),
        ] {
            row.text(name).clone_into(place);
        }
        key.hidden = row.flag("is_hidden");
        key.archived = row.flag("is_archived");
        key.char_limit = row.id("char_limit");
        key.modified_at = at("modified_at");
        key.translations_modified_at = at("translations_modified_at");
        key.screenshots = self.each("screenshots", screenshots, |reader, screenshot| {
            let screenshot = reader.object("title", screenshot)?;
            let row = reader.plain(&SCREENSHOT, screenshot, created_at, content.common.owner)?;
            Ok(Screenshot {
                id: row.id("screenshot_id"),
                title: row.text("title").to_owned(),
                description: row.text("description").to_owned(),
                tags: row.texts("screenshot_tags").map(str::to_owned).collect(),
                created_at: row.seconds("created_at"),
            })
        })?;
        let mut written = self.translations(translations, content)?;
        let is_forms = |it: &Object| it.get("translation").is_some_and(Value::is_object);
        key.plural = is_plural.unwrap_or_else(|| written.iter().any(|(_, it)| is_forms(it)));
        let translations = content.languages.iter().map(|language| {
            let index = written.iter().position(|(iso, _)| *iso == language.iso);
            let sent = index.map(|index| written.swap_remove(index).1).unwrap_or_default();
            let place = format!("translations.{}", language.iso);
            self.at(place, |it| it.translation(sent, language, &key, content))
        });
        let translations = translations.collect::<Read<Vec<_>>>()?;
        Ok(key.with_translations(translations))
    }

    /// What is written of each language: an object by codes, or a list as in responses.
    fn translations(&self, written: Value, content: &Content<'_>) -> Read<Vec<(String, Object)>> {
        let pairs: Vec<(String, Value)> = match written {
            Value::Object(by_code) => by_code.into_iter().collect(),
            Value::Array(list) => {
                let code = |it: &Value| it["language_iso"].as_str().unwrap_or_default().to_owned();
                list.into_iter().map(|it| (code(&it), it)).collect()
            }
            Value::Null => Vec::new(),
            _ => return self.wrong("translations", "expected a list, or an object by codes"),
        };
        let known = || content.languages.iter().map(|language| &*language.iso);
        let pairs = pairs.into_iter().map(|(code, value)| {
            let place = format!("translations.{}", shown(&code).trim_matches('"'));
            if !known().any(|known| known == code) {
                let near = suggestion(&code, known());
                let known = known().take(10).collect::<Vec<_>>().join(", ");
                let message =
                    format!("the branch does not have this language{near}; it has {known}");
                return self.wrong(&place, message);
            }
            let object = match value {
                // Plural forms alone will do.
                Value::Object(forms) if is_forms(&forms) => {
                    Object::from_iter([("translation".to_owned(), forms.into())])
                }
                Value::Object(object) => object,
                text @ Value::String(_) => Object::from_iter([("translation".to_owned(), text)]),
                _ => return self.wrong(&place, "expected a text or an object"),
            };
            Ok((code, object))
        });
        pairs.collect()
    }

    fn translation(
        &mut self,
        mut sent: Object,
        language: &Language,
        key: &Key,
        content: &Content<'_>,
    ) -> Read<Translation> {
        let text = sent.remove("translation").unwrap_or_default();
        let text = self.text(&text, language, key.plural)?;
        let statuses = sent.remove("custom_translation_statuses").unwrap_or_default();
        let known = content.common.statuses.iter();
        let known = known.map(|it| (it.id("status_id"), it.text("title")));
        let statuses = self.each("custom_translation_statuses", statuses, |reader, status| {
            let status = status.get("status_id").cloned().unwrap_or(status);
            reader.find("status", "", &status, known.clone())
        })?;
        let has_mark = sent.contains_key("is_unverified");
        let is_reviewed = sent.get("is_reviewed").and_then(Value::as_bool);
        let row = self.plain(&TRANSLATION, sent, key.created_at, content.common.owner)?;
        let by = row.get("modified_by").as_u64();
        Ok(Translation {
            id: row.id("translation_id"),
            language: language.id,
            text,
            modified_at: row.get("modified_at").as_i64().unwrap_or(key.translations_modified_at),
            modified_by: by.unwrap_or(content.translator),
            reviewed: is_reviewed.unwrap_or(row.id("reviewed_by") != 0),
            reviewed_by: row.id("reviewed_by"),
            unverified: row.flag(if has_mark { "is_unverified" } else { "is_fuzzy" }),
            statuses: statuses.into_iter().collect(),
        })
    }

    /// The text of a translation, or its plural forms.
    fn text(&self, text: &Value, language: &Language, plural: bool) -> Read<Text> {
        let forms = match text {
            Value::Null => return Ok(Text::default().into_plural(plural)),
            Value::String(text) => return Ok(Text::Plain(text.clone()).into_plural(plural)),
            forms => plural::of_json(forms),
        };
        let Some(forms) = forms else {
            return self.wrong("translation", "expected a text, or an object of plural forms");
        };
        let is_foreign = |form: &str| !language.plural_forms.iter().any(|known| known == form);
        match forms.iter().find(|(form, _)| is_foreign(form)) {
            _ if !plural => self.wrong("", "a key with `\"is_plural\": false` has no plural forms"),
            Some((form, _)) => {
                let (name, known) = (shown(&language.name), language.plural_forms.join(", "));
                self.wrong(form, format!("not a plural form of {name}, which has {known}"))
            }
            None => Ok(Text::Forms(forms)),
        }
    }

    /// A text for all platforms, or one for each.
    fn per_platform(&self, field: &str, written: &Value) -> Read<OnPlatforms> {
        let wrong = "expected a text, or an object with some of `ios`, `android`, `web`, `other`";
        let each = match written {
            Value::Null => return Ok(OnPlatforms::All(String::new())),
            Value::String(text) => return Ok(OnPlatforms::All(text.clone())),
            Value::Object(each) => each,
            _ => return self.wrong(field, wrong),
        };
        let mut texts = PerPlatform::default();
        for (name, text) in each {
            match (Platform::from_name(name), text) {
                (Some(platform), Value::String(text)) => texts.set(platform, text),
                _ => return self.wrong(field, wrong),
            }
        }
        Ok(OnPlatforms::Each(texts))
    }
}

/// A text for all platforms, or one for each.
enum OnPlatforms {
    All(String),
    Each(PerPlatform),
}

/// Whether an object has plural forms, and nothing else.
fn is_forms(object: &Object) -> bool {
    !object.is_empty() && object.keys().all(|name| plural::FORMS.contains(&name.as_str()))
}

/// The platforms of a key that does not name them: those with a file, or that of the file's format.
fn default_platforms(filenames: &OnPlatforms) -> BTreeSet<Platform> {
    match filenames {
        OnPlatforms::Each(each) => {
            let used = Platform::ALL.into_iter().filter(|it| !each.get(*it).is_empty());
            used.collect()
        }
        OnPlatforms::All(name) if name.is_empty() => [Platform::Web].into(),
        OnPlatforms::All(name) => {
            let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
            [Platform::of_format(extension)].into()
        }
    }
}

/// The names of a key: all the same, unless the project has them per platform.
fn all_names(names: OnPlatforms, per_platform: bool, first: Platform) -> PerPlatform {
    let mut names = match names {
        OnPlatforms::All(name) => return PerPlatform::all(&name),
        OnPlatforms::Each(each) => each,
    };
    let any = names.texts().into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let any = any.to_owned();
    for platform in Platform::ALL {
        if names.get(platform).is_empty() {
            names.set(platform, &any);
        }
    }
    if per_platform { names } else { PerPlatform::all(names.get(first)) }
}
