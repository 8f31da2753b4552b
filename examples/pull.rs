//! Pulls the translations of a project into a folder, or into a file where the name ends with `.zip`.
//!
//! ```sh
//! cargo run --example pull -- locales
//! cargo run --example pull -- bundle.zip yaml
//! ```
//!
//! The second argument is the format; JSON by default. Runs against the sandbox. With `L10N_BASE_URL`, `L10N_TOKEN` and
//! `L10N_PROJECT` set it pulls that project of that service.
//!
//! Exits with 0 when the files are there, with 2 when the arguments or settings are wrong, with 3 when the same may succeed
//! later, and with 1 otherwise. Unless it exits with 0 no file has changed.

use std::error::Error as StdError;
use std::path::PathBuf;
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use l10n_client::{Client, Error, ErrorKind, Pulled};
use l10n_sandbox::Sandbox;

type Failure = Box<dyn StdError>;

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(target) = arguments.next().map(PathBuf::from) else {
        eprintln!("usage: pull FOLDER|FILE.zip [FORMAT]");
        return ExitCode::from(2);
    };
    let format = arguments.next().unwrap_or_else(|| "json".to_owned());
    match pull(target, format).await {
        Ok(pulled) => {
            for file in pulled.files {
                println!("{}", file.display());
            }
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{failure}");
            let causes = std::iter::successors(failure.source(), |cause| (**cause).source());
            causes.for_each(|cause| eprintln!("  because: {cause}"));
            ExitCode::from(code(&failure))
        }
    }
}

async fn pull(target: PathBuf, format: String) -> Result<Pulled, Failure> {
    if std::env::var_os("L10N_BASE_URL").is_some() {
        let project = std::env::var("L10N_PROJECT").map_err(|_| "L10N_PROJECT is not set")?;
        return pull_from(&Client::from_env()?, &project, target, format).await;
    }
    let sandbox = Sandbox::start().await?;
    let token = sandbox.tokens().read_write;
    let client = Client::builder(sandbox.base_url())
        .api_token(token)
        .build()?;
    pull_from(&client, sandbox.project().project_id, target, format).await
}

async fn pull_from(
    client: &Client,
    project: &str,
    target: PathBuf,
    format: String,
) -> Result<Pulled, Failure> {
    let style = ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}")?;
    let bar = ProgressBar::no_length().with_style(style);
    let pull = client
        .pull(project)
        .export(|body| body.format(format))
        .on_progress(|received, total| {
            bar.update(|state| {
                state.set_pos(received);
                state.set_len(total.unwrap_or(received));
            });
        });
    let is_file = target
        .extension()
        .is_some_and(|extension| extension == "zip");
    let pulled = if is_file {
        pull.to_file(target).await
    } else {
        pull.to_folder(target).await
    };
    bar.finish_and_clear();
    Ok(pulled?)
}

/// What is no error of a call is one of the settings.
fn code(failure: &Failure) -> u8 {
    match failure.downcast_ref::<Error>() {
        Some(error) if error.is_retryable() => 3,
        Some(error) if error.kind() != ErrorKind::Configuration => 1,
        _ => 2,
    }
}
