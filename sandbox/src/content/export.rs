//! Export: which keys and languages, in which files, as one `.zip`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};

use bytes::Bytes;
use serde_json::Value;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{NESTING, can_export, extension, status_ids, write::write};
use crate::state::{Branch, Key, Language, Platform, Project, Text, UNASSIGNED};

/// The name of a project's bundles.
pub(crate) fn bundle_filename(project: &Project) -> String {
    format!("{}-locale.zip", project.name)
}

/// Makes the bundle that the options of an export describe, with a file of so many zero bytes more,
/// unless it is none.
pub(crate) fn export(
    project: &Project,
    branch: &Branch,
    options: &Value,
    filler: usize,
) -> Result<Bytes, String> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files(&project.name, branch, options) {
        zip.start_file(&*name, SimpleFileOptions::default())
            .map_err(|error| format!("{name} cannot be put into the bundle: {error}"))?;
        zip.write_all(text.as_bytes())
            .map_err(|error| error.to_string())?;
    }
    if filler > 0 {
        add_filler(&mut zip, filler).map_err(|error| error.to_string())?;
    }
    let finished = zip.finish().map_err(|error| error.to_string())?;
    Ok(finished.into_inner().into())
}

fn add_filler(zip: &mut ZipWriter<Cursor<Vec<u8>>>, size: usize) -> ZipResult<()> {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    zip.start_file("filler.bin", stored)?;
    std::io::copy(&mut std::io::repeat(0).take(size as u64), zip)?;
    Ok(())
}

/// Names and texts of the files of a bundle.
fn files(project: &str, branch: &Branch, options: &Value) -> Vec<(String, String)> {
    let keys = keys(branch, options);
    let wanted = list(options, "filter_langs");
    let languages = branch
        .languages()
        .iter()
        .filter(|language| wanted.is_empty() || wanted.contains(&language.iso.as_str()));
    let mut files = Vec::new();
    for language in languages {
        // Grouped by the file that the keys go to: one for each original file, or one for all.
        let mut groups: BTreeMap<(String, String), Vec<(String, String)>> = BTreeMap::new();
        for key in &keys {
            let group = groups
                .entry(place(project, key, language, options))
                .or_default();
            group.extend(pairs(branch, key, language, options));
        }
        let written = groups
            .into_iter()
            .map(|((name, format), pairs)| (name, write(&format, &pairs, options)));
        files.extend(written);
    }
    files
}

/// The keys to export, in their order.
fn keys<'b>(branch: &'b Branch, options: &Value) -> Vec<&'b Key> {
    let (filenames, data) = (
        list(options, "filter_filenames"),
        list(options, "filter_data"),
    );
    let (include, exclude) = (list(options, "include_tags"), list(options, "exclude_tags"));
    let tagged = |key: &Key, tags: &[&str]| key.tags.iter().any(|tag| tags.contains(&&**tag));
    let in_files = |key: &Key| match key.filename() {
        Some(_) => key.files().any(|name| filenames.contains(&name)),
        None => filenames.contains(&UNASSIGNED),
    };
    let platform = match options["all_platforms"] == false {
        true => options["format"].as_str().map(Platform::of_format),
        false => None,
    };
    let mut keys: Vec<&Key> = branch
        .keys()
        .iter()
        .filter(|key| !key.archived)
        .filter(|key| platform.is_none_or(|platform| key.platforms.contains(&platform)))
        .filter(|key| filenames.is_empty() || in_files(key))
        .filter(|key| include.is_empty() || tagged(key, &include))
        .filter(|key| !tagged(key, &exclude))
        .filter(|key| !(key.hidden && data.contains(&"nonhidden")))
        .collect();
    match options["export_sort"].as_str() {
        Some("a_z") => keys.sort_by(|a, b| a.name().cmp(b.name())),
        Some("z_a") => keys.sort_by(|a, b| b.name().cmp(a.name())),
        Some("last_added") => keys.sort_by_key(|key| Reverse(key.id)),
        Some("last_updated") => keys.sort_by_key(|key| Reverse(key.updated_at())),
        _ => keys.sort_by_key(|key| key.id),
    }
    keys
}

