//! Export: which keys, with which of their texts, in which files, as one `.zip`.

use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};

use bytes::Bytes;
use serde_json::Value;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{JSON, LANG_ISO, flag, format, json, list, status_ids, text};
use crate::rules::plural;
use crate::state::{Branch, Key, Language, Platform, Text};

/// Makes the bundle of a project of this name that the options of an export describe. Filenames are
/// written as they are, whatever they contain.
pub(crate) fn export(project: &str, branch: &Branch, options: &Value) -> Result<Bytes, String> {
    let export = Export { project, branch, options };
    let format = format(options);
    let files = if format == JSON { export.written() } else { export.stored(&format) };
    if files.is_empty() {
        let matching = "matches the options of the export";
        return Err(match format == JSON {
            true => format!("No key {matching}"),
            false => format!("The sandbox writes only json, and no stored file {matching}"),
        });
    }
    zip(files).map_err(|error| format!("The bundle cannot be created: {error}"))
}

fn zip(files: Files) -> Result<Bytes, ZipError> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(name, options)?;
        zip.write_all(&content)?;
    }
    Ok(zip.finish()?.into_inner().into())
}

/// Contents by filename. Of files with the same name, the last one stays.
type Files = BTreeMap<String, Bytes>;

struct Export<'b> {
    project: &'b str,
    branch: &'b Branch,
    options: &'b Value,
}

impl<'b> Export<'b> {
    /// The languages to be exported, and their codes in filenames.
    fn languages(&self) -> impl Iterator<Item = (&'b Language, &'b str)> {
        let wanted = list(self.options, "filter_langs");
        let languages = self.branch.languages().iter();
        let languages = languages.filter(move |it| wanted.is_empty() || wanted.contains(&&*it.iso));
        languages.map(|language| {
            let mappings = self.options["language_mapping"].as_array().into_iter().flatten();
            let iso = mappings
                .filter(|mapping| mapping["original_language_iso"] == language.iso)
                .find_map(|mapping| mapping["custom_language_iso"].as_str());
            (language, iso.unwrap_or(&language.iso))
        })
    }

    /// Returns the files that were stored in a format that is not read, as they came.
    fn stored(&self, wanted_format: &str) -> Files {
        let wanted = list(self.options, "filter_filenames");
        let mut files = Files::new();
        for (language, iso) in self.languages() {
            for ((format, name, id), content) in &self.branch.stored {
                let is_wanted = wanted.is_empty() || wanted.contains(&&**name);
                if format == wanted_format && *id == language.id && is_wanted {
                    files.insert(self.original(name, iso), content.clone());
                }
            }
        }
        files
    }

    /// Returns a file for each language and original file, or for each language.
    fn written(&self) -> Files {
        let by_file = flag(self.options, "original_filenames", true);
        let mut groups: BTreeMap<&str, Vec<&Key>> = BTreeMap::new();
        for key in self.keys() {
            let original = if by_file { key.filenames.get(platform(key)) } else { "" };
            groups.entry(original).or_default().push(key);
        }
        let mut files = Files::new();
        for (language, iso) in self.languages() {
            for (original, keys) in &groups {
                let name = match (by_file, *original) {
                    (true, "") => self.original("no_filename.json", iso),
                    (true, original) => self.original(original, iso),
                    (false, _) => self.structured(language, iso),
                };
                let texts = keys.iter().filter_map(|key| self.text(key, language));
                files.insert(name, json::write(texts.collect()).into());
            }
        }
        files
    }

    fn structured(&self, language: &Language, iso: &str) -> String {
        let structure = match text(self.options, "bundle_structure") {
            "" => "locale/%LANG_ISO%.%FORMAT%",
            structure => structure,
        };
        structure
            .replace(LANG_ISO, iso)
            .replace("%LANG_NAME%", &language.name)
            .replace("%FORMAT%", JSON)
            .replace("%PROJECT_NAME%", self.project)
    }

    fn original(&self, name: &str, iso: &str) -> String {
        let prefix = match self.options["directory_prefix"].as_str() {
            Some(prefix) => prefix,
            None if name.contains(LANG_ISO) => "",
            None => "%LANG_ISO%/",
        };
        format!("{prefix}{name}").replace(LANG_ISO, iso)
    }

    fn keys(&self) -> Vec<&'b Key> {
        let lists = ["filter_filenames", "include_tags", "exclude_tags"];
        let [files, include, exclude] = lists.map(|name| list(self.options, name));
        let tagged = |key: &Key, tags: &[&str]| key.tags.iter().any(|tag| tags.contains(&&**tag));
        let is_wanted = |key: &&Key| {
            !key.archived
                && (flag(self.options, "all_platforms", true) || platform(key) == Platform::Web)
                && (files.is_empty() || files.iter().any(|name| key.is_in_file(name)))
                && (include.is_empty() || tagged(key, &include))
                && !tagged(key, &exclude)
        };
        let mut keys: Vec<&Key> = self.branch.keys().iter().filter(is_wanted).collect();
        keys.sort_by_key(|key| key.name());
        keys
    }

    /// The name and the text of a key in a language, unless it is left out.
    fn text(&self, key: &Key, language: &Language) -> Option<(String, Value)> {
        let translation = key.translation(language.id)?;
        let is_empty = translation.text.is_empty();
        let fits = |filter: &&str| match *filter {
            "translated" => !is_empty,
            "untranslated" => is_empty,
            "verified" => !translation.unverified,
            "nonhidden" => !key.hidden,
            _ => translation.reviewed,
        };
        let statuses: Vec<u64> = status_ids(self.options).flatten().collect();
        let has_status = statuses.iter().any(|status| translation.statuses.contains(status));
        let is_wanted = list(self.options, "filter_data").iter().all(fits);
        if !is_wanted || !(statuses.is_empty() || has_status) {
            return None;
        }
        let text = match text(self.options, "export_empty_as") {
            "skip" if is_empty => return None,
            "base" if is_empty => key.text(self.branch.base())?,
            _ => &translation.text,
        };
        let text = match text {
            Text::Forms(sent) => plural::forms(sent, &language.plural_forms).into(),
            Text::Plain(text) => text.as_str().into(),
        };
        Some((key.names.get(platform(key)).to_owned(), text))
    }
}

/// The platform whose name and file of a key count.
fn platform(key: &Key) -> Platform {
    let mut platforms = key.platforms.iter().copied();
    match key.platforms.contains(&Platform::Web) {
        true => Platform::Web,
        false => platforms.next().unwrap_or(Platform::Other),
    }
}
