//! What a pull tells while it goes on.

use std::sync::{Arc, Mutex};

use l10n_client::PullEvent;

use super::{Disk, Scene, json, names};
use crate::support::world;

/// Events as text, without repetitions of the same kind in between.
fn told() -> (
    Arc<Mutex<Vec<String>>>,
    impl Fn(PullEvent<'_>) + Send + Sync + 'static,
) {
    let events = Arc::new(Mutex::new(Vec::new()));
    let telling = Arc::clone(&events);
    (events, move |event| {
        telling.lock().unwrap().push(format!("{event:?}"));
    })
}

#[tokio::test]
async fn every_step_of_a_pull_to_a_folder_is_told_with_totals() {
    let bundle = [("a.json", "new"), ("b.json", "same"), ("c.json", "new")];
    let local = [("b.json", "same"), ("d.json", "old")];
    let scene = Scene::new(&bundle, &local).await;
    let (events, on_event) = told();
    let pull = scene.pull().prune("*.json").on_event(on_event);
    let pulled = pull.to_folder(&scene.folder).await.unwrap();
    let size = pulled.bundle_size;
    let expected = [
        "Exporting { done: None, total: None }".to_owned(),
        format!("Downloading {{ received: {size}, total: Some({size}) }}"),
        "Unpacking { done: 1, total: 3 }".to_owned(),
        "Unpacking { done: 2, total: 3 }".to_owned(),
        "Unpacking { done: 3, total: 3 }".to_owned(),
        "Placing { done: 1, total: 3 }".to_owned(),
        "Placing { done: 2, total: 3 }".to_owned(),
        "Placing { done: 3, total: 3 }".to_owned(),
    ];
    assert_eq!(*events.lock().unwrap(), expected);
    assert_eq!(names(&scene.folder), ["a.json", "b.json", "c.json"]);
}

#[tokio::test]
async fn the_process_of_an_asynchronous_export_and_what_it_has_done_are_told() {
    let (world, disk) = (world().await, Disk::new());
    let (events, on_event) = told();
    let pull = json(&world.client).asynchronous(true).on_event(on_event);
    let pulled = pull.to_file(&disk.target).await.unwrap();
    let events = events.lock().unwrap();
    let id = pulled.process_id.unwrap();
    assert_eq!(events[0], "Exporting { done: None, total: None }");
    assert_eq!(events[1], format!("Queued {{ process_id: {id:?} }}"));
    let mut exporting = events.iter().filter(|event| event.starts_with("Exporting"));
    let last = exporting.next_back().unwrap();
    let counts = last.replace(|c: char| !c.is_ascii_digit() && c != ',', "");
    let (done, total) = counts.split_once(',').unwrap();
    assert!(done == total && done != "0" && !done.is_empty(), "{last}");
    assert!(events.last().unwrap().starts_with("Downloading"));
}
