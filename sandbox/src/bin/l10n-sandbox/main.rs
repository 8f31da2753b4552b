//! The sandbox as a program: prints its addresses and ids, and serves until it is stopped.

mod options;
mod stop;

use std::error::Error;
use std::io::{self, Write as _};
use std::net::TcpStream;
use std::process::ExitCode;

use l10n_sandbox::Sandbox;
use serde_json::Value;

use options::Options;

fn main() -> ExitCode {
    let options = Options::read();
    let ended: Result<(), Box<dyn Error>> = match options.health {
        true => check_health(&options.listen),
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

/// For containers without `curl`. With TLS too, an accepted connection is enough.
fn check_health(listen: &str) -> Result<(), Box<dyn Error>> {
    let connected = TcpStream::connect(listen);
    connected.map(drop).map_err(|error| format!("no sandbox at --listen {listen}: {error}").into())
}

async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    let signal = stop::at_signal()?;
    let sandbox = options.start().await?;
    let summary = match options.json {
        true => format!("{}\n", sandbox.description()),
        false => summary(&sandbox),
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

/// The addresses, tokens and ids, named as with `--json`.
fn summary(sandbox: &Sandbox) -> String {
    let state = sandbox.description();
    let names = ["base_url", "auth_url", "cursor_url", "bundle_url", "control_url"];
    let mut rows = Vec::from(names.map(|name| (name.to_owned(), &state[name])));
    for object in ["tokens", "oauth_app"] {
        let members = state[object].as_object().into_iter().flatten();
        rows.extend(members.map(|(name, value)| (format!("{object}.{name}"), value)));
    }
    let projects = state["projects"].as_array().into_iter().flatten().take(LISTED_PROJECTS);
    rows.extend(projects.map(|it| ("project_id".to_owned(), &it["project_id"])));
    let rows = rows.iter().map(|(name, value)| format!("{name:<23} {}\n", text(value)));
    let control = text(&state["control_url"]);
    rows.collect::<String>() + &format!("more: curl {control}/state, or {control}/ in a browser\n")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
