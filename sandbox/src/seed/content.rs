//! What branches hold: keys with their translations, files, comments and processes. Keys and
//! translations are typed in the state, because lists and statistics of 200,000 of them have to be
//! quick.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Value, json};

use super::complete::{Common, served};
use super::reader::{Object, Read, Reader};
use crate::operations::describe::{COMMENTS, FILE, KEY, PROCESS, SCREENSHOTS, TRANSLATION};
use crate::operations::{Around, Resource, Scope};
use crate::rules::plural;
use crate::state::{
    Branch, Key, Language, PerPlatform, Platform, Process, Row, Text, shown, suggestion,
};

struct Content<'b> {
    languages: &'b [Language],
    common: &'b Common<'b>,
    /// Who translates where nobody is named.
    translator: u64,
}

impl Reader {
    pub(super) fn contents(
        &mut self,
        mut branch: Row,
        languages: Vec<Language>,
        mut contents: Object,
        common: &Common<'_>,
    ) -> Read<Branch> {
        let translator = branch.id("created_by");
        let content = Content { languages: &languages, common, translator };
        let mut take = |name: &str| contents.remove(name).unwrap_or_default();
        let [mut keys, files, mut comments, processes, screenshots] =
            [KEY.many, FILE.many, COMMENTS.many, PROCESS.many, SCREENSHOTS.many].map(&mut take);
        let of_keys = parts_of_keys(&mut keys, COMMENTS.many);
        let in_keys = parts_of_keys(&mut keys, SCREENSHOTS.many);
        match &mut comments {
            Value::Array(comments) => comments.extend(of_keys),
            Value::Null => comments = of_keys.into(),
            _ => {}
        }
        let keys = self.keys(keys, &content)?;
        let screenshots = self.screenshots(screenshots, in_keys, &keys)?;
        contents.insert(SCREENSHOTS.many.to_owned(), screenshots);
        let mut files = self.rows(&FILE, files, &Around::default(), common.made)?;
        let mut names = HashSet::new();
        if files.iter().any(|file| !names.insert(file.text("filename").to_owned())) {
            return self.wrong("files", "two files have the same name");
        }
        for name in keys.iter().flat_map(Key::files) {
            if names.insert(name.to_owned()) {
                let file = Object::from_iter([("filename".to_owned(), name.into())]);
                files.push(self.plain(&FILE, file, common)?);
            }
        }
        let comments = self.each(COMMENTS.many, comments, |reader, comment| {
            let mut comment = reader.object("", comment)?;
            let named = keys.iter().map(|key| (key.id, key.name()));
            let key = comment.get("key_id").unwrap_or(&Value::Null);
            let key = reader.find("key", "key_id", key, named)?;
            comment.insert("key_id".to_owned(), key.into());
            reader.plain(&COMMENTS, comment, common)
        })?;
        let processes = self.each(PROCESS.many, processes, |reader, process| {
            let process = reader.object("", process)?;
            let row = reader.plain(&PROCESS, process, common)?;
            let process: Process = reader.kept(row)?;
            match process.status.next() {
                None => Ok(process),
                Some(_) => reader.wrong("status", "expected finished, failed or cancelled"),
            }
        })?;
        branch.set("languages", json!(languages));
        branch.set("files", json!(files));
        branch.set("processes", json!([]));
        branch.set("keys", json!([]));
        let mut branch: Branch = self.kept(branch)?;
        *branch.comments_mut() = comments;
        branch.processes = processes;
        let mut branch = branch.with_keys(keys);
        for resource in served(Scope::Branch).filter(|it| it.many != COMMENTS.many) {
            let items = contents.remove(resource.many).unwrap_or_default();
            let around = Around { branch: Some(&branch), ..Around::default() };
            let rows = self.rows(resource, items, &around, common.made)?;
            *branch.tables.rows_mut(resource.many) = rows;
        }
        Ok(branch)
    }

    /// The screenshots that are listed, and those in keys, each once.
    fn screenshots(&mut self, listed: Value, in_keys: Vec<Value>, keys: &[Key]) -> Read<Value> {
        let mut all = self.each(SCREENSHOTS.many, listed, |reader, it| reader.object("", it))?;
        for mut screenshot in
            self.each("keys", in_keys.into(), |reader, it| reader.object("", it))?
        {
            let key = screenshot.remove("key_id");
            screenshot.entry("key_ids").or_insert_with(|| json!([key]));
            let id = screenshot.get("screenshot_id");
            if id.is_none() || all.iter().all(|it| it.get("screenshot_id") != id) {
                all.push(screenshot);
            }
        }
        let named = keys.iter().map(|key| (key.id, key.name()));
        let all = self.each(SCREENSHOTS.many, json!(all), |reader, mut screenshot| {
            let ids = screenshot["key_ids"].as_array_mut().into_iter().flatten();
            // A deleted key is 0.
            for id in ids.filter(|id| **id != 0) {
                *id = reader.find("key", "key_ids", id, named.clone())?.into();
            }
            Ok(screenshot)
        })?;
        Ok(all.into())
    }

