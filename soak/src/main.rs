//! The soak: random calls of many tasks to a sandbox that misbehaves in a fifth of its responses.
//! After each round, the record and the state of the sandbox are compared with what the client
//! reported: nothing lost, nothing done twice.

mod caller;
mod environment;
mod invariants;
mod items;
mod report;
mod round;
mod worker;

use std::process::ExitCode;
use std::time::Instant;

use fastrand::Rng;
use lexopt::{Arg, Parser, ValueExt as _};

use environment::Environment;
use report::Report;

const HELP: &str = "\
Makes random calls from many tasks to a sandbox that misbehaves, and checks that nothing is lost and
nothing done twice.

Usage: cargo soak [--calls N] [--tasks N] [--seed N]

  --calls N  number of calls, 20000 by default
  --tasks N  number of concurrent tasks, 32 by default
  --seed N   seed of all random choices; random by default, and printed
  --help     print this
";

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Calls between two checks: few enough for the sandbox to record all their requests.
const ROUND: u64 = 2_000;

struct Options {
    calls: u64,
    tasks: usize,
    seed: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("soak: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether every invariant held.
async fn run() -> Result<bool, Failure> {
    let Some(options) = options(Parser::from_env())? else {
        print!("{HELP}");
        return Ok(true);
    };
    println!("seed {}", options.seed);
    let mut random = Rng::with_seed(options.seed);
    let began = Instant::now();
    let environment = Environment::start(&mut random).await?;
    let mut report = Report::default();
    loop {
        let left = options.calls.saturating_sub(report.calls());
        if left == 0 || !report.violations.is_empty() {
            break;
        }
        round::run(&environment, &mut random, options.tasks, left.min(ROUND), &mut report).await?;
    }
    report.print(options.seed, began.elapsed());
    Ok(report.violations.is_empty())
}

/// Returns `None` if help is wanted.
fn options(mut parser: Parser) -> Result<Option<Options>, lexopt::Error> {
    let seed = fastrand::u64(..1_000_000_000);
    let mut options = Options { calls: 20_000, tasks: 32, seed };
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("calls") => options.calls = parser.value()?.parse()?,
            Arg::Long("tasks") => options.tasks = parser.value()?.parse::<usize>()?.max(1),
            Arg::Long("seed") => options.seed = parser.value()?.parse()?,
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(options))
}
