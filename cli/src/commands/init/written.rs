//! The configuration that `l10n init` writes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use l10n_sync::{Config, FileGroup, Side, Workspace};
use serde_json::{Map, Value, json};

use super::find::Found;
use crate::exit::Done;
use crate::settings::Settings;

/// The groups of the configuration.
pub(super) struct Groups {
    pub(super) config: Config,
    /// Local languages that the project does not have.
    pub(super) unknown: Vec<String>,
    /// The names of the files at the service.
    pub(super) names: BTreeSet<String>,
}

impl Groups {
    /// Creates a group for each pattern found in a folder.
    ///
    /// # Errors
    ///
    /// Fails if two groups share a file.
    pub(super) fn of(folder: &Path, base: &str, found: &[Found], known: &[String]) -> Done<Self> {
        let mut config = Config::new(base);
        config.files = found.iter().map(|found| group(folder, found)).collect();
        let mut made = Self { config, unknown: Vec::new(), names: BTreeSet::new() };
        if made.config.files.is_empty() {
            return Ok(made);
        }
        made.map_languages(folder, known)?;
        let workspace = Workspace::new(folder, &made.config)?;
        made.names = workspace.files().iter().map(|file| file.name.clone()).collect();
        for (index, group) in made.config.files.iter_mut().enumerate() {
            let is_translated = workspace.files().iter().any(|file| {
                !file.is_base
                    && found
                        .get(index)
                        .is_some_and(|found| found.languages.contains(&file.local_lang))
            });
            // A pull would replace existing translations that were never sent.
            group.push = if is_translated { Side::All } else { Side::Base };
        }
        Ok(made)
    }

    /// Maps codes that the service spells differently, and excludes languages that it lacks.
    fn map_languages(&mut self, folder: &Path, known: &[String]) -> Done<()> {
        let workspace = Workspace::new(folder, &self.config)?;
        let letters = |code: &str| {
            let code = code.replace("-r", "-").replace("b+", "");
            code.replace(['_', '-', '+'], "").to_lowercase()
        };
        let mut missing: BTreeMap<String, String> = BTreeMap::new();
        for file in workspace.files() {
            if !known.is_empty() && !known.contains(&file.lang) {
                missing.insert(file.local_lang.clone(), file.lang.clone());
            }
        }
        for local in missing.into_keys() {
            let service = known.iter().find(|code| letters(code) == letters(&local));
            match service {
                Some(service) => {
                    self.config.languages.insert(local, service.clone());
                }
                None => {
                    for group in &mut self.config.files {
                        let path = ["{lang}", "{lang:android}", "{lang:ios}"]
                            .iter()
                            .fold(group.pattern.clone(), |path, place| path.replace(place, &local));
                        group.exclude.push(path);
                    }
                    self.unknown.push(local);
                }
            }
        }
        Ok(())
    }

    /// Returns the text of the configuration.
    pub(super) fn text(&self, settings: &Settings) -> String {
        let mut text = String::new();
        let mut value = |name: &str, value: &Option<String>, example: &str| match value {
            Some(value) => text.push_str(&format!("{name} = {}\n", quoted(value))),
            None => text.push_str(&format!("# {name} = {}\n", quoted(example))),
        };
        value("base_url", &settings.config.base_url, "https://api.service.test/v2");
        value("project", &settings.config.project, "garnet-7041.26");
        value("base_lang", &settings.config.base_lang, "en");
        if !self.config.languages.is_empty() {
            text.push_str("\n[languages]  # local = service\n");
            for (local, service) in &self.config.languages {
                text.push_str(&format!("{} = {}\n", quoted(local), quoted(service)));
            }
        }
        for group in &self.config.files {
            text.push_str(&group_text(group));
        }
        text
    }
}

fn group(folder: &Path, found: &Found) -> FileGroup {
    let mut group = FileGroup::new(&found.pattern);
    group.base.clone_from(&found.base);
    // Without it, the service merges keys of the same name in two files.
    group.upload = Map::from_iter([("distinguish_by_file".to_owned(), json!(true))]);
    if found.extension == "json" {
        let text = fs::read_to_string(folder.join(&found.sample)).unwrap_or_default();
        group.export = Map::from_iter([
            ("indentation".to_owned(), json!(indentation(&text))),
            ("add_newline_eof".to_owned(), json!(text.ends_with('\n'))),
        ]);
    }
    group
}

/// Returns the indentation of a JSON file, as an export option.
fn indentation(text: &str) -> String {
    let line = text.lines().find(|line| line.starts_with([' ', '\t']));
    match line.map(|line| line.len() - line.trim_start().len()) {
        Some(_) if line.is_some_and(|line| line.starts_with('\t')) => "tab".to_owned(),
        Some(spaces @ 1..=8) => format!("{spaces}sp"),
        _ => "2sp".to_owned(),
    }
}

fn group_text(group: &FileGroup) -> String {
    let mut text = format!("\n[[files]]\npattern = {}\n", quoted(&group.pattern));
    if let Some(base) = &group.base {
        text.push_str(&format!("base = {}\n", quoted(base)));
    }
    if !group.exclude.is_empty() {
        text.push_str(&format!("exclude = {}\n", json!(group.exclude)));
    }
    let push = if group.push == Side::All { "all" } else { "base" };
    text.push_str(&format!("push = {}\n", quoted(push)));
    for (name, fields) in [("upload", &group.upload), ("export", &group.export)] {
        if !fields.is_empty() {
            text.push_str(&format!("{name} = {}\n", inline(fields)));
        }
    }
    text
}

/// Formats a TOML inline table. TOML writes these values as JSON does.
fn inline(fields: &Map<String, Value>) -> String {
    let fields: Vec<_> = fields.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("{{ {} }}", fields.join(", "))
}

/// Formats a TOML string, which is written as in JSON.
fn quoted(text: &str) -> String {
    json!(text).to_string()
}
