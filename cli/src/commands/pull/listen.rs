//! What is told of a pull on its way: to whoever watches, and for the case that it is stopped.

use l10n_client::{Pull, PullEvent};
use serde_json::{Value, json};

use crate::interrupt::{Doing, Underway};
use crate::output::Progress;

/// Listens to a pull.
pub(super) fn to<'a>(
    pull: Pull<'a>,
    progress: &Progress,
    underway: &Underway,
    project: &str,
) -> Pull<'a> {
    let (progress, underway) = (progress.clone(), underway.clone());
    let what = format!("export of {project}");
    pull.on_event(move |event| {
        match &event {
            PullEvent::Queued { process_id } => {
                underway.began(&what, Doing::Process((*process_id).to_owned()));
            }
            PullEvent::Downloading { .. } => underway.ended(&what),
            _ => {}
        }
        show(&progress, &event);
    })
}

fn show(progress: &Progress, event: &PullEvent<'_>) {
    match *event {
        PullEvent::Exporting { done: None, .. } => progress.phase("exporting"),
        PullEvent::Downloading { received, total } => {
            progress.bytes(received, total, "downloading");
        }
        PullEvent::Unpacking { done, total } => progress.files(done, total, "unpacking", true),
        PullEvent::Placing { done, total } => progress.files(done, total, "placing", true),
        _ => {}
    }
    if let Some(event) = event_json(event) {
        progress.event(event);
    }
}

/// What happens, but for each piece that comes: they are too many.
fn event_json(event: &PullEvent<'_>) -> Option<Value> {
    match *event {
        PullEvent::Exporting { done, total } => {
            Some(json!({"event": "exporting", "items_done": done, "items": total}))
        }
        PullEvent::Queued { process_id } => {
            Some(json!({"event": "queued", "process_id": process_id}))
        }
        PullEvent::Downloading { received, total } if Some(received) == total => {
            Some(json!({"event": "downloaded", "bytes": received}))
        }
        PullEvent::Unpacking { done, total } if done == total => {
            Some(json!({"event": "unpacked", "files": total}))
        }
        PullEvent::Placing { done, total } if done == total => {
            Some(json!({"event": "placed", "files": total}))
        }
        _ => None,
    }
}
