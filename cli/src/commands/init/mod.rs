//! `l10n init`: finds the locale files, and writes a configuration.

mod find;

use std::collections::BTreeMap;
use std::path::Path;

use l10n_client::Client;
use l10n_sync::{Config, FileGroup, LanguageScope, Workspace};
use serde_json::json;

use find::{Found, language, letters};

use super::{Context, all};
use crate::args::InitArgs;
use crate::config::{self, NAME};
use crate::exit::{Exit, Failure, Result};
use crate::interrupt::blocking;
use crate::session;
use crate::text::listed;

/// The maximum number of codes or paths to print in a note.
const SHORT: usize = 6;

/// Codes with a script, and those with a region that projects have instead.
const CHINESE: [(&str, &str); 2] = [("zhhans", "zhcn"), ("zhhant", "zhtw")];

pub(super) async fn run(context: Context<'_>, args: &InitArgs) -> Result<Exit> {
    let output = context.output;
    let path = Path::new(NAME);
    if path.exists() && !args.force && !args.dry_run {
        return Err(Failure::usage(format!("{NAME} already exists: use --force to overwrite it")));
    }
    let settings = context.settings;
    if !args.dry_run {
        settings.base_url()?;
        settings.project()?;
    }
    let project = project(context).await?;
    let paths = blocking(|| Ok(find::paths(Path::new(".")))).await?;
    let base = settings.config.base_lang.clone().or(project.base).unwrap_or("en".to_owned());
    let (found, skipped) = find::patterns(&paths, &project.languages, &base);
    let mut config = Config::new(&base);
    config.languages.clone_from(&settings.config.languages);
    let mut draft = Draft { config, languages: project.languages, notes: Vec::new() };
    for found in &found {
        let base = found.base.as_ref().map(|path| format!("; base {path}")).unwrap_or_default();
        let codes = listed(&found.codes, SHORT);
        draft.notes.push(format!("found {} ({codes}{base})", found.pattern));
        draft.add(found)?;
    }
    if draft.config.files.is_empty() {
        draft.notes.push("no locale files found: add [[files]] groups".to_owned());
    }
    if !skipped.is_empty() {
        let skipped = listed(&skipped, SHORT);
        draft.notes.push(format!("skipped {skipped}: add [[files]] groups if they have texts"));
    }
    draft.notes.iter().for_each(|note| output.note(note));
    let Config { base_lang, languages, files, .. } = draft.config;
    let patterns: Vec<_> = files.iter().map(|group| group.pattern.clone()).collect();
    let config = config::Config {
        base_url: settings.config.base_url.clone(),
        project: settings.config.project.clone(),
        base_lang: Some(base_lang),
        languages,
        files,
        ..Default::default()
    };
    let text = toml::to_string(&config).map_err(|error| Failure::usage(error.to_string()))?;
    match args.dry_run {
        true => text.lines().for_each(|line| output.line(line)),
        false => {
            std::fs::write(path, &text).map_err(|error| Failure::local("write", path, &error))?;
            let done = format!("wrote {NAME}: review it, then run `l10n push --dry-run`");
            output.line(&done);
        }
    }
    output.done(json!({"file": NAME, "patterns": patterns, "text": text}))
}

/// The project at the service; empty if it cannot be read.
#[derive(Default)]
struct Project {
    base: Option<String>,
    languages: Vec<String>,
}

async fn project(context: Context<'_>) -> Result<Project> {
    let settings = context.settings;
    let (Ok(id), Ok(client)) = (settings.project(), session::client(settings)) else {
        return Ok(Project::default());
    };
    let read = read(&client, id).await;
    read.or_else(|error| match error.is_not_found() {
        true => {
            let message = format!("the service has no project `{id}`: correct --project");
            Err(Failure::new(Exit::Rejected, message))
        }
        false => {
            context.output.note(&format!("cannot read the project: {error}"));
            Ok(Project::default())
        }
    })
}

async fn read(client: &Client, id: &str) -> Result<Project, l10n_client::Error> {
    let languages = all(client.list_languages(id).stream()).await?.into_iter();
    let languages = languages.filter_map(|language| language.lang_iso).collect();
    let base = client.get_project(id).send().await?.into_inner().base_language_iso;
    Ok(Project { base, languages })
}

/// The configuration so far.
struct Draft {
    config: Config,
    /// The languages of the project.
    languages: Vec<String>,
    /// What the user should review.
    notes: Vec<String>,
}

impl Draft {
    /// Adds a group for a pattern, unless it has a file of another group.
    fn add(&mut self, found: &Found) -> Result<()> {
        let (pattern, base) = (&found.pattern, &self.config.base_lang);
        let mut group = FileGroup::new(pattern);
        group.base.clone_from(&found.base);
        if let Err(error) = Workspace::new(".", &self.config.clone().group(group.clone())) {
            self.notes.push(format!("{pattern} is skipped: {error}"));
            return Ok(());
        }
        let workspace = Workspace::new(".", &Config::new(base).group(group.clone()))?;
        let files = workspace.files().iter();
        // Local code to the service's by the rule of the platform.
        let locals: BTreeMap<_, _> = files.map(|file| (&*file.local_lang, &*file.lang)).collect();
        let mut codes = BTreeMap::new();
        for (local, lang) in &locals {
            match self.service_code(local, lang, &locals) {
                Some(code) => drop(codes.insert((*local).to_owned(), code)),
                None => self.notes.push(format!(
                    "the project has no language `{lang}`: a push blocks its files until you add \
                     the language to the project, or map `{local}` in `languages`"
                )),
            }
        }
        if !codes.values().any(|code| code == base) {
            self.notes.push(format!(
                "{pattern} matches no file of the base language `{base}`: set `base` to its path, \
                 or `base_lang` to its language"
            ));
        }
        // A pull would replace existing translations that were never sent.
        let is_translated = codes.values().any(|code| code != base);
        group.push = if is_translated { LanguageScope::All } else { LanguageScope::Base };
        codes.retain(|local, code| locals.get(&**local) != Some(&&**code));
        // Two codes of one group cannot stand for one language, but those of two can.
        let known = &self.config.languages;
        let is_other = |(local, code): (&String, &String)| {
            known.iter().any(|(other, known)| known == code && other != local)
        };
        match pattern.contains("{lang:") || codes.iter().any(is_other) {
            true => group.languages = codes,
            false => self.config.languages.extend(codes),
        }
        self.config.files.push(group);
        Ok(())
    }

    /// Returns the project's code of a local code: the same, one spelled differently, or the only
    /// one of the language if the files have no other of it, and one of the codes has no region.
    fn service_code(
        &self,
        local: &str,
        lang: &str,
        locals: &BTreeMap<&str, &str>,
    ) -> Option<String> {
        let known = &self.languages;
        if let Some(given) = self.config.languages.get(local) {
            return Some(given.clone());
        }
        if known.is_empty() || lang == self.config.base_lang || known.iter().any(|it| it == lang) {
            return Some(lang.to_owned());
        }
        let is_same = |code: &&String| {
            let pair = (letters(local), letters(code));
            pair.0 == pair.1 || CHINESE.contains(&(&pair.0, &pair.1))
        };
        let is_alike = |code: &str| language(code) == language(local);
        let alike: Vec<_> = known.iter().filter(|code| is_alike(code)).collect();
        let is_alone = locals.keys().filter(|code| is_alike(code)).count() < 2;
        let has_region = |code: &str| code.contains(['-', '_', '+']);
        let only = match alike[..] {
            [code] if is_alone && !(has_region(code) && has_region(local)) => Some(code),
            _ => None,
        };
        known.iter().find(is_same).or(only).cloned()
    }
}
