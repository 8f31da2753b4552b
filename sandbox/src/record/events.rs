//! Events of a world, sent while they happen.

use serde::Serialize;
use tokio::sync::broadcast;

/// How many events wait for a slow reader; the oldest are dropped first.
const CAPACITY: usize = 256;

/// Something that happened, as it is sent.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) name: &'static str,
    /// JSON.
    pub(crate) data: String,
}

impl Event {
    pub(crate) fn new(name: &'static str, data: &impl Serialize) -> Self {
        Self { name, data: serde_json::to_string(data).unwrap_or_default() }
    }
}

/// Sends events to all listeners. Most worlds have none.
#[derive(Debug, Default)]
pub(super) struct Events(Option<broadcast::Sender<Event>>);

impl Events {
    /// Sends an event, which is made only if somebody listens.
    pub(super) fn send(&self, event: impl FnOnce() -> Event) {
        if let Some(events) = self.0.as_ref().filter(|it| it.receiver_count() > 0) {
            // The last listener may have gone meanwhile.
            let _ = events.send(event());
        }
    }

    pub(super) fn listen(&mut self) -> broadcast::Receiver<Event> {
        let events = self.0.get_or_insert_with(|| broadcast::Sender::new(CAPACITY));
        events.subscribe()
    }
}
