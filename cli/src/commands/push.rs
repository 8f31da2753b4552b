//! `l10n push`: uploads the files of the configuration.

use l10n_sync::{
    ExtraKeys, Fix, LocalFile, PushChanges, PushOptions, PushPlan, PushReport, PushState,
    PushedFile, Sync, UnusedKey, UnusedKeys, Workspace,
};
use serde_json::{Value, json};

use super::init::listed;
use super::{Context, listen, texts};
use crate::args::PushArgs;
use crate::exit::{Done, Exit, Failure, error_json};
use crate::output::{Progress, Tone};
use crate::session;

/// The maximum number of extra keys to print for each file.
const SHORT: usize = 10;

pub(super) async fn run(context: Context<'_>, args: &PushArgs) -> Done {
    let paths = context.settings.paths(&args.paths)?;
    let workspace = context.settings.workspace(&paths)?;
    super::note_unmatched(context, &workspace);
    let mut options = PushOptions::new();
    options.languages.clone_from(&args.lang);
    options.paths = paths;
    options.changed_since = args.changed_since.clone().filter(|revision| !revision.is_empty());
    options.translations = args.translations;
    options.replace = args.replace;
    options.without_waiting = args.without_waiting;
    let project = context.settings.project()?;
    let plan = workspace.plan_push(&options).await?;
    if args.dry_run {
        return dry_run(context, workspace, &plan, &options, args).await;
    }
    let progress = context.output.progress();
    let sync = connect(context, workspace, &progress).await?;
    if args.fixes {
        sync.check_fixes(&options).await?;
    }
    let extra = plan.extra_keys.clone();
    let report = sync.send(plan, &options).await?;
    extra.iter().for_each(|extra| note_extra(context, extra));
    for file in &report.files {
        print(context, file);
    }
    let mut exit = exit(&report);
    let mut result = json!({"dry_run": false, "project": project,
        "files": report.files.iter().map(pushed_json).collect::<Vec<_>>(),
        "extra_keys": extra.iter().map(extra_json).collect::<Vec<_>>()});
    context.output.line(tone(exit), &summary(&report));
    let unused = extras(context, &sync, &options, args, &mut result, &mut exit).await?;
    if args.removes() {
        result["removed"] = json!(remove(context, &sync, &unused, &report, args, &mut exit).await?);
    }
    drop(progress);
    context.output.result(exit, result);
    Ok(exit)
}

async fn connect(context: Context<'_>, workspace: Workspace, progress: &Progress) -> Done<Sync> {
    let client = session::client(context.settings).await?;
    let sync = Sync::new(client, context.settings.project()?, workspace);
    let sync = sync.branch(context.settings.branch());
    Ok(sync.on_event(listen::to(progress, context.underway)))
}

/// Sends the fixes, and returns the unused keys, if the arguments ask for them. A dry run sends
/// nothing.
async fn extras(
    context: Context<'_>,
    sync: &Sync,
    options: &PushOptions,
    args: &PushArgs,
    result: &mut Value,
    exit: &mut Exit,
) -> Done<UnusedKeys> {
    if args.fixes {
        let fixes = match args.dry_run {
            true => sync.plan_fixes(options).await?,
            false => sync.push_fixes(options).await?,
        };
        fixes.iter().for_each(|fix| print_fix(context, fix));
        if fixes.iter().any(|fix| fix.failure.is_some() && !fix.is_skipped) {
            *exit = Exit::Some;
        }
        result["fixes"] = fixes.iter().map(fix_json).collect();
    }
    if !args.unused_keys && !args.removes() {
        return Ok(UnusedKeys::default());
    }
    let mut unused = sync.unused_keys().await?;
    if args.prune_files {
        unused.retain_removed_files(sync.workspace());
    }
    result["unused_keys"] = unused.keys.iter().map(key_json).collect();
    print_unused(context, &unused);
    Ok(unused)
}

