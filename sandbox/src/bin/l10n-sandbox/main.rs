//! The sandbox as a program: prints where it is and what it was seeded with, and serves until it is
//! stopped.

mod health;
mod options;
mod stop;

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use l10n_sandbox::Sandbox;
use serde_json::Value;

use options::Options;

fn main() -> ExitCode {
    let options = Options::read();
    let ended = match options.health {
        true => health::check(&options).map_err(Into::into),
        false => tokio::runtime::Runtime::new()
            .map_err(Into::into)
            .and_then(|runtime| runtime.block_on(run(options))),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("l10n-sandbox: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves until the process ends: at a signal, or with the standard input where that was asked for.
async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    stop::at_signal()?;
    let sandbox = options.start().await?;
    let summary = match options.json {
        true => format!("{}\n", sandbox.description()),
        false => summary(&sandbox)?,
    };
    // Who reads it may have gone, as `head -1` has.
    _ = io::stdout().write_all(summary.as_bytes());
    if options.stop_with_stdin {
        stop::with_stdin();
    }
    std::future::pending().await
}

/// How many projects are printed; `/state` has all.
const LISTED_PROJECTS: usize = 10;

fn summary(sandbox: &Sandbox) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    writeln!(out, "main API              {}", sandbox.base_url())?;
    writeln!(out, "authorization server  {}", sandbox.auth_url())?;
    writeln!(out, "cursor API            {}", sandbox.cursor_url())?;
    writeln!(out, "bundle host           {}", sandbox.bundle_url())?;
    writeln!(out, "control               {}", sandbox.control_url())?;
    writeln!(out, "page, in a browser    {}/", sandbox.control_url())?;
    let said = sandbox.description();
    let list = |name: &str| said[name].as_array().cloned().unwrap_or_default();
    for (name, secret) in said["tokens"].as_object().into_iter().flatten() {
        writeln!(out, "token {name:<15} {}", text(secret))?;
    }
    let app = &said["oauth_app"];
    if !app.is_null() {
        let (id, secret) = (text(&app["client_id"]), text(&app["client_secret"]));
        writeln!(out, "OAuth client          {id} / {secret}")?;
    }
    for project in list("projects").iter().take(LISTED_PROJECTS) {
        writeln!(out, "project               {}", text(&project["project_id"]))?;
    }
    writeln!(out, "more                  curl {}/state", sandbox.control_url())?;
    Ok(out)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
