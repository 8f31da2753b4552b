//! `l10n pull`: downloads translations to local files.

use l10n_sync::{Change, PullOptions, PullReport, PulledFile, RefusedFile, Sync, Workspace};
use serde_json::{Value, json};

use super::{Context, listen, texts};
use crate::args::PullArgs;
use crate::exit::{Done, Exit};
use crate::output::Tone;
use crate::session;

pub(super) async fn run(context: Context<'_>, args: &PullArgs) -> Done {
    let paths = context.settings.paths(&args.paths)?;
    let workspace = context.settings.workspace(&paths)?;
    let mut options = PullOptions::new();
    options.languages.clone_from(&args.lang);
    options.paths = paths;
    options.base = args.base;
    options.prune = args.prune;
    options.confirmed = args.confirmed;
    options.force = args.force;
    options.changed_since = args.changed_since.clone().filter(|revision| !revision.is_empty());
    let project = context.settings.project()?;
    let client = session::client(context.settings).await?;
    let progress = context.output.progress();
    let sync = Sync::new(client, project, workspace).branch(context.settings.branch());
    let sync = sync.on_event(listen::to(&progress, context.underway));
    let report = match args.dry_run {
        true => sync.plan_pull(&options).await?,
        false => sync.pull(&options).await?,
    };
    drop(progress);
    // Again, because the pull may have written the first files of a group.
    super::note_unmatched(context, &context.settings.workspace(&options.paths)?);
    for file in report.files.iter().filter(|file| file.change != Change::Unchanged) {
        print(context, file);
        if args.dry_run {
            texts::print(context, &file.texts, args.verbose);
        }
    }
    report.refused.iter().for_each(|file| print_refused(context, file));
    let exit = if report.is_complete() { Exit::Done } else { Exit::Some };
    let tone = if exit == Exit::Done { Tone::Good } else { Tone::Bad };
    context.output.line(tone, &summary(&report, sync.workspace()));
    context.output.result(
        exit,
        json!({"dry_run": args.dry_run, "project": project, "files": files_json(&report.files),
            "refused": report.refused.iter().map(refused_json).collect::<Vec<_>>()}),
    );
    Ok(exit)
}

fn print(context: Context<'_>, file: &PulledFile) {
    match &file.reason {
        Some(reason) => {
            let path = context.settings.folder.join(&file.path);
            context.output.error(Some(&path), &format!("kept: {reason}"));
        }
        None => context.output.line(Tone::Good, &line(file)),
    }
}

fn print_refused(context: Context<'_>, file: &RefusedFile) {
    context.output.error(None, &format!("refused {:?}: {}", file.name, file.reason));
}

/// Returns the line of output for a file.
pub(super) fn line(file: &PulledFile) -> String {
    format!("{:<9}  {}", file.change.as_str(), file.path)
}

fn summary(report: &PullReport, workspace: &Workspace) -> String {
    let changes =
        [Change::Added, Change::Changed, Change::Removed, Change::Kept, Change::Unchanged];
    let counts = changes.iter().filter(|change| report.count(**change) > 0);
    let counts = counts.map(|change| format!("{} {}", report.count(*change), change.as_str()));
    let refused = (!report.refused.is_empty()).then(|| format!("{} refused", report.refused.len()));
    let counts: Vec<_> = counts.chain(refused).collect();
    let local = workspace.files().iter().filter(|file| !file.is_base).count();
    match (counts.is_empty(), local) {
        (false, _) => counts.join(", "),
        (true, 0) => "nothing to pull".to_owned(),
        (true, local) => {
            format!("nothing to pull: the export contains no files; {local} local files unchanged")
        }
    }
}

pub(super) fn files_json(files: &[PulledFile]) -> Vec<Value> {
    let file = |file: &PulledFile| {
        json!({"path": file.path, "lang_iso": file.lang, "change": file.change.as_str(),
            "reason": file.reason, "texts": texts::json(&file.texts)})
    };
    files.iter().map(file).collect()
}

pub(super) fn refused_json(file: &RefusedFile) -> Value {
    json!({"name": file.name, "reason": file.reason})
}
