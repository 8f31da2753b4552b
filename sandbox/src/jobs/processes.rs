//! Processes: imports in the order of their arrival, and exports.

use serde_json::{Value, json};

use super::Advanced;
use crate::content;
use crate::settings::{Pace, Settings};
use crate::state::changes::Changes;
use crate::state::{Edit, Place, Process, ProcessStatus, Project, Row, Stamp, State, Task, now};
use crate::webhooks::{Delivery, deliveries, deliveries_of_changes, of_export};

/// Moves a process on by one state.
///
/// An import does not begin to run while an earlier one of its project has not ended. Where only
/// looks move processes on, a look at one that waits moves the one it waits for.
pub(crate) fn advance(state: &mut State, id: &str, settings: &Settings) -> Advanced {
    let Some((mut place, mut index)) = state.process(id) else { return Advanced::default() };
    let blocker = blocker(state, place, index);
    if let Some(earlier) = blocker {
        if settings.pace != Pace::EachLook {
            return Advanced { goes_on: true, waits: true, deliveries: Vec::new() };
        }
        (place, index) = earlier;
    }
    // Taken out of the branch, which the work reads and changes.
    let mut taken = processes(state, place).remove(index);
    let deliveries = step(state, place, &mut taken, settings);
    let goes_on = blocker.is_some() || taken.status.next().is_some();
    processes(state, place).insert(index, taken);
    Advanced { goes_on, waits: false, deliveries }
}

/// Where the import is that a process has to wait for: the first of the project that has not
/// ended, if it came earlier.
fn blocker(state: &State, place: Place, index: usize) -> Option<(Place, usize)> {
    let project = &state.projects[place.project];
    let waiting = &project.branches[place.branch].processes[index];
    let is_import = |process: &Process| matches!(process.task, Task::Import(_));
    if waiting.status.next() != Some(ProcessStatus::Running) || !is_import(waiting) {
        return None;
    }
    let all = project.branches.iter().enumerate().flat_map(|(branch, known)| {
        let place = Place { branch, ..place };
        known.processes.iter().enumerate().map(move |(index, it)| ((place, index), it))
    });
    // What orders processes by their arrival: ids of one second rise with time.
    let arrival = |process: &Process| (process.created_at, process.id.clone());
    let limit = arrival(waiting);
    let is_open = |process: &Process| process.status.next().is_some() && is_import(process);
    let earlier = all.filter(|(_, it)| is_open(it) && arrival(it) < limit);
    Some(earlier.min_by_key(|(_, it)| arrival(it))?.0)
}

fn processes(state: &mut State, place: Place) -> &mut Vec<Process> {
    &mut state.projects[place.project].branches[place.branch].processes
}

fn step(
    state: &mut State,
    place: Place,
    process: &mut Process,
    settings: &Settings,
) -> Vec<Delivery> {
    let Some(next) = process.status.next() else { return Vec::new() };
    process.status = next;
    if process.status == ProcessStatus::PostProcessing
        && let Some(end) = process.end.take()
    {
        process.end_as(end);
    } else if process.status == ProcessStatus::Finished {
        let finished = finish(state, place, process, settings);
        return finished.unwrap_or_else(|message| {
            (process.status, process.message) = (ProcessStatus::Failed, message);
            Vec::new()
        });
    }
    Vec::new()
}

fn finish(
    state: &mut State,
    place: Place,
    process: &mut Process,
    settings: &Settings,
) -> Result<Vec<Delivery>, String> {
    let State { projects, ids, bundles, .. } = state;
    let project = &mut projects[place.project];
    let branch = &mut project.branches[place.branch];
    match &mut process.task {
        Task::Import(work) => {
            let content = std::mem::take(&mut work.content);
            let stamp = Stamp { by: process.created_by, at: now() };
            let toggle = project.settings.auto_toggle_unverified;
            let edit = Edit { branch, ids, stamp, toggle };
            let result = content::import(edit, &work.options, content);
            work.result = result.inspect_err(|_| branch.changes = Changes::default())?;
            let import = Some((&work.options, &work.result));
            Ok(deliveries_of_changes(state, place, stamp.by, import))
        }
        Task::Export(work) => {
            let filler = settings.bundle_filler;
            let content = content::export(&project.name, branch, &work.options, filler)?;
            work.size = content.len();
            let bundle = bundles.add(&content::bundle_filename(project), content);
            work.bundle = Some(bundle);
            let link = bundles.link(bundle).unwrap_or_default();
            let url = format!("{}{link}", settings.urls.bundle);
            let mut sent = Vec::from_iter(webhook(project, &work.options, &url));
            let event = of_export(&work.options, &bundle.to_string());
            sent.extend(deliveries(state, place, process.created_by, &event));
            Ok(sent)
        }
    }
}

/// The POST that an export asks for, when it does.
pub(crate) fn webhook(project: &Project, options: &Value, bundle_url: &str) -> Option<Delivery> {
    let url = options["webhook_url"].as_str().filter(|url| !url.is_empty())?;
    let body = json!({ "project_id": project.id, "bundle_url": bundle_url });
    Some(Delivery::new(&Row::of([("url", url.into())]), project, body))
}