/// Prints the files of a plan, with the texts that it changes at the service if there is a token.
async fn dry_run(
    context: Context<'_>,
    workspace: Workspace,
    plan: &PushPlan,
    options: &PushOptions,
    args: &PushArgs,
) -> Done {
    let progress = context.output.progress();
    let compared = async {
        let sync = connect(context, workspace.clone(), &progress).await?;
        let changes = sync.changes(plan, options).await?;
        Ok((sync, changes))
    };
    let has_extras = args.fixes || args.unused_keys || args.removes();
    let (sync, changes) = match compared.await {
        Ok((sync, changes)) => (Some(sync), changes),
        Err(Failure { exit: Exit::NoToken, message, .. }) if !has_extras => {
            context.output.note(&format!("texts not compared with the service: {message}"));
            (None, unknown_changes(plan.invalid(&workspace)))
        }
        Err(failure) => return Err(failure),
    };
    if let Some(branch) = &changes.new_branch {
        context.output.note(&format!(
            "the push would create the branch `{branch}`: compared with the default branch"
        ));
    }
    let files: Vec<_> =
        plan.files.iter().map(|file| planned(context, file, &changes, args.verbose)).collect();
    plan.extra_keys.iter().for_each(|extra| note_extra(context, extra));
    for file in &changes.unmatched {
        context.output.note(&format!("the service has {:?}, which {}", file.name, file.reason));
    }
    let sendable = files.len() - changes.blocked.len();
    context.output.line(Tone::Good, &count(sendable, "would be sent"));
    let project = context.settings.project()?;
    let mut result = json!({"dry_run": true, "project": project, "files": files,
        "new_branch": changes.new_branch,
        "extra_keys": plan.extra_keys.iter().map(extra_json).collect::<Vec<_>>()});
    let mut exit = if changes.blocked.is_empty() { Exit::Done } else { Exit::Some };
    if let Some(sync) = sync {
        let unused = extras(context, &sync, options, args, &mut result, &mut exit).await?;
        if args.removes()
            && let Err(error) = unused.check(args.confirmed)
        {
            context.output.error(None, &error.to_string());
            exit = Exit::Some;
        }
    }
    drop(progress);
    context.output.result(exit, result);
    Ok(exit)
}

/// What is known of a push without the service.
fn unknown_changes(invalid: Vec<PushedFile>) -> PushChanges {
    let mut changes = PushChanges::default();
    changes.blocked = invalid;
    changes
}

/// Prints a file of a plan, and returns it as JSON.
fn planned(
    context: Context<'_>,
    file: &LocalFile,
    changes: &PushChanges,
    is_verbose: bool,
) -> Value {
    if let Some(blocked) = changes.blocked.iter().find(|blocked| blocked.file == *file) {
        print(context, blocked);
        return pushed_json(blocked);
    }
    let line = format!("{} -> {} ({})", file.path, file.name, file.lang);
    context.output.line(Tone::Plain, &line);
    let texts = changes.texts.get(&file.path);
    texts.into_iter().for_each(|found| texts::print(context, found, is_verbose));
    let mut object = file_json(file, "planned");
    object["texts"] = texts.map_or(Value::Null, |found| texts::json(found));
    object
}

/// Prints which keys are in no file of the base language.
fn note_extra(context: Context<'_>, extra: &ExtraKeys) {
    let ExtraKeys { path, keys, is_sent, .. } = extra;
    let names: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
    let names = listed(&names, SHORT);
    context.output.note(&match (keys.is_empty(), is_sent) {
        (true, _) => format!(
            "{path}: not sent, because its file of the base language is missing; rename or remove \
             it too, or set push = \"translations\" if the base language is elsewhere"
        ),
        (_, false) => format!(
            "{path}: not sent: {names}, which the base language lacks; add them there, or remove \
             them here"
        ),
        (_, true) => format!(
            "{path}: sent with {names}, which the base language lacks; remove them here, or a \
             push creates deleted keys again"
        ),
    });
}

/// Removes the unused keys unless a file failed. Returns the number of removed keys.
async fn remove(
    context: Context<'_>,
    sync: &Sync,
    unused: &UnusedKeys,
    report: &PushReport,
    args: &PushArgs,
    exit: &mut Exit,
) -> Done<usize> {
    if !report.is_complete() {
        context.output.error(None, "unused keys not removed, because some files failed: fix them");
        return Ok(0);
    }
    match sync.remove_keys(unused, args.confirmed).await {
        Ok(()) => {
            let count = unused.keys.len();
            context.output.line(Tone::Good, &format!("keys removed: {count}"));
            Ok(count)
        }
        Err(error @ l10n_sync::Error::Config { .. }) => {
            context.output.error(None, &error.to_string());
            *exit = Exit::Some;
            Ok(0)
        }
        Err(error) => Err(error.into()),
    }
}

