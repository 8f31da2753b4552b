//! The program `l10n`: parses its arguments, runs a command, and exits with a code. The README says
//! which parts of the interface are stable.

mod args;
mod commands;
mod config;
mod exit;
mod interrupt;
mod output;
mod session;
mod settings;
mod text;

use std::io::ErrorKind;
use std::process::ExitCode;

use args::{Args, OutputArgs};
use exit::{Exit, Failure};
use interrupt::{GRACE, Underway};
use output::Output;

fn main() -> ExitCode {
    let args = match Args::read() {
        Ok(args) => args,
        Err(error) => return report_usage(&error),
    };
    let output = Output::new(&args.name, &args.common.output);
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            output.failed(&Failure::new(Exit::Local, format!("cannot start: {error}")));
            return ExitCode::from(Exit::Local as u8);
        }
    };
    let underway = Underway::default();
    let work = commands::run(args, &output, &underway);
    let ended = runtime.block_on(interrupt::unless_stopped(work));
    // Gives clean-up on other threads this long.
    runtime.shutdown_timeout(GRACE);
    let ended = match ended {
        Ok(Ok(exit)) => exit as u8,
        Ok(Err(failure)) => {
            output.failed(&failure);
            failure.exit as u8
        }
        Err(stop) => {
            output.stopped(stop, &underway);
            stop.code()
        }
    };
    ExitCode::from(match output.lost() {
        None => ended,
        Some(failure) => {
            output.error(None, &failure.message);
            if ended == Exit::Done as u8 { failure.exit as u8 } else { ended }
        }
    })
}

/// Reports invalid arguments, as JSON if they ask for it, or prints the requested help.
fn report_usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
        let message = error.to_string();
        let message = message.lines().next().unwrap_or_default();
        let failure = Failure::usage(message.trim_start_matches("error: "));
        let args = OutputArgs { json: true, ..OutputArgs::default() };
        Output::new("l10n", &args).failed(&failure);
        return ExitCode::from(failure.exit as u8);
    }
    let printed = error.print();
    let is_lost = printed.is_err_and(|error| error.kind() != ErrorKind::BrokenPipe);
    ExitCode::from(match (error.use_stderr(), is_lost) {
        (true, _) => Exit::Usage,
        (false, true) => Exit::Local,
        (false, false) => Exit::Done,
    } as u8)
}
