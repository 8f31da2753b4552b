//! The sandbox as a program: prints its addresses and ids, and serves until it is stopped.

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
    let ended: Result<(), Box<dyn Error>> = match options.health {
        true => health::check(&options).map_err(Into::into),
        false => tokio::runtime::Runtime::new()
            .map_err(Into::into)
            .and_then(|runtime| runtime.block_on(run(options))),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            _ = writeln!(io::stderr(), "l10n-sandbox: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    let signal = stop::at_signal()?;
    let sandbox = options.start().await?;
    let summary = match options.json {
        true => format!("{}\n", sandbox.description()),
        false => summary(&sandbox)?,
    };
    // The reader may have gone, as that of `l10n-sandbox | head -1`, or the disk be full.
    _ = io::stdout().write_all(summary.as_bytes());
    if options.stop_with_stdin {
        stop::with_stdin();
    }
    signal.await;
    // Without waiting for requests in progress.
    std::process::exit(0)
}

const LISTED_PROJECTS: usize = 10;

fn summary(sandbox: &Sandbox) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    writeln!(out, "main API              {}", sandbox.base_url())?;
    writeln!(out, "authorization server  {}", sandbox.auth_url())?;
    writeln!(out, "cursor API            {}", sandbox.cursor_url())?;
    writeln!(out, "bundles               {}", sandbox.bundle_url())?;
    writeln!(out, "control               {}", sandbox.control_url())?;
    writeln!(out, "page, in a browser    {}/", sandbox.control_url())?;
    let state = sandbox.description();
    for (name, secret) in state["tokens"].as_object().into_iter().flatten() {
        writeln!(out, "token {name:<15} {}", text(secret))?;
    }
    let app = &state["oauth_app"];
    if !app.is_null() {
        let (id, secret) = (text(&app["client_id"]), text(&app["client_secret"]));
        writeln!(out, "OAuth client          {id} / {secret}")?;
    }
    for project in state["projects"].as_array().into_iter().flatten().take(LISTED_PROJECTS) {
        writeln!(out, "project               {}", text(&project["project_id"]))?;
    }
    writeln!(out, "more                  curl {}/state", sandbox.control_url())?;
    Ok(out)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
