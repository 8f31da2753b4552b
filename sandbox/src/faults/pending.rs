//! The faults of a world: which of them befalls a request, and what became of each.

use std::collections::VecDeque;

use fastrand::Rng;
use serde::Serialize;

use super::{Fault, FaultId, Misbehavior, ResetMoment};
use crate::matcher::{Heading, Matcher};
use crate::state::Address;

/// How many spent faults are kept; the oldest go first.
const SPENT: usize = 100;

/// A fault, and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FaultReport {
    /// What it goes by.
    pub id: FaultId,
    /// How many requests it was meant for, or connections: those that no older fault befell. Those
    /// that it spared are counted.
    pub matched: u64,
    /// How many of these it befell.
    pub struck: u64,
    /// Whether it has befallen as many as it should, and befalls no more.
    pub spent: bool,
    /// The fault as it was given.
    #[serde(flatten)]
    pub fault: Fault,
}

/// What is known of a request when its head was read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'r> {
    pub(crate) heading: Heading<'r>,
    pub(crate) token: Option<&'r str>,
}

/// A fault that befalls a request.
#[derive(Debug, Clone)]
pub(crate) struct Strike {
    pub(crate) id: FaultId,
    pub(crate) what: Misbehavior,
}

/// What befalls a request.
#[derive(Debug)]
pub(crate) enum Take {
    Nothing,
    Struck(Strike),
    /// That depends on its body, for this fault first: to be asked again, from there on.
    OnBody(FaultId),
}

impl Take {
    /// What goes wrong, as far as it is known.
    pub(crate) fn what(&self) -> Option<&Misbehavior> {
        match self {
            Self::Struck(strike) => Some(&strike.what),
            Self::Nothing | Self::OnBody(_) => None,
        }
    }
}

/// The faults that are set, the oldest first, and those that were.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    last: u64,
    pending: Vec<Pending>,
    spent: VecDeque<FaultReport>,
}

#[derive(Debug)]
struct Pending {
    id: FaultId,
    fault: Fault,
    matcher: Matcher,
    /// What the project of the fault means.
    address: Option<Address>,
    random: Rng,
    matched: u64,
    struck: u64,
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault, address: Option<Address>) -> FaultId {
        self.last += 1;
        let id = FaultId(self.last);
        self.pending.push(Pending {
            id,
            random: Rng::with_seed(fault.seed),
            matcher: fault.matcher(),
            fault,
            address,
            matched: 0,
            struck: 0,
        });
        id
    }

    /// Removes a fault, pending or spent; whether it was there.
    pub(crate) fn remove(&mut self, id: FaultId) -> bool {
        let before = self.pending.len() + self.spent.len();
        self.pending.retain(|pending| pending.id != id);
        self.spent.retain(|report| report.id != id);
        self.pending.len() + self.spent.len() < before
    }

    pub(crate) fn clear(&mut self) {
        self.pending.clear();
        self.spent.clear();
    }

    /// What became of all, in the order in which they were set.
    pub(crate) fn reports(&self) -> Vec<FaultReport> {
        let pending = self.pending.iter().map(Pending::report);
        let mut reports: Vec<_> = self.spent.iter().cloned().chain(pending).collect();
        reports.sort_unstable_by_key(|report| report.id);
        reports
    }

    /// What befalls a request: the first fault whose turn it is. The body is there when it was
    /// read.
    pub(crate) fn take(&mut self, asked: &Asked<'_>, body: Option<(&[u8], FaultId)>) -> Take {
        let first = body.map_or(FaultId(0), |(_, first)| first);
        for pending in &mut self.pending {
            if pending.id < first || pending.fault.on_connect() || !pending.fits_head(asked) {
                continue;
            }
            match (&pending.fault.body, body) {
                (Some(_), None) => return Take::OnBody(pending.id),
                (Some(holds), Some((body, _))) if !holds.fits(body) => continue,
                _ => {}
            }
            if let Some(strike) = pending.befall() {
                self.retire();
                return Take::Struck(strike);
            }
        }
        Take::Nothing
    }

    /// Whether a connection that was just accepted is to be reset, and by which fault.
    pub(crate) fn take_on_connect(&mut self) -> Option<FaultId> {
        let mut resets = self.pending.iter_mut().filter(|it| it.fault.on_connect());
        let strike = resets.find_map(Pending::befall)?;
        self.retire();
        Some(strike.id)
    }

    fn retire(&mut self) {
        let Some(index) = self.pending.iter().position(Pending::is_spent) else {
            return;
        };
        if self.spent.len() == SPENT {
            self.spent.pop_front();
        }
        self.spent.push_back(self.pending.remove(index).report());
    }
}

impl Pending {
    fn fits_head(&self, asked: &Asked<'_>) -> bool {
        let fault = &self.fault;
        self.matcher.fits(self.address.as_ref(), &asked.heading)
            && (fault.token.is_none() || fault.token.as_deref() == asked.token)
    }

    /// Counts a matching request; what befalls it, if anything does.
    fn befall(&mut self) -> Option<Strike> {
        self.matched += 1;
        if self.matched <= self.fault.after || self.random.f64() >= self.fault.share {
            return None;
        }
        let what = self.fault.what.drawn(&mut self.random)?;
        self.struck += 1;
        Some(Strike { id: self.id, what })
    }

    fn is_spent(&self) -> bool {
        self.fault.times.is_some_and(|times| self.struck >= times)
    }

    fn report(&self) -> FaultReport {
        FaultReport {
            id: self.id,
            matched: self.matched,
            struck: self.struck,
            spent: self.is_spent(),
            fault: self.fault.clone(),
        }
    }
}

impl Fault {
    /// Whether it befalls connections and not requests.
    pub(super) fn on_connect(&self) -> bool {
        matches!(self.what, Misbehavior::Reset(ResetMoment::OnConnect))
    }
}
