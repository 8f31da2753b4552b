//! What a task does: it draws one thing to do after the other, until the round has had its calls.

mod bulk;
pub(crate) mod files;
pub(crate) mod items;
pub(crate) mod lifecycle;
mod lists;
mod reads;

use std::sync::Arc;

pub(crate) use lists::Stable;

use crate::caller::Caller;
use bulk::Bulk;
use files::Files;
use items::Kind;
use lifecycle::Thing;

/// A task, with all that it knows of what it has made.
pub(crate) struct Worker {
    caller: Caller,
    stable: Arc<Stable>,
    pub(crate) things: Vec<Thing>,
    pub(crate) files: Files,
    /// Bulk operations of a project concern everything in it, so one task has them.
    bulk: Option<Bulk>,
}

impl Worker {
    pub(crate) fn new(caller: Caller, stable: Arc<Stable>, bulk: bool) -> Self {
        Self {
            caller,
            stable,
            things: Vec::new(),
            files: Files::default(),
            bulk: bulk.then(Bulk::default),
        }
    }

    pub(crate) async fn run(mut self) -> Self {
        while self.caller.shared.goes_on() {
            self.step().await;
        }
        self
    }

    async fn step(&mut self) {
        if let Some(bulk) = &mut self.bulk
            && self.caller.random.bool()
        {
            return bulk.step(&mut self.caller).await;
        }
        match self.caller.random.u8(..100) {
            0..70 => {
                let kind = self.caller.random.choice(Kind::ALL).unwrap_or(Kind::Key);
                lifecycle::step(&mut self.caller, &mut self.things, kind).await;
            }
            70..80 => self.files.step(&mut self.caller).await,
            80..92 => lists::walk(&mut self.caller, &self.stable).await,
            _ => reads::step(&mut self.caller).await,
        }
    }
}
