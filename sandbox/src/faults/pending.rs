//! The faults of a world: which of them applies to a request, and how often each did.

use std::collections::VecDeque;

use fastrand::Rng;
use serde::Serialize;

use super::{Fault, FaultId, Misbehavior, Times};
use crate::matcher::{Matchable, Matcher};

/// How many spent faults are kept; the oldest are dropped first.
const SPENT: usize = 100;

/// A fault, and how often it applied.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FaultReport {
    /// Its id.
    pub id: FaultId,
    /// How many requests matched and no older fault applied to, skipped ones included.
    pub matched: u64,
    /// How many of these it applied to.
    pub applied: u64,
    /// Whether it has applied as often as it should.
    pub spent: bool,
    /// The fault, with the defaults of omitted members.
    #[serde(flatten)]
    pub fault: Fault,
}

/// The faults that are pending, the oldest first, and those that are spent.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    last: u64,
    pending: Vec<Pending>,
    spent: VecDeque<FaultReport>,
}

#[derive(Debug)]
struct Pending {
    matcher: Matcher,
    random: Rng,
    report: FaultReport,
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault, matcher: Matcher) -> FaultId {
        self.last += 1;
        let id = FaultId(self.last);
        let random = Rng::with_seed(fault.seed);
        let report = FaultReport { id, matched: 0, applied: 0, spent: false, fault };
        self.pending.push(Pending { matcher, random, report });
        id
    }

    pub(crate) fn remove(&mut self, id: FaultId) -> bool {
        let before = self.pending.len() + self.spent.len();
        self.pending.retain(|pending| pending.report.id != id);
        self.spent.retain(|report| report.id != id);
        self.pending.len() + self.spent.len() < before
    }

    pub(crate) fn clear(&mut self) {
        self.pending.clear();
        self.spent.clear();
    }

    /// All faults, in the order in which they were added.
    pub(crate) fn reports(&self) -> Vec<FaultReport> {
        let pending = self.pending.iter().map(|it| &it.report);
        let mut reports: Vec<_> = self.spent.iter().chain(pending).cloned().collect();
        reports.sort_unstable_by_key(|report| report.id);
        reports
    }

    /// Returns what the oldest fault that applies to a request does.
    pub(crate) fn take(
        &mut self,
        request: &Matchable<'_>,
        method: &str,
        path: &str,
    ) -> Option<(FaultId, Misbehavior)> {
        let matches =
            |it: &Pending| it.report.fault.is_for(method, path) && it.matcher.matches(request);
        let mut matching = self.pending.iter_mut().enumerate().filter(|(_, it)| matches(it));
        let (index, what) = matching.find_map(|(index, it)| Some((index, it.apply()?)))?;
        let (id, is_spent) = (self.pending[index].report.id, self.pending[index].report.spent);
        if is_spent {
            if self.spent.len() == SPENT {
                self.spent.pop_front();
            }
            self.spent.push_back(self.pending.remove(index).report);
        }
        Some((id, what))
    }
}

impl Pending {
    /// Counts a matching request, and returns what applies to it.
    fn apply(&mut self) -> Option<Misbehavior> {
        let report = &mut self.report;
        report.matched += 1;
        let fault = &report.fault;
        if report.matched <= fault.after || self.random.f64() >= fault.share {
            return None;
        }
        let what = fault.what.drawn(&mut self.random)?;
        report.applied += 1;
        report.spent = matches!(fault.times, Times::Count(times) if report.applied >= times);
        Some(what)
    }
}
