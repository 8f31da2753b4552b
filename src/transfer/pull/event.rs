//! What a pull tells while it goes on.

use std::fmt;
use std::sync::Arc;

/// What happens in a pull, with totals for a bar, a log, or anything else.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PullEvent<'a> {
    /// The service exports. Told when the export begins, and for an asynchronous one at every look
    /// at it.
    Exporting {
        /// How many items are exported, where the service says so.
        done: Option<u64>,
        /// How many there are, where the service says so.
        total: Option<u64>,
    },
    /// An asynchronous export was started: see [`Pull::from_process`](crate::Pull::from_process).
    Queued {
        /// The process that exports.
        process_id: &'a str,
    },
    /// A piece of the bundle has come. `received` falls when a download has to start over.
    Downloading {
        /// In bytes.
        received: u64,
        /// In bytes, where the host of the bundle says so.
        total: Option<u64>,
    },
    /// A file was unpacked, next to the target.
    Unpacking {
        /// How many files are.
        done: usize,
        /// How many files the bundle has.
        total: usize,
    },
    /// A file has taken its place, or was removed.
    Placing {
        /// How many have.
        done: usize,
        /// How many there are, those that are removed included, without the unchanged ones.
        total: usize,
    },
}

type OnEvent = Arc<dyn Fn(PullEvent<'_>) + Send + Sync>;

/// Who is told.
#[derive(Clone, Default)]
pub(in crate::transfer) struct Told(Option<OnEvent>);

impl Told {
    pub(super) fn of(told: impl Fn(PullEvent<'_>) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(told)))
    }

    pub(in crate::transfer) fn tell(&self, event: PullEvent<'_>) {
        if let Some(told) = &self.0 {
            told(event);
        }
    }
}

impl fmt::Debug for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Told({})", self.0.is_some())
    }
}
