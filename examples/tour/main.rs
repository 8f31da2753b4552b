//! A tour of the operations of daily work: starts the sandbox in this process, calls them, and
//! prints what came back; then shows streams, waiting, push and pull. Exits with 1 if something
//! failed.
//!
//! With `L10N_BASE_URL`, `L10N_TOKEN` and `L10N_PROJECT` set it visits that project of that service
//! instead, and only reads.

mod compound;
mod content;
mod reading;
mod report;
mod writing;

use std::process::ExitCode;

use l10n_client::{Client, Error};
use l10n_sandbox::Sandbox;

use report::Report;

#[tokio::main]
async fn main() -> ExitCode {
    let toured = match std::env::var_os("L10N_BASE_URL") {
        Some(_) => service().await,
        None => sandbox().await,
    };
    match toured {
        Ok(report) => report.finish(),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn service() -> Result<Report, Box<dyn std::error::Error>> {
    let project = std::env::var("L10N_PROJECT")
        .map_err(|_| "L10N_PROJECT is not set: it names the project to read")?;
    let client = Client::from_env()?;
    let mut report = Report::default();
    content::read(&client, &project, &mut report).await;
    reading::tour(&client, &project, &mut report).await;
    Ok(report)
}

async fn sandbox() -> Result<Report, Box<dyn std::error::Error>> {
    let sandbox = Sandbox::start().await?;
    let client = client(&sandbox)?;
    let mut report = Report::default();
    let project = sandbox.project().project_id;
    println!("Single calls:");
    content::read(&client, project, &mut report).await;
    reading::tour(&client, project, &mut report).await;
    content::write(&client, project, &mut report).await;
    writing::tour(&client, &sandbox, &mut report).await;
    println!("Beyond single calls:");
    compound::tour(&client, &sandbox, &mut report).await;
    Ok(report)
}

fn client(sandbox: &Sandbox) -> Result<Client, Error> {
    Client::builder(sandbox.base_url())
        .without_rate_limit()
        .auth_url(sandbox.auth_url())
        .cursor_api_url(sandbox.cursor_url())
        .api_token(sandbox.tokens().read_write)
        .build()
}
