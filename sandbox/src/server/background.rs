//! Processes, and deliveries to webhooks: what goes on after a response.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::json;

use crate::content::{self, Import};
use crate::operations::publish;
use crate::settings::{Pace, Settings};
use crate::state::{EXPORT, Place, ProcessStatus, State};
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
    let Pace::Step(step) = settings.pace else {
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
/// after that of all processes of its project that came before it.
fn advance(world: &World, settings: &Settings, id: &str) -> (bool, Vec<Delivery>) {
    {
        let mut state = world.state();
        let Some((_, process)) = state.process_mut(id) else { return Default::default() };
        match process.status.next() {
            None => return Default::default(),
            Some(ProcessStatus::Finished) => {}
            Some(next) => {
                process.status = next;
                return (true, Vec::new());
            }
        }
    }
    let _turn = world.turn();
    let due = due(&mut world.state(), id);
    let deliveries = due.iter().filter_map(|id| finish(world, settings, id));
    (false, deliveries.flatten().collect())
}

/// The ids of a process and of those of its project that came before it, without those that have
/// ended.
fn due(state: &mut State, id: &str) -> Vec<String> {
    let Some((Place { project, .. }, _)) = state.process_mut(id) else { return Vec::new() };
    let all = state.projects[project].branches.iter().flat_map(|branch| &branch.processes);
    let open = all.filter(|process| process.status.next().is_some() && *process.id <= *id);
    let mut due: Vec<String> = open.map(|process| process.id.clone()).collect();
    due.sort();
    due
}

/// Does the work of a process, and returns what it sends. Files are read and written without the
/// lock of the data, which other requests wait for.
fn finish(world: &World, settings: &Settings, id: &str) -> Option<Vec<Delivery>> {
    let mut state = world.state();
    let (place, process) = state.process_mut(id)?;
    let (options, data) = (process.options.clone(), Arc::clone(&process.data));
    let done = if process.kind == EXPORT {
        let project = &state.projects[place.project];
        let (name, branch) = (project.name.clone(), project.branches[place.branch].clone());
        drop(state);
        let bundle = content::export(&name, &branch, &options, settings.bundle_filler);
        bundle.and_then(|bundle| export(world, settings, id, bundle).ok_or_else(String::new))
    } else {
        drop(state);
        let file = Import::read(&options, &data);
        file.and_then(|file| import(world, id, file).ok_or_else(String::new))
    };
    // Without a process, the world was reset, or the branch was deleted.
    let mut state = world.state();
    let (_, process) = state.process_mut(id)?;
    process.data = Arc::default();
    process.status = if done.is_ok() { ProcessStatus::Finished } else { ProcessStatus::Failed };
    done.map_err(|message| process.message = message).ok()
}

/// Imports a file. Between its parts, others get the lock.
fn import(world: &World, id: &str, mut file: Import) -> Option<Vec<Delivery>> {
    let mut changes = Vec::new();
    loop {
        std::thread::yield_now();
        let state = &mut *world.state();
        let (place, process) = state.process_mut(id)?;
        // The options as they are now: without a status that was deleted.
        let (options, user) = (process.options.clone(), process.created_by);
        let imported = file.next(state.edit(place, user), &options);
        changes.extend(deliveries_of_changes(state, place, user, true));
        if let Some(file) = imported {
            let branch = &state.projects[place.project].branches[place.branch];
            let event = of_import(branch, &options, &file);
            let mut sent = deliveries(state, place, user, &event);
            sent.extend(changes);
            state.process_mut(id)?.1.details = json!({ "files": [file] });
            return Some(sent);
        }
    }
}

fn export(world: &World, settings: &Settings, id: &str, bundle: Bytes) -> Option<Vec<Delivery>> {
    let state = &mut *world.state();
    let (place, process) = state.process_mut(id)?;
    let (options, user) = (process.options.clone(), process.created_by);
    process.details["file_size_kb"] = json!(bundle.len().div_ceil(1024));
    process.details["items_processed"] = process.details["items_to_process"].clone();
    let (bundle, _, sent) = publish(state, (place, user), &options, bundle, &settings.urls);
    state.process_mut(id)?.1.bundle = Some(bundle);
    Some(sent)
}
