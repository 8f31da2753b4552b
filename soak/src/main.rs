//! The soak: random calls of many tasks to a sandbox that misbehaves in a fifth of its responses.
//! After each round, the record and the state of the sandbox are compared with what the client
//! reported: nothing lost, nothing done twice. In a long run, memory must not grow.
//!
//! `cargo soak [CALLS] [SEED]`: 20,000 calls by default, with a random seed, which is printed.

mod caller;
mod environment;
mod invariants;
#[path = "../../benches/baseline/memory.rs"]
mod memory;
mod report;
mod worker;

use std::process::ExitCode;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fastrand::Rng;
use tokio::task::JoinSet;

use caller::{Log, Shared};
use environment::{Environment, PROJECT};
use report::Report;
use worker::Worker;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Calls between two checks: few enough for the sandbox to record all their requests.
const ROUND: u64 = 300;
/// The number of concurrent tasks.
const TASKS: usize = 64;

#[tokio::main]
async fn main() -> Result<ExitCode, Failure> {
    let mut numbers = std::env::args().skip(1).map(|number| number.parse::<u64>());
    let calls = numbers.next().transpose()?.unwrap_or(20_000);
    let seed = numbers.next().transpose()?.unwrap_or_else(|| fastrand::u64(..1_000_000_000));
    println!("{calls} calls, seed {seed}");
    let (began, mut random) = (Instant::now(), Rng::with_seed(seed));
    let environment = Environment::start().await?;
    let mut report = Report::default();
    while report.calls() < calls && report.violations.is_empty() {
        let calls = ROUND.min(calls - report.calls());
        report.add(round(&environment, &mut random, calls).await?);
    }
    report.compare_memory();
    report.print(began.elapsed());
    Ok(if report.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Lets the tasks call, removes the faults, and checks. Returns the log with all violations.
async fn round(environment: &Environment, random: &mut Rng, calls: u64) -> Result<Log, Failure> {
    let Environment { sandbox, clients: [one, two] } = environment;
    environment.reset(random)?;
    let shared = Arc::new(Shared {
        clients: [one.clone(), two.clone(), environment.session()?],
        calls,
        next: AtomicU64::new(0),
        log: Mutex::default(),
    });
    let began = Instant::now();
    let workers = (0..TASKS).map(|_| Worker::new(random.fork(), Arc::clone(&shared)).run());
    let all_own = workers.collect::<JoinSet<_>>().join_all().await;
    let took = began.elapsed();
    sandbox.clear_faults();
    // Requests of cancelled calls may still be under way. Their outcome is unknown, so no check
    // depends on this pause.
    tokio::time::sleep(Duration::from_millis(50)).await;

    let seen = sandbox.requests();
    let mut log = std::mem::take(&mut *shared.log());
    log.violations.extend(invariants::writes(&log.entries, &seen));
    log.violations.extend(invariants::refreshes(&seen, took));
    let mut names = Vec::new();
    worker::list_keys(one.clone(), PROJECT.to_owned(), 500, &mut names).await?;
    log.violations.extend(all_own.iter().flatten().filter_map(|own| own.problem(&names)));
    Ok(log)
}
