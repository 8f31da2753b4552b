//! The faults of a world: which of them applies to a request, and how often each did.

use serde::Serialize;

use super::{Fault, FaultId, Misbehavior, Times};

/// A fault, and how often it applied.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FaultReport {
    /// Its id.
    pub id: FaultId,
    /// How many requests it applied to.
    pub applied: u64,
    /// The fault, with the defaults of omitted members.
    #[serde(flatten)]
    pub fault: Fault,
    /// How many requests matched and no older fault applied to.
    #[serde(skip)]
    matched: u64,
}

/// The faults that are pending, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    last: u64,
    pub(crate) pending: Vec<FaultReport>,
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) -> FaultId {
        self.last += 1;
        let id = FaultId(self.last);
        self.pending.push(FaultReport { id, matched: 0, applied: 0, fault });
        id
    }

    pub(crate) fn remove(&mut self, id: FaultId) -> bool {
        let before = self.pending.len();
        self.pending.retain(|pending| pending.id != id);
        self.pending.len() < before
    }

    /// Returns what the oldest fault that applies to a request does.
    pub(crate) fn take(
        &mut self,
        operation: Option<&str>,
        method: &str,
        path: &str,
    ) -> Option<(FaultId, Misbehavior)> {
        let index = self.pending.iter_mut().position(|it| {
            let matches = it.fault.is_for(operation, method, path);
            it.matched += u64::from(matches);
            matches && it.matched > it.fault.after
        })?;
        let taken = &mut self.pending[index];
        taken.applied += 1;
        let found = (taken.id, taken.fault.what.clone());
        if matches!(taken.fault.times, Times::Count(times) if taken.applied >= times) {
            self.pending.remove(index);
        }
        Some(found)
    }
}
