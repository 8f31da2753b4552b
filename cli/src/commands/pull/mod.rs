//! `l10n pull`: the exports of the configuration, each into its folder.

mod group;
mod listen;

use std::path::Path;

use l10n_client::{Client, LanguageMap, Pull, PullChange, PullFile};
use serde_json::{Value, json};

use super::Context;
use crate::args::PullArgs;
use crate::exit::{Done, Exit, Failure};
use crate::output::{Progress, Tone};
use crate::session;
use group::{Group, groups};

pub(super) async fn run(context: Context<'_>, args: &PullArgs) -> Done {
    let groups = groups(context, args)?;
    let client = session::client(context.settings).await?;
    let progress = context.output.progress();
    if let Some(bundle) = &args.bundle {
        let [group] = <[Group; 1]>::try_from(groups).map_err(|_| one_only("--bundle"))?;
        let pull = pull(context, args, &client, group, &progress)?;
        return self::bundle(context, pull, bundle, progress).await;
    }
    if args.from_process.is_some() && groups.len() > 1 {
        return Err(one_only("--from-process"));
    }
    let mut all = Vec::new();
    for group in groups {
        let folder = group.folder.clone();
        let pull = folder_options(
            pull(context, args, &client, group.clone(), &progress)?,
            &group,
        );
        let (files, process) = match args.dry_run {
            true => (pull.plan(&folder).await?.files().cloned().collect(), None),
            false => {
                let pulled = pull.to_folder(&folder).await?;
                (pulled.changes, pulled.process_id)
            }
        };
        all.push((group.project, process, files));
    }
    drop(progress);
    told(context, &all);
    let projects: Vec<_> = all.iter().map(|(project, process, files)| {
        json!({"project": project, "process_id": process, "files": files_json(files)})
    }).collect();
    context.output.result(
        Exit::Done,
        json!({"dry_run": args.dry_run, "projects": projects}),
    );
    Ok(Exit::Done)
}

fn one_only(option: &str) -> Failure {
    Failure::usage(format!(
        "{option} is for one export, and the configuration has several"
    ))
}

/// The bundle of an export to a file, or to the standard output.
async fn bundle(context: Context<'_>, pull: Pull<'_>, to: &Path, progress: Progress) -> Done {
    if to == Path::new("-") {
        if context.output.json {
            let both = "--json and `--bundle -` both want the standard output: give a file";
            return Err(Failure::usage(both));
        }
        pull.to_writer(tokio::io::stdout()).await?;
        return Ok(Exit::Done);
    }
    let pulled = pull.to_file(to).await?;
    drop(progress);
    let size = pulled.bundle_size;
    context
        .output
        .line(Tone::Good, &format!("{}: {size} bytes", to.display()));
    let said = json!({"file": to, "bytes": size, "process_id": pulled.process_id});
    context.output.result(Exit::Done, said);
    Ok(Exit::Done)
}

/// The pull of a group, but for what is of its folder.
fn pull<'c>(
    context: Context<'_>,
    args: &PullArgs,
    client: &'c Client,
    group: Group,
    progress: &Progress,
) -> Done<Pull<'c>> {
    let mut pull = client.pull(&group.project).asynchronous(args.asynchronous);
    pull = match &args.from_process {
        Some(process) => pull.from_process(process),
        None => {
            let map: LanguageMap = context.settings.config.languages.iter().collect();
            let (export, only) = (group.export, group.only);
            // A map costs a look at the languages of the project, also where it is empty.
            match map.is_empty() && only.is_empty() {
                true => pull.export(|_| export),
                false => pull.languages(map).export(|_| match only.is_empty() {
                    true => export,
                    false => export.filter_langs(only),
                }),
            }
        }
    };
    Ok(listen::to(pull, progress, context.underway, &group.project))
}

fn folder_options<'c>(mut pull: Pull<'c>, group: &Group) -> Pull<'c> {
    if let Some(pattern) = &group.prune {
        pull = pull.prune(pattern);
    }
    if let Some(ends) = group.line_endings {
        pull = pull.line_endings(ends.into());
    }
    match group.final_newline {
        Some(last) => pull.final_newline(last.into()),
        None => pull,
    }
}

/// What differs from what the service has, for each export of the configuration.
pub(super) async fn differing(context: Context<'_>, client: &Client) -> Done<Vec<PullFile>> {
    let args = PullArgs::default();
    if context.settings.config.pull.is_empty() {
        return Ok(Vec::new());
    }
    let progress = context.output.progress();
    let mut files = Vec::new();
    for group in groups(context, &args)? {
        let folder = group.folder.clone();
        let pull = folder_options(
            pull(context, &args, client, group.clone(), &progress)?,
            &group,
        );
        let plan = pull.plan(&folder).await?;
        let differs = |file: &&PullFile| file.change() != PullChange::Unchanged;
        files.extend(plan.files().filter(differs).cloned());
    }
    Ok(files)
}

/// A line for each file that has changed, and one with the numbers.
fn told(context: Context<'_>, all: &[(String, Option<String>, Vec<PullFile>)]) {
    let files = || all.iter().flat_map(|(_, _, files)| files);
    for file in files().filter(|file| file.change() != PullChange::Unchanged) {
        let tone = match file.change() {
            PullChange::Removed => Tone::Bad,
            _ => Tone::Good,
        };
        context.output.line(tone, &file.to_string());
    }
    let changes = [
        PullChange::Added,
        PullChange::Changed,
        PullChange::Unchanged,
        PullChange::Removed,
    ];
    let counts = changes.iter().filter_map(|change| {
        let count = files().filter(|file| file.change() == *change).count();
        (count > 0).then(|| format!("{count} {change}"))
    });
    let counts: Vec<_> = counts.collect();
    let counts = if counts.is_empty() {
        "no files".to_owned()
    } else {
        counts.join(", ")
    };
    context.output.line(Tone::Plain, &counts);
}

pub(super) fn files_json(files: &[PullFile]) -> Vec<Value> {
    let files = files.iter();
    files
        .map(|file| json!({"path": file.path(), "change": file.change().to_string()}))
        .collect()
}
