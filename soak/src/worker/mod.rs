//! What a task does: it draws one thing to do after the other, until the round has had its calls.

mod bulk;
pub(crate) mod files;
pub(crate) mod items;
pub(crate) mod life;
mod lists;
mod reads;

pub(crate) use lists::Stable;

use crate::hand::Hand;
use bulk::Bulk;
use files::Files;
use items::Kind;
use life::Thing;

/// A task, with all that it knows of what it has made.
pub(crate) struct Worker {
    pub(crate) hand: Hand,
    pub(crate) things: Vec<Thing>,
    pub(crate) files: Files,
    /// Bulk operations of a project concern everything in it, so one task has them.
    pub(crate) bulk: Option<Bulk>,
}

impl Worker {
    pub(crate) fn new(hand: Hand, bulk: bool) -> Self {
        Self {
            hand,
            things: Vec::new(),
            files: Files::default(),
            bulk: bulk.then(Bulk::default),
        }
    }

    pub(crate) async fn run(mut self) -> Self {
        while self.hand.round.goes_on() {
            self.step().await;
        }
        self
    }

    async fn step(&mut self) {
        if let Some(bulk) = &mut self.bulk
            && self.hand.random.bool()
        {
            return bulk.step(&mut self.hand).await;
        }
        match self.hand.random.u8(..100) {
            0..70 => {
                let kind = self.hand.random.choice(Kind::ALL).unwrap_or(Kind::Key);
                life::step(&mut self.hand, &mut self.things, kind).await;
            }
            70..80 => self.files.step(&mut self.hand).await,
            80..92 => lists::walk(&mut self.hand).await,
            _ => reads::step(&mut self.hand).await,
        }
    }
}
