//! Reports the events of a push or pull, and records its unfinished work in case of a signal.

use std::sync::atomic::{AtomicUsize, Ordering};

use l10n_sync::Event;
use serde_json::{Value, json};

use crate::interrupt::Underway;
use crate::output::Progress;

pub(super) fn to(
    progress: &Progress,
    underway: &Underway,
) -> impl Fn(Event) + Send + Sync + 'static + use<> {
    let (progress, underway) = (progress.clone(), underway.clone());
    let (done, all) = (AtomicUsize::new(0), AtomicUsize::new(0));
    move |event| {
        if let Some(line) = event_json(&event) {
            progress.event(line);
        }
        match event {
            Event::Phase(phase) => progress.phase(phase),
            Event::Files(files) => all.store(files, Ordering::Relaxed),
            Event::Uploading { path } => underway.began(path, None),
            Event::Queued { path, process_id } => {
                underway.began(path, Some(process_id));
            }
            Event::Pushed(file) => {
                underway.ended(&file.file.path);
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                progress.files(done, all.load(Ordering::Relaxed), "pushing");
            }
            Event::Received { bytes, total } => progress.bytes(bytes, total, "downloading"),
            _ => {}
        }
    }
}

/// Returns an event as JSON; `None` for frequent ones.
fn event_json(event: &Event) -> Option<Value> {
    Some(match event {
        Event::Files(files) => json!({"event": "files", "files": files}),
        Event::Queued { path, process_id } => {
            json!({"event": "queued", "path": path, "process_id": process_id})
        }
        Event::Pushed(file) => {
            json!({"event": "pushed", "path": file.file.path, "state": file.state,
                "process_id": file.process_id, "reason": file.reason})
        }
        Event::Received { bytes, total } if Some(*bytes) == *total => {
            json!({"event": "downloaded", "bytes": bytes})
        }
        _ => return None,
    })
}
