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
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&*error),
    }
}

fn failed(error: &dyn Error) -> ExitCode {
    eprintln!("l10n-sandbox: {error}");
    ExitCode::FAILURE
}

/// Serves until a signal comes, or the standard input ends where that was asked for. A signal that
/// comes during the start ends that.
async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    if options.health {
        return health::check(&options).await;
    }
    let stopped = stop::signal()?;
    let serve = async {
        let sandbox = options.start().await?;
        match options.json {
            true => println!("{}", sandbox.description()),
            false => print_summary(&sandbox),
        }
        match options.stop_with_stdin {
            true => stdin::closed().await,
            false => std::future::pending().await,
        }
        Ok(())
    };
    tokio::select! {
        ended = serve => ended,
        _ = stopped => Ok(()),
    }
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
