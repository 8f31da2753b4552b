//! Export: which files, of which names, as one `.zip`.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Cursor, Read as _};

use bytes::Bytes;
use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::filter::{keys, platform, value};
use super::formats::{self, Entry, Format};
use super::names::{LANG_ISO, unique};
use super::options::{flag, format, format_name, list, text};
use crate::state::{Branch, Key, Language, Project, Text};

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
    let files = match format(options) {
        Some(format) => export.written(format),
        None => export.stored(),
    };
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
    fn stored(&self) -> Vec<File<'b>> {
        let wanted_format = format_name(self.options).to_lowercase();
        let wanted = list(self.options, "filter_filenames");
        let files = self.languages().flat_map(|language| {
            let stored = self.branch.stored.iter().filter(|((format, name, id), _)| {
                let is_wanted = wanted.is_empty() || wanted.contains(&&**name);
                *format == wanted_format && *id == language.id && is_wanted
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
    fn written(&self, format: &'static Format) -> Vec<File<'b>> {
        let mut groups: BTreeMap<&str, Vec<&Key>> = BTreeMap::new();
        for key in keys(self.branch, self.options) {
            let original = match flag(self.options, "original_filenames", true) {
                true => key.filenames.get(platform(key, self.options)),
                false => "",
            };
            groups.entry(original).or_default().push(key);
        }
        let files = self.languages().flat_map(|language| {
            groups.iter().map(|(original, keys)| self.write(language, format, original, keys))
        });
        files.collect()
    }

    fn write(
        &self,
        language: &'b Language,
        format: &'static Format,
        original: &str,
        keys: &[&Key],
    ) -> File<'b> {
        let iso = self.iso(language);
        let (name, format) = self.place(language, format, original);
        let rooted = self.branch.files().iter().any(|file| file.name == original && file.rooted);
        let file = formats::File {
            iso,
            plural_forms: &language.plural_forms,
            base: self.branch.languages().first().map_or("", |base| self.iso(base)),
            plurals: &HashSet::new(),
            rooted: flag(self.options, "yaml_include_root", rooted),
            options: self.options,
        };
        let entries = keys.iter().filter_map(|key| self.entry(key, language));
        let content = format.write(entries.collect(), &file).into();
        File { name, iso, content }
    }

    /// Returns the name and the format of the file that has the keys of an original file.
    fn place(
        &self,
        language: &'b Language,
        format: &'static Format,
        original: &str,
    ) -> (String, &'static Format) {
        let (extension, iso) = (format.extension(), self.iso(language));
        if flag(self.options, "original_filenames", true) {
            let own = original.rsplit_once('.').map_or("", |(_, own)| own);
            let own = if own.eq_ignore_ascii_case(extension) { None } else { formats::find(own) };
            let unnamed = format!("no_filename.{extension}");
            let original = if original.is_empty() { &unnamed } else { original };
            return (self.original(original, iso), own.unwrap_or(format));
        }
        let structure = match text(self.options, "bundle_structure") {
            "" => "locale/%LANG_ISO%.%FORMAT%".to_owned(),
            folder if folder.ends_with('/') => format!("{folder}%LANG_ISO%.%FORMAT%"),
            structure => structure.to_owned(),
        };
        let name = structure
            .replace(LANG_ISO, iso)
            .replace("%LANG_NAME%", &language.name)
            .replace("%FORMAT%", extension)
            .replace("%PROJECT_NAME%", self.project);
        (name, format)
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
        let described = flag(self.options, "include_description", true);
        Some(Entry {
            name: key.names.get(platform(key, self.options)).to_owned(),
            text,
            source: key.text(self.branch.base()).map_or("", Text::plain).to_owned(),
            description: if described { key.description.clone() } else { String::new() },
            context: key.context.clone(),
            plural_name: key.plural_name.clone(),
        })
    }
}
