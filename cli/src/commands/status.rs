//! `l10n status`: prints the progress of each language and the files that differ.

use l10n_sync::{Progress, Status};
use serde_json::json;

use super::account::{self, Account};
use super::{Context, texts};
use crate::args::StatusArgs;
use crate::exit::{Exit, Result};
use crate::text::counted;

pub(super) async fn run(context: Context<'_>, args: &StatusArgs) -> Result<Exit> {
    let (output, workspace) = (context.output, context.settings.workspace()?);
    super::note_unmatched(context, &workspace);
    let status = super::sync(context, workspace)?.status().await?;
    for language in &status.languages {
        let Progress { lang, translated, total, .. } = language;
        let percent = language.percent();
        let total = counted(*total, "text");
        output.line(&format!("{lang:<10} {percent:>3} %  {translated} of {total}"));
    }
    let differs = status.differs();
    let Status { push, pull, left_out, languages, .. } = status;
    match (differs, left_out) {
        (true, _) => {}
        (false, 0) => output.line("no file differs"),
        (false, count) => {
            let dry_runs = "`l10n push --dry-run` and `l10n pull --dry-run` name them";
            let texts = counted(count, "text");
            output.line(&format!("no file differs; {texts} left out: {dry_runs}"));
        }
    }
    let languages: Vec<_> = languages.iter().map(progress_json).collect();
    let mut result = json!({"project": context.settings.project()?, "languages": languages,
        "skipped": pull.skipped, "left_out": left_out, "differs": differs});
    let pushed: Vec<_> = push.files.iter().map(Account::of_push).collect();
    let pulled: Vec<_> = pull.files.iter().map(Account::of_pull).collect();
    for (title, files, done) in [("push", &pushed, "sent"), ("pull", &pulled, "written")] {
        section(context, &format!("to {title}"), files, args.verbose);
        account::print(context, files, done, args.verbose);
        result[title] = account::json(context, files);
    }
    for file in &pull.skipped {
        output.line(&format!("  skipped    {:?}: {}", file.name, file.reason));
    }
    let exit = if differs && args.check { Exit::SomeFailed } else { Exit::Done };
    output.result(exit, result);
    Ok(exit)
}

/// Prints the files that differ, with their texts.
fn section(context: Context<'_>, title: &str, files: &[Account<'_>], is_verbose: bool) {
    if !files.is_empty() {
        context.output.line(&format!("{title}: {}", counted(files.len(), "file")));
    }
    for file in files {
        context.output.line(&format!("  {}", file.line));
        if let Some(reason) = file.reason {
            context.output.line(&format!("    {reason}"));
        }
        texts::print(context, &file.changes(), is_verbose);
    }
}

pub(super) fn progress_json(language: &Progress) -> serde_json::Value {
    let mut object = json!(language);
    object["progress"] = json!(language.percent());
    object
}