/// What a file says of a key: its name and text, for a plural those of each form.
fn pairs(
    branch: &Branch,
    key: &Key,
    language: &Language,
    options: &Value,
) -> Vec<(String, String)> {
    let breaks = |text: String| match options["replace_breaks"] == true {
        true => text.replace('\n', "\\n"),
        false => text,
    };
    let name = key.names.get(platform(key, options));
    match value(branch, key, language, options) {
        None => Vec::new(),
        Some(Text::Plain(text)) => vec![(name.to_owned(), breaks(text))],
        Some(Text::Forms(forms)) => forms
            .into_iter()
            .map(|(form, text)| (format!("{name}{NESTING}{form}"), breaks(text)))
            .collect(),
    }
}

/// The text of a key in a language, or `None` when it is left out.
fn value(branch: &Branch, key: &Key, language: &Language, options: &Value) -> Option<Text> {
    let data = list(options, "filter_data");
    let wanted: Vec<u64> = status_ids(options["custom_translation_status_ids"].as_array())
        .flatten()
        .collect();
    let reviewed_only = data.iter().any(|filter| filter.contains("reviewed"));
    let translation = key.translation(language.id)?;
    if translation.text.is_empty() {
        if data.contains(&"translated") || reviewed_only || !wanted.is_empty() {
            return None;
        }
        return match options["export_empty_as"].as_str() {
            Some("skip") => None,
            Some("base") => key.text(branch.base()).cloned(),
            _ => Some(translation.text.clone()),
        };
    }
    let has_status = wanted
        .iter()
        .any(|status| translation.statuses.contains(status));
    let left_out = (reviewed_only && !translation.reviewed)
        || (data.contains(&"untranslated") && !data.contains(&"translated"))
        || (!wanted.is_empty() && !has_status);
    (!left_out).then(|| translation.text.clone())
}

/// The platform whose name and file of a key count: that of the format where the key has it, and
/// for original files one on which it is in a file that was asked for.
fn platform(key: &Key, options: &Value) -> Platform {
    let wanted = list(options, "filter_filenames");
    let has_file = |platform: &Platform| {
        let file = key.filenames.get(*platform);
        !file.is_empty() && (wanted.is_empty() || wanted.contains(&file))
    };
    let by_file = options["original_filenames"] != false;
    let own = Platform::of_format(options["format"].as_str().unwrap_or_default());
    let mut best: Vec<Platform> = key.platforms.iter().copied().collect();
    best.sort_by_key(|platform| (by_file && !has_file(platform), *platform != own));
    best.first().copied().unwrap_or(own)
}

/// The name and the format of the file that a key goes to. Names are written as they come, whatever they hold.
fn place(project: &str, key: &Key, language: &Language, options: &Value) -> (String, String) {
    let format = options["format"].as_str().unwrap_or_default();
    let iso = mapped(options, &language.iso);
    if options["original_filenames"] == false {
        let structure = options["bundle_structure"]
            .as_str()
            .unwrap_or("locale/%LANG_ISO%.%FORMAT%");
        let name = structure
            .replace("%LANG_ISO%", iso)
            .replace("%LANG_NAME%", &language.name)
            .replace("%FORMAT%", format)
            .replace("%PROJECT_NAME%", project);
        return (name, format.to_owned());
    }
    let original = match key.filenames.get(platform(key, options)) {
        "" => format!("no_filename.{format}"),
        name => name.to_owned(),
    };
    let default_prefix = if original.contains("%LANG_ISO%") {
        ""
    } else {
        "%LANG_ISO%/"
    };
    let prefix = options["directory_prefix"]
        .as_str()
        .unwrap_or(default_prefix);
    let own = extension(&original).to_lowercase();
    let format = if can_export(&own) {
        own
    } else {
        format.to_owned()
    };
    (
        format!("{prefix}{original}").replace("%LANG_ISO%", iso),
        format,
    )
}

/// The code of a language in this export.
fn mapped<'o>(options: &'o Value, iso: &'o str) -> &'o str {
    let mappings = options["language_mapping"].as_array().into_iter().flatten();
    mappings
        .filter(|mapping| mapping["original_language_iso"] == iso)
        .find_map(|mapping| mapping["custom_language_iso"].as_str())
        .unwrap_or(iso)
}

fn list<'o>(options: &'o Value, name: &str) -> Vec<&'o str> {
    let entries = options[name].as_array().into_iter().flatten();
    entries.filter_map(Value::as_str).collect()
}