fn print_fix(context: Context<'_>, fix: &Fix) {
    let Fix { path, key, before, after, failure, .. } = fix;
    match failure {
        Some(reason) if fix.is_skipped => {
            context.output.note(&format!("{path}: `{key}` not sent: {reason}"));
        }
        Some(reason) => {
            let path = context.settings.folder.join(path);
            context.output.error(Some(&path), &format!("`{key}` not sent: {reason}"));
        }
        None => {
            let line = format!("fix         {path}  {key}: {before:?} -> {after:?}");
            context.output.line(Tone::Good, &line);
        }
    }
}

fn print_unused(context: Context<'_>, unused: &UnusedKeys) {
    for key in &unused.keys {
        context.output.line(Tone::Note, &format!("unused  {}  {}", key.name, key.filename));
    }
    let text = format!("{} of {} keys are unused", unused.keys.len(), unused.total);
    context.output.line(Tone::Plain, &text);
}

fn print(context: Context<'_>, file: &PushedFile) {
    match &file.reason {
        Some(reason) => {
            let path = context.settings.folder.join(&file.file.path);
            context.output.error(Some(&path), reason);
        }
        None => {
            let tone = if file.state == PushState::Imported { Tone::Good } else { Tone::Plain };
            context.output.line(tone, &format!("{:<10}  {}", file.state.as_str(), file.file.path));
        }
    }
}

fn exit(report: &PushReport) -> Exit {
    let code = |file: &PushedFile| file.error.as_deref().map_or(Exit::Some, Exit::of);
    // Translations of a base-language file that failed are blocked for its reason.
    let failed: Vec<_> =
        report.failed().filter(|file| file.state == PushState::Failed).map(code).collect();
    let done = report.files.len() - report.failed().count();
    match failed.is_empty() && !report.is_complete() {
        true => Exit::Some,
        false => Exit::of_many(done, &failed),
    }
}

fn tone(exit: Exit) -> Tone {
    if exit == Exit::Done { Tone::Good } else { Tone::Bad }
}

fn summary(report: &PushReport) -> String {
    let states = [
        PushState::Imported,
        PushState::Unchanged,
        PushState::Queued,
        PushState::Failed,
        PushState::Blocked,
    ];
    let counts = states.iter().filter_map(|state| {
        let count = report.files.iter().filter(|file| file.state == *state).count();
        (count > 0).then(|| format!("{count} {}", state.as_str()))
    });
    let counts: Vec<_> = counts.collect();
    if counts.is_empty() { "nothing to push".to_owned() } else { counts.join(", ") }
}

fn count(files: usize, what: &str) -> String {
    let noun = if files == 1 { "file" } else { "files" };
    format!("{files} {noun} {what}")
}

fn file_json(file: &LocalFile, state: &str) -> Value {
    json!({"path": file.path, "lang_iso": file.lang, "local_lang": file.local_lang,
        "filename": file.name, "state": state})
}

fn pushed_json(file: &PushedFile) -> Value {
    let mut object = file_json(&file.file, &file.state.as_str().replace(' ', "_"));
    object["process_id"] = json!(file.process_id);
    object["reason"] = json!(file.reason);
    object["error"] = json!(file.error.as_deref().map(error_json));
    object
}

fn fix_json(fix: &Fix) -> Value {
    json!({"path": fix.path, "lang_iso": fix.lang, "key": fix.key, "before": fix.before,
        "after": fix.after, "reason": fix.failure, "skipped": fix.is_skipped})
}

fn key_json(key: &UnusedKey) -> Value {
    json!({"key_id": key.key_id, "name": key.name, "filename": key.filename})
}

fn extra_json(extra: &ExtraKeys) -> Value {
    json!({"path": extra.path, "keys": extra.keys, "sent": extra.is_sent})
}
