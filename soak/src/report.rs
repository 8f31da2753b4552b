//! What happened: counts of calls, violations, and memory.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::caller::{Log, Outcome};
use crate::memory::memory;

/// How many violations are printed; a broken client has thousands.
const PRINTED: usize = 40;
/// The fewest rounds after which memory is compared.
const FEWEST: usize = 12;
/// How much the memory may grow from the second quarter to the last, beside a tenth of it.
const SLACK_KIB: u64 = 8 << 10;

#[derive(Default)]
pub(crate) struct Report {
    /// Done, failed and unknown.
    operations: BTreeMap<&'static str, [u64; 3]>,
    /// What this process, the sandbox included, holds after each round, in KiB.
    memory: Vec<u64>,
    pub(crate) violations: Vec<String>,
}

impl Report {
    pub(crate) fn calls(&self) -> u64 {
        self.operations.values().flatten().sum()
    }

    pub(crate) fn add(&mut self, log: Log) {
        for entry in log.entries {
            let outcome = match entry.outcome {
                Outcome::Done => 0,
                Outcome::NoEffect => 1,
                Outcome::Unknown => 2,
            };
            self.operations.entry(entry.operation).or_default()[outcome] += 1;
        }
        self.memory.extend(memory("self", "VmRSS"));
        self.violations.extend(log.violations);
    }

    /// Fails if the last quarter of the rounds needs more memory than the second.
    pub(crate) fn compare_memory(&mut self) {
        let quarter = self.memory.len() / 4;
        if self.memory.len() < FEWEST {
            return println!("memory: NOT compared, for want of {FEWEST} rounds");
        }
        let highest = |from| self.memory.iter().skip(from).take(quarter).max().copied();
        let [early, late] = [quarter, quarter * 3].map(|from| highest(from).unwrap_or_default());
        println!("memory: at most {early} KiB in the second quarter, {late} KiB in the last");
        if late > early + early / 10 + SLACK_KIB {
            self.violations.push(format!("the memory grew from {early} KiB to {late} KiB"));
        }
    }

    pub(crate) fn print(&self, elapsed: Duration) {
        println!("{:24}    done  failed unknown", "operation");
        for (operation, [done, failed, unknown]) in &self.operations {
            println!("{operation:24} {done:7} {failed:7} {unknown:7}");
        }
        for violation in self.violations.iter().take(PRINTED) {
            println!("VIOLATION {violation}");
        }
        let (count, seconds) = (self.violations.len(), elapsed.as_secs_f64());
        println!("{} calls, {count} violations in {seconds:.1} s", self.calls());
    }
}
