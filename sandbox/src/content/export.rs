//! Export: which files, of which names, as one `.zip`.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Cursor, Read as _};

use bytes::Bytes;
use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::filter::{keys, value};
use super::json::{self, Entry};
use super::names::{LANG_ISO, unique};
use super::options::{JSON, flag, format, list, text};
use crate::state::{Branch, Key, Language, Platform, Project, Text};

pub(crate) const NO_KEYS: &str = "No key or stored file matches the options of the export";

pub(crate) fn bundle_filename(project: &Project) -> String {
    format!("{}-locale.zip", project.name)
}

/// Makes the bundle of a project of this name that the options of an export describe, with a file
/// of so many zero bytes more, unless it is none. Filenames are written as they are, whatever they
/// contain.
pub(crate) fn export(
    project: &str,
    branch: &Branch,
    options: &Value,
    filler: usize,
) -> Result<Bytes, String> {
    let export = Export { project, branch, options };
    let format = format(options);
    let files = if format == JSON { export.written() } else { export.stored(&format) };
    if files.is_empty() {
        return Err(NO_KEYS.to_owned());
    }
    let mut taken = HashSet::new();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, iso: &str, method, mut content: &mut dyn io::Read| {
        let name = unique(&mut taken, name, iso);
        let start: String = name.chars().take(100).collect();
        zip.start_file(name, SimpleFileOptions::default().compression_method(method))
            .and_then(|()| Ok(io::copy(&mut content, &mut zip)?))
            .map_err(|_| format!("A bundle cannot contain a file of this name or size: {start:?}"))
    };
    if filler > 0 {
        let mut content = io::repeat(0).take(filler as u64);
        add("filler.bin", "", CompressionMethod::Stored, &mut content)?;
    }
    for File { name, iso, content } in files {
        add(&name, iso, CompressionMethod::Deflated, &mut &*content)?;
    }
    let finished = zip.finish().map_err(|_| "The bundle cannot be created".to_owned())?;
    Ok(finished.into_inner().into())
}

struct File<'b> {
    name: String,
    iso: &'b str,
    content: Bytes,
}

struct Export<'b> {
    project: &'b str,
    branch: &'b Branch,
    options: &'b Value,
}

impl<'b> Export<'b> {
    fn languages(&self) -> impl Iterator<Item = &'b Language> {
        let wanted = list(self.options, "filter_langs");
        let languages = self.branch.languages().iter();
        languages.filter(move |it| wanted.is_empty() || wanted.contains(&&*it.iso))
    }

    fn iso(&self, language: &'b Language) -> &'b str {
        let mappings = self.options["language_mapping"].as_array().into_iter().flatten();
        mappings
            .filter(|mapping| mapping["original_language_iso"] == language.iso)
            .find_map(|mapping| mapping["custom_language_iso"].as_str())
            .unwrap_or(&language.iso)
    }

    /// Returns the files that were stored in a format that is not read, as they came.
    fn stored(&self, wanted_format: &str) -> Vec<File<'b>> {
        let wanted = list(self.options, "filter_filenames");
        let files = self.languages().flat_map(|language| {
            let stored = self.branch.stored.iter().filter(|((format, name, id), _)| {
                let is_wanted = wanted.is_empty() || wanted.contains(&&**name);
                format == wanted_format && *id == language.id && is_wanted
            });
            let iso = self.iso(language);
            stored.map(move |((_, name, _), content)| File {
                name: self.original(name, iso),
                iso,
                content: content.clone(),
            })
        });
        files.collect()
    }

    /// Returns a file for each language and original file, or for each language.
    fn written(&self) -> Vec<File<'b>> {
        let by_file = flag(self.options, "original_filenames", true);
        let mut groups: BTreeMap<&str, Vec<&Key>> = BTreeMap::new();
        for key in keys(self.branch, self.options) {
            let original = if by_file { key.filenames.get(platform(key)) } else { "" };
            groups.entry(original).or_default().push(key);
        }
        let files = self.languages().flat_map(|language| {
            groups.iter().map(move |(original, keys)| {
                let iso = self.iso(language);
                let name = match (by_file, *original) {
                    (true, "") => self.original("no_filename.json", iso),
                    (true, original) => self.original(original, iso),
                    (false, _) => self.structured(language),
                };
                let entries = keys.iter().filter_map(|key| self.entry(key, language));
                let content = json::write(entries.collect(), self.options).into();
                File { name, iso, content }
            })
        });
        files.collect()
    }

    fn structured(&self, language: &Language) -> String {
        let structure = match text(self.options, "bundle_structure") {
            "" => "locale/%LANG_ISO%.%FORMAT%".to_owned(),
            folder if folder.ends_with('/') => format!("{folder}%LANG_ISO%.%FORMAT%"),
            structure => structure.to_owned(),
        };
        structure
            .replace(LANG_ISO, self.iso(language))
            .replace("%LANG_NAME%", &language.name)
            .replace("%FORMAT%", JSON)
            .replace("%PROJECT_NAME%", self.project)
    }

    fn original(&self, name: &str, iso: &str) -> String {
        let prefix = match self.options["directory_prefix"].as_str() {
            Some(prefix) if prefix.is_empty() || prefix.ends_with('/') => prefix.to_owned(),
            Some(prefix) => format!("{prefix}/"),
            None if name.contains(LANG_ISO) => String::new(),
            None => format!("{LANG_ISO}/"),
        };
        format!("{prefix}{name}").replace(LANG_ISO, iso)
    }

    fn entry(&self, key: &Key, language: &Language) -> Option<Entry> {
        let text = match value(self.branch, key, language, self.options)? {
            Text::Forms(forms) if forms.is_empty() => {
                let forms = language.plural_forms.iter();
                Text::Forms(forms.map(|form| (form.clone(), String::new())).collect())
            }
            text => text,
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
