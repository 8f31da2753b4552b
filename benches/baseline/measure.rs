//! One run: a process that does one side's work, and tells what it took.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tokio::runtime;

use crate::memory::memory;
use crate::work::{Job, Side, Work};
use crate::{Failure, client, hand};

/// The first argument of such a process.
pub(crate) const CHILD: &str = "--one-run";

/// What a run took.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Run {
    /// How many things were done: comments, calls, or bytes.
    pub(crate) done: u64,
    /// CPU time of the process, user and system, from the first request to the end.
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
    /// The most memory that the process ever held, in KiB; nothing where the system does not tell.
    pub(crate) peak: Option<u64>,
}

/// Starts a process for the job, by the command `under` if there is one, and waits for it.
pub(crate) fn run(under: &[String], job: &Job) -> Result<Run, Failure> {
    let this = std::env::current_exe()?;
    let mut command = match under.split_first() {
        None => Command::new(this),
        Some((program, arguments)) => {
            let mut command = Command::new(program);
            command.args(arguments).arg(this);
            command
        }
    };
    let output =
        command.args([CHILD, &serde_json::to_string(job)?]).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("{job:?} ended with {}", output.status).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Does the job that the arguments tell, in this process.
pub(crate) fn child(arguments: &[String]) -> Result<(), Failure> {
    let job = arguments.first().ok_or("there is no job")?;
    let job: Job = serde_json::from_str(job)?;
    let mut runtime = match job.work {
        Work::Gets { .. } | Work::Pages { .. } => runtime::Builder::new_current_thread(),
        _ => runtime::Builder::new_multi_thread(),
    };
    let run = runtime.enable_all().build()?.block_on(measured(&job))?;
    println!("{}", serde_json::to_string(&run)?);
    Ok(())
}

/// Clients are made before the clocks start: reading the system's certificates takes longer than
/// many a work.
async fn measured(job: &Job) -> Result<Run, Failure> {
    match job.side {
        Side::Hand => {
            let http = reqwest::Client::new();
            clocked(hand::run(&http, job)).await
        }
        Side::Client => {
            let client = client::prepare(&job.place)?;
            clocked(client::run(&client, job)).await
        }
    }
}

async fn clocked(work: impl Future<Output = Result<u64, Failure>>) -> Result<Run, Failure> {
    let (cpu, wall) = (cpu_time()?, Instant::now());
    let done = work.await?;
    Ok(Run {
        done,
        cpu: cpu_time()?.saturating_sub(cpu),
        wall: wall.elapsed(),
        peak: memory("self", "VmHWM"),
    })
}

#[cfg(unix)]
fn cpu_time() -> Result<Duration, Failure> {
    use nix::time::{ClockId, clock_gettime};
    Ok(clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)?.into())
}

#[cfg(not(unix))]
fn cpu_time() -> Result<Duration, Failure> {
    Err("CPU time is measured on Unix only".into())
}
