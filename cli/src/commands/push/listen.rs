//! What is told of a push on its way: to whoever watches, and for the case that it is stopped.

use std::sync::{Mutex, PoisonError};

use l10n_client::{Push, PushEvent, PushFile, PushStage, PushTotals};
use serde_json::{Value, json};

use crate::interrupt::{Doing, Underway};
use crate::output::Progress;
use crate::text;

/// Listens to a push.
pub(super) fn to<'a>(push: Push<'a>, progress: &Progress, underway: &Underway) -> Push<'a> {
    let (shown, underway) = (progress.clone(), underway.clone());
    let push = push.on_progress(move |file, event| {
        note(&underway, file, &event);
        if let Some(event) = event_json(file, &event) {
            shown.event(event);
        }
    });
    let shown = progress.clone();
    let last = Mutex::new(PushTotals::default());
    push.on_totals(move |totals| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_news = last.stage != totals.stage || last.files_done != totals.files_done;
        shown.files(
            totals.files_done,
            totals.files,
            stage(totals.stage),
            is_news,
        );
        if is_news {
            shown.event(totals_json(totals));
            *last = *totals;
        }
    })
}

/// Notes what the service may be doing for this file.
fn note(underway: &Underway, file: &PushFile, event: &PushEvent<'_>) {
    let what = text::path(file.path());
    match event {
        PushEvent::Sent { .. } => underway.began(&what, Doing::Receiving),
        PushEvent::Queued { process_id } | PushEvent::Adopted { process_id } => {
            underway.began(&what, Doing::Process((*process_id).to_owned()));
        }
        PushEvent::Finished(_) | PushEvent::Unchanged | PushEvent::Failed(_) => {
            underway.ended(&what);
        }
        _ => {}
    }
}

fn stage(stage: PushStage) -> &'static str {
    match stage {
        PushStage::Waiting => "waiting for another push with this ledger",
        PushStage::RemovingKeys => "removing keys",
        _ => "pushing",
    }
}

/// What happens to a file; nothing of its bytes, which come too often.
fn event_json(file: &PushFile, event: &PushEvent<'_>) -> Option<Value> {
    let (name, process) = match event {
        PushEvent::Started => ("started", None),
        PushEvent::LookedFor(_) => ("looked_for", None),
        PushEvent::Adopted { process_id } => ("adopted", Some(*process_id)),
        PushEvent::Queued { process_id } => ("queued", Some(*process_id)),
        PushEvent::Finished(process) => ("imported", Some(process.process_id.as_str())),
        PushEvent::Unchanged => ("unchanged", None),
        PushEvent::Failed(_) => ("failed", None),
        _ => return None,
    };
    let path = text::path(file.path());
    Some(json!({"event": name, "path": path, "lang_iso": file.lang(), "process_id": process}))
}

fn totals_json(totals: &PushTotals) -> Value {
    let stage = match totals.stage {
        PushStage::Waiting => "waiting",
        PushStage::RemovingKeys => "removing_keys",
        PushStage::Ended => "ended",
        _ => "sending",
    };
    json!({"event": "totals", "stage": stage, "files": totals.files,
        "files_done": totals.files_done, "files_failed": totals.files_failed,
        "bytes": totals.bytes, "bytes_sent": totals.bytes_sent})
}
