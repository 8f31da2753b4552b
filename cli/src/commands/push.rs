//! `l10n push`: uploads the files of the configuration.

use std::collections::BTreeMap;

use l10n_sync::{PushOptions, PushReport, PushState, PushedFile};
use serde_json::{Value, json};

use super::init::listed;
use super::{Context, texts};
use crate::args::PushArgs;
use crate::exit::{Exit, Result, error_json};
use crate::output::Tone;
use crate::session;

/// The maximum number of keys to print in a note.
const SHORT: usize = 10;
/// The maximum number of keys to print in a command.
const FEW: usize = 3;

pub(super) async fn run(context: Context<'_>, args: &PushArgs) -> Result<Exit> {
    let options = options(context, args)?;
    let workspace = context.settings.workspace()?;
    super::note_unmatched(context, &workspace);
    let client = session::client(context.settings).await?;
    let progress = context.output.progress();
    let sync = super::sync(context, client, workspace, &progress)?;
    let report = match args.dry_run {
        true => sync.plan_push(&options).await?,
        false => sync.push(&options).await?,
    };
    drop(progress);
    if let Some(branch) = &report.new_branch {
        context.output.note(&format!(
            "the push would create the branch `{branch}`: compared with the default branch"
        ));
    }
    report.files.iter().for_each(|file| print(context, file, args));
    note_unsent(context, &report, args, |file| &file.unfinished, "not finished");
    note_unsent(context, &report, args, |file| &file.unknown, "the base language lacks them");
    for file in report.unmatched.iter().filter(|_| args.verbose) {
        context.output.note(&format!("the service has {:?}, which {}", file.name, file.reason));
    }
    let exit = exit(&report);
    let tone = if exit == Exit::Done { Tone::Good } else { Tone::Bad };
    context.output.line(tone, &summary(&report));
    if context.output.json {
        let files: Vec<_> = report.files.iter().map(file_json).collect();
        let result = json!({"dry_run": args.dry_run, "project": context.settings.project()?,
            "files": files, "new_branch": report.new_branch});
        context.output.result(exit, result);
    }
    Ok(exit)
}

fn options(context: Context<'_>, args: &PushArgs) -> Result<PushOptions> {
    let mut options = PushOptions::new();
    options.languages.clone_from(&args.lang);
    options.paths = context.settings.paths(&args.paths)?;
    options.changed_since = args.changed_since.clone().filter(|revision| !revision.is_empty());
    options.translations = args.translations;
    options.replace = args.replace;
    options.keys.clone_from(&args.key);
    options.without_waiting = args.without_waiting;
    Ok(options)
}

/// Prints a file, and what a push leaves out or changes in it.
fn print(context: Context<'_>, file: &PushedFile, args: &PushArgs) {
    let (output, path) = (context.output, &file.file.path);
    let full = context.settings.folder.join(path);
    match &file.reason {
        Some(reason) if file.state.is_failure() => output.error(Some(&full), reason),
        Some(reason) => output.note(&format!("{path}: {reason}")),
        None if file.state == PushState::Unchanged && !args.verbose => {}
        None => {
            let tone = if file.state == PushState::Imported { Tone::Good } else { Tone::Plain };
            output.line(tone, &format!("{:<10}  {path}", file.state.as_str()));
        }
    }
    if args.dry_run || args.verbose || args.replace {
        texts::print(context, file.texts.as_deref().unwrap_or_default(), args.verbose);
    }
    for text in &file.conflicts {
        let [here, there] = [&text.after, &text.before].map(|it| it.as_deref().unwrap_or_default());
        let message = format!(
            "`{}` was changed here to {here:?} and at the service to {there:?}: send it with `l10n \
             push --replace {path} --key {:?}`, or take the service's with `l10n pull`",
            text.key, text.key
        );
        output.error(Some(&full), &message);
    }
    if !file.filled.is_empty() {
        output.note(&format!(
            "{path}: filled, but the service had these keys without a text before: {}",
            names(&file.filled, args)
        ));
    }
    let kept: Vec<_> = file.kept.iter().map(|text| text.key.clone()).collect();
    if !kept.is_empty() {
        let keys = match kept.len() {
            ..=FEW => kept.iter().map(|key| format!(" --key {key:?}")).collect(),
            _ => " --key NAME".to_owned(),
        };
        output.note(&format!(
            "{path}: other texts at the service, which a push keeps: {}; take the service's with \
             `l10n pull`, or send yours with `l10n push --replace {path}{keys}`",
            names(&kept, args)
        ));
    }
}

fn names(keys: &[String], args: &PushArgs) -> String {
    let names: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
    listed(&names, if args.verbose { usize::MAX } else { SHORT })
}

/// Prints the keys that are not sent for a reason: once for all files with the same ones.
fn note_unsent(
    context: Context<'_>,
    report: &PushReport,
    args: &PushArgs,
    keys: impl Fn(&PushedFile) -> &Vec<String>,
    reason: &str,
) {
    let mut files: BTreeMap<&Vec<String>, Vec<&str>> = BTreeMap::new();
    for file in report.files.iter().filter(|file| !keys(file).is_empty()) {
        files.entry(keys(file)).or_default().push(&file.file.path);
    }
    for (keys, paths) in files {
        context.output.note(&format!(
            "{}: not sent, because {reason}: {}",
            listed(&paths, if args.verbose { usize::MAX } else { 1 }),
            names(keys, args)
        ));
    }
}

fn exit(report: &PushReport) -> Exit {
    let code = |file: &PushedFile| file.error.as_deref().map_or(Exit::SomeFailed, Exit::of);
    // Translations of a base-language file that failed are blocked for its reason.
    let failed: Vec<_> =
        report.failed().filter(|file| file.state == PushState::Failed).map(code).collect();
    let done = report.files.len() - report.failed().count();
    match failed.is_empty() && !report.is_complete() {
        true => Exit::SomeFailed,
        false => Exit::of_many(done, &failed),
    }
}

fn summary(report: &PushReport) -> String {
    use PushState::{Blocked, Failed, Imported, Planned, Queued, Skipped, Unchanged};
    let states = [Planned, Imported, Unchanged, Queued, Skipped, Failed, Blocked];
    let counts = states.iter().filter_map(|state| {
        let count = report.files.iter().filter(|file| file.state == *state).count();
        let changed = |file: &&PushedFile| file.texts.iter().flatten().next().is_some();
        let what = match state {
            Planned => {
                let changed = report.files.iter().filter(changed).count();
                format!("would be sent, {changed} with changes")
            }
            state => state.as_str().to_owned(),
        };
        (count > 0).then(|| format!("{count} {what}"))
    });
    let conflicts: usize = report.files.iter().map(|file| file.conflicts.len()).sum();
    let conflicts = (conflicts > 0).then(|| format!("{conflicts} in conflict"));
    let counts: Vec<_> = counts.chain(conflicts).collect();
    if counts.is_empty() { "nothing to push".to_owned() } else { counts.join(", ") }
}

pub(super) fn file_json(file: &PushedFile) -> Value {
    let mut object = json!(file);
    object["error"] = json!(file.error.as_deref().map(error_json));
    object
}
