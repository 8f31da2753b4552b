//! The commands, one file each.

mod account;
mod api;
mod branch;
mod check;
mod init;
mod keys;
mod prune;
mod pull;
mod push;
mod status;
mod texts;

use clap::CommandFactory as _;
use l10n_client::Client;
use l10n_client::pages::Items;
use l10n_sync::{Event, Sync, Workspace};

use crate::args::{Args, Command};
use crate::config;
use crate::exit::{Exit, Result};
use crate::interrupt::Underway;
use crate::output::Output;
use crate::session;
use crate::settings::Settings;
use crate::text::listed;

/// What every command needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) output: &'a Output,
    pub(crate) underway: &'a Underway,
}

pub(crate) async fn run(args: Args, output: &Output, underway: &Underway) -> Result<Exit> {
    let needs_file =
        !matches!(args.command, Command::Completions { .. } | Command::Schema | Command::Init(_));
    let settings = Settings::load(&args.common, needs_file)?;
    if let Some(target) = settings.target().filter(|_| args.command.writes()) {
        output.note(&target);
    }
    let context = Context { settings: &settings, output, underway };
    match &args.command {
        Command::Push(args) => push::run(context, args).await,
        Command::Pull(args) => pull::run(context, args).await,
        Command::Prune(args) => prune::run(context, args).await,
        Command::Status(args) => status::run(context, args).await,
        Command::Check(args) => check::run(context, args).await,
        Command::Branch(args) => branch::run(context, args).await,
        Command::Keys(command) => keys::run(context, command).await,
        Command::Api(args) => api::run(context, args).await,
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

/// Returns the push and pull between a workspace and the project.
fn sync(context: Context<'_>, workspace: Workspace) -> Result<Sync> {
    let client = session::client(context.settings)?;
    let (progress, underway) = (context.output.progress(), context.underway.clone());
    let sync = Sync::new(client, context.settings.project()?, workspace);
    Ok(sync.branch(context.settings.branch()).on_event(move |event| {
        match event {
            Event::Sending { keys } => underway.set(keys),
            Event::Sent { .. } => underway.set(0),
            _ => {}
        }
        progress.report(&event);
    }))
}

/// Prints a note for each pattern of the configuration that matches no file, and for the files
/// beside those of the configuration.
fn note_unmatched(context: Context<'_>, workspace: &Workspace) {
    let beside = workspace.beside();
    if !beside.is_empty() {
        let beside = listed(&beside, 5);
        context.output.note(&format!(
            "no group has {beside}: add a group if they are translated, or else `exclude` them"
        ));
    }
    for (key, pattern) in workspace.unmatched() {
        let advice = format!("correct `{pattern}` if it should");
        context.output.note(&format!("{key} matches no file on the disk: {advice}"));
    }
}

async fn all<T>(mut items: Items<T>) -> Result<Vec<T>, l10n_client::Error> {
    let mut all = Vec::new();
    while let Some(item) = items.next().await {
        all.push(item?);
    }
    Ok(all)
}
