//! A request's entry in the record, from its head to its end.

use std::sync::Arc;
use std::time::Instant;

use crate::faults::{Asked, FaultId, Take};
use crate::record::{Head, SeenBody, Stage};
use crate::worlds::World;

/// An entry in the record of a world. A request whose entry is dropped before it was answered was
/// lost: its connection was reset, or its client went away.
#[derive(Debug)]
pub(super) struct Entry {
    world: Arc<World>,
    number: u64,
    started: Instant,
    answered: bool,
}

/// What became of what was asked.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) took_effect: bool,
    /// Why it was refused.
    pub(super) refused: Option<String>,
    /// What the document does not know of it.
    pub(super) unknown: Vec<String>,
    /// What of it was taken for something else.
    pub(super) coerced: Vec<String>,
}

impl Entry {
    pub(super) fn new(world: &Arc<World>, head: &Head<'_>) -> Self {
        Self {
            number: world.record().enter(head),
            world: Arc::clone(world),
            started: Instant::now(),
            answered: false,
        }
    }

    /// What befalls the request; the body is there when it was read.
    pub(super) fn befall(&self, asked: &Asked<'_>, body: Option<(&[u8], FaultId)>) -> Take {
        let take = self.world.pending().take(asked, body);
        if let Take::Struck(strike) = &take {
            let mut record = self.world.record();
            record.update(self.number, |seen| {
                seen.misbehaved = true;
                seen.fault = Some(strike.id);
            });
            record.struck(strike.id, Some(self.number));
        }
        take
    }

    /// The body was read, or as much of it as is taken.
    pub(super) fn read(&self, body: &[u8]) {
        let (size, kept) = (body.len() as u64, SeenBody::of(body));
        self.world.record().update(self.number, |seen| {
            (seen.body_size, seen.body) = (size, kept);
            seen.stage = Stage::Read;
        });
    }

    pub(super) fn done(&self, done: Done) {
        self.world.record().update(self.number, |seen| {
            seen.took_effect = done.took_effect;
            seen.refused = done.refused;
            (seen.unknown, seen.coerced) = (done.unknown, done.coerced);
        });
    }

    pub(super) fn answered(mut self, status: u16, answer: Option<SeenBody>) {
        self.answered = true;
        let duration = self.started.elapsed();
        self.world.record().update(self.number, |seen| {
            (seen.status, seen.answer) = (Some(status), answer);
            (seen.stage, seen.duration) = (Stage::Answered, Some(duration));
        });
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if !self.answered {
            let duration = self.started.elapsed();
            self.world.record().update(self.number, |seen| {
                (seen.stage, seen.duration) = (Stage::Lost, Some(duration));
            });
        }
    }
}
