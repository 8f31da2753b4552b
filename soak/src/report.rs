//! What was counted, and the lines that are printed at the end.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use l10n_sandbox::SeenRequest;

use crate::log::{Entry, Outcome, call_of};

/// Violations that are named; a broken client makes thousands.
const NAMED: usize = 40;

#[derive(Default)]
pub(crate) struct Report {
    operations: BTreeMap<&'static str, Counts>,
    failures: BTreeMap<String, u64>,
    requests: u64,
    misbehaved: u64,
    repeated: u64,
    pub(crate) violations: Vec<String>,
}

#[derive(Default)]
struct Counts {
    done: u64,
    failed: u64,
    unknown: u64,
}

impl Counts {
    fn all(&self) -> u64 {
        self.done + self.failed + self.unknown
    }
}

impl Report {
    pub(crate) fn calls(&self) -> u64 {
        self.operations.values().map(Counts::all).sum()
    }

    pub(crate) fn add(&mut self, entries: &[Entry], seen: &[SeenRequest], violations: Vec<String>) {
        for entry in entries {
            let counts = self.operations.entry(entry.operation).or_default();
            match entry.outcome {
                Outcome::Done => counts.done += 1,
                Outcome::NoEffect => counts.failed += 1,
                Outcome::Unknown => counts.unknown += 1,
            }
            if let Some(failure) = &entry.failure {
                *self.failures.entry(failure.clone()).or_default() += 1;
            }
        }
        self.requests += seen.len() as u64;
        self.misbehaved += seen.iter().filter(|seen| seen.misbehaved).count() as u64;
        self.repeated += repeated(seen);
        self.violations.extend(violations);
    }

    pub(crate) fn print(&self, seed: u64, elapsed: Duration) {
        let total = |count: fn(&Counts) -> u64| self.operations.values().map(count).sum::<u64>();
        println!("operation                             calls    done  failed unknown");
        for (operation, counts) in &self.operations {
            println!(
                "{operation:36} {:6}  {:6}  {:6}  {:6}",
                counts.all(),
                counts.done,
                counts.failed,
                counts.unknown
            );
        }
        println!(
            "{:36} {:6}  {:6}  {:6}  {:6}",
            "all",
            self.calls(),
            total(|counts| counts.done),
            total(|counts| counts.failed),
            total(|counts| counts.unknown)
        );
        let failures: Vec<_> =
            self.failures.iter().map(|(name, count)| format!("{name}: {count}")).collect();
        println!("failures: {}", failures.join(", "));
        println!(
            "{} requests seen, {} of them sent again; {} misbehaved ({:.1} %)",
            self.requests,
            self.repeated,
            self.misbehaved,
            self.misbehaved as f64 * 100.0 / self.requests.max(1) as f64
        );
        for violation in self.violations.iter().take(NAMED) {
            println!("VIOLATION {violation}");
        }
        println!(
            "{} violations in {:.1} s, seed {seed}",
            self.violations.len(),
            elapsed.as_secs_f64()
        );
    }
}

/// How many requests repeated one of their call. Looks at a job are repeated by plan.
fn repeated(seen: &[SeenRequest]) -> u64 {
    let calls = seen.iter().filter(|seen| {
        let looks = seen.operation.as_deref() == Some("getProcess");
        !looks && call_of(&seen.target).is_some()
    });
    let mut known = HashSet::new();
    let again = calls.filter(|seen| !known.insert((&seen.method, &seen.target)));
    again.count() as u64
}
