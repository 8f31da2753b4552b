//! `l10n init`: asks for the project, finds the locale files, and writes a configuration.

mod find;
mod written;

use std::io::{self, BufRead as _, Write as _};
use std::path::Path;

use serde_json::json;

use find::Found;

use crate::args::{Common, InitArgs};
use crate::config::NAME;
use crate::exit::{Done, Exit, Failure};
use crate::interrupt::blocking;
use crate::output::{Output, Tone};
use crate::session;
use crate::settings::Settings;

pub(super) async fn run(args: &InitArgs, common: &Common, output: &Output) -> Done {
    let path = Path::new(NAME);
    if path.exists() && !args.force && !args.dry_run {
        return Err(Failure::usage(format!("{NAME} already exists: use --force to overwrite it")));
    }
    let mut settings = Settings::of_options(common)?;
    let found = tokio::task::spawn_blocking(|| find::locale_files(Path::new(".")));
    let found = found.await.map_err(|error| Failure::new(Exit::Local, error.to_string()))?;
    for pattern in &found {
        output.note(&format!("found {} ({})", pattern.pattern, pattern.languages_text()));
    }
    if found.is_empty() {
        output.note("no locale files found: add [[files]] groups to the configuration");
    }
    ask(&mut settings, &found, args.yes).await?;
    let base = settings.config.base_lang.clone().unwrap_or_default();
    for found in found.iter().filter(|found| found.base.is_none()) {
        if !found.languages.contains(&base) {
            let pattern = &found.pattern;
            output.note(&format!(
                "{pattern} matches no file of the base language `{base}`: set `base` to its path"
            ));
        }
    }
    let languages = known_languages(&settings, output).await;
    let groups = blocking(move || written::Groups::of(Path::new("."), &base, &found, &languages));
    let groups = groups.await?;
    for language in &groups.unknown {
        output.note(&format!(
            "the project has no language `{language}`: its files are excluded; add the language to \
             the project, then remove them from `exclude`"
        ));
    }
    for name in unmatched_files(&settings, &groups).await {
        output.note(&format!(
            "no group matches the project's file `{name}`: set `name` of its group, or a push adds \
             its keys again; or add it to `ignore`"
        ));
    }
    let text = groups.text(&settings);
    match args.dry_run {
        true => output.text(text.trim_end()),
        false => {
            let result = std::fs::write(path, &text);
            result.map_err(|error| Failure::local("write", path, &error))?;
            output.line(
                Tone::Good,
                &format!("wrote {NAME}: review it, then run `l10n push --dry-run`"),
            );
        }
    }
    let patterns: Vec<_> = groups.config.files.iter().map(|group| &group.pattern).collect();
    output.result(Exit::Done, json!({"file": NAME, "patterns": patterns, "text": text}));
    Ok(Exit::Done)
}

/// Asks for the settings that are missing.
async fn ask(settings: &mut Settings, found: &[Found], silent: bool) -> Done<()> {
    let base = base_language(found);
    let config = &mut settings.config;
    let questions = [
        ("Address of the API, with its version segment", &mut config.base_url, None),
        ("Id of the project", &mut config.project, None),
        ("Local code of the base language", &mut config.base_lang, base),
    ];
    for (question, answer, default) in questions {
        if answer.is_none() {
            let given = if silent { None } else { prompt(question, default.clone()).await? };
            *answer = given.or(default);
        }
    }
    Ok(())
}

/// Guesses the base language: English if it was found, else the first.
fn base_language(found: &[Found]) -> Option<String> {
    let mut all = found.iter().flat_map(|found| &found.languages);
    let english = all.clone().find(|code| *code == "en");
    english.or_else(|| all.next()).cloned()
}

async fn prompt(question: &'static str, default: Option<String>) -> Done<Option<String>> {
    blocking(move || {
        let default = default.map(|default| format!(" [{default}]")).unwrap_or_default();
        let mut line = String::new();
        let mut stderr = io::stderr();
        let read = write!(stderr, "{question}{default}: ").and_then(|()| stderr.flush());
        let read = read.and_then(|()| io::stdin().lock().read_line(&mut line));
        read.map_err(|error| Failure::local("read", Path::new("standard input"), &error))?;
        Ok(Some(line.trim().to_owned()).filter(|answer| !answer.is_empty()))
    })
    .await
}

/// Returns the first few files at the service that no local file matches; none if it cannot be
/// asked.
async fn unmatched_files(settings: &Settings, groups: &written::Groups) -> Vec<String> {
    const MAX: usize = 5;
    let (Ok(project), Ok(client)) = (settings.project(), session::client(settings).await) else {
        return Vec::new();
    };
    let mut files = client.list_files(project).stream();
    let mut unmatched = Vec::new();
    while let Some(Ok(file)) = files.next().await {
        let name = file.filename.filter(|name| name != "__unassigned__");
        let is_unmatched = |name: &String| !groups.names.contains(name);
        unmatched.extend(name.filter(is_unmatched));
        if unmatched.len() == MAX {
            break;
        }
    }
    unmatched
}

/// Returns the codes of the project's languages; none if the service cannot be asked.
async fn known_languages(settings: &Settings, output: &Output) -> Vec<String> {
    let Ok(project) = settings.project() else {
        return Vec::new();
    };
    let Ok(client) = session::client(settings).await else {
        return Vec::new();
    };
    let mut languages = client.list_languages(project).stream();
    let mut known = Vec::new();
    while let Some(language) = languages.next().await {
        match language {
            Ok(language) => known.extend(language.lang_iso),
            Err(error) => {
                output.note(&format!("cannot read the languages of the project: {error}"));
                break;
            }
        }
    }
    known
}
