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

fn summary(sandbox: &Sandbox) -> String {
    let (state, control) = (sandbox.description(), sandbox.control_url());
    let mut rows = vec![
        ("main API".to_owned(), sandbox.base_url().to_owned()),
        ("authorization server".to_owned(), sandbox.auth_url().to_owned()),
        ("cursor API".to_owned(), sandbox.cursor_url().to_owned()),
        ("bundles".to_owned(), sandbox.bundle_url().to_owned()),
        ("control".to_owned(), control.to_owned()),
        ("page, in a browser".to_owned(), format!("{control}/")),
    ];
    let tokens = state["tokens"].as_object().into_iter().flatten();
    rows.extend(tokens.map(|(name, secret)| (format!("token {name}"), text(secret))));
    if let Some(app) = state["oauth_app"].as_object() {
        let credentials = format!("{} / {}", text(&app["client_id"]), text(&app["client_secret"]));
        rows.push(("OAuth client".to_owned(), credentials));
    }
    let projects = state["projects"].as_array().into_iter().flatten().take(LISTED_PROJECTS);
    rows.extend(projects.map(|it| ("project".to_owned(), text(&it["project_id"]))));
    rows.push(("more".to_owned(), format!("curl {control}/state")));
    rows.iter().map(|(name, value)| format!("{name:<21} {value}\n")).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
