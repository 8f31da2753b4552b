//! Processes, and deliveries to webhooks: what goes on after a response.

use std::sync::Arc;

use serde_json::json;

use crate::content;
use crate::operations::publish;
use crate::settings::Settings;
use crate::state::{EXPORT, FINISHED, Place, Process, State};
use crate::webhooks::{Delivery, deliveries, deliveries_of_changes, of_import};
use crate::worlds::World;

/// Sends events to webhooks, in their order.
pub(super) fn deliver(world: &Arc<World>, deliveries: Vec<Delivery>) {
    let world = Arc::downgrade(world);
    tokio::spawn(async move {
        for mut delivery in deliveries {
            delivery.send().await;
            if let Some(world) = world.upgrade() {
                world.list_delivery(delivery);
            }
        }
    });
}

/// Moves a process on until it ends or the world is dropped, or by one state if polls do that.
pub(super) fn start(world: &Arc<World>, settings: &Arc<Settings>, id: String) {
    let Some(step) = settings.step else {
        let (_, deliveries) = advance(world, settings, &id);
        return deliver(world, deliveries);
    };
    let (weak, settings) = (Arc::downgrade(world), Arc::clone(settings));
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(step).await;
            let Some(world) = weak.upgrade() else { return };
            let (advanced, by, id) = (Arc::clone(&world), Arc::clone(&settings), id.clone());
            // The last step may take long.
            let step = tokio::task::spawn_blocking(move || advance(&advanced, &by, &id));
            let (goes_on, deliveries) = step.await.unwrap_or_default();
            deliver(&world, deliveries);
            if !goes_on {
                return;
            }
        }
    });
}

/// Moves a process on by one state, and returns whether it goes on. Its work is done when it ends,
/// after that of all processes of its project that came before it. Without a process, the world was
/// reset, or the branch was deleted.
fn advance(world: &World, settings: &Settings, id: &str) -> (bool, Vec<Delivery>) {
    let state = &mut *world.state();
    let Some((place, process)) = state.process_mut(id) else { return Default::default() };
    match process.next() {
        None => return Default::default(),
        Some(FINISHED) => {}
        Some(next) => {
            next.clone_into(&mut process.status);
            return (true, Vec::new());
        }
    }
    let all = state.projects[place.project].branches.iter().flat_map(|branch| &branch.processes);
    let open = all.filter(|process| process.next().is_some() && *process.id <= *id);
    let mut due: Vec<String> = open.map(|process| process.id.clone()).collect();
    due.sort();
    (false, due.iter().filter_map(|id| finish(state, settings, id)).flatten().collect())
}

/// Does the work of a process, and returns what it sends.
fn finish(state: &mut State, settings: &Settings, id: &str) -> Option<Vec<Delivery>> {
    let (place, process) = state.process_mut(id)?;
    let mut process = process.clone();
    let done = match &*process.kind {
        EXPORT => export(state, settings, place, &mut process),
        _ => import(state, place, &mut process),
    };
    process.data = Arc::default();
    process.status = if done.is_ok() { FINISHED } else { "failed" }.to_owned();
    let sent = done.map_err(|message| process.message = message).ok();
    *state.process_mut(id)?.1 = process;
    sent
}

/// The error is the message of the process.
fn import(state: &mut State, place: Place, process: &mut Process) -> Result<Vec<Delivery>, String> {
    let (user, options) = (process.created_by, &process.options);
    let file = content::import(state.edit(place, user), options, &process.data)?;
    let event = of_import(&state.projects[place.project].branches[place.branch], options, &file);
    let mut sent = deliveries(state, place, user, &event);
    sent.extend(deliveries_of_changes(state, place, user, true));
    process.details = json!({ "files": [file] });
    Ok(sent)
}

fn export(
    state: &mut State,
    settings: &Settings,
    place: Place,
    process: &mut Process,
) -> Result<Vec<Delivery>, String> {
    let (user, options) = (process.created_by, &process.options);
    let project = &state.projects[place.project];
    let bundle = content::export(&project.name, &project.branches[place.branch], options)?;
    process.details["file_size_kb"] = json!(bundle.len().div_ceil(1024));
    process.details["items_processed"] = process.details["items_to_process"].clone();
    let (bundle, _, sent) = publish(state, (place, user), options, bundle, &settings.urls);
    process.bundle = Some(bundle);
    Ok(sent)
}
