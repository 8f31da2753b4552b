//! What happens in a world, told while it happens.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::broadcast;

use super::SeenRequest;
use crate::faults::FaultId;

/// How many events wait for a slow reader; the oldest go first, and it is told so.
const CAPACITY: usize = 256;

/// Something that happened.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// A request came, or there is more to tell of it.
    Request(Arc<SeenRequest>),
    /// A fault befell a request, or a connection.
    Fault { id: FaultId, request: Option<u64> },
    /// The world started over.
    Reset,
}

impl Event {
    /// Its name and its data, as they are sent.
    pub(crate) fn form(&self) -> (&'static str, Value) {
        match self {
            Self::Request(seen) => ("request", json!(**seen)),
            Self::Fault { id, request } => ("fault", json!({ "id": id, "request": request })),
            Self::Reset => ("reset", json!({})),
        }
    }
}

/// Tells events to whoever listens, until it is dropped. Most worlds have nobody who does.
#[derive(Debug, Default)]
pub(super) struct Events(Option<broadcast::Sender<Event>>);

impl Events {
    /// Tells an event, which is not even made when nobody listens.
    pub(super) fn tell(&self, event: impl FnOnce() -> Event) {
        if let Some(events) = self.0.as_ref().filter(|it| it.receiver_count() > 0) {
            // Who listened may have gone meanwhile.
            let _ = events.send(event());
        }
    }

    pub(super) fn listen(&mut self) -> broadcast::Receiver<Event> {
        let events = self.0.get_or_insert_with(|| broadcast::Sender::new(CAPACITY));
        events.subscribe()
    }
}
