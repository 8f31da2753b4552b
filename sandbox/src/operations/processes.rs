//! Processes: what uploads and asynchronous exports have become.

use serde_json::{Value, json};
use uuid::Uuid;

use super::describe::PROCESS;
use super::resource::{Action, time};
use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::quirks::Preset;
use crate::state::{EXPORT, Process, Row, now};

/// How many seconds the clocks of the recording were ahead of UTC.
const BERLIN: i64 = 3600;

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    call.list("processes", &call.branch().processes, |process| view(call, process))
}

/// Queues a process on the branch of a call.
pub(super) fn queue(call: &mut Call<'_>, process: Process) -> Process {
    let (created_by, created_at) = (call.caller, now());
    let (id, status) = (Uuid::now_v7().to_string(), Process::FIRST.to_owned());
    let process = Process { id, status, created_by, created_at, ..process };
    if call.settings.step.is_some() {
        call.processes.push(process.id.clone());
    }
    call.branch_mut().processes.push(process.clone());
    process
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.path("process_id").to_owned();
    let mut processes = call.branch().processes.iter();
    let process = processes.find(|process| process.id == id).ok_or_else(Refusal::not_found)?;
    let mut shown = view(call, process);
    shown["details"] = details(call, process);
    let answer = match is_ended_export(call, process) {
        true => Ok(Answer::ok(&json!({ "process": shown }))),
        false => call.single("process", shown),
    };
    if call.settings.step.is_none() {
        call.processes.push(id);
    }
    answer
}

/// A process without its details.
pub(super) fn view(call: &Call<'_>, process: &Process) -> Value {
    let Value::Object(row) = json!(process) else { return Value::Null };
    let mut view = PROCESS.show(call, Action::Get, &Row(row));
    view.as_object_mut().map(|view| view.shift_remove("details"));
    if is_ended_export(call, process) {
        // What failed or was cancelled says why.
        if process.message.is_empty() {
            view["message"] = Value::Null;
        }
        view["created_by"] = json!(process.created_by.to_string());
        let local = time(process.created_at + BERLIN);
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
    process.kind == EXPORT && process.next().is_none() && call.preset != Preset::Sample
}

fn details(call: &Call<'_>, process: &Process) -> Value {
    let mut details = process.details.clone();
    if let Some(file) = details.pointer_mut("/files/0") {
        file["status"] = json!(process.status);
        file["message"] = json!(process.message);
    } else {
        let link = process.bundle.and_then(|bundle| call.state.bundles.link(bundle));
        details["download_url"] =
            json!(link.map(|it| format!("{}{it}", call.settings.urls.bundle)));
    }
    details
}