    fn plain(&mut self, resource: &Resource, sent: Object, common: &Common<'_>) -> Read<Row> {
        self.row(resource, sent, &Around::default(), common.made)
    }

    fn keys(&mut self, keys: Value, content: &Content<'_>) -> Read<Vec<Key>> {
        let mut names: HashSet<(PerPlatform, PerPlatform, String)> = HashSet::new();
        let mut keys = self.each(KEY.many, keys, |reader, key| {
            let key = reader.object(KEY.short, key)?;
            let key = reader.key(key, content)?;
            if !names.insert((key.names.clone(), key.filenames.clone(), key.context.clone())) {
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
        let [names, filenames, translations] =
            ["key_name", "filenames", "translations"].map(&mut take);
        let is_plural = sent.get("is_plural").cloned();
        let mut row = self.plain(&KEY, sent, content.common)?;
        let files: PerPlatform = self.per_platform("filenames", &filenames, &Platform::ALL)?;
        if let Some(name) = row.texts("platforms").find(|it| Platform::from_name(it).is_none()) {
            let message = format!("unknown platform {}: ios, android, web or other", shown(name));
            return self.wrong("platforms", message);
        }
        let platforms: BTreeSet<Platform> = match row.list("platforms") {
            [] => default_platforms(&filenames, &files),
            _ => row.texts("platforms").filter_map(Platform::from_name).collect(),
        };
        let on: Vec<Platform> = platforms.iter().copied().collect();
        row.set("filenames", json!(self.per_platform("filenames", &filenames, &on)?));
        let mut names = self.per_platform("key_name", &names, &Platform::ALL)?;
        let any = names.texts().into_iter().find(|name| !name.is_empty()).unwrap_or_default();
        let any = any.to_owned();
        if any.is_empty() {
            return self.wrong("key_name", "a key must have a name");
        }
        for platform in Platform::ALL {
            if names.get(platform).is_empty() {
                names.set(platform, &any);
            }
        }
        if !content.common.per_platform && names.texts().iter().any(|name| *name != any) {
            let message = "the names differ: they do so in projects with \
                           `\"settings\": {\"per_platform_key_names\": true}`";
            return self.wrong("key_name", message);
        }
        row.set("key_name", json!(names));
        row.set("platforms", json!(platforms));
        let created_at = row.seconds("created_at");
        for time in ["modified_at", "translations_modified_at"] {
            row.set(time, row.get(time).as_i64().unwrap_or(created_at));
        }
        let mut written = self.translations(translations, content)?;
        let has_forms = written.iter().any(|(_, it)| it["translation"].is_object());
        let plural = is_plural.and_then(|it| it.as_bool()).unwrap_or(has_forms);
        row.set("is_plural", plural);
        let changed = row.seconds("translations_modified_at");
        let translations = content.languages.iter().map(|language| {
            let index = written.iter().position(|(iso, _)| *iso == language.iso);
            let sent = index.map(|index| written.swap_remove(index).1).unwrap_or_default();
            let place = format!("translations.{}", language.iso);
            self.at(place, |it| it.translation(sent, language, (plural, changed), content))
        });
        let translations = translations.collect::<Read<Vec<Row>>>()?;
        row.set("translations", json!(translations));
        let mut key: Key = self.kept(row)?;
        let tags = std::mem::take(&mut key.tags);
        key.tag(tags.iter().map(String::as_str));
        Ok(key)
    }

    /// What is written of each language: an object by codes, or a list as in responses.
    fn translations(&self, written: Value, content: &Content<'_>) -> Read<Vec<(String, Value)>> {
        let code = |it: &Value| match it["language_iso"].as_str() {
            Some(code) => code.to_owned(),
            None => {
                let mut languages = content.languages.iter();
                let language = languages.find(|language| it["lang_id"] == language.id);
                language.map(|language| language.iso.clone()).unwrap_or_default()
            }
        };
        let pairs: Vec<(String, Value)> = match written {
            Value::Object(by_code) => by_code.into_iter().collect(),
            Value::Array(list) => {
                let pairs: Vec<_> = list.into_iter().map(|it| (code(&it), it)).collect();
                if let Some(index) = pairs.iter().position(|(code, _)| code.is_empty()) {
                    let place = format!("translations[{index}].language_iso");
                    return self.wrong(&place, "this field is missing");
                }
                pairs
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
            match value {
                // Plural forms alone will do.
                Value::Object(forms) if is_forms(&forms) => {
                    Ok((code, json!({ "translation": forms })))
                }
                object @ Value::Object(_) => Ok((code, object)),
                text @ Value::String(_) => Ok((code, json!({ "translation": text }))),
                _ => self.wrong(&place, "expected a text or an object"),
            }
        });
        pairs.collect()
    }

    fn translation(
        &mut self,
        sent: Value,
        language: &Language,
        (plural, changed): (bool, i64),
        content: &Content<'_>,
    ) -> Read<Row> {
        let mut sent = if sent.is_null() { Object::new() } else { self.object("", sent)? };
        let text = sent.remove("translation").unwrap_or_default();
        let text = self.text(text, language, plural)?;
        let statuses = sent.remove("custom_translation_statuses").unwrap_or_default();
        let known = content.common.statuses.iter();
        let known = known.map(|it| (it.id("status_id"), it.text("title")));
        let statuses = self.each("custom_translation_statuses", statuses, |reader, status| {
            let status = status.get("status_id").cloned().unwrap_or(status);
            reader.find("status", "", &status, known.clone())
        })?;
        let mut row = self.plain(&TRANSLATION, sent, content.common)?;
        let reviewed = row.get("is_reviewed").as_bool().unwrap_or(row.id("reviewed_by") != 0);
        let unverified = row.get("is_unverified").as_bool().unwrap_or(row.flag("is_fuzzy"));
        let changed = row.get("modified_at").as_i64().unwrap_or(changed);
        let by = row.get("modified_by").as_u64().unwrap_or(content.translator);
        for (name, value) in [
            ("lang_id", json!(language.id)),
            ("translation", json!(text)),
            ("modified_at", json!(changed)),
            ("modified_by", json!(by)),
            ("is_reviewed", json!(reviewed)),
            ("reviewed_by", json!(row.id("reviewed_by"))),
            ("is_unverified", json!(unverified)),
            ("custom_translation_statuses", json!(statuses)),
        ] {
            row.set(name, value);
        }
        Ok(row)
    }

    fn text(&self, text: Value, language: &Language, plural: bool) -> Read<Text> {
        let Value::Object(forms) = &text else {
            return Ok(Text::from(text).into_plural(plural));
        };
        if forms.values().any(|text| !text.is_string()) {
            return self.wrong("translation", "the text of a plural form is a string");
        }
        let is_foreign = |form: &&String| !language.plural_forms.iter().any(|it| it == *form);
        match forms.keys().find(is_foreign) {
            _ if !plural => self.wrong("", "a key with `\"is_plural\": false` has no plural forms"),
            Some(form) => {
                let (name, known) = (shown(&language.name), language.plural_forms.join(", "));
                self.wrong(form, format!("not a plural form of {name}, which has {known}"))
            }
            None => Ok(Text::from(text)),
        }
    }

    /// A text for these platforms, or one for each.
    fn per_platform(&self, field: &str, written: &Value, on: &[Platform]) -> Read<PerPlatform> {
        let mut texts = PerPlatform::default();
        match written {
            Value::Null => {}
            Value::String(text) => on.iter().for_each(|platform| texts.set(*platform, text)),
            _ => {
                let read = crate::state::typed(written.clone());
                let message = "expected a text, or an object with some of `ios`, `android`, \
                               `web`, `other`";
                texts = read.or_else(|_| self.wrong(field, message))?;
            }
        }
        Ok(texts)
    }
}

/// Takes comments or screenshots out of keys, as responses may have them.
fn parts_of_keys(keys: &mut Value, many: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for key in keys.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        let parts = key.remove(many).unwrap_or_default();
        let id = key.get("key_id").or(key.get("key_name")).cloned().unwrap_or_default();
        for part in parts.as_array().into_iter().flatten() {
            let mut part = part.clone();
            if let Some(fields) = part.as_object_mut() {
                fields.insert("key_id".to_owned(), id.clone());
            }
            all.push(part);
        }
    }
    all
}

fn is_forms(object: &Object) -> bool {
    object.keys().any(|name| plural::FORMS.contains(&name.as_str()))
}

/// The platforms of a key that does not name them: those with a file, or that of the file's format.
fn default_platforms(written: &Value, files: &PerPlatform) -> BTreeSet<Platform> {
    match written {
        Value::Object(_) => {
            let used = Platform::ALL.into_iter().filter(|it| !files.get(*it).is_empty());
            used.collect()
        }
        Value::String(name) => {
            let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
            [Platform::of_format(extension)].into()
        }
        _ => [Platform::Web].into(),
    }
}
