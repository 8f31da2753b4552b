//! What is told of a push on its way: of each file, and of the whole.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::file::PushFile;
use crate::error::Error;
use crate::types::QueuedProcess;

pub(super) type OnProgress = Arc<dyn Fn(&PushFile, PushEvent<'_>) + Send + Sync>;
pub(super) type OnTotals = Arc<dyn Fn(&PushTotals) + Send + Sync>;

/// What happens to a file while it is pushed.
#[derive(Debug)]
#[non_exhaustive]
pub enum PushEvent<'a> {
    /// It is one of the files to push. Told of all files before the first is sent.
    Found,
    /// Its turn has come.
    Started,
    /// So many of its bytes were handed to the connection: see
    /// [`StreamedUpload::on_progress`](crate::StreamedUpload::on_progress).
    Sent {
        /// So far.
        bytes: u64,
        /// Its length.
        total: Option<u64>,
    },
    /// The answer to its upload was lost: its import is looked for in the list of processes.
    LookedFor(&'a Error),
    /// Its import was found there.
    Adopted {
        /// The process that imports it.
        process_id: &'a str,
    },
    /// It was sent, and its import waits for the service.
    Queued {
        /// The process that imports it.
        process_id: &'a str,
    },
    /// It was imported.
    Finished(&'a QueuedProcess),
    /// Another push has sent it meanwhile, as it is.
    Unchanged,
    /// It was not imported, or what became of it is not known.
    Failed(&'a Error),
}

/// What a push is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum PushStage {
    /// Another push holds the [ledger](super::Push::ledger), and is waited for.
    Waiting,
    /// Files are sent, and their imports awaited.
    #[default]
    Sending,
    /// Keys that no file has any more are removed.
    RemovingKeys,
    /// It is over.
    Ended,
}

/// How far a push has got: see [`Push::on_totals`](super::Push::on_totals).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct PushTotals {
    /// What it is at.
    pub stage: PushStage,
    /// How many files are sent or awaited, in all.
    pub files: usize,
    /// How many of them are at their end, those that failed included.
    pub files_done: usize,
    /// How many of them failed.
    pub files_failed: usize,
    /// How many bytes these files have.
    pub bytes: u64,
    /// How many of them were handed to a connection. It falls where a file has to be sent again.
    pub bytes_sent: u64,
}

/// Tells the listeners of a push, and counts.
pub(super) struct Teller {
    on_progress: Option<OnProgress>,
    on_totals: Option<OnTotals>,
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    totals: PushTotals,
    /// The bytes of each file that were sent, by its place.
    sent: Vec<u64>,
}

impl Teller {
    pub(super) fn new(on_progress: Option<OnProgress>, on_totals: Option<OnTotals>) -> Arc<Self> {
        Arc::new(Self {
            on_progress,
            on_totals,
            counted: Mutex::default(),
        })
    }

    pub(super) fn stage(&self, stage: PushStage) {
        self.count(|counted| counted.totals.stage = stage);
    }

    /// The files that are sent or awaited, by their sizes.
    pub(super) fn begin(&self, sizes: &[u64]) {
        self.count(|counted| {
            counted.totals.stage = PushStage::Sending;
            counted.totals.files = sizes.len();
            counted.totals.bytes = sizes.iter().sum();
            counted.sent = vec![0; sizes.len()];
        });
    }

    /// Tells of the file at this place.
    pub(super) fn tell(&self, place: usize, file: &PushFile, event: PushEvent<'_>) {
        match &event {
            PushEvent::Sent { bytes, .. } => self.count(|counted| {
                if let Some(sent) = counted.sent.get_mut(place) {
                    counted.totals.bytes_sent += bytes;
                    counted.totals.bytes_sent -= std::mem::replace(sent, *bytes);
                }
            }),
            PushEvent::Finished(_) => self.count(|counted| counted.totals.files_done += 1),
            PushEvent::Failed(_) => self.count(|counted| {
                counted.totals.files_done += 1;
                counted.totals.files_failed += 1;
            }),
            _ => {}
        }
        if let Some(told) = &self.on_progress {
            told(file, event);
        }
    }

    /// A file was queued, and nobody waits for it.
    pub(super) fn left(&self) {
        self.count(|counted| counted.totals.files_done += 1);
    }

    fn count(&self, count: impl FnOnce(&mut Counted)) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        count(&mut counted);
        // While it is locked: two that come at once are told in their order.
        if let Some(told) = &self.on_totals {
            told(&counted.totals);
        }
    }
}

impl fmt::Debug for Teller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Teller")
    }
}
