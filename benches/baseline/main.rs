//! The client against a baseline: the same work written by hand with reqwest and serde, without
//! generated code and without a pipeline.
//!
//! `cargo bench --bench baseline` runs everything, `-- list` behind it what has `list` in its name,
//! `-- --quick` a small form that only shows that all of it works; `-- --under "valgrind
//! --tool=callgrind"` puts each run under a profiler. Each run is a process of its own, so that CPU
//! time and memory are those of one side alone; this process serves the sandbox to them. Only `pauses`
//! runs both sides in one process. What the figures mean is in `BENCHMARKS.md`.

mod client;
mod fixed;
mod hand;
mod measure;
mod memory;
mod pauses;
mod report;
mod scenario;
mod text;
mod work;

use std::error::Error;
use std::process::ExitCode;

type Failure = Box<dyn Error + Send + Sync>;

/// What the command line asks for. Cargo adds `--bench`.
#[derive(Default)]
struct Wanted {
    quick: bool,
    /// A command that starts each run.
    under: Vec<String>,
    names: Vec<String>,
}

impl Wanted {
    fn includes(&self, scenario: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| scenario.contains(name))
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.split_first() {
        Some((first, work)) if first == measure::CHILD => measure::child(work),
        _ => compare(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn compare(arguments: &[String]) -> Result<(), Failure> {
    let mut wanted = Wanted::default();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {}
            "--quick" => wanted.quick = true,
            "--under" => {
                let command = arguments.next().ok_or("`--under` wants a command")?;
                wanted.under = command.split_whitespace().map(str::to_owned).collect();
            }
            option if option.starts_with("--") => {
                return Err(
                    format!("unknown option `{option}`: there are --quick and --under").into()
                );
            }
            name => wanted.names.push(name.to_owned()),
        }
    }
    let runtime = tokio::runtime::Runtime::new()?;
    report::head();
    for mut scenario in scenario::all(wanted.quick) {
        if !wanted.under.is_empty() {
            // A profiler is slow, and instruction counts do not vary.
            scenario.rounds = 1;
        }
        if wanted.includes(scenario.name) {
            let figures = runtime.block_on(scenario.run(&wanted.under))?;
            report::scenario(&scenario, &figures);
        }
    }
    if wanted.includes(pauses::NAME) {
        runtime.block_on(pauses::run(wanted.quick))?;
    }
    Ok(())
}
