//! Progress: a line every few seconds, or JSON lines.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use l10n_sync::Event;
use serde_json::json;

use super::stderr_line;
use crate::args::ProgressKind;

/// Reports the progress of a command.
#[derive(Debug, Clone)]
pub(crate) struct Progress {
    kind: ProgressKind,
    last_line: Arc<Mutex<Instant>>,
}

/// The time between two lines of a log. A short run prints none.
const PAUSE: Duration = Duration::from_secs(5);

impl Progress {
    pub(super) fn new(kind: ProgressKind) -> Self {
        Self { kind, last_line: Arc::new(Mutex::new(Instant::now())) }
    }

    /// Reports a phase, or how many keys were read or sent.
    pub(crate) fn report(&self, event: &Event) {
        let (phase, keys, total) = match event {
            Event::Phase(phase) => (*phase, None, None),
            Event::Read { keys } => ("reading keys", Some(*keys), None),
            Event::Sent { keys, total } => ("sending", Some(*keys), Some(*total)),
            _ => return,
        };
        match self.kind {
            ProgressKind::Json => {
                let event = json!({"event": "progress", "phase": phase, "keys": keys,
                    "total": total});
                stderr_line(&event.to_string());
            }
            ProgressKind::Lines if self.is_due() => {
                let of = total.map(|total| format!(" of {total}")).unwrap_or_default();
                let keys = keys.map(|keys| format!(": {keys}{of} keys")).unwrap_or_default();
                stderr_line(&format!("{phase}{keys}"));
            }
            ProgressKind::Lines | ProgressKind::None => {}
        }
    }

    fn is_due(&self) -> bool {
        let mut last = self.last_line.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.elapsed() >= PAUSE;
        if is_due {
            *last = Instant::now();
        }
        is_due
    }
}
