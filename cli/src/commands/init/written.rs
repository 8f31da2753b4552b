//! The configuration that `l10n init` writes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use l10n_sync::{Config, FileGroup, LanguageScope, Workspace};
use serde_json::{Map, Value, json};

use super::find::{self, Found};
use super::{Project, listed};
use crate::exit::{Failure, Result};
use crate::settings::Settings;

/// Codes with a script, and those with a region that projects have instead.
const CHINESE: [(&str, &str); 2] = [("zhhans", "zhcn"), ("zhhant", "zhtw")];

pub(super) struct Groups {
    pub(super) config: Config,
    /// What the user should review.
    pub(super) notes: BTreeSet<String>,
}

impl Groups {
    /// Creates a group for each pattern found in a folder. `config` has the base language and the
    /// codes to map. Fails if no file is of the base language.
    pub(super) fn of(
        folder: &Path,
        config: Config,
        found: &[Found],
        project: &Project,
    ) -> Result<Self> {
        let mut made = Self { config, notes: BTreeSet::new() };
        if found.is_empty() {
            return Ok(made);
        }
        let base = std::mem::take(&mut made.config.base_lang);
        let code = made.service_code(&base, &base, &BTreeMap::new(), project);
        if code.is_none() && !project.languages.is_empty() {
            return Err(Failure::usage(format!(
                "the project has no language `{base}`, only {}: set --base-lang to one of them",
                listed(&project.languages, 20)
            )));
        }
        made.config.base_lang = code.unwrap_or(base);
        for found in found {
            match made.group(folder, found, project) {
                Err(error @ l10n_sync::Error::Config { .. }) => {
                    made.notes.insert(format!("{} is skipped: {error}", found.pattern));
                }
                group => made.config.files.push(group?),
            }
        }
        made.share_codes();
        let workspace = Workspace::new(folder, &made.config)?;
        if !workspace.files().iter().any(|file| file.is_base) {
            let locals = found.iter().flat_map(Found::codes).collect::<BTreeSet<_>>();
            let base = &made.config.base_lang;
            return Err(Failure::usage(format!(
                "no file found is of the base language `{base}`, only of {}: add its files, name \
                 its local code with --language LOCAL={base}, or set --base-lang",
                Vec::from_iter(locals).join(", ")
            )));
        }
        made.ignore(&workspace, &project.files);
        Ok(made)
    }

    /// Creates a group that shares no file with the others.
    fn group(
        &mut self,
        folder: &Path,
        found: &Found,
        project: &Project,
    ) -> Result<FileGroup, l10n_sync::Error> {
        let base = self.config.base_lang.clone();
        let mut group = FileGroup::new(&found.pattern);
        group.base.clone_from(&found.base);
        group.exclude = found.duplicates(&base);
        // Without it, the service merges keys of the same name in two files.
        group.upload = Map::from_iter([("distinguish_by_file".to_owned(), json!(true))]);
        Workspace::new(folder, &self.config.clone().group(group.clone()))?;
        let workspace = Workspace::new(folder, &Config::new(&base).group(group.clone()))?;
        let excluded = |path| format!("excluded {path}: `base` has the same language");
        self.notes.extend(group.exclude.iter().map(excluded));
        let files = workspace.files().iter();
        let locals: BTreeMap<_, _> =
            files.map(|file| (file.local_lang.clone(), file.lang.clone())).collect();
        let mut codes = BTreeMap::new();
        let mut is_translated = false;
        for (local, lang) in &locals {
            let service = self.service_code(local, lang, &locals, project);
            if service.is_none() && !find::is_code(local, &[]) {
                let places = ["{lang}", "{lang:android}", "{lang:ios}"].iter();
                let place = |path: String, place: &&str| path.replace(place, local);
                let path = places.fold(group.pattern.clone(), place);
                self.notes.insert(format!("excluded {path}: `{local}` is not a language code"));
                group.exclude.push(path);
                continue;
            }
            is_translated |= service.as_ref() != Some(&base);
            match service {
                Some(service) => drop(codes.insert(local.clone(), service)),
                None => drop(self.notes.insert(format!(
                    "the project has no language `{lang}`: a push blocks its files until you add \
                     the language to the project, or map `{local}` in `languages`"
                ))),
            }
        }
        if !codes.values().any(|service| *service == base) {
            let pattern = &group.pattern;
            self.notes.insert(format!(
                "{pattern} matches no file of the base language `{base}`: set `base` to its path"
            ));
        }
        // A pull would replace existing translations that were never sent.
        group.push = if is_translated { LanguageScope::All } else { LanguageScope::Base };
        codes.retain(|local, service| locals.get(local) != Some(service));
        group.languages = codes;
        Ok(group)
    }

    /// Lets groups of one format and spelling have the same codes, and writes those of `{lang}`
    /// once if all agree.
    fn share_codes(&mut self) {
        let kind = |group: &FileGroup| {
            let (place, extension) =
                (group.pattern.find("{lang:"), group.pattern.rsplit('.').next());
            (place.map(|at| group.pattern[at..at + 7].to_owned()), extension.map(str::to_owned))
        };
        let mut shared: BTreeMap<_, BTreeMap<String, String>> = BTreeMap::new();
        for group in &self.config.files {
            shared.entry(kind(group)).or_default().extend(group.languages.clone());
        }
        let mut plain = shared.iter().filter(|((place, _), _)| place.is_none());
        let top = plain.next().map(|(_, codes)| codes.clone()).unwrap_or_default();
        let is_same = plain.all(|(_, codes)| *codes == top);
        self.config.languages.retain(|local, service| local != service);
        if is_same {
            self.config.languages.extend(top);
        }
        for group in &mut self.config.files {
            let kind = kind(group);
            let is_top = is_same && kind.0.is_none();
            group.languages = if is_top { BTreeMap::new() } else { shared[&kind].clone() };
        }
    }

