//! Export: which files, of which names, as one `.zip`.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};

use bytes::Bytes;
use serde_json::Value;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::filter::{has_no_keys, keys, platform, value};
use super::formats::{self, Entry, Format, Writing};
use super::list;
use super::names::{self, LANG_ISO, Taken};
use crate::state::{Branch, Key, Language, Project, Text};

/// The name of a file that holds all of a language, unless another is asked for.
const FILE: &str = "%LANG_ISO%.%FORMAT%";
/// The file that a bundle is filled up with.
const FILLER: &str = "filler.bin";

/// Why an export without keys fails.
pub(crate) const NO_KEYS: &str = "No key matches the options of the export";

/// The name of a project's bundles.
pub(crate) fn bundle_filename(project: &Project) -> String {
    format!("{}-locale.zip", project.name)
}

/// Makes the bundle of a project of this name that the options of an export describe, with a file
/// of so many zero bytes more, unless it is none.
pub(crate) fn export(
    project: &str,
    branch: &Branch,
    options: &Value,
    filler: usize,
) -> Result<Bytes, String> {
    if has_no_keys(branch, options) {
        return Err(NO_KEYS.to_owned());
    }
    let mut taken = Taken::default();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    if filler > 0 {
        let name = taken.add(FILLER, "");
        add_filler(&mut zip, &name, filler).map_err(|_| refused(&name))?;
    }
    for file in files(project, branch, options) {
        let name = taken.add(&file.name, file.iso());
        zip.start_file(&*name, SimpleFileOptions::default()).map_err(|_| refused(&name))?;
        zip.write_all(file.write(branch, options).as_bytes()).map_err(|_| refused(&name))?;
    }
    let finished = zip.finish();
    let finished = finished.map_err(|_| "The bundle cannot be created".to_owned())?;
    Ok(finished.into_inner().into())
}

fn refused(name: &str) -> String {
    let start: String = name.chars().take(100).collect();
    format!("A bundle cannot hold a file of this name or size: {start:?}")
}

fn add_filler(zip: &mut ZipWriter<Cursor<Vec<u8>>>, name: &str, size: usize) -> ZipResult<()> {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    zip.start_file(name, stored)?;
    std::io::copy(&mut std::io::repeat(0).take(size as u64), zip)?;
    Ok(())
}

/// A file of a bundle.
struct File<'b> {
    name: String,
    /// The file as the project names it.
    original: String,
    format: &'static Format,
    language: &'b Language,
    options: &'b Value,
    entries: Vec<Entry>,
}

impl<'b> File<'b> {
    /// The code of its language in this export.
    fn iso(&self) -> &'b str {
        mapped(self.options, &self.language.iso)
    }

    fn write(self, branch: &Branch, options: &Value) -> String {
        let base = branch.languages().first();
        let file = branch.files().iter().find(|it| it.name == self.original);
        let writing = Writing {
            language: self.language,
            iso: self.iso(),
            base: base.map_or("", |base| mapped(options, &base.iso)),
            filename: &self.name,
            rooted: file.is_some_and(|file| file.rooted),
            options,
        };
        self.format.write(self.entries, &writing)
    }
}

/// The files of a bundle.
fn files<'b>(project: &str, branch: &'b Branch, options: &'b Value) -> Vec<File<'b>> {
    let keys = keys(branch, options);
    let wanted = list(options, "filter_langs");
    let languages = branch
        .languages()
        .iter()
        .filter(|language| wanted.is_empty() || wanted.contains(&language.iso.as_str()));
    let mut files: Vec<File<'b>> = Vec::new();
    for language in languages {
        // Grouped by the file that the keys go to: one for each original file, or one for all.
        let mut groups: BTreeMap<String, File<'b>> = BTreeMap::new();
        for key in &keys {
            let file = place(project, key, language, options);
            let group = groups.entry(file.name.clone()).or_insert(file);
            group.entries.extend(entry(branch, key, language, options));
        }
        files.extend(groups.into_values());
    }
    files
}

/// What a file says of a key, unless the key is left out.
fn entry(branch: &Branch, key: &Key, language: &Language, options: &Value) -> Option<Entry> {
    let text = match value(branch, key, language, options)? {
        Text::Forms(forms) if forms.is_empty() => {
            let forms = language.plural_forms.iter();
            Text::Forms(forms.map(|form| (form.clone(), String::new())).collect())
        }
        text => text,
    };
    let source = key.text(branch.base()).map_or("", Text::plain);
    let described = options["include_description"] != false || options["include_comments"] == true;
    Some(Entry {
        source: source.to_owned(),
        description: match described {
            true => key.description.clone(),
            false => String::new(),
        },
        context: key.context.clone(),
        plural_name: key.plural_name.clone(),
        tags: key.tags.clone(),
        limit: key.char_limit,
        ..Entry::new(key.names.get(platform(key, options)), text)
    })
}

/// The file that a key goes to, without content. Names are written as they come, whatever they
/// hold.
fn place<'b>(project: &str, key: &Key, language: &'b Language, options: &'b Value) -> File<'b> {
    let format = format(options);
    let iso = mapped(options, &language.iso);
    let file = |name: String, original: String, format| File {
        name,
        original,
        format,
        language,
        options,
        entries: Vec::new(),
    };
    if options["original_filenames"] == false {
        let structure = options["bundle_structure"].as_str();
        let structure = match structure.filter(|structure| !structure.is_empty()) {
            None => format!("locale/{FILE}"),
            Some(folder) if folder.ends_with('/') => format!("{folder}{FILE}"),
            Some(structure) => structure.to_owned(),
        };
        let name = structure
            .replace(LANG_ISO, iso)
            .replace("%LANG_NAME%", &language.name)
            .replace("%FORMAT%", format.extension)
            .replace("%PROJECT_NAME%", project);
        return file(name, String::new(), format);
    }
    let original = match key.filenames.get(platform(key, options)) {
        "" => format!("no_filename.{}", format.extension),
        name => name.to_owned(),
    };
    let prefix = match options["directory_prefix"].as_str() {
        Some(prefix) => names::directory(prefix),
        None if original.contains(LANG_ISO) => String::new(),
        None => format!("{LANG_ISO}/"),
    };
    let name = format!("{prefix}{original}").replace(LANG_ISO, iso);
    let own = formats::of_extension(names::extension(&original), format);
    file(name, original, own.unwrap_or(format))
}

/// The format that was asked for; requests for one that is not known are refused before.
fn format(options: &Value) -> &'static Format {
    let named = options["format"].as_str().and_then(formats::find);
    named.unwrap_or_else(formats::fallback)
}

/// The code of a language in this export.
fn mapped<'o>(options: &'o Value, iso: &'o str) -> &'o str {
    let mappings = options["language_mapping"].as_array().into_iter().flatten();
    mappings
        .filter(|mapping| mapping["original_language_iso"] == iso)
        .find_map(|mapping| mapping["custom_language_iso"].as_str())
        .unwrap_or(iso)
}
