//! `l10n pull`: writes the texts of the service into the local files.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use l10n_sync::{Change, PullOptions, PullReport, PulledFile, SkippedFile, Workspace};
use serde_json::json;

use super::init::listed;
use super::{Context, texts};
use crate::args::PullArgs;
use crate::environment::Variable;
use crate::exit::{Exit, Failure, Result};
use crate::output::Tone;
use crate::session;

/// The maximum number of names in an error about several files.
const SHORT: usize = 5;

pub(super) async fn run(context: Context<'_>, args: &PullArgs) -> Result<Exit> {
    let mut options = PullOptions::new();
    options.languages.clone_from(&args.lang);
    options.paths = context.settings.paths(&args.paths)?;
    options.base = args.base;
    options.force = args.force;
    let workspace = context.settings.workspace()?;
    let client = session::client(context.settings).await?;
    let progress = context.output.progress();
    let sync = super::sync(context, client, workspace, &progress)?;
    let report = match args.dry_run {
        true => sync.plan_pull(&options).await?,
        false => sync.pull(&options).await?,
    };
    drop(progress);
    // Again, because the pull may have written the first files of a group.
    super::note_unmatched(context, &context.settings.workspace()?);
    let is_printed = |file: &&PulledFile| file.change != Change::Unchanged || file.reason.is_some();
    for file in report.files.iter().filter(is_printed) {
        print(context, file);
        if args.dry_run || args.verbose {
            texts::print(context, &file.texts, args.verbose);
        }
    }
    for lang in &report.new_languages {
        context.output.note(&format!(
            "`{lang}` had no files here before: if it was removed on purpose, remove it from the \
             project, or add its files to `exclude`"
        ));
    }
    print_skipped(context, &report.skipped);
    let exit = if report.is_complete() { Exit::Done } else { Exit::SomeFailed };
    let tone = if exit == Exit::Done { Tone::Good } else { Tone::Bad };
    let summary = summary(&report, sync.workspace());
    context.output.line(tone, &summary);
    write_summary(args, &texts::markdown(&report, &summary))?;
    let mut result = json!(report);
    result["dry_run"] = json!(args.dry_run);
    result["project"] = json!(context.settings.project()?);
    context.output.result(exit, result);
    Ok(exit)
}

/// Writes the changed texts as Markdown: to the file of `--summary`, and to the summary of a job of
/// GitHub Actions.
fn write_summary(args: &PullArgs, text: &str) -> Result<()> {
    let written = |path: &Path, done: std::io::Result<()>| {
        done.map_err(|error| Failure::local("write", path, &error))
    };
    if let Some(path) = &args.summary {
        written(path, fs::write(path, text))?;
    }
    if let Some(path) = Variable::GithubStepSummary.get().map(PathBuf::from) {
        let file = fs::File::options().create(true).append(true).open(&path);
        written(&path, file.and_then(|mut file| file.write_all(text.as_bytes())))?;
    }
    Ok(())
}

fn print(context: Context<'_>, file: &PulledFile) {
    if file.change != Change::Kept {
        context.output.line(Tone::Good, &line(file));
    }
    if let Some(reason) = &file.reason {
        let path = context.settings.folder.join(&file.path);
        let kept = if file.change == Change::Kept { "kept: " } else { "" };
        context.output.error(Some(&path), &format!("{kept}{reason}"));
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

/// Returns the line of output for a file.
pub(super) fn line(file: &PulledFile) -> String {
    format!("{:<9}  {}", file.change.as_str(), file.path)
}

fn summary(report: &PullReport, workspace: &Workspace) -> String {
    let changes = [Change::Added, Change::Changed, Change::Kept, Change::Unchanged];
    let counts = changes.iter().filter(|change| report.count(**change) > 0);
    let counts = counts.map(|change| format!("{} {}", report.count(*change), change.as_str()));
    let skipped = (!report.skipped.is_empty()).then(|| format!("{} skipped", report.skipped.len()));
    let counts: Vec<_> = counts.chain(skipped).collect();
    let local = workspace.files().iter().filter(|file| !file.is_base).count();
    match (counts.is_empty(), local) {
        (false, _) => counts.join(", "),
        (true, 0) => "nothing to pull".to_owned(),
        (true, local) => {
            format!("nothing to pull: the export contains no files; {local} local files unchanged")
        }
    }
}
