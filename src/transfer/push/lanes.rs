//! Files of one name, which are sent one after the other.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Files of one name, which differ by their language: an import does not say which of them it is
/// of, so one is sent at a time.
#[derive(Debug, Default)]
pub(super) struct Lanes(HashMap<String, Arc<Lane>>);

#[derive(Debug)]
pub(super) struct Lane {
    turn: Arc<Semaphore>,
    /// Whether an upload of this name is unaccounted for, which may be taken for the next one.
    is_spoiled: AtomicBool,
}

impl Lanes {
    /// Of these names, those that occur more than once.
    pub(super) fn of<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut counts = HashMap::new();
        for name in names {
            *counts.entry(name).or_insert(0) += 1;
        }
        let shared = counts.into_iter().filter(|(_, count)| *count > 1);
        let lane = || Lane {
            turn: Arc::new(Semaphore::new(1)),
            is_spoiled: AtomicBool::new(false),
        };
        Self(
            shared
                .map(|(name, _)| (name.to_owned(), Arc::new(lane())))
                .collect(),
        )
    }

    pub(super) fn lane(&self, name: &str) -> Option<Arc<Lane>> {
        self.0.get(name).cloned()
    }
}

impl Lane {
    /// Waits for the turn, which lasts until what this answers is dropped.
    pub(super) async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.turn).acquire_owned().await.ok()
    }

    pub(super) fn spoil(&self) {
        self.is_spoiled.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_spoiled(&self) -> bool {
        self.is_spoiled.load(Ordering::Relaxed)
    }
}
