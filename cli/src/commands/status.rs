//! `l10n status`: prints the progress of each language and the files that differ.

use l10n_client::Client;
use l10n_client::types::LanguageStatistics;
use l10n_sync::{PulledFile, PushedFile, Status, TextChange};
use serde_json::json;

use super::{Context, pull, push, texts};
use crate::args::StatusArgs;
use crate::exit::{Exit, Result};
use crate::output::Tone;
use crate::session;

pub(super) async fn run(context: Context<'_>, args: &StatusArgs) -> Result<Exit> {
    let client = session::client(context.settings).await?;
    let project = super::address(context, &client).await?;
    let response = client.get_project(&project).send().await?.into_inner();
    let name = response.name.as_deref().unwrap_or_default();
    context.output.line(Tone::Plain, &format!("{project}  {name}"));
    let statistics = response.statistics.as_ref();
    let mut languages: Vec<_> =
        statistics.and_then(|figures| figures.languages.clone()).unwrap_or_default();
    languages.sort_by(|a, b| a.language_iso.cmp(&b.language_iso));
    for language in &languages {
        context.output.line(tone(language), &line(language));
    }
    let mut result = json!({"project": project, "languages": languages});
    let mut differs = false;
    if !args.languages && !context.settings.config.files.is_empty() {
        let status = status(context, client).await?;
        differs = status.differs();
        let Status { push, pull, .. } = status;
        if !differs {
            context.output.line(Tone::Good, "no file differs");
        }
        section(context, "to push", push.files.iter().map(pushed), args.verbose);
        section(context, "to pull", pull.files.iter().map(pulled), args.verbose);
        for file in &pull.skipped {
            let line = format!("  skipped    {:?}: {}", file.name, file.reason);
            context.output.line(Tone::Note, &line);
        }
        result["push"] = push.files.iter().map(push::file_json).collect();
        result["pull"] = json!(pull.files);
        result["skipped"] = json!(pull.skipped);
    }
    result["differs"] = json!(differs);
    let exit = if differs && args.check { Exit::SomeFailed } else { Exit::Done };
    context.output.result(exit, result);
    Ok(exit)
}

/// Compares the files with the service.
async fn status(context: Context<'_>, client: Client) -> Result<Status> {
    let workspace = context.settings.workspace()?;
    super::note_unmatched(context, &workspace);
    let progress = context.output.progress();
    Ok(super::sync(context, client, workspace, &progress)?.status().await?)
}

/// A file that differs: its line, the reason why it is not sent or written, and its texts.
type Differing<'a> = (String, Option<&'a String>, &'a [TextChange]);

fn pushed(file: &PushedFile) -> Differing<'_> {
    let line = format!("{:<9}  {}", file.state.as_str(), file.file.path);
    (line, file.reason.as_ref(), file.texts.as_deref().unwrap_or_default())
}

fn pulled(file: &PulledFile) -> Differing<'_> {
    (pull::line(file), file.reason.as_ref(), &file.texts)
}

fn section<'a>(
    context: Context<'_>,
    title: &str,
    files: impl ExactSizeIterator<Item = Differing<'a>>,
    is_verbose: bool,
) {
    let count = files.len();
    if count > 0 {
        let noun = if count == 1 { "file" } else { "files" };
        context.output.line(Tone::Note, &format!("{title}: {count} {noun}"));
    }
    for (line, reason, texts) in files {
        context.output.line(Tone::Plain, &format!("  {line}"));
        if let Some(reason) = reason {
            context.output.line(Tone::Note, &format!("    {reason}"));
        }
        texts::print(context, texts, is_verbose);
    }
}

fn line(language: &LanguageStatistics) -> String {
    let code = language.language_iso.as_deref().unwrap_or("?");
    let progress = language.progress.map_or("?".to_owned(), |percent| percent.to_string());
    let to_do = match language.words_to_do {
        None | Some(0) => String::new(),
        Some(1) => "  1 word to translate".to_owned(),
        Some(words) => format!("  {words} words to translate"),
    };
    format!("{code:<10} {progress:>3} %{to_do}")
}

fn tone(language: &LanguageStatistics) -> Tone {
    match language.progress {
        Some(100) => Tone::Good,
        _ => Tone::Plain,
    }
}