    /// Returns the project's code of a local code: the same, one spelled differently, or the only
    /// one of that language if one of them has no region and `locals` has no other of it.
    fn service_code(
        &self,
        local: &str,
        lang: &str,
        locals: &BTreeMap<String, String>,
        project: &Project,
    ) -> Option<String> {
        let known = &project.languages;
        if let Some(given) = self.config.languages.get(local) {
            return Some(given.clone());
        }
        let is_unasked = known.is_empty() && find::is_code(local, known);
        if is_unasked || lang == self.config.base_lang || known.iter().any(|code| code == lang) {
            return Some(lang.to_owned());
        }
        if let Some(code) = l10n_sync::current_language(local) {
            let current = |text: &str| text.replacen(find::language(text), code, 1);
            let is_free = locals.values().all(|lang| find::language(lang) != code);
            let service = self.service_code(&current(local), &current(lang), locals, project);
            return service.filter(|_| is_free);
        }
        let is_same = |code: &&String| {
            let pair = (find::letters(local), find::letters(code));
            pair.0 == pair.1 || CHINESE.contains(&(&pair.0, &pair.1))
        };
        let is_free = |code: &&String| !locals.values().any(|lang| lang == *code);
        if let Some(code) = known.iter().filter(is_free).find(is_same) {
            return Some(code.clone());
        }
        let language = find::language(local);
        let is_alike = |code: &&String| find::language(code) == language;
        let alike: Vec<_> = known.iter().filter(is_alike).collect();
        let is_alone = locals.keys().filter(is_alike).count() < 2;
        match alike[..] {
            [code] if is_alone && (code == language || local == language) => Some(code.clone()),
            _ => None,
        }
    }

    /// Ignores the files at the service that no group has, such as those of another repository.
    fn ignore(&mut self, workspace: &Workspace, files: &[String]) {
        let is_local = |name: &String| workspace.files().iter().any(|file| file.name == *name);
        // A name that is no path is refused by a pull in any case.
        let is_path = |name: &&String| {
            let mut config = Config::new("en");
            config.ignore.push((*name).clone());
            Workspace::new(workspace.root(), &config).is_ok()
        };
        let unmatched = files.iter().filter(|name| !is_local(name)).filter(is_path);
        let unmatched: Vec<_> = unmatched.collect();
        if unmatched.is_empty() {
            return;
        }
        self.notes.insert(format!(
            "no group matches the project's files {}: they are in `ignore`; if one is of this \
             repository, set `name` of its group, or a push adds its keys again",
            listed(unmatched.iter().copied(), 6)
        ));
        self.config.ignore.extend(unmatched.into_iter().map(|name| match name.as_str() {
            "__unassigned__" => "**/no_filename*".to_owned(),
            name => name.to_owned(),
        }));
    }

    pub(super) fn text(&self, settings: &Settings) -> String {
        let mut text = String::new();
        let mut value = |name: &str, value: &Option<String>, example: &str| match value {
            Some(value) => text.push_str(&format!("{name} = {}\n", json!(value))),
            None => text.push_str(&format!("# {name} = {}\n", json!(example))),
        };
        value("base_url", &settings.config.base_url, "https://api.service.test/v2");
        value("project", &settings.config.project, "garnet-7041.26");
        let base = Some(self.config.base_lang.clone()).filter(|base| !base.is_empty());
        value("base_lang", &base, "en");
        if !self.config.ignore.is_empty() {
            text.push_str(&format!("ignore = {}\n", json!(self.config.ignore)));
        }
        if !self.config.languages.is_empty() {
            text.push_str("\n[languages]  # local = service\n");
            for (local, service) in &self.config.languages {
                text.push_str(&format!("{}\n", line((local, &json!(service)))));
            }
        }
        self.config.files.iter().for_each(|group| text.push_str(&group_text(group)));
        text
    }
}

fn group_text(group: &FileGroup) -> String {
    const FIELDS: [&str; 7] =
        ["pattern", "base", "exclude", "languages", "push", "upload", "export"];
    let group = json!(group);
    let lines = FIELDS.iter().filter_map(|name| {
        let value = group.get(name)?;
        let fields = value.as_object().map(|fields| fields.iter().map(line).collect::<Vec<_>>());
        let text = fields.map(|fields| format!("{{ {} }}", fields.join(", ")));
        Some(format!("{name} = {}\n", text.unwrap_or_else(|| value.to_string())))
    });
    format!("\n[[files]]\n{}", lines.collect::<String>())
}

/// Formats a key and a value of TOML, which writes these values as JSON does.
fn line((name, value): (&String, &Value)) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    match name.bytes().all(is_bare) {
        true => format!("{name} = {value}"),
        false => format!("{} = {value}", json!(name)),
    }
}
