//! `l10n processes`: lists the service's background processes, or waits for one.

use l10n_client::Client;
use l10n_client::types::{ProcessStatus, QueuedProcess};
use serde_json::{Value, json};

use super::Context;
use crate::args::ProcessesArgs;
use crate::exit::{Exit, Result};
use crate::output::Tone;
use crate::session;

pub(super) async fn run(context: Context<'_>, args: &ProcessesArgs) -> Result<Exit> {
    let client = session::client(context.settings).await?;
    let project = super::address(context, &client).await?;
    match &args.id {
        Some(id) => one(context, &client, &project, id, args.wait).await,
        None => list(context, &client, &project, args.limit).await,
    }
}

async fn one(
    context: Context<'_>,
    client: &Client,
    project: &str,
    id: &str,
    wait: bool,
) -> Result<Exit> {
    let call = client.get_process(project, id);
    let process = match wait {
        true => call.wait().await?,
        false => call.send().await?.into_inner().process,
    };
    context.output.line(tone(&process), &line(&process));
    let details = process.details.iter();
    for file in details.flat_map(|details| details.files.iter().flatten()) {
        let name = file.name_original.as_deref().unwrap_or("a file");
        let counts = [
            (file.key_count_inserted, "inserted"),
            (file.key_count_updated, "updated"),
            (file.key_count_skipped, "skipped"),
        ];
        let counts =
            counts.iter().filter_map(|(count, what)| Some(format!("{} {what}", (*count)?)));
        let counts: Vec<_> = counts.collect();
        context.output.line(Tone::Plain, &format!("  {name}: {}", counts.join(", ")));
    }
    context.output.done(json!({"process": to_json(&process)}))
}

async fn list(context: Context<'_>, client: &Client, project: &str, limit: usize) -> Result<Exit> {
    let mut processes = super::all(client.list_processes(project).stream()).await?;
    processes.sort_by_key(|process| std::cmp::Reverse(process.created_at_timestamp));
    processes.truncate(limit);
    for process in &processes {
        context.output.line(tone(process), &line(process));
    }
    let processes: Vec<_> = processes.iter().map(to_json).collect();
    context.output.done(json!({"processes": processes}))
}

fn line(process: &QueuedProcess) -> String {
    let kind = process.type_.as_ref().map(ToString::to_string);
    let created = process.created_at.as_ref().map(ToString::to_string);
    let message = process.message.as_deref().unwrap_or_default();
    format!(
        "{}  {:<12}  {:<9}  {}  {message}",
        process.process_id,
        kind.as_deref().unwrap_or("-"),
        process.status.to_string(),
        created.as_deref().unwrap_or("-"),
    )
    .trim_end()
    .to_owned()
}

fn tone(process: &QueuedProcess) -> Tone {
    match process.status {
        ProcessStatus::Finished => Tone::Good,
        ProcessStatus::Failed | ProcessStatus::Cancelled => Tone::Bad,
        _ => Tone::Plain,
    }
}

/// Returns a process as JSON, without the link of an export: that is a credential.
pub(super) fn to_json(process: &QueuedProcess) -> Value {
    let mut object = json!(process);
    if let Some(details) = object["details"].as_object_mut() {
        details.remove("download_url");
    }
    object
}
