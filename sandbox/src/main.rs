//! The sandbox as a program: prints where it is and what it was seeded with, and serves until it is
//! stopped.

mod health;
mod options;
mod stdin;
mod stop;

use std::error::Error;
use std::process::ExitCode;

use l10n_sandbox::Sandbox;

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
        () = stopped => Ok(()),
    }
}

fn print_summary(sandbox: &Sandbox) {
    let (tokens, app, project) = (sandbox.tokens(), sandbox.oauth_app(), sandbox.project());
    println!("main API              {}", sandbox.base_url());
    println!("authorization server  {}", sandbox.auth_url());
    println!("cursor API            {}", sandbox.cursor_url());
    println!("bundle host           {}", sandbox.bundle_url());
    println!("control               {}", sandbox.control_url());
    println!("page, in a browser    {}/", sandbox.control_url());
    println!("token, read and write {}", tokens.read_write);
    println!("token, read only      {}", tokens.read_only);
    println!(
        "OAuth client          {} / {}",
        app.client_id, app.client_secret
    );
    println!(
        "project               {} = {}",
        project.project_id, project.uuid
    );
    println!("keys                  {:?}", project.key_ids);
    println!("more                  curl {}/state", sandbox.control_url());
}
