//! `l10n init`: asks for the project, finds the locale files, and writes a configuration.

mod find;
mod written;

use std::io::{self, BufRead as _, Write as _};
use std::path::Path;

use serde_json::json;

use find::Candidates;
use l10n_client::Client;
use written::Groups;

use super::{Context, all};
use crate::args::InitArgs;
use crate::config::NAME;
use crate::exit::{Exit, Failure, Result};
use crate::interrupt::blocking;
use crate::output::{Output, Tone};
use crate::session;
use crate::settings::Settings;

pub(super) async fn run(context: Context<'_>, args: &InitArgs) -> Result<Exit> {
    let output = context.output;
    let path = Path::new(NAME);
    if path.exists() && !args.force && !args.dry_run {
        return Err(Failure::usage(format!("{NAME} already exists: use --force to overwrite it")));
    }
    let mut settings = context.settings.clone();
    if !args.yes {
        let config = &mut settings.config;
        ask(&mut config.base_url, "Address of the API, with its version segment").await?;
        ask(&mut config.project, "Id of the project").await?;
    }
    if !args.dry_run && (settings.config.base_url.is_none() || settings.config.project.is_none()) {
        return Err(Failure::usage(
            "no project: set --base-url and --project, or answer the questions at a terminal",
        ));
    }
    let project = Project::read(&settings, output).await?;
    let known = project.languages.clone();
    let candidates = blocking(move || Ok(Candidates::of(Path::new("."), &known))).await?;
    let base = base_language(&settings, &project, &candidates, args.yes).await?;
    let mut config = l10n_sync::Config::new(&base);
    config.languages.clone_from(&settings.config.languages);
    let catalogs = candidates.catalogs.clone();
    let (found, skipped) = candidates.choose(&project.languages, &base);
    if found.is_empty() && !skipped.is_empty() {
        let skipped = listed(&skipped, 6);
        return Err(Failure::usage(format!(
            "no file found is of the base language `{base}`, but {skipped}: add its files, or set \
             --base-lang"
        )));
    }
    let chosen = found.clone();
    let groups = blocking(move || Groups::of(Path::new("."), config, &chosen, &project)).await?;
    for found in &found {
        let base = found.base.as_ref().map(|path| format!("; base {path}")).unwrap_or_default();
        let codes = listed(&found.codes(), 6);
        output.note(&format!("found {} ({codes}{base})", found.pattern));
    }
    if !catalogs.is_empty() {
        output.note(&format!(
            "skipped {}: `.xcstrings` files are not read yet: translate them in Xcode, or use \
             `.strings` files",
            listed(&catalogs, 6)
        ));
    }
    if found.is_empty() {
        output.note("no locale files found: add [[files]] groups to the configuration");
    }
    if !skipped.is_empty() {
        let skipped = listed(&skipped, 6);
        output.note(&format!("skipped {skipped}: add [[files]] groups if they have texts"));
    }
    groups.notes.iter().for_each(|note| output.note(note));
    let text = groups.text(&settings);
    match args.dry_run {
        true => text.lines().for_each(|line| output.line(Tone::Plain, line)),
        false => {
            std::fs::write(path, &text).map_err(|error| Failure::local("write", path, &error))?;
            let done = format!("wrote {NAME}: review it, then run `l10n push --dry-run`");
            output.line(Tone::Good, &done);
        }
    }
    let patterns: Vec<_> = groups.config.files.iter().map(|group| &group.pattern).collect();
    output.done(json!({"file": NAME, "patterns": patterns, "text": text}))
}

async fn ask(answer: &mut Option<String>, question: &str) -> Result<()> {
    if answer.is_none() {
        *answer = prompt(question, None).await?;
    }
    Ok(())
}

/// Returns the base language: the given one, or asks with the project's or English as default.
/// Empty if there are no files.
async fn base_language(
    settings: &Settings,
    project: &Project,
    candidates: &Candidates,
    silent: bool,
) -> Result<String> {
    if let Some(base) = &settings.config.base_lang {
        return Ok(base.clone());
    }
    let has_english = candidates.patterns.iter().any(|found| found.codes().contains("en"));
    let english = has_english.then(|| "en".to_owned());
    let default = project.base.clone().or(english);
    let given = match silent {
        true => None,
        false => prompt("Code of the base language", default.clone()).await?,
    };
    let base = given.or(default);
    if base.is_none() && !candidates.patterns.is_empty() {
        return Err(Failure::usage("cannot determine the base language: set --base-lang"));
    }
    Ok(base.unwrap_or_default())
}

/// Returns items as text: the first few, and the number of the others.
pub(super) fn listed<'a>(
    items: impl IntoIterator<Item = &'a (impl AsRef<str> + 'a)>,
    max: usize,
) -> String {
    let items: Vec<_> = items.into_iter().map(AsRef::as_ref).collect();
    match items.len().saturating_sub(max) {
        0 => items.join(", "),
        more => format!("{} and {more} more", items[..max].join(", ")),
    }
}

async fn prompt(question: impl Into<String>, default: Option<String>) -> Result<Option<String>> {
    let question = question.into();
    blocking(move || {
        let default = default.map(|default| format!(" [{default}]")).unwrap_or_default();
        let mut line = String::new();
        let mut stderr = io::stderr();
        let read = write!(stderr, "{question}{default}: ").and_then(|()| stderr.flush());
        let read = read.and_then(|()| io::stdin().lock().read_line(&mut line));
        // The end of the input leaves the cursor after the question.
        let read = match read {
            Ok(0) => writeln!(stderr),
            read => read.map(drop),
        };
        read.map_err(|error| Failure::local("read", Path::new("standard input"), &error))?;
        Ok(Some(line.trim().to_owned()).filter(|answer| !answer.is_empty()))
    })
    .await
}

/// The project at the service; empty if the service cannot be asked.
#[derive(Default)]
struct Project {
    base: Option<String>,
    languages: Vec<String>,
    files: Vec<String>,
}

impl Project {
    async fn read(settings: &Settings, output: &Output) -> Result<Self> {
        let mut project = Self::default();
        let (Ok(id), Ok(client)) = (settings.project(), session::client(settings).await) else {
            return Ok(project);
        };
        match project.fill(&client, id).await {
            Ok(()) => {}
            Err(error) if error.is_not_found() => {
                let message = format!("the service has no project `{id}`: correct --project");
                return Err(Failure::new(Exit::Rejected, message));
            }
            Err(error) => output.note(&format!("cannot read the project: {error}")),
        }
        Ok(project)
    }

    async fn fill(&mut self, client: &Client, id: &str) -> Result<(), l10n_client::Error> {
        let languages = all(client.list_languages(id).stream()).await?.into_iter();
        self.languages = languages.filter_map(|language| language.lang_iso).collect();
        self.base = client.get_project(id).send().await?.into_inner().base_language_iso;
        let files = all(client.list_files(id).stream()).await?.into_iter();
        let files = files.filter(|file| file.key_count != Some(0));
        self.files = files.filter_map(|file| file.filename).collect();
        Ok(())
    }
}
