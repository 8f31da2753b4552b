//! `l10n pull`: the exports of the configuration, each into its folder.

use std::path::PathBuf;

use l10n_client::types::builder::FileExport;
use serde_json::{Map, Value, json};

use super::Context;
use crate::args::PullArgs;
use crate::config::{self, FinalNewline, LineEndings, OneOrMany, PullGroup};
use crate::exit::{Done, Exit, Failure};
use crate::output::Tone;
use crate::session;

/// An export on its way into a folder.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) project: String,
    pub(crate) folder: PathBuf,
    pub(crate) export: FileExport,
    pub(crate) only: Vec<String>,
    pub(crate) prune: Option<String>,
    pub(crate) line_endings: Option<LineEndings>,
    pub(crate) final_newline: Option<FinalNewline>,
}

pub(super) async fn run(context: Context<'_>, args: &PullArgs) -> Done {
    let groups = groups(context, args)?;
    let client = session::client(context.settings)?;
    let mut files = Vec::new();
    for group in groups {
        let progress = context.output.progress();
        let export = group.export;
        let pull = client.pull(&group.project).export(|_| export);
        let pull = pull.on_progress(|done, all| progress.bytes(done, all));
        let pulled = pull.asynchronous(args.asynchronous).to_folder(&group.folder).await?;
        drop(progress);
        for file in pulled.files {
            context.output.line(Tone::Good, &file.display().to_string());
            files.push(json!({"path": file}));
        }
    }
    context.output.result(Exit::Done, json!({"dry_run": args.dry_run, "files": files}));
    Ok(Exit::Done)
}

/// The exports of the configuration, with what the arguments say in the place of what it says.
pub(crate) fn groups(context: Context<'_>, args: &PullArgs) -> Done<Vec<Group>> {
    let of_arguments = [PullGroup::default()];
    let groups = match context.settings.config.pull.as_slice() {
        [] => &of_arguments,
        configured => configured,
    };
    groups.iter().map(|group| self::group(context, args, group)).collect()
}

fn group(context: Context<'_>, args: &PullArgs, group: &PullGroup) -> Done<Group> {
    let settings = context.settings;
    let format = args.format.as_ref().or(group.format.as_ref()).ok_or_else(|| {
        Failure::usage(
            "the format of the files is not set: write `format = \"json\"` in a group of `[[pull]]` \
             of the configuration, or give --format or L10N_PULL_FORMAT",
        )
    })?;
    let options: &Map<String, Value> =
        args.options.as_ref().map_or(&group.options, |options| &options.0);
    let only = match args.only.as_slice() {
        [] => settings.local_codes(&group.only)?,
        given => settings.local_codes(&OneOrMany::Many(given.to_vec()))?,
    };
    let folder = args.folder.as_ref().or(group.folder.as_ref());
    Ok(Group {
        project: settings.project(group.project.as_deref(), group.branch.as_deref())?,
        folder: folder.map_or_else(|| settings.folder.clone(), |to| settings.folder.join(to)),
        export: config::export(format, options)?,
        only,
        prune: args.prune.clone().or_else(|| group.prune.clone()),
        line_endings: args.line_endings.or(group.line_endings),
        final_newline: args.final_newline.or(group.final_newline),
    })
}
