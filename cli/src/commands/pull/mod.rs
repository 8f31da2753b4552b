//! `l10n pull`: the exports of the configuration, each into its folder.

mod group;
mod listen;
mod together;

use std::collections::HashSet;
use std::path::Path;

use l10n_client::{Client, ExtractLimits, LanguageMap, Pull, PullChange, PullFile, PullPlan};
use serde_json::{Value, json};

use super::{Context, push};
use crate::args::PullArgs;
use crate::exit::{Done, Exit, Failure};
use crate::output::{Progress, Tone};
use crate::session;
use crate::text;
use group::{Group, groups};
use together::Plans;

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
    let (projects, plans) = planned(context, args, &client, groups, &progress).await?;
    let (all, failure) = match args.dry_run {
        true => (only_told(projects, &plans), None),
        false => placed(projects, plans).await?,
    };
    drop(progress);
    // An export that was made earlier may be older than what the service has.
    if !args.dry_run && args.from_process.is_none() {
        mark(context, &client, &all).await;
    }
    told(context, &all);
    let projects = all.iter().map(|(project, process, files)| {
        json!({"project": project, "process_id": process, "files": files_json(files)})
    });
    let mut said = json!({"dry_run": args.dry_run, "projects": projects.collect::<Vec<_>>()});
    let exit = match failure {
        None => Exit::Done,
        // What was placed before is told all the same.
        Some(failure) => {
            context.output.error(None, &failure.to_string());
            said["error"] = failure.to_json();
            Exit::Some
        }
    };
    context.output.result(exit, said);
    Ok(exit)
}

/// A project, the process of its export where there is one, and its files.
type Export = (String, Option<String>, Vec<PullFile>);

/// The projects of all groups, and what would become of the files of each; nothing is placed yet.
async fn planned(
    context: Context<'_>,
    args: &PullArgs,
    client: &Client,
    groups: Vec<Group>,
    progress: &Progress,
) -> Done<(Vec<String>, Plans)> {
    let (mut projects, mut plans) = (Vec::new(), Plans::default());
    for group in groups {
        let pull = pull(context, args, client, group.clone(), progress)?;
        let pull = folder_options(pull, &group);
        plans.0.push(match args.dry_run {
            true => pull.plan(&group.folder).await?,
            false => pull.stage(&group.folder).await?,
        });
        projects.push(group.project);
    }
    together::settle(context.settings, &mut plans.0)?;
    Ok((projects, plans))
}

fn one_only(option: &str) -> Failure {
    Failure::usage(format!(
        "{option} is for one export, and the configuration has several"
    ))
}

/// Tells the ledger what was pulled. Without that the next push sends it, which does no harm.
async fn mark(context: Context<'_>, client: &Client, all: &[Export]) {
    let mut pulled = HashSet::new();
    for (project, _, files) in all {
        let there = files
            .iter()
            .filter(|file| file.change() != PullChange::Removed);
        pulled.extend(there.map(|file| (project.as_str(), shown_path(file))));
    }
    if let Err(failure) = push::mark_pulled(context, client, &pulled).await {
        let said = format!("the ledger does not know what was pulled: {failure}");
        context.output.note(&said);
    }
}

fn only_told(projects: Vec<String>, plans: &Plans) -> Vec<Export> {
    let files = plans.0.iter().map(|plan| plan.files().cloned().collect());
    let told = projects.into_iter().zip(files);
    told.map(|(project, files)| (project, None, files))
        .collect()
}

/// Places the files of all exports; what was placed before one that failed comes with the failure.
async fn placed(projects: Vec<String>, mut plans: Plans) -> Done<(Vec<Export>, Option<Failure>)> {
    let mut all: Vec<Export> = Vec::new();
    for (project, plan) in projects.into_iter().zip(std::mem::take(&mut plans.0)) {
        match plan.send().await {
            Ok(pulled) => all.push((project, pulled.process_id, pulled.changes)),
            Err(error) if all.is_empty() => return Err(error.into()),
            Err(error) => return Ok((all, Some(error.into()))),
        }
    }
    Ok((all, None))
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
        .line(Tone::Good, &format!("{}: {size} bytes", text::path(to)));
    let said = json!({"file": text::path(to), "bytes": size, "process_id": pulled.process_id});
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
                true => pull.export(export),
                false => pull.languages(map).export(match only.is_empty() {
                    true => export,
                    false => export.filter_langs(only),
                }),
            }
        }
    };
    Ok(listen::to(pull, progress, context.underway, &group.project))
}

fn folder_options<'c>(mut pull: Pull<'c>, group: &Group) -> Pull<'c> {
    pull = pull.limits(ExtractLimits::default().allow_dot_names(group.dot_names));
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
    let args = PullArgs {
        dry_run: true,
        ..PullArgs::default()
    };
    if context.settings.config.pull.is_empty() {
        return Ok(Vec::new());
    }
    let progress = context.output.progress();
    let groups = groups(context, &args)?;
    let (_, plans) = planned(context, &args, client, groups, &progress).await?;
    let files = plans.0.iter().flat_map(PullPlan::files);
    let differs = files.filter(|file| file.change() != PullChange::Unchanged);
    Ok(differs.cloned().collect())
}

/// A line for each file that has changed, and one with the numbers.
fn told(context: Context<'_>, all: &[Export]) {
    let files = || all.iter().flat_map(|(_, _, files)| files);
    for file in files().filter(|file| file.change() != PullChange::Unchanged) {
        let tone = match file.change() {
            PullChange::Removed => Tone::Bad,
            _ => Tone::Good,
        };
        context.output.line(tone, &line(file));
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

/// What becomes of a file.
pub(super) fn line(file: &PullFile) -> String {
    format!("{:9} {}", file.change(), text::path(shown_path(file)))
}

/// The path of a file, without the `.` of the working folder.
fn shown_path(file: &PullFile) -> &Path {
    let path = file.path();
    path.strip_prefix(".").unwrap_or(path)
}

pub(super) fn files_json(files: &[PullFile]) -> Vec<Value> {
    let files = files.iter().map(|file| {
        let path = text::path(shown_path(file));
        json!({"path": path, "change": file.change().to_string()})
    });
    files.collect()
}
