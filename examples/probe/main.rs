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
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use l10n_client::Client;
use l10n_client::types::{NewProjectLanguage, ProjectType};
use l10n_sandbox::Sandbox;
use l10n_sandbox::document::Document;

use entries::Entry;
use report::Report;
use run::Probe;

/// Tries what the document assumes at the service of L10N_BASE_URL and L10N_TOKEN, or at a sandbox.
#[derive(Parser)]
struct Options {
    /// Leave the project at the end
    #[arg(long)]
    keep: bool,
    /// Try these entries only
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// Print the requests, and send nothing
    #[arg(long)]
    dry_run: bool,
    /// Print what an earlier report says otherwise
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Where to write the report
    #[arg(long, value_name = "FILE", default_value = "probe-report.json")]
    report: PathBuf,
}

#[tokio::main]
async fn main() -> ExitCode {
    match probe(&Options::parse()).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

async fn probe(options: &Options) -> Result<bool, Box<dyn Error>> {
    let mut entries = Entry::all()?;
    if let Some(id) = options.only.iter().find(|id| !entries.iter().any(|it| it.id == **id)) {
        return Err(format!("spec/assumptions.yaml has no entry {id}").into());
    }
    entries.retain(|entry| options.only.is_empty() || options.only.contains(&entry.id));
    if options.dry_run {
        entries.iter().for_each(print);
        return Ok(true);
    }
    let is_sandbox = std::env::var_os("L10N_BASE_URL").is_none();
    let sandbox = if is_sandbox { Some(Sandbox::start().await?) } else { None };
    let variable = |name| std::env::var(name).map_err(|_| format!("{name} is not set"));
    let (url, token) = match &sandbox {
        Some(sandbox) => (sandbox.base_url().to_owned(), sandbox.tokens().read_write.to_owned()),
        None => (variable("L10N_BASE_URL")?, variable("L10N_TOKEN")?),
    };
    let tried = entries.iter().filter(|entry| entry.reason(is_sandbox).is_none());
    let requests = 2 + tried.map(Entry::requests).sum::<usize>();
    println!("{} entries, about {requests} requests, 6 a second at most", entries.len());
    let (mut probe, project) = start(&url, &token, is_sandbox).await?;
    println!("project {project}");
    let mut report = Report::default();
    let stopped = tokio::select! {
        () = try_all(&mut probe, &entries, &mut report) => false,
        stopped = tokio::signal::ctrl_c() => { stopped?; true }
    };
    if options.keep {
        println!("project {project} is kept");
    } else {
        probe.client.delete_project(&project).send().await?;
    }
    report.exchanges(Document::embedded()?, &probe.exchanges);
    if let Some(old) = &options.compare {
        report.compare(old)?;
    }
    report.save(&options.report)?;
    Ok(report.finish() && !stopped)
}

/// Makes a project for the probe.
async fn start(
    url: &str,
    token: &str,
    is_sandbox: bool,
) -> Result<(Probe, String), Box<dyn Error>> {
    let client = Client::builder(url).api_token(token).build()?;
    let stranger = Client::builder(url).api_token("invalid").build()?;
    let languages = ["en", "de", "fr"].map(NewProjectLanguage::new);
    let call = client.create_project("Probe of assumptions").languages(languages);
    let call = call.base_lang_iso("en").project_type(ProjectType::LocalizationFiles);
    let project = call.send().await?.project_id.clone();
    let names = BTreeMap::from([("project".to_owned(), project.clone().into())]);
    Ok((Probe { client, stranger, is_sandbox, names, exchanges: Vec::new() }, project))
}

async fn try_all(probe: &mut Probe, entries: &[Entry], report: &mut Report) {
    for (index, entry) in entries.iter().enumerate() {
        print!("[{}/{}] ", index + 1, entries.len());
        let outcome = probe.run(entry).await;
        report.add(entry, outcome);
    }
}

fn print(entry: &Entry) {
    println!("{}: {}", entry.id, entry.about());
    if let Some(reason) = &entry.not_tried {
        println!("  not tried: {reason}");
    }
    for step in &entry.steps {
        let (request, body) = step.request();
        let body = body.map(|it| it.to_string()).unwrap_or_default();
        println!("  {request} {body} {}", step.data.as_deref().unwrap_or_default());
    }
}
