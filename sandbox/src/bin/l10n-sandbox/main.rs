//! The sandbox as a program: prints where it is and what it was seeded with, and serves until it is
//! stopped.

mod health;
mod options;
mod stop;

use std::error::Error;
use std::pin::pin;
use std::process::ExitCode;

use l10n_sandbox::Sandbox;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use options::Options;

fn main() -> ExitCode {
    let options = Options::read();
    let ended = match options.health {
        true => health::check(&options).map(|()| ExitCode::SUCCESS).map_err(Into::into),
        false => run(options),
    };
    ended.unwrap_or_else(|error| {
        eprintln!("l10n-sandbox: {error}");
        ExitCode::FAILURE
    })
}

fn run(options: Options) -> Result<ExitCode, Box<dyn Error>> {
    let servers = Runtime::new()?;
    // This thread hears of signals, however busy requests keep those of the servers.
    let main = Builder::new_current_thread().enable_io().build()?;
    let ended = main.block_on(serve(options, &servers));
    // What is under way, an answer or the look-up of a webhook's host, holds up no end.
    servers.shutdown_background();
    ended
}

/// Serves until a signal comes, or the standard input ends where that was asked for. A signal that
/// comes during the start ends that.
async fn serve(options: Options, servers: &Runtime) -> Result<ExitCode, Box<dyn Error>> {
    let (is_json, stops_with_stdin) = (options.json, options.stop_with_stdin);
    let keeps_data = options.data.is_some();
    let mut signal = pin!(stop::signal()?);
    let sandbox = tokio::select! {
        started = servers.spawn(async move { options.start().await }) => started??,
        () = &mut signal => return Ok(ExitCode::SUCCESS),
    };
    match is_json {
        true => println!("{}", sandbox.description()),
        false => print_summary(&sandbox),
    }
    tokio::select! {
        () = stop::stdin_closed(), if stops_with_stdin => {}
        () = signal => {}
    }
    stop::within_grace(keeps_data);
    Ok(match sandbox.close() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("l10n-sandbox: {error}");
            ExitCode::from(stop::UNSAVED)
        }
    })
}

/// How many projects are printed; `/state` has all.
const LISTED_PROJECTS: usize = 10;

fn print_summary(sandbox: &Sandbox) {
    println!("main API              {}", sandbox.base_url());
    println!("authorization server  {}", sandbox.auth_url());
    println!("cursor API            {}", sandbox.cursor_url());
    println!("bundle host           {}", sandbox.bundle_url());
    println!("control               {}", sandbox.control_url());
    println!("page, in a browser    {}/", sandbox.control_url());
    let said = sandbox.description();
    for (name, secret) in said["tokens"].as_object().into_iter().flatten() {
        println!("token {name:<15} {}", text(secret));
    }
    let app = &said["oauth_app"];
    if !app.is_null() {
        let (id, secret) = (text(&app["client_id"]), text(&app["client_secret"]));
        println!("OAuth client          {id} / {secret}");
    }
    let projects = said["projects"].as_array().into_iter().flatten();
    for project in projects.take(LISTED_PROJECTS) {
        println!("project               {}", text(&project["project_id"]));
    }
    println!("more                  curl {}/state", sandbox.control_url());
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
