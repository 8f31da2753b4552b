//! The sandbox as a program: prints where it is and what it was seeded with, and serves until it is
//! stopped.

mod health;
mod options;
mod stdin;
mod stop;

use std::error::Error;
use std::process::ExitCode;

use l10n_sandbox::Sandbox;
use serde_json::Value;

use options::Options;

fn main() -> ExitCode {
    let options = Options::read();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let ended = runtime.block_on(run(options));
    // What is under way, an answer or the look-up of a webhook's host, holds up no end.
    runtime.shutdown_background();
    ended.unwrap_or_else(|error| failed(&*error))
}

fn failed(error: &dyn Error) -> ExitCode {
    eprintln!("l10n-sandbox: {error}");
    ExitCode::FAILURE
}

/// Serves until a signal comes, or the standard input ends where that was asked for. A signal that
/// comes during the start ends that.
async fn run(options: Options) -> Result<ExitCode, Box<dyn Error>> {
    if options.health {
        health::check(&options).await?;
        return Ok(ExitCode::SUCCESS);
    }
    let keeps_data = options.data.is_some();
    let mut stopped = stop::signal(keeps_data)?;
    let sandbox = tokio::select! {
        started = options.start() => started?,
        _ = &mut stopped => return Ok(ExitCode::SUCCESS),
    };
    match options.json {
        true => println!("{}", sandbox.description()),
        false => print_summary(&sandbox),
    }
    tokio::select! {
        () = stdin::closed(keeps_data), if options.stop_with_stdin => {}
        _ = stopped => {}
    }
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
    let list = |name: &str| said[name].as_array().cloned().unwrap_or_default();
    for (name, secret) in said["tokens"].as_object().into_iter().flatten() {
        println!("token {name:<15} {}", text(secret));
    }
    let app = &said["oauth_app"];
    if !app.is_null() {
        let (id, secret) = (text(&app["client_id"]), text(&app["client_secret"]));
        println!("OAuth client          {id} / {secret}");
    }
    for project in list("projects").iter().take(LISTED_PROJECTS) {
        println!("project               {}", text(&project["project_id"]));
    }
    println!("more                  curl {}/state", sandbox.control_url());
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
