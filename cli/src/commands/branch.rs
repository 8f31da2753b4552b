//! `l10n branch`: creates, merges and deletes branches of the project.

use l10n_client::types::ConflictResolution;
use l10n_sync::{Branch, BranchChange};
use serde_json::json;

use super::Context;
use crate::args::{BranchAction, BranchArgs};
use crate::exit::{Exit, Failure, Result};
use crate::session;

pub(super) async fn run(context: Context<'_>, args: &BranchArgs) -> Result<Exit> {
    if args.conflicts.is_some() && args.action != BranchAction::Merge {
        return Err(Failure::usage("`--conflicts` is only for `merge`: remove it"));
    }
    let project = context.settings.project()?;
    let client = session::client(context.settings)?;
    let root = context.settings.root();
    let side = args.conflicts.as_ref().map(ConflictResolution::from);
    let (change, done) = match args.action {
        BranchAction::Create => (BranchChange::Create, "created"),
        BranchAction::Delete => (BranchChange::Delete, "deleted"),
        BranchAction::Merge => (BranchChange::Merge(side), "merged"),
    };
    let is_plain_merge = change == BranchChange::Merge(None);
    let changed = named(context, args).change(&client, project, root, change).await;
    let (name, is_changed) = changed.map_err(Failure::from).inspect_err(|failure| {
        if is_plain_merge && failure.exit == Exit::Rejected {
            context.output.note("if both branches changed a text, choose a side: `--conflicts`");
        }
    })?;
    let done = if is_changed { done } else { "exists" };
    context.output.line(&format!("{done:<7}  {name}"));
    context.output.done(json!({"project": project, "branch": name, "change": done}))
}

/// Returns the named branch, else the one of the settings, else the current Git branch.
fn named(context: Context<'_>, args: &BranchArgs) -> Branch {
    match (args.name.as_deref(), context.settings.branch()) {
        (Some("auto"), _) | (None, Branch::Default) => Branch::Auto,
        (Some(name), _) => Branch::Named(name.to_owned()),
        (None, branch) => branch,
    }
}
