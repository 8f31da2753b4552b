//! Tries the assumptions of `spec/assumptions.yaml` at a server: `cargo run --example probe`.
//!
//! With `L10N_BASE_URL` and `L10N_TOKEN` it is the service, without them a sandbox. The probe
//! makes a project, uses nothing else, and deletes the project at the end.

mod entries;
mod lacks;
mod report;
mod run;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use l10n_client::Client;
use l10n_client::types::{NewProjectLanguage, ProjectType};
use l10n_sandbox::Sandbox;
use l10n_sandbox::document::Document;

use entries::{Entry, text};
use report::{Report, say};
use run::Probe;

/// Tries what the document assumes at the service of L10N_BASE_URL and L10N_TOKEN, or at a sandbox.
#[derive(Parser)]
struct Options {
    /// Leave the project at the end
    #[arg(long)]
    keep: bool,
    /// Try only this entry, or those whose id begins so; can be repeated
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// Print the requests, and send nothing
    #[arg(long)]
    dry_run: bool,
    /// Print what has changed since this earlier report
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Where to write the report
    #[arg(long, value_name = "FILE", default_value = "probe-report.json")]
    report: PathBuf,
}

#[tokio::main]
async fn main() -> ExitCode {
    probe(&Options::parse()).await.unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(2)
    })
}

async fn probe(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let mut entries = Entry::all()?;
    let only = &options.only;
    if let Some(id) = only.iter().find(|id| !entries.iter().any(|it| it.id.starts_with(*id))) {
        return Err(format!("spec/assumptions.yaml has no entry {id}").into());
    }
    entries.retain(|it| only.is_empty() || only.iter().any(|id| it.id.starts_with(id)));
    if options.dry_run {
        say("POST /projects, with the languages en, de and fr");
        for entry in &entries {
            say(&format!("{}: {}", entry.id, entry.about()));
            entry.reason(false).iter().for_each(|reason| say(&format!("  not tried: {reason}")));
            entry.steps.iter().for_each(|step| say(&format!("  {step}")));
        }
        say("DELETE /projects/{project}");
        return Ok(ExitCode::SUCCESS);
    }
    let old = options.compare.as_deref().map(report::read).transpose()?;
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let sandbox;
    let (url, token, is_sandbox) = match (set("L10N_BASE_URL"), set("L10N_TOKEN")) {
        (Some(url), Some(token)) => (url, token, false),
        (None, None) => {
            sandbox = Sandbox::start().await?;
            (sandbox.base_url().into(), sandbox.tokens().read_write.into(), true)
        }
        _ => return Err("Set both L10N_BASE_URL and L10N_TOKEN; neither for a sandbox.".into()),
    };
    let tried = entries.iter().filter(|entry| entry.reason(is_sandbox).is_none());
    let requests = 2 + tried.map(Entry::requests).sum::<usize>();
    let server = if is_sandbox { "a sandbox" } else { &url };
    say(&format!("{} entries, about {requests} requests to {server}", entries.len()));
    let mut probe = start(&url, &token, is_sandbox).await?;
    let project = text(&probe.names["project"]);
    say(&format!("project {project}"));
    let mut report = Report::default();
    let interrupted = tokio::select! {
        () = try_all(&mut probe, &entries, &mut report) => false,
        signal = tokio::signal::ctrl_c() => { signal?; true }
    };
    if !options.keep {
        probe.client.delete_project(&project).send().await?;
        say(&format!("project {project} is deleted"));
    }
    report.exchanges(Document::embedded()?, probe.exchanges);
    let refuted = report.finish();
    if let Some(old) = old {
        report.compare(&old);
    }
    report.save(&options.report)?;
    match interrupted {
        true => Err("Interrupted: not all entries were tried.".into()),
        false => Ok(ExitCode::from(u8::from(refuted))),
    }
}

async fn start(url: &str, token: &str, is_sandbox: bool) -> Result<Probe, Box<dyn Error>> {
    let client = Client::builder(url).api_token(token).build()?;
    let stranger = Client::builder(url).api_token("invalid").build()?;
    let languages = ["en", "de", "fr"].map(NewProjectLanguage::new);
    let call = client.create_project("Probe of assumptions").languages(languages);
    let call = call.base_lang_iso("en").project_type(ProjectType::LocalizationFiles);
    let project = call.send().await?.project_id.clone();
    let names = BTreeMap::from([("project".to_owned(), project.into())]);
    Ok(Probe { client, stranger, is_sandbox, names, exchanges: Vec::new() })
}

async fn try_all(probe: &mut Probe, entries: &[Entry], report: &mut Report) {
    for entry in entries {
        let outcome = probe.run(entry).await;
        report.add(entry, outcome, entries.len());
    }
}
