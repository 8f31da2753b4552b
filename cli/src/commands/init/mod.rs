//! `l10n init`: asks for what only people know, finds the locale files, and writes a configuration.

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
        return Err(Failure::usage(format!("{NAME} is there already: --force replaces it")));
    }
    // Only what options and the environment say: the file is to be written.
    let mut settings = Settings::of_options(common)?;
    let found = tokio::task::spawn_blocking(|| find::locale_files(Path::new(".")));
    let found = found.await.map_err(|error| Failure::new(Exit::Local, error.to_string()))?;
    for pattern in &found {
        output.note(&format!("found {} ({})", pattern.pattern, pattern.languages_text()));
    }
    if found.is_empty() {
        output.note("no locale files are here: write [[files]] groups");
    }
    ask(&mut settings, &found, args.yes).await?;
    let base = settings.config.base_lang.clone().unwrap_or_default();
    for found in found.iter().filter(|found| found.base.is_none()) {
        if !found.languages.contains(&base) {
            let pattern = &found.pattern;
            output.note(&format!(
                "no file in `{base}` under {pattern}: set `base` if its path is another"
            ));
        }
    }
    let languages = known_languages(&settings, output).await;
    let groups = blocking(move || written::Groups::of(Path::new("."), &base, &found, &languages));
    let groups = groups.await?;
    for language in &groups.unknown {
        output.note(&format!(
            "the project has no language `{language}`: its files are excluded until it has"
        ));
    }
    for name in unnamed_files(&settings, &groups).await {
        output.note(&format!(
            "the project has a file `{name}` that no group names: set `name` so that its keys are \
             not added again, or `ignore` it"
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
                &format!("wrote {NAME}: look it over, then `l10n push --dry-run`"),
            );
        }
    }
    let patterns: Vec<_> = groups.config.files.iter().map(|group| &group.pattern).collect();
    output.result(Exit::Done, json!({"file": NAME, "patterns": patterns, "text": text}));
    Ok(Exit::Done)
}

/// Fills in what is not said yet.
async fn ask(settings: &mut Settings, found: &[Found], silent: bool) -> Done<()> {
    let base = base_language(found);
    let config = &mut settings.config;
    let questions = [
        ("Address of the API, with its version segment", &mut config.base_url, None),
        ("Id of the project", &mut config.project, None),
        ("Local code of the language that translations start from", &mut config.base_lang, base),
    ];
    for (question, answer, default) in questions {
        if answer.is_none() {
            let given = if silent { None } else { asked(question, default.clone()).await? };
            *answer = given.or(default);
        }
    }
    Ok(())
}

/// English where it is among them, since most start from it, or the first.
fn base_language(found: &[Found]) -> Option<String> {
    let mut all = found.iter().flat_map(|found| &found.languages);
    let english = all.clone().find(|code| *code == "en");
    english.or_else(|| all.next()).cloned()
}

async fn asked(question: &'static str, default: Option<String>) -> Done<Option<String>> {
    blocking(move || {
        let default = default.map(|default| format!(" [{default}]")).unwrap_or_default();
        let mut line = String::new();
        let mut stderr = io::stderr();
        let read = write!(stderr, "{question}{default}: ").and_then(|()| stderr.flush());
        let read = read.and_then(|()| io::stdin().lock().read_line(&mut line));
        read.map_err(|error| Failure::local("read", Path::new("the standard input"), &error))?;
        Ok(Some(line.trim().to_owned()).filter(|answer| !answer.is_empty()))
    })
    .await
}

/// The files at the service that no local file is, where it can be asked; the first few.
async fn unnamed_files(settings: &Settings, groups: &written::Groups) -> Vec<String> {
    const SHOWN: usize = 5;
    let (Ok(project), Ok(client)) = (settings.project(), session::client(settings).await) else {
        return Vec::new();
    };
    let mut files = client.list_files(project).stream();
    let mut unnamed = Vec::new();
    while let Some(Ok(file)) = files.next().await {
        let name = file.filename.filter(|name| name != "__unassigned__");
        let is_unnamed = |name: &String| !groups.names.contains(name);
        unnamed.extend(name.filter(is_unnamed));
        if unnamed.len() == SHOWN {
            break;
        }
    }
    unnamed
}

/// The codes of the project's languages, where it can be asked.
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
                output.note(&format!("the languages of the project are not known: {error}"));
                break;
            }
        }
    }
    known
}
