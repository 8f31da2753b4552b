//! The commands, one file each.

mod api;
mod branch;
mod check;
mod init;
mod keys;
mod listen;
mod login;
mod processes;
mod prune;
mod pull;
mod push;
mod snapshot;
mod status;
mod texts;

use std::io::Read as _;
use std::path::Path;

use clap::CommandFactory as _;
use l10n_client::Client;
use l10n_client::pages::Items;
use l10n_sync::{Sync, Workspace};

use crate::args::{Args, Command};
use crate::config;
use crate::exit::{Exit, Failure, Result};
use crate::interrupt::{Underway, blocking};
use crate::output::{Output, Progress};
use crate::settings::Settings;

/// What every command needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) output: &'a Output,
    pub(crate) underway: &'a Underway,
}

pub(crate) async fn run(args: Args, output: &Output, underway: &Underway) -> Result<Exit> {
    let common = &args.common;
    let settings = match args.command {
        Command::Completions { .. } | Command::Schema | Command::Init(_) => {
            Settings::of_options(common)
        }
        _ => Settings::load(common)?,
    };
    let context = Context { settings: &settings, output, underway };
    match &args.command {
        Command::Push(args) => push::run(context, args).await,
        Command::Pull(args) => pull::run(context, args).await,
        Command::Prune(args) => prune::run(context, args).await,
        Command::Status(args) => status::run(context, args).await,
        Command::Check(args) => check::run(context, args).await,
        Command::Branch(args) => branch::run(context, args).await,
        Command::Snapshot(args) => snapshot::run(context, args).await,
        Command::Keys(command) => keys::run(context, command).await,
        Command::Processes(args) => processes::run(context, args).await,
        Command::Api(args) => api::run(context, args).await,
        Command::Login(args) => login::run(context, args).await,
        Command::Logout => login::forget(context).await,
        Command::Init(args) => init::run(context, args).await,
        Command::Schema => {
            output.always(&format!("{:#}", config::schema()));
            Ok(Exit::Done)
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Args::command(), "l10n", &mut script);
            output.always(String::from_utf8_lossy(&script).trim_end());
            Ok(Exit::Done)
        }
    }
}

/// Returns the project with its branch, as calls address it.
async fn address(context: Context<'_>, client: &Client) -> Result<String> {
    let settings = context.settings;
    let (project, root) = (settings.project()?, settings.root());
    Ok(settings.branch().address(client, project, root).await?)
}

/// Returns the push and pull between a workspace and the project. Its events are progress.
fn sync(
    context: Context<'_>,
    client: Client,
    workspace: Workspace,
    progress: &Progress,
) -> Result<Sync> {
    let sync = Sync::new(client, context.settings.project()?, workspace);
    let sync = sync.branch(context.settings.branch());
    Ok(sync.on_event(listen::to(progress, context.underway)))
}

/// Prints a note for each pattern of the configuration that matches no file.
fn note_unmatched(context: Context<'_>, workspace: &Workspace) {
    for (key, pattern) in workspace.unmatched() {
        context
            .output
            .note(&format!("{key} matches no file on the disk: correct `{pattern}` if it should"));
    }
}

async fn all<T>(mut items: Items<T>) -> Result<Vec<T>, l10n_client::Error> {
    let mut all = Vec::new();
    while let Some(item) = items.next().await {
        all.push(item?);
    }
    Ok(all)
}

async fn standard_input() -> Result<String> {
    blocking(|| {
        let mut text = String::new();
        let read = std::io::stdin().read_to_string(&mut text);
        read.map_err(|error| Failure::local("read", Path::new("standard input"), &error))?;
        Ok(text)
    })
    .await
}
