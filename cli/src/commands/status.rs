//! `l10n status`: what differs between here and the service, and the progress of each language.

use l10n_client::types::LanguageStatistics;
use serde_json::json;

use super::{Context, pull, push};
use crate::args::StatusArgs;
use crate::exit::{Done, Exit};
use crate::output::Tone;
use crate::session;

pub(super) async fn run(context: Context<'_>, args: &StatusArgs) -> Done {
    let client = session::client(context.settings).await?;
    let project = context.settings.project(None, None)?;
    let answer = client.get_project(&project).send().await?.into_inner();
    let name = answer.name.as_deref().unwrap_or_default();
    context
        .output
        .line(Tone::Plain, &format!("{project}  {name}"));
    let statistics = answer.statistics.as_ref();
    let mut languages: Vec<_> = statistics
        .and_then(|figures| figures.languages.clone())
        .unwrap_or_default();
    languages.sort_by(|a, b| a.language_iso.cmp(&b.language_iso));
    for language in &languages {
        context.output.line(tone(language), &line(language));
    }
    let mut said = json!({"project": project, "languages": languages});
    let mut differs = false;
    if !args.languages {
        if let Some(told) = push::differing(context, &client).await? {
            differs |= !told.lines.is_empty();
            section(context, "to push", &told.lines);
            said["push"] = json!(told.projects);
        }
        let files = pull::differing(context, &client).await?;
        differs |= !files.is_empty();
        let lines: Vec<_> = files.iter().map(pull::line).collect();
        section(context, "to pull", &lines);
        said["pull"] = json!(pull::files_json(&files));
    }
    said["differs"] = json!(differs);
    let exit = if differs && args.check {
        Exit::Some
    } else {
        Exit::Done
    };
    context.output.result(exit, said);
    Ok(exit)
}

fn section(context: Context<'_>, title: &str, lines: &[String]) {
    if !lines.is_empty() {
        context
            .output
            .line(Tone::Note, &format!("{title}: {} files", lines.len()));
    }
    for line in lines {
        context.output.line(Tone::Plain, &format!("  {line}"));
    }
}

fn line(language: &LanguageStatistics) -> String {
    let code = language.language_iso.as_deref().unwrap_or("?");
    let progress = language
        .progress
        .map_or("?".to_owned(), |percent| percent.to_string());
    let to_do = match language.words_to_do {
        None | Some(0) => String::new(),
        Some(words) => format!("  {words} words to do"),
    };
    format!("{code:<10} {progress:>3} %{to_do}")
}

fn tone(language: &LanguageStatistics) -> Tone {
    match language.progress {
        Some(100) => Tone::Good,
        _ => Tone::Plain,
    }
}
