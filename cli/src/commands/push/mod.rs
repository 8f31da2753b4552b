//! `l10n push`: the groups of files of the configuration, each to its project.

mod run;
mod told;

use l10n_client::types::FileUpload;
use serde_json::json;

use super::Context;
use crate::args::PushArgs;
use crate::config::{self, OneOrMany, PushGroup};
use crate::exit::{Done, Failure};
use crate::session;

/// A group of files on their way to a project.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) project: String,
    pub(crate) patterns: Vec<String>,
    pub(crate) lang: Option<String>,
    pub(crate) only: Vec<String>,
    pub(crate) except: Vec<String>,
    pub(crate) name: Option<String>,
    pub(crate) options: FileUpload,
}

pub(super) async fn run(context: Context<'_>, args: &PushArgs) -> Done {
    let groups = groups(context, args)?;
    let client = session::client(context.settings)?;
    let mut told = told::Told::default();
    for project in by_project(groups) {
        run::project(context, args, &client, project, &mut told).await?;
    }
    let exit = told.exit();
    context.output.result(exit, json!({"dry_run": args.dry_run, "files": told.files()}));
    Ok(exit)
}

/// The groups of the configuration, with what the arguments say in the place of what it says.
pub(crate) fn groups(context: Context<'_>, args: &PushArgs) -> Done<Vec<Group>> {
    let configured = &context.settings.config.push;
    let of_arguments = [PushGroup::default()];
    let groups = match (args.files.is_empty(), configured.as_slice()) {
        (false, _) => &of_arguments,
        (true, []) => {
            return Err(Failure::usage(
                "there is nothing to push: give patterns, as `l10n push 'locales/{lang}/*.json'`, or \
                 write groups of `[[push]]` in the configuration, as `l10n init` does",
            ));
        }
        (true, configured) => configured,
    };
    groups.iter().map(|group| self::group(context, args, group)).collect()
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
    let options = args.options.as_ref().map_or(&group.options, |options| &options.0);
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
pub(crate) fn by_project(groups: Vec<Group>) -> Vec<Vec<Group>> {
    let mut projects: Vec<Vec<Group>> = Vec::new();
    for group in groups {
        match projects.iter_mut().find(|project| project[0].project == group.project) {
            Some(project) => project.push(group),
            None => projects.push(vec![group]),
        }
    }
    projects
}
