//! Export: which files, of which names, as one `.zip`.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};

use bytes::Bytes;
use serde_json::Value;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::filter::{keys, platform, value};
use super::formats::{self, Entry, Format, Writing};
use super::names::{LANG_ISO, Taken};
use super::options::{flag, format, format_name, list, text};
use crate::state::{Branch, Key, Language, Project, Text};

/// The file that a bundle is filled up with.
const FILLER: &str = "filler.bin";

/// Why an export without keys and files fails.
pub(crate) const NO_KEYS: &str = "No key or stored file matches the options of the export";

/// Returns the name of a project's bundles.
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
    let wanted = list(options, "filter_langs");
    let languages = branch.languages().iter();
    let languages = languages.filter(|it| wanted.is_empty() || wanted.contains(&&*it.iso));
    let export = Export { project, branch, options, keys: keys(branch, options) };
    let files: Vec<File<'_>> = match format(options) {
        Some(format) => languages.flat_map(|language| export.written(language, format)).collect(),
        None => languages.flat_map(|language| export.stored(language)).collect(),
    };
    if files.is_empty() {
        return Err(NO_KEYS.to_owned());
    }
    let mut taken = Taken::default();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    if filler > 0 {
        let name = taken.add(FILLER, "");
        add_filler(&mut zip, &name, filler).map_err(|_| rejected(&name))?;
    }
    for File { name, iso, content } in files {
        let name = taken.add(&name, iso);
        zip.start_file(&*name, SimpleFileOptions::default()).map_err(|_| rejected(&name))?;
        zip.write_all(&content).map_err(|_| rejected(&name))?;
    }
    let finished = zip.finish().map_err(|_| "The bundle cannot be created".to_owned())?;
    Ok(finished.into_inner().into())
}

fn rejected(name: &str) -> String {
    let start: String = name.chars().take(100).collect();
    format!("A bundle cannot contain a file of this name or size: {start:?}")
}

fn add_filler(zip: &mut ZipWriter<Cursor<Vec<u8>>>, name: &str, size: usize) -> ZipResult<()> {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    zip.start_file(name, stored)?;
    std::io::copy(&mut std::io::repeat(0).take(size as u64), zip)?;
    Ok(())
}

/// A file of a bundle, and its language in this export.
struct File<'b> {
    name: String,
    iso: &'b str,
    content: Bytes,
}

struct Export<'b> {
    project: &'b str,
    branch: &'b Branch,
    options: &'b Value,
    keys: Vec<&'b Key>,
}

impl<'b> Export<'b> {
    /// Returns the files of a language that were stored in a format that is not read, as they came.
    fn stored(&self, language: &'b Language) -> Vec<File<'b>> {
        let format = format_name(self.options).to_lowercase();
        let wanted = list(self.options, "filter_filenames");
        let iso = mapped(self.options, &language.iso);
        let stored = self.branch.stored.iter().filter(|((known, name, id), _)| {
            let is_wanted = wanted.is_empty() || wanted.contains(&&**name);
            *known == format && *id == language.id && is_wanted
        });
        let files = stored.map(|((_, name, _), content)| {
            let content = content.clone();
            File { name: self.original(name, iso), iso, content }
        });
        files.collect()
    }

    /// Returns the files of a language: one for each original file, or one for all its keys.
    fn written(&self, language: &'b Language, format: &'static Format) -> Vec<File<'b>> {
        let iso = mapped(self.options, &language.iso);
        let mut files: BTreeMap<String, (&'static Format, &str, Vec<Entry>)> = BTreeMap::new();
        for key in &self.keys {
            let original = match flag(self.options, "original_filenames", true) {
                true => key.filenames.get(platform(key, self.options)),
                false => "",
            };
            let (name, format) = self.place(original, language, format);
            let (.., entries) = files.entry(name).or_insert((format, original, Vec::new()));
            entries.extend(self.entry(key, language));
        }
        let base = self.branch.languages().first().map_or("", |base| &base.iso);
        let write = |(name, (format, original, entries)): (String, (&Format, &str, _))| {
            let file = self.branch.files().iter().find(|file| file.name == original);
            let writing = Writing {
                iso,
                plural_forms: &language.plural_forms,
                base: mapped(self.options, base),
                filename: &name,
                rooted: file.is_some_and(|file| file.rooted),
                options: self.options,
            };
            let content = format.write(entries, &writing).into();
            File { name, iso, content }
        };
        files.into_iter().map(write).collect()
    }

    /// Returns the name and the format of the file that has the keys of an original file.
    fn place(
        &self,
        original: &str,
        language: &Language,
        format: &'static Format,
    ) -> (String, &'static Format) {
        let extension = format.extension();
        let iso = mapped(self.options, &language.iso);
        if flag(self.options, "original_filenames", true) {
            let own = original.rsplit_once('.').map_or("", |(_, extension)| extension);
            let has_own = extension.eq_ignore_ascii_case(own);
            let own = formats::find(own).filter(|_| !has_own);
            return match original {
                "" => (self.original(&format!("no_filename.{extension}"), iso), format),
                name => (self.original(name, iso), own.unwrap_or(format)),
            };
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

    /// Returns the name of an original file in the bundle.
    fn original(&self, name: &str, iso: &str) -> String {
        let prefix = match self.options["directory_prefix"].as_str() {
            Some(prefix) if prefix.is_empty() || prefix.ends_with('/') => prefix.to_owned(),
            Some(prefix) => format!("{prefix}/"),
            None if name.contains(LANG_ISO) => String::new(),
            None => format!("{LANG_ISO}/"),
        };
        format!("{prefix}{name}").replace(LANG_ISO, iso)
    }

    /// Returns the entry of a key, unless the key is left out.
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

/// Returns the code of a language in this export.
fn mapped<'o>(options: &'o Value, iso: &'o str) -> &'o str {
    let mappings = options["language_mapping"].as_array().into_iter().flatten();
    mappings
        .filter(|mapping| mapping["original_language_iso"] == iso)
        .find_map(|mapping| mapping["custom_language_iso"].as_str())
        .unwrap_or(iso)
}
