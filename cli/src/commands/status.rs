//! `l10n status`: prints the progress of each language and the files that differ.

use l10n_client::Client;
use l10n_client::types::LanguageStatistics;
use l10n_sync::{Change, PullOptions, PulledFile, Sync};
use serde_json::json;

use super::{Context, listen, pull, texts};
use crate::args::StatusArgs;
use crate::exit::{Done, Exit};
use crate::output::Tone;
use crate::session;

pub(super) async fn run(context: Context<'_>, args: &StatusArgs) -> Done {
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
        let (push, pull) = differing(context, client).await?;
        differs = !push.is_empty() || !pull.is_empty();
        if !differs {
            context.output.line(Tone::Good, "no file differs");
        }
        section(context, "to push", &push, args.verbose);
        section(context, "to pull", &pull, args.verbose);
        result["push"] = json!(pull::files_json(&push));
        result["pull"] = json!(pull::files_json(&pull));
    }
    result["differs"] = json!(differs);
    let exit = if differs && args.check { Exit::Some } else { Exit::Done };
    context.output.result(exit, result);
    Ok(exit)
}

/// Returns the files of the base language and the translations that differ from the service. Writes
/// nothing.
async fn differing(
    context: Context<'_>,
    client: Client,
) -> Done<(Vec<PulledFile>, Vec<PulledFile>)> {
    let workspace = context.settings.workspace(&[])?;
    let base = workspace.base_lang().to_owned();
    let progress = context.output.progress();
    let sync = Sync::new(client, context.settings.project()?, workspace);
    let sync = sync.branch(context.settings.branch());
    let sync = sync.on_event(listen::to(&progress, context.underway));
    let mut options = PullOptions::new();
    (options.base, options.force) = (true, true);
    let report = sync.plan_pull(&options).await?;
    let differing = report.files.into_iter().filter(|file| file.change != Change::Unchanged);
    let (mut push, pull): (Vec<_>, Vec<_>) = differing.partition(|file| file.lang == base);
    for text in push.iter_mut().flat_map(|file| &mut file.texts) {
        std::mem::swap(&mut text.before, &mut text.after);
    }
    Ok((push, pull))
}

fn section(context: Context<'_>, title: &str, files: &[PulledFile], is_verbose: bool) {
    if !files.is_empty() {
        let count = files.len();
        let noun = if count == 1 { "file" } else { "files" };
        context.output.line(Tone::Note, &format!("{title}: {count} {noun}"));
    }
    for file in files {
        context.output.line(Tone::Plain, &format!("  {}", pull::line(file)));
        texts::print(context, &file.texts, is_verbose);
    }
}

fn line(language: &LanguageStatistics) -> String {
    let code = language.language_iso.as_deref().unwrap_or("?");
    let progress = language.progress.map_or("?".to_owned(), |percent| percent.to_string());
    let to_do = match language.words_to_do {
        None | Some(0) => String::new(),
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
