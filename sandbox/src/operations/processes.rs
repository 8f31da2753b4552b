//! Processes: what uploads and asynchronous exports have become.

use serde_json::{Value, json};

use super::call::time;
use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::jobs::Effect;
use crate::quirks::Quirk;
use crate::state::{ExportWork, ImportWork, Process, ProcessStatus, Task, now};

/// How many seconds the clocks of the recording were ahead of UTC.
const BERLIN: i64 = 3600;

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    call.list("processes", &call.branch().processes, |process| view(call, process))
}

/// Queues a process on the branch of a call, starts it, and answers with its place there.
pub(super) fn queue(call: &mut Call<'_>, task: Task) -> usize {
    let process = Process::queued(call.caller, now(), task);
    call.effects.push(Effect::Drive(process.id.clone()));
    let place = call.place;
    call.state.queue(place, process)
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.path("process_id").to_owned();
    let process = call
        .branch()
        .processes
        .iter()
        .find(|process| process.id == id)
        .ok_or_else(Refusal::not_found)?;
    let mut shown = view(call, process);
    shown["details"] = match &process.task {
        Task::Import(work) => import_details(process, work),
        Task::Export(work) => export_details(call, process, work),
    };
    let answer = match is_ended_export(call, process) {
        true => Ok(Answer::ok(&json!({ "process": shown }))),
        false => call.single("process", shown),
    };
    call.looked_at(&id);
    answer
}

/// A process without its details.
pub(super) fn view(call: &Call<'_>, process: &Process) -> Value {
    let mut view = json!({
        "process_id": process.id,
        "type": process.task.kind(),
        "status": process.status,
        "message": process.message,
        "created_by": process.created_by,
        "created_by_email": call.email(process.created_by),
    });
    call.stamp(&mut view, "created_at", process.created_at);
    if is_ended_export(call, process) {
        // What failed or was cancelled says why.
        if process.message.is_empty() {
            view["message"] = Value::Null;
        }
        view["created_by"] = json!(process.created_by.to_string());
        let local = time(call.quirks, process.created_at + BERLIN);
        let local = local.split(" (").next().unwrap_or_default();
        view["created_at"] = json!(format!("{local} (Europe/Berlin)"));
        if let Some(view) = view.as_object_mut() {
            view.remove("created_by_email");
        }
    }
    view
}

/// Whether the process is shown as that of an export that had ended was recorded.
fn is_ended_export(call: &Call<'_>, process: &Process) -> bool {
    let export = matches!(process.task, Task::Export(_));
    export && process.status.next().is_none() && call.quirks.other(Quirk::EndedExport)
}

fn import_details(process: &Process, work: &ImportWork) -> Value {
    let result = &work.result;
    json!({ "files": [{
        "status": process.status,
        "message": process.message,
        "name_original": work.options["filename"],
        "name_custom": work.options.get("title"),
        "word_count_total": result.words,
        "key_count_total": result.total,
        "key_count_inserted": result.inserted,
        "key_count_updated": result.updated,
        "key_count_skipped": result.skipped,
    }] })
}

fn export_details(call: &Call<'_>, process: &Process, work: &ExportWork) -> Value {
    let link = work.bundle.and_then(|bundle| call.state.bundles.link(bundle));
    let url = link.map(|link| format!("{}{link}", call.settings.urls.bundle));
    let mut details = json!({
        "total_number_of_keys": work.keys,
        "items_to_process": work.keys,
        "items_processed": 0,
        "download_url": url,
    });
    if process.status == ProcessStatus::Finished {
        details["items_processed"] = json!(work.keys);
        details["file_size_kb"] = json!(work.size.div_ceil(1024));
    }
    details
}
