//! The soak: random calls of many tasks through the client, to a sandbox that misbehaves in a fifth
//! of its answers. After each round the state of the sandbox is held against what the client told
//! its callers: nothing lost, nothing done twice. By an option many worlds of one sandbox live side
//! by side for a while instead.

mod caller;
mod environment;
mod invariants;
mod log;
#[path = "../../benches/baseline/memory.rs"]
mod memory;
mod report;
mod round;
mod worker;
mod worlds;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use fastrand::Rng;
use lexopt::{Arg, Parser, ValueExt as _};

use environment::Environment;
use report::Report;

const HELP: &str = "\
Makes random calls from many tasks to a sandbox that misbehaves, and checks that nothing is lost and
nothing done twice.

Usage: cargo soak [--calls N] [--tasks N] [--seed N] [--duration SECONDS]
                        [--worlds SECONDS]

  --calls N           how many calls to make, 20000 by default
  --tasks N           how many tasks make them, 32 by default
  --seed N            what the choice of calls, of faults and of answers' shapes follows from;
                      random by default, and printed
  --duration SECONDS  go on for so long instead of counting calls
  --worlds SECONDS    nothing of the above: worlds of one sandbox, made and removed side by side
                      for so long
  --help              print this
";

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Calls between two checks: few enough for the sandbox to remember all their requests.
const ROUND: u64 = 2_000;

/// What the command line asks for.
struct Options {
    calls: u64,
    tasks: usize,
    seed: u64,
    duration: Option<Duration>,
    worlds: Option<Duration>,
    help: bool,
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
    if worlds::is_server().await? {
        return Ok(true);
    }
    let options = options(Parser::from_env())?;
    if options.help {
        print!("{HELP}");
        return Ok(true);
    }
    println!("seed {}", options.seed);
    if let Some(duration) = options.worlds {
        let violations = worlds::run(duration, options.seed).await?;
        violations.iter().for_each(|violation| println!("VIOLATED: {violation}"));
        return Ok(violations.is_empty());
    }
    let mut random = Rng::with_seed(options.seed);
    let began = Instant::now();
    let environment = Environment::start(&mut random).await?;
    let mut report = Report::default();
    loop {
        let left = match options.duration {
            Some(duration) if began.elapsed() < duration => ROUND,
            Some(_) => 0,
            None => options.calls.saturating_sub(report.calls()),
        };
        if left == 0 || !report.violations.is_empty() {
            break;
        }
        round::run(&environment, &mut random, options.tasks, left.min(ROUND), &mut report).await?;
    }
    report.print(options.seed, began.elapsed());
    Ok(report.violations.is_empty())
}

fn options(mut parser: Parser) -> Result<Options, lexopt::Error> {
    let mut options = Options {
        calls: 20_000,
        tasks: 32,
        seed: fastrand::u64(..1_000_000_000),
        duration: None,
        worlds: None,
        help: false,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("calls") => options.calls = parser.value()?.parse()?,
            Arg::Long("tasks") => options.tasks = parser.value()?.parse::<usize>()?.max(1),
            Arg::Long("seed") => options.seed = parser.value()?.parse()?,
            Arg::Long("duration") => {
                options.duration = Some(Duration::from_secs(parser.value()?.parse()?));
            }
            Arg::Long("worlds") => {
                options.worlds = Some(Duration::from_secs(parser.value()?.parse()?));
            }
            Arg::Short('h') | Arg::Long("help") => options.help = true,
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(options)
}
