//! Counts of calls and failures, printed at the end.

use std::collections::BTreeMap;
use std::time::Duration;

use l10n_sandbox::SeenRequest;

use crate::caller::{Entry, Outcome};

/// How many violations are printed; a broken client has thousands.
const PRINTED: usize = 40;

#[derive(Default)]
pub(crate) struct Report {
    /// Done, failed and unknown.
    operations: BTreeMap<&'static str, [u64; 3]>,
    failures: BTreeMap<String, u64>,
    requests: usize,
    pub(crate) violations: Vec<String>,
}

impl Report {
    pub(crate) fn calls(&self) -> u64 {
        self.operations.values().flatten().sum()
    }

    pub(crate) fn add(&mut self, entries: &[Entry], seen: &[SeenRequest], violations: Vec<String>) {
        for entry in entries {
            let outcome = match entry.outcome {
                Outcome::Done => 0,
                Outcome::NoEffect => 1,
                Outcome::Unknown => 2,
            };
            self.operations.entry(entry.operation).or_default()[outcome] += 1;
            if let Some(failure) = &entry.failure {
                *self.failures.entry(failure.clone()).or_default() += 1;
            }
        }
        self.requests += seen.len();
        self.violations.extend(violations);
    }

    pub(crate) fn print(&self, seed: u64, elapsed: Duration) {
        println!("{:32}    done  failed unknown", "operation");
        for (operation, [done, failed, unknown]) in &self.operations {
            println!("{operation:32} {done:7} {failed:7} {unknown:7}");
        }
        println!("failures: {:?}", self.failures);
        println!("{} calls, {} requests", self.calls(), self.requests);
        for violation in self.violations.iter().take(PRINTED) {
            println!("VIOLATION {violation}");
        }
        let (count, seconds) = (self.violations.len(), elapsed.as_secs_f64());
        println!("{count} violations in {seconds:.1} s, seed {seed}");
    }
}
