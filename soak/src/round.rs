//! A round: prepare, let the tasks call, put the sandbox in order, and check.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use fastrand::Rng;
use tokio::task::JoinSet;

use crate::caller::{Caller, Shared};
use crate::environment::Environment;
use crate::invariants;
use crate::report::Report;
use crate::worker::{Stable, Worker};

/// Runs a round, and adds what it found to the report.
pub(crate) async fn run(
    environment: &Environment,
    random: &mut Rng,
    tasks: usize,
    calls: u64,
    report: &mut Report,
) -> Result<(), crate::Failure> {
    environment.reset(random);
    let project = environment.sandbox.project();
    let stable = Arc::new(Stable::prepare(&environment.checker, project).await?);
    let (session, refreshed) = environment.session().await?;
    let clients = environment.clients.iter().cloned().chain([session]).collect();
    let shared = Arc::new(Shared::new(project, clients, calls));
    environment.sandbox.clear_requests();
    environment.trouble(random)?;

    let mut running = JoinSet::new();
    for task in 0..tasks {
        let caller = Caller { random: random.fork(), shared: Arc::clone(&shared) };
        running.spawn(Worker::new(caller, Arc::clone(&stable), task == 0).run());
    }
    let mut workers = Vec::new();
    let mut violations = Vec::new();
    while let Some(ended) = running.join_next().await {
        match ended {
            Ok(worker) => workers.push(worker),
            Err(error) => violations.push(format!("a task ended: {error}")),
        }
    }
    environment.sandbox.clear_faults();
    // What was given up may still be under way; it counts as unknown, so only the figures depend on
    // this.
    tokio::time::sleep(Duration::from_millis(50)).await;

    let seen = environment.sandbox.requests();
    let log = std::mem::take(&mut *shared.log());
    violations.extend(log.violations);
    violations.extend(invariants::record(&log.entries, &seen));
    violations.extend(invariants::session(&log.entries, &seen, refreshed.load(Ordering::Relaxed)));
    violations.extend(invariants::state(&environment.checker, project, &workers).await?);
    report.add(&log.entries, &seen, violations);
    Ok(())
}
