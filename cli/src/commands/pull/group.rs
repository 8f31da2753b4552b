//! The exports of the configuration, with what the arguments say in the place of what it says.

use std::path::{Path, PathBuf};

use l10n_client::types::FileExport;
use serde_json::{Map, Value};

use crate::args::PullArgs;
use crate::commands::Context;
use crate::config::{self, FinalNewline, LineEndings, OneOrMany, PullGroup};
use crate::exit::{Done, Failure};

/// An export on its way into a folder.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) project: String,
    pub(super) folder: PathBuf,
    pub(super) export: FileExport,
    pub(super) only: Vec<String>,
    pub(super) prune: Option<String>,
    pub(super) line_endings: Option<LineEndings>,
    pub(super) final_newline: Option<FinalNewline>,
    pub(super) dot_names: bool,
}

pub(super) fn groups(context: Context<'_>, args: &PullArgs) -> Done<Vec<Group>> {
    let of_arguments = [PullGroup::default()];
    let groups = match context.settings.config.pull.as_slice() {
        [] => &of_arguments,
        configured => configured,
    };
    groups
        .iter()
        .map(|group| self::group(context, args, group))
        .collect()
}

fn group(context: Context<'_>, args: &PullArgs, group: &PullGroup) -> Done<Group> {
    let settings = context.settings;
    // What was exported before has its format.
    let earlier = args.from_process.as_ref().map(|_| String::new());
    let format = args
        .format
        .clone()
        .or_else(|| group.format.clone())
        .or(earlier);
    let format = format.ok_or_else(|| {
        Failure::usage(
            "the format of the files is not set: write `format = \"json\"` in a group of \
             `[[pull]]` of the configuration, or give --format or L10N_PULL_FORMAT",
        )
    })?;
    let options: &Map<String, Value> = args
        .options
        .as_ref()
        .map_or(&group.options, |options| &options.0);
    let only = match args.only.as_slice() {
        [] => settings.local_codes(&group.only)?,
        given => settings.local_codes(&OneOrMany::Many(given.to_vec()))?,
    };
    let folder = args
        .folder
        .as_deref()
        .or(group.folder.as_deref())
        .unwrap_or(Path::new(""));
    let folder = settings.folder.join(folder);
    let is_here = folder.as_os_str().is_empty();
    Ok(Group {
        project: settings.project(group.project.as_deref(), group.branch.as_deref())?,
        folder: if is_here { PathBuf::from(".") } else { folder },
        export: config::export(&format, options)?,
        only,
        prune: args.prune.clone().or_else(|| group.prune.clone()),
        line_endings: args.line_endings.or(group.line_endings),
        final_newline: args.final_newline.or(group.final_newline),
        dot_names: args.dot_names || group.dot_names,
    })
}

impl From<LineEndings> for l10n_client::LineEndings {
    fn from(ends: LineEndings) -> Self {
        match ends {
            LineEndings::Lf => Self::Lf,
            LineEndings::Crlf => Self::Crlf,
            LineEndings::AsExported => Self::AsExported,
            LineEndings::AsInPlace => Self::AsInPlace,
        }
    }
}

impl From<FinalNewline> for l10n_client::FinalNewline {
    fn from(last: FinalNewline) -> Self {
        match last {
            FinalNewline::AsExported => Self::AsExported,
            FinalNewline::Always => Self::Always,
            FinalNewline::Never => Self::Never,
        }
    }
}
