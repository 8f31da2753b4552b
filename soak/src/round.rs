//! A round: prepare, let the tasks call, remove the faults, and check.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fastrand::Rng;
use l10n_client::Error;
use tokio::task::JoinSet;

use crate::caller::Shared;
use crate::environment::Environment;
use crate::invariants;
use crate::items::{self, Kind, Target};
use crate::report::Report;
use crate::worker::{self, Worker};

/// Runs a round, and adds its results to the report.
pub(crate) async fn run(
    environment: &Environment,
    random: &mut Rng,
    tasks: usize,
    calls: u64,
    report: &mut Report,
) -> Result<(), crate::Failure> {
    environment.reset(random);
    let sandbox = &environment.sandbox;
    let project = sandbox.project();
    let target = Target {
        client: environment.clients[0].clone(),
        project: project.project_id.to_owned(),
        key: project.key_ids[0],
    };
    let stable = Arc::new(worker::prepare(&target).await?);
    let (session, saved) = environment.session().await?;
    let shared = Arc::new(Shared {
        project,
        clients: environment.clients.iter().cloned().chain([session]).collect(),
        token: sandbox.tokens().read_write.to_owned(),
        calls,
        next: AtomicU64::new(0),
        log: Mutex::default(),
    });
    sandbox.clear_requests();
    environment.add_faults(random)?;

    let mut running = JoinSet::new();
    for _ in 0..tasks {
        let worker = Worker::new(random.fork(), Arc::clone(&shared), Arc::clone(&stable));
        running.spawn(worker.run());
    }
    let (mut workers, mut violations) = (Vec::new(), Vec::new());
    while let Some(ended) = running.join_next().await {
        match ended {
            Ok(worker) => workers.push(worker),
            Err(error) => violations.push(format!("a task ended: {error}")),
        }
    }
    sandbox.clear_faults();
    // Requests of cancelled calls may still be under way. Their outcome is unknown, so no check
    // depends on this pause.
    tokio::time::sleep(Duration::from_millis(50)).await;

    let seen = sandbox.requests();
    let log = std::mem::take(&mut *shared.log());
    violations.extend(log.violations);
    violations.extend(invariants::writes(&log.entries, &seen));
    violations.extend(invariants::leaks(&seen));
    violations.extend(invariants::refreshes(&log.entries, &seen, saved.load(Ordering::Relaxed)));
    violations.extend(state(&target, &workers).await?);
    report.add(&log.entries, &seen, violations);
    Ok(())
}

/// Lists everything, and compares it with what the tasks know; returns the violations.
async fn state(target: &Target, workers: &[Worker]) -> Result<Vec<String>, Error> {
    let Target { client, project, .. } = target;
    let mut processes = client.list_processes(project).stream();
    while let Some(process) = processes.next().await {
        let wait = client.get_process(project, process?.process_id).wait();
        wait.max_interval(Duration::from_millis(5)).await?;
    }
    let mut violations = Vec::new();
    for kind in Kind::ALL {
        let mut all = Vec::new();
        items::list(kind, target.clone(), 500, 1, &mut all).await?;
        let items = workers.iter().flat_map(|worker| &worker.items);
        let of_kind = items.filter(|item| item.kind == kind);
        violations.extend(of_kind.flat_map(|item| item.problems(&all)));
    }
    Ok(violations)
}
