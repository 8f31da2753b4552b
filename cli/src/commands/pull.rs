//! `l10n pull`: writes the texts of the service into the local files.

use std::collections::BTreeMap;

use l10n_sync::{Change, Problem, PullOptions, PullReport, PulledFile, SkippedFile, Workspace};
use serde_json::json;

use super::account::{self, Account};
use super::{Context, texts};
use crate::args::PullArgs;
use crate::exit::{Exit, Result};
use crate::text::listed;

/// The maximum number of names in an error about several files.
const SHORT: usize = 5;

pub(super) async fn run(context: Context<'_>, args: &PullArgs) -> Result<Exit> {
    let mut options = PullOptions::new();
    options.languages.clone_from(&args.selection.lang);
    options.paths = context.settings.paths(&args.selection.paths)?;
    options.base = args.base;
    options.force = args.force;
    let sync = super::sync(context, context.settings.workspace()?)?;
    let report = match args.dry_run {
        true => sync.plan_pull(&options).await?,
        false => sync.pull(&options).await?,
    };
    // Again, because the pull may have written the first files of a group.
    let workspace = context.settings.workspace()?;
    super::note_unmatched(context, &workspace);
    let files: Vec<_> = report.files.iter().map(Account::of_pull).collect();
    for (file, account) in report.files.iter().zip(&files) {
        print(context, file, account, args);
    }
    account::print(context, &files, "written", args.verbose);
    for lang in &report.new_languages {
        context.output.note(&format!(
            "`{lang}` had no files here: if they were removed on purpose, remove the language from \
             the project, or add its files to `exclude`"
        ));
    }
    print_skipped(context, &report.skipped);
    for file in &report.absent {
        context.output.note(&format!("{}: not written, because {}", file.name, file.reason));
    }
    let problems = if args.dry_run { Vec::new() } else { problems(&workspace, &report)? };
    for problem in &problems {
        let path = context.settings.folder.join(&problem.path);
        let key = problem.key.as_deref().unwrap_or_default();
        let message = format!("`{key}`: {}", problem.message);
        context.output.problem("warning", (Some(&path), Some(problem.line)), &message);
    }
    let exit = if report.is_complete() { Exit::Done } else { Exit::SomeFailed };
    context.output.line(&summary(&report, &files));
    let result = json!({"dry_run": args.dry_run, "project": context.settings.project()?,
        "files": account::json(context, &files), "skipped": report.skipped, "absent": report.absent,
        "new_languages": report.new_languages, "problems": problems});
    context.output.result(exit, result);
    Ok(exit)
}

/// Returns what `l10n check` finds in the texts that were written.
fn problems(workspace: &Workspace, report: &PullReport) -> Result<Vec<Problem>> {
    let written = report.files.iter().filter(|file| file.change != Change::Kept);
    let written = written.filter(|file| file.changes().next().is_some());
    let written: BTreeMap<_, _> = written.map(|file| (&file.path, file)).collect();
    if written.is_empty() {
        return Ok(Vec::new());
    }
    let paths: Vec<_> = written.keys().map(ToString::to_string).collect();
    let mut problems = workspace.check(&paths, &[])?.problems;
    problems.retain(|problem| {
        let file = written.get(&problem.path);
        let mut changes = file.into_iter().flat_map(|file| file.changes());
        changes.any(|item| Some(&item.key) == problem.key.as_ref())
    });
    Ok(problems)
}

fn print(context: Context<'_>, file: &PulledFile, account: &Account<'_>, args: &PullArgs) {
    if !matches!(file.change, Change::Kept | Change::Unchanged) {
        context.output.line(&account.line);
    }
    if let Some(reason) = &file.reason {
        let path = context.settings.folder.join(&file.path);
        let kept = if file.change == Change::Kept { "kept: " } else { "" };
        context.output.error(Some(&path), &format!("{kept}{reason}"));
    }
    if args.dry_run || args.verbose {
        texts::print(context, &account.changes(), args.verbose);
    }
}

/// Prints an error for each reason, with the first names.
fn print_skipped(context: Context<'_>, skipped: &[SkippedFile]) {
    let mut reasons: Vec<&str> = skipped.iter().map(|file| file.reason.as_str()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    for reason in reasons {
        let same = skipped.iter().filter(|file| file.reason == reason);
        let names: Vec<_> = same.map(|file| format!("{:?}", file.name)).collect();
        let names = listed(&names, SHORT);
        context.output.error(None, &format!("skipped {names}: {reason}"));
    }
}

fn summary(report: &PullReport, files: &[Account<'_>]) -> String {
    let changes = [Change::Added, Change::Changed, Change::Kept, Change::Unchanged];
    let counts = changes.iter().filter(|change| report.count(**change) > 0);
    let counts =
        counts.map(|change| format!("{} {}", report.count(*change), account::name(change)));
    let skipped = (!report.skipped.is_empty()).then(|| format!("{} skipped", report.skipped.len()));
    let counts: Vec<_> = counts.chain(skipped).chain(account::summary(files)).collect();
    if counts.is_empty() { "nothing to pull".to_owned() } else { counts.join(", ") }
}
