//! `l10n push`: the groups of files of the configuration, each to its project.

mod listen;
mod told;

use std::collections::HashSet;
use std::path::Path;

use l10n_client::types::FileUpload;
use l10n_client::{AbsentKeys, Client, LanguageMap, Push, PushPlan};
use serde_json::json;

use super::Context;
use crate::args::PushArgs;
use crate::config::{self, OneOrMany, PushGroup, set_options};
use crate::exit::{Done, Failure};
use crate::output::Progress;
use crate::session;

/// A group of files on their way to a project.
#[derive(Debug)]
struct Group {
    project: String,
    patterns: Vec<String>,
    lang: Option<String>,
    only: Vec<String>,
    except: Vec<String>,
    name: Option<String>,
    options: FileUpload,
}

pub(super) async fn run(context: Context<'_>, args: &PushArgs) -> Done {
    let groups = groups(context, args)?;
    let client = session::client(context.settings).await?;
    let progress = context.output.progress();
    let plans = plans(context, args, &client, groups, &progress).await?;
    let mut told = told::Told::default();
    for (project, plan) in plans {
        match args.dry_run {
            true => {
                context.output.text(plan.to_string().trim_end());
                told.plan(&project, &plan);
            }
            false => told.sent(context.output, &project, plan.send().await),
        }
    }
    drop(progress);
    if !args.dry_run {
        context.output.line(told.tone(), &told.summary());
    }
    context.output.result(
        told.exit(),
        json!({"dry_run": args.dry_run, "projects": told.projects}),
    );
    Ok(told.exit())
}

/// The plan of each project. Nothing is sent before all of them are there.
async fn plans<'c>(
    context: Context<'_>,
    args: &PushArgs,
    client: &'c Client,
    groups: Vec<Group>,
    progress: &Progress,
) -> Done<Vec<(String, PushPlan<'c>)>> {
    let mut plans = Vec::new();
    for groups in by_project(groups) {
        let project = groups[0].project.clone();
        progress.phase("comparing");
        let push = push(context, args, client, groups);
        let push = listen::to(push, progress, context.underway);
        plans.push((project, push.plan().await?));
    }
    Ok(plans)
}

/// What differs from what the service has, as far as the ledger knows.
pub(super) async fn differing(context: Context<'_>, client: &Client) -> Done<Option<told::Told>> {
    let args = PushArgs::default();
    if context.settings.config.push.is_empty() {
        return Ok(None);
    }
    let progress = context.output.progress();
    let groups = groups(context, &args)?;
    let mut told = told::Told::default();
    for (project, plan) in plans(context, &args, client, groups, &progress).await? {
        told.plan(&project, &plan);
    }
    Ok(Some(told))
}

/// Notes in the ledger what was pulled from a project, as it is now: the next push leaves it out
/// until it changes.
pub(super) async fn mark_pulled(
    context: Context<'_>,
    client: &Client,
    pulled: &HashSet<(&str, &Path)>,
) -> Done<()> {
    let config = &context.settings.config;
    if config.push.is_empty() || config.ledger.is_none() {
        return Ok(());
    }
    let (args, progress) = (PushArgs::default(), context.output.progress());
    let groups = groups(context, &args)?;
    let project = |group: &Group| pulled.iter().any(|(project, _)| *project == group.project);
    let groups = groups.into_iter().filter(project).collect();
    for (project, mut plan) in plans(context, &args, client, groups, &progress).await? {
        plan.retain(|file| pulled.contains(&(project.as_str(), file.file().path())));
        plan.mark_as_sent().await?;
    }
    Ok(())
}

/// A push of the groups of one project.
fn push<'c>(
    context: Context<'_>,
    args: &PushArgs,
    client: &'c Client,
    groups: Vec<Group>,
) -> Push<'c> {
    let config = &context.settings.config;
    let map: LanguageMap = config.languages.iter().collect();
    let mut push = client
        .push(&groups[0].project)
        .base(&context.settings.folder)
        .languages(map);
    if let Some(ledger) = args.ledger.as_ref().or(config.ledger.as_ref()) {
        push = push.ledger(ledger).all(args.all);
    }
    if let Some(files) = args.concurrency {
        push = push.concurrency(files);
    }
    if args.without_waiting {
        push = push.without_waiting();
    }
    if let Some(absent) = absent_keys(args) {
        push = push.absent_keys(absent);
    }
    groups
        .into_iter()
        .fold(push, |push, group| push.group(group.into_files()))
}

impl Group {
    fn into_files<'a>(self) -> l10n_client::PushGroup<'a> {
        let options = self.options;
        let mut files = l10n_client::PushGroup::new();
        files = files.options(move |body| set_options(body, &options));
        for pattern in self.patterns {
            files = match &self.lang {
                Some(lang) => files.glob_in(pattern, lang),
                None => files.glob(pattern),
            };
        }
        if let Some(name) = self.name {
            files = files.filename_template(name);
        }
        if !self.only.is_empty() {
            files = files.only_languages(self.only);
        }
        files.except_languages(self.except)
    }
}

/// What is to become of keys that no file has any more; nothing where they are not looked for.
fn absent_keys(args: &PushArgs) -> Option<AbsentKeys> {
    if !args.remove_absent_keys {
        return args.absent_keys.then(AbsentKeys::show);
    }
    let mut absent = AbsentKeys::remove();
    if let Some(keys) = args.up_to {
        absent = absent.up_to(keys);
    }
    if let Some(percent) = args.up_to_percent {
        absent = absent.up_to_percent(percent);
    }
    Some(if args.confirmed {
        absent.confirmed()
    } else {
        absent
    })
}

/// The groups of the configuration, with what the arguments say in the place of what it says.
fn groups(context: Context<'_>, args: &PushArgs) -> Done<Vec<Group>> {
    let of_arguments = [PushGroup::default()];
    let groups = match (
        args.files.is_empty(),
        context.settings.config.push.as_slice(),
    ) {
        (false, _) => &of_arguments,
        (true, []) => {
            return Err(Failure::usage(
                "there is nothing to push: give patterns, as `l10n push 'locales/{lang}/*.json'`, \
                 or write groups of `[[push]]` in the configuration, as `l10n init` does",
            ));
        }
        (true, configured) => configured,
    };
    groups
        .iter()
        .map(|group| self::group(context, args, group))
        .collect()
}

fn group(context: Context<'_>, args: &PushArgs, group: &PushGroup) -> Done<Group> {
    let settings = context.settings;
    let codes = |given: &[String], configured: &OneOrMany| match given {
        [] => settings.local_codes(configured),
        given => settings.local_codes(&OneOrMany::Many(given.to_vec())),
    };
    let patterns = match args.files.as_slice() {
        [] => group.files.as_slice(),
        given => given,
    };
    let options = args
        .options
        .as_ref()
        .map_or(&group.options, |options| &options.0);
    Ok(Group {
        project: settings.project(group.project.as_deref(), group.branch.as_deref())?,
        patterns: patterns.to_vec(),
        lang: args.lang.clone().or_else(|| group.lang.clone()),
        only: codes(&args.only, &group.only)?,
        except: codes(&args.except, &group.except)?,
        name: args.name.clone().or_else(|| group.name.clone()),
        options: config::upload(options)?,
    })
}

/// The groups of each project together, in the order in which the projects come.
fn by_project(groups: Vec<Group>) -> Vec<Vec<Group>> {
    let mut projects: Vec<Vec<Group>> = Vec::new();
    for group in groups {
        match projects
            .iter_mut()
            .find(|project| project[0].project == group.project)
        {
            Some(project) => project.push(group),
            None => projects.push(vec![group]),
        }
    }
    projects
}
