//! One run: a process that does the work of one side, so that CPU time and memory are those of that
//! side alone.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tokio::runtime;

use crate::job::{Failure, Job, Side, Work};
use crate::memory::memory;
use crate::{client, hand};

/// The first argument of such a process.
pub(crate) const CHILD: &str = "--one-run";

/// What a run took.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    /// How many things were done: comments, calls, or bytes.
    pub(crate) done: usize,
    /// CPU time of the process, user and system, from the first request to the end.
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
    /// The most memory that the process ever held, in KiB; nothing where the system does not tell.
    pub(crate) peak: Option<u64>,
}

impl Job {
    /// Starts a process for the job, by the command `under` if there is one, and waits for it.
    pub(crate) fn run(&self, under: &[String], peer: Option<&str>) -> Result<Run, Failure> {
        let this = std::env::current_exe()?.display().to_string();
        let program = match (self.side, peer) {
            (Side::Peer, Some(peer)) => peer.to_owned(),
            _ => this,
        };
        let words = [under, &[program, CHILD.to_owned(), serde_json::to_string(self)?]].concat();
        let mut command = Command::new(&words[0]);
        let output = command.args(&words[1..]).stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(format!("{self:?} ended with {}", output.status).into());
        }
        Ok(serde_json::from_slice(&output.stdout)?)
    }
}

/// Does a job in this process.
pub(crate) fn child(job: &str) -> Result<(), Failure> {
    let job: Job = serde_json::from_str(job)?;
    let mut runtime = match job.work {
        Work::Gets(..) | Work::Pages(_) => runtime::Builder::new_current_thread(),
        _ => runtime::Builder::new_multi_thread(),
    };
    let run = runtime.enable_all().build()?.block_on(async {
        // Clients are made before the clocks start: reading the system's certificates takes longer
        // than many a work.
        match job.side {
            Side::Hand => clocked(hand::run(&reqwest::Client::new(), &job)).await,
            Side::Client => clocked(client::run(&client::client(&job)?, &job)).await,
            Side::Peer => Err("the peer is another program".into()),
        }
    })?;
    println!("{}", serde_json::to_string(&run)?);
    Ok(())
}

async fn clocked(work: impl Future<Output = Result<usize, Failure>>) -> Result<Run, Failure> {
    let (cpu, began) = (cpu_time()?, Instant::now());
    let done = work.await?;
    let (cpu, wall) = (cpu_time()?.saturating_sub(cpu), began.elapsed());
    Ok(Run { done, cpu, wall, peak: memory("self", "VmHWM") })
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
