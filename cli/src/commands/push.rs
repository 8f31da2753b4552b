//! `l10n push`: sends the texts of the files of the configuration.

use l10n_sync::{PushOptions, PushReport, PushState};
use serde_json::json;

use super::account::{self, Account};
use super::{Context, texts};
use crate::args::PushArgs;
use crate::exit::{Exit, Result, error_json};

pub(super) async fn run(context: Context<'_>, args: &PushArgs) -> Result<Exit> {
    let options = options(context, args)?;
    let workspace = context.settings.workspace()?;
    super::note_unmatched(context, &workspace);
    let sync = super::sync(context, workspace)?;
    let report = match args.dry_run {
        true => sync.plan_push(&options).await?,
        false => sync.push(&options).await?,
    };
    if let Some(branch) = &report.new_branch {
        context.output.note(&format!(
            "the push would create the branch `{branch}`: compared with the default branch"
        ));
    }
    let files: Vec<_> = report.files.iter().map(Account::of_push).collect();
    for (file, account) in report.files.iter().zip(&files) {
        print(context, file.state, account, args);
    }
    account::print(context, &files, "sent", args.verbose);
    let exit = exit(&report);
    if let Some(error) = &report.error {
        context.output.error(None, &crate::exit::with_causes(error));
    }
    context.output.line(&summary(&report, &files));
    let result = json!({"dry_run": args.dry_run, "project": context.settings.project()?,
        "files": account::json(context, &files), "new_branch": report.new_branch,
        "error": report.error.as_deref().map(error_json)});
    context.output.result(exit, result);
    Ok(exit)
}

fn options(context: Context<'_>, args: &PushArgs) -> Result<PushOptions> {
    let mut options = PushOptions::new();
    options.languages.clone_from(&args.selection.lang);
    options.paths = context.settings.paths(&args.selection.paths)?;
    options.changed_since = args.changed_since.clone().filter(|revision| !revision.is_empty());
    options.translations = args.translations;
    options.replace = args.replace;
    options.keys.clone_from(&args.key);
    options.confirmed = args.confirmed;
    Ok(options)
}

/// Prints a file, and the texts that a push changes in it.
fn print(context: Context<'_>, state: PushState, file: &Account<'_>, args: &PushArgs) {
    let (output, path) = (context.output, file.path);
    match file.reason {
        Some(reason) if state.is_failure() => {
            output.error(Some(&context.settings.folder.join(path)), reason);
        }
        Some(reason) => output.note(&format!("{path}: {reason}")),
        None if state == PushState::Unchanged && !args.verbose => {}
        None => output.line(&file.line),
    }
    if args.dry_run || args.verbose || args.replace {
        texts::print(context, &file.changes(), args.verbose);
    }
}

fn exit(report: &PushReport) -> Exit {
    let is_sent = report.count(PushState::Sent) > 0;
    match &report.error {
        Some(error) if !is_sent => Exit::of(error),
        _ if report.is_complete() => Exit::Done,
        _ => Exit::SomeFailed,
    }
}

fn summary(report: &PushReport, files: &[Account<'_>]) -> String {
    use PushState::{Blocked, Failed, Planned, Sent, Skipped, Unchanged};
    let states = [Planned, Sent, Unchanged, Skipped, Failed, Blocked].into_iter();
    let counts = states.filter(|state| report.count(*state) > 0).map(|state| {
        let what = if state == Planned { "would be sent".to_owned() } else { account::name(state) };
        format!("{} {what}", report.count(state))
    });
    let counts: Vec<_> = counts.chain(account::summary(files)).collect();
    if counts.is_empty() { "nothing to push".to_owned() } else { counts.join(", ") }
}
