//! A tour of the operations: starts the sandbox in this process, calls them in all variants of their
//! responses, and prints what came back; then shows streams, waiting, push and pull. Exits with 1 if
//! something failed.
//!
//! With `L10N_BASE_URL`, `L10N_TOKEN` and `L10N_PROJECT` set it visits that project of that service
//! instead, and only reads.

mod compound;
mod content;
mod reading;
mod report;
mod team;
mod work;
mod writing;

use std::process::ExitCode;

use l10n_client::{Client, Error};
use l10n_sandbox::{Preset, Quirk, Sandbox, Variant};

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
    work::read(&client, &project, &mut report).await;
    reading::tour(&client, &project, &mut report).await;
    team::read(&client, &mut report).await;
    Ok(report)
}

async fn sandbox() -> Result<Report, Box<dyn std::error::Error>> {
    let sandbox = Sandbox::start().await?;
    let client = client(&sandbox)?;
    let mut report = Report::default();
    let variants = [
        ("As it was recorded", Some(Preset::Observed)),
        ("As the service's samples show it", Some(Preset::Sample)),
        ("In the other variant of each contradiction", None),
    ];
    for (title, preset) in variants {
        sandbox.reset();
        for quirk in Quirk::ALL {
            let variant = preset.map_or(Variant::Other, |preset| quirk.variant_in(preset));
            sandbox.set_variant(quirk, variant);
        }
        println!("{title}:");
        content::read(&client, sandbox.project().project_id, &mut report).await;
        work::read(&client, sandbox.project().project_id, &mut report).await;
        reading::tour(&client, sandbox.project().project_id, &mut report).await;
        team::read(&client, &mut report).await;
        work::write(&client, &sandbox, &mut report).await;
        content::write(&client, sandbox.project().project_id, &mut report).await;
        writing::tour(&client, &sandbox, &mut report).await;
        team::write(&client, &sandbox, &mut report).await;
    }
    sandbox.reset();
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
