//! A round: prepare, let the tasks call, put the sandbox in order, and check.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fastrand::Rng;
use l10n_client::Client;
use l10n_sandbox::SeededProject;
use tokio::task::JoinSet;

use crate::hand::{Entry, Hand};
use crate::invariants;
use crate::tally::Tally;
use crate::worker::{Stable, Worker};
use crate::world::World;

/// What the tasks of a round share.
pub(crate) struct Round {
    pub(crate) project: SeededProject,
    /// The session is the last.
    pub(crate) clients: Vec<Client>,
    pub(crate) stable: Stable,
    calls: u64,
    next: AtomicU64,
    markers: AtomicU64,
    log: Mutex<Log>,
}

/// What the tasks wrote down.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) entries: Vec<Entry>,
    pub(crate) violations: Vec<String>,
}

impl Round {
    pub(crate) fn new(
        project: SeededProject,
        clients: Vec<Client>,
        stable: Stable,
        calls: u64,
    ) -> Self {
        Self {
            project,
            clients,
            stable,
            calls,
            next: AtomicU64::new(0),
            markers: AtomicU64::new(0),
            log: Mutex::default(),
        }
    }

    /// Whether calls are left to be made.
    pub(crate) fn goes_on(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.calls
    }

    /// The number of a new call, and the address of the project in it.
    pub(crate) fn address(&self) -> (u64, String) {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number, format!("{}:c{number}", self.project.project_id))
    }

    pub(crate) fn marker(&self) -> String {
        format!("soak-{}", self.markers.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a round, and adds what it found to the tally.
pub(crate) async fn run(
    world: &World,
    random: &mut Rng,
    tasks: usize,
    calls: u64,
    tally: &mut Tally,
) -> Result<(), crate::Failure> {
    world.reset(random);
    let project = world.sandbox.project();
    let stable = Stable::prepare(&world.checker, project).await?;
    let (session, refreshed) = world.session().await?;
    let clients = world.clients.iter().cloned().chain([session]).collect();
    let round = Arc::new(Round::new(project, clients, stable, calls));
    world.sandbox.clear_requests();
    world.trouble(random)?;

    let mut running = JoinSet::new();
    for task in 0..tasks {
        let hand = Hand {
            random: random.fork(),
            round: Arc::clone(&round),
        };
        running.spawn(Worker::new(hand, task == 0).run());
    }
    let mut workers = Vec::new();
    let mut violations = Vec::new();
    while let Some(ended) = running.join_next().await {
        match ended {
            Ok(worker) => workers.push(worker),
            Err(error) => violations.push(format!("a task ended: {error}")),
        }
    }
    world.sandbox.clear_faults();
    // What was given up may still be under way; it counts as unknown, so only the figures depend on
    // this.
    tokio::time::sleep(Duration::from_millis(50)).await;

    let seen = world.sandbox.requests();
    let log = std::mem::take(&mut *round.log());
    violations.extend(log.violations);
    violations.extend(invariants::record(&log.entries, &seen));
    violations.extend(invariants::session(
        &log.entries,
        &seen,
        refreshed.load(Ordering::Relaxed),
    ));
    violations.extend(invariants::state(&world.checker, project, &workers).await?);
    tally.add(&log.entries, &seen, violations);
    Ok(())
}
