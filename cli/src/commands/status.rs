//! `l10n status`: prints the progress of each language and the files that differ.

use l10n_sync::{Progress, Status};
use serde_json::json;

use super::account::{self, Account};
use super::{Context, texts};
use crate::args::StatusArgs;
use crate::exit::{Exit, Result};
use crate::output::Tone;

pub(super) async fn run(context: Context<'_>, args: &StatusArgs) -> Result<Exit> {
    let workspace = context.settings.workspace()?;
    super::note_unmatched(context, &workspace);
    let sync = super::sync(context, workspace)?;
    let status = match args.languages {
        true => None,
        false => Some(sync.status().await?),
    };
    let languages = match &status {
        Some(status) => status.languages.clone(),
        None => sync.progress().await?,
    };
    for language in &languages {
        let tone = if language.percent() == 100 { Tone::Good } else { Tone::Plain };
        context.output.line(tone, &line(language));
    }
    let languages: Vec<_> = languages.iter().map(progress_json).collect();
    let mut result = json!({"project": context.settings.project()?, "languages": languages});
    let differs = status.as_ref().is_some_and(Status::differs);
    if let Some(Status { push, pull, left_out, .. }) = &status {
        match (differs, left_out) {
            (true, _) => {}
            (false, 0) => context.output.line(Tone::Good, "no file differs"),
            (false, count) => {
                let dry_runs = "`l10n push --dry-run` and `l10n pull --dry-run` name them";
                let line = format!("no file differs, but {count} texts are left out: {dry_runs}");
                context.output.line(Tone::Note, &line);
            }
        }
        let pushed: Vec<_> = push.files.iter().map(Account::of_push).collect();
        let pulled: Vec<_> = pull.files.iter().map(Account::of_pull).collect();
        for (title, files, done) in [("push", &pushed, "sent"), ("pull", &pulled, "written")] {
            section(context, &format!("to {title}"), files, args.verbose);
            account::print(context, files, done, args.verbose);
            let files = files.iter().filter(|_| context.output.json);
            result[title] = files.map(Account::json).collect();
        }
        for file in &pull.skipped {
            let line = format!("  skipped    {:?}: {}", file.name, file.reason);
            context.output.line(Tone::Note, &line);
        }
        result["skipped"] = json!(pull.skipped);
        result["left_out"] = json!(left_out);
    }
    result["differs"] = json!(differs);
    let exit = if differs && args.check { Exit::SomeFailed } else { Exit::Done };
    context.output.result(exit, result);
    Ok(exit)
}

/// Prints the files that differ, with their texts.
fn section(context: Context<'_>, title: &str, files: &[Account<'_>], is_verbose: bool) {
    if !files.is_empty() {
        let noun = if files.len() == 1 { "file" } else { "files" };
        context.output.line(Tone::Note, &format!("{title}: {} {noun}", files.len()));
    }
    for file in files {
        context.output.line(Tone::Plain, &format!("  {}", file.line));
        if let Some(reason) = file.reason {
            context.output.line(Tone::Note, &format!("    {reason}"));
        }
        texts::print(context, &file.changes(), is_verbose);
    }
}

fn line(language: &Progress) -> String {
    let Progress { lang, translated, total, .. } = language;
    format!("{lang:<10} {:>3} %  {translated} of {total} texts", language.percent())
}

pub(super) fn progress_json(language: &Progress) -> serde_json::Value {
    let mut object = json!(language);
    object["progress"] = json!(language.percent());
    object
}
