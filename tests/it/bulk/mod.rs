//! Many keys in one call: in batches, each key with what became of it.

mod matching;
mod middle;

use l10n_client::ErrorKind;
use l10n_client::bulk::BulkReport;
use l10n_client::types::{Key, KeyUpdateItem, NewKey, Platform};
use l10n_sandbox::{Reply, ReplyBody};
use serde_json::{Value, json};

use crate::support::{World, world};

/// The ids of the keys that there are.
fn seeded(world: &World) -> Vec<i64> {
    world.project.key_ids.to_vec()
}

fn key(name: &str) -> NewKey {
    NewKey::new(name, [Platform::Web])
}

fn named(count: usize) -> Vec<NewKey> {
    (0..count).map(|number| key(&format!("bulk.{number}"))).collect()
}

fn change(id: i64, description: &str) -> KeyUpdateItem {
    let change = KeyUpdateItem::new(id);
    change.description(description)
}

async fn create(world: &World, keys: &[NewKey], size: usize) -> BulkReport<Key> {
    let call =
        world.client.create_keys(world.project.project_id, keys.to_vec()).use_automations(false);
    call.in_batches().size(size).send().await.unwrap()
}

/// Responds to the next request with this.
fn respond(world: &World, status: u16, body: Value) {
    world.respond(Reply::new(status, ReplyBody::Json(body)));
}

/// A key as the service returns it, with the same name on all platforms.
fn done_key(id: i64, name: &str) -> Value {
    json!({ "key_id": id, "key_name": on_each(name) })
}

fn on_each(name: &str) -> Value {
    json!({ "ios": name, "android": name, "web": name, "other": name })
}

/// The indexes of the rejected keys.
fn rejected(report: &BulkReport<Key>) -> Vec<Option<usize>> {
    report.rejected().map(|(index, _)| index).collect()
}

#[tokio::test]
async fn batches_are_split_and_joined_in_the_order_of_the_body() {
    let world = world().await;
    let client = &world.client;
    let keys = named(1201);
    let call = client.create_keys(world.project.project_id, keys.clone()).use_automations(false);
    let (listener, heard) = std::sync::mpsc::channel();
    let call = call.in_batches().on_progress(move |report, total| {
        listener.send((report.done().count(), report.not_done().len(), total)).unwrap();
    });
    let report = call.send().await.unwrap();
    assert_eq!(
        heard.iter().collect::<Vec<_>>(),
        [(500, 701, 1201), (1000, 201, 1201), (1201, 0, 1201)]
    );
    let sizes = world.bodies().into_iter();
    let sizes: Vec<_> = sizes
        .map(|body| (body["keys"].as_array().unwrap().len(), body["use_automations"].clone()))
        .collect();
    assert_eq!(sizes, [(500, json!(false)), (500, json!(false)), (201, json!(false))]);
    let created = report.complete().unwrap();
    assert_eq!(created.len(), keys.len());
    for (sent, created) in keys.iter().zip(&created) {
        assert_eq!(created.key_name.as_ref().unwrap().one(), sent.key_name.one());
    }
}

#[tokio::test]
async fn what_is_rejected_is_told_at_its_index_beside_what_is_done() {
    let world = world().await;
    let mut keys = named(5);
    keys[2] = key("start.title");
    keys[4] = keys[3].clone();
    let report = create(&world, &keys, 2).await;
    let rejected: Vec<_> = report.rejected().map(|(index, why)| (index, why.code)).collect();
    assert_eq!(rejected, [(Some(2), Some(400)), (Some(4), Some(400))], "{report}");
    let done: Vec<_> = report.done().map(|(index, _)| index).collect();
    assert_eq!(done, [Some(0), Some(1), Some(3)]);
    assert!(report.error().is_none());
    let error = report.complete().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Incomplete);
    assert!(error.may_have_taken_effect());
    let words = error.to_string();
    assert!(
        words.contains("createKeys") && words.contains("3 of 5 done, 2 rejected; index 2"),
        "{words}"
    );
}

/// As a response that was sent before, which a proxy kept.
#[tokio::test]
async fn a_response_about_other_keys_mentions_none_of_the_batch() {
    let world = world().await;
    for _ in 0..2 {
        let keys = [done_key(1, "bulk.0"), done_key(2, "bulk.1")];
        respond(&world, 200, json!({ "keys": keys, "errors": [] }));
    }
    let report = create(&world, &named(4), 2).await;
    let done: Vec<_> = report.done().map(|(index, _)| index).collect();
    assert_eq!(done, [Some(0), Some(1), None, None]);
    let words = report.complete().unwrap_err().to_string();
    assert!(words.contains("2 not mentioned in the response"), "{words}");
}

#[tokio::test]
async fn an_invalid_key_does_not_stop_the_others() {
    let world = world().await;
    let mut keys = named(6);
    keys[3] = key("");
    let report = create(&world, &keys, 3).await;
    assert_eq!(rejected(&report), [Some(3)]);
    let done: Vec<_> = report.done().filter_map(|(index, _)| index).collect();
    assert_eq!(done, [0, 1, 2, 4, 5]);
    assert_eq!(world.sandbox.requests().len(), 3);
    let words = report.complete().unwrap_err().to_string();
    assert!(words.contains("5 of 6 done, 1 rejected; index 3: `keys.0.key_name"), "{words}");

    let world = self::world().await;
    let report = create(&world, &[key(""), key("")], 2).await;
    assert_eq!((rejected(&report), world.sandbox.requests().len()), (vec![Some(0), Some(1)], 2));
}

#[tokio::test]
async fn it_stops_at_the_first_batch_that_fails_and_says_what_is_left() {
    let world = world().await;
    let keys = named(7);
    respond(
        &world,
        200,
        json!({ "keys": [done_key(2, "bulk.1"), done_key(1, "bulk.0")], "errors": [] }),
    );
    respond(&world, 403, json!({ "error": { "message": "Not yours", "code": 403 } }));
    let report = create(&world, &keys, 2).await;
    assert_eq!(world.sandbox.requests().len(), 2, "nothing is sent behind a failure, nor twice");
    assert!(report.unknown().is_empty(), "403 has no effect");
    assert_eq!(report.not_done(), [2, 3, 4, 5, 6]);
    assert_eq!(report.to_string(), "2 of 7 done, 2 failed, 3 not sent");
    let words = report.error().unwrap().to_string();
    assert!(words.contains("the batch has the keys from index 2 on"), "{words}");
    let error = report.complete().unwrap_err();
    assert!(
        error.status().is_some_and(|status| status == 403) && error.may_have_taken_effect(),
        "{error}"
    );
}

#[tokio::test]
async fn what_does_not_fit_is_an_error_before_anything_is_sent() {
    let world = world().await;
    let error = world.client.delete_keys("", [1]).in_batches().send().await.unwrap_err();
    assert!(error.to_string().contains("project_id"), "{error}");
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn a_body_without_keys_sends_nothing() {
    let world = world().await;
    let report = create(&world, &[], 500).await;
    assert!(report.done().next().is_none() && world.sandbox.requests().is_empty());
    assert!(report.complete().unwrap().is_empty());
}

#[tokio::test]
async fn deletions_say_what_is_locked() {
    let world = world().await;
    let all = seeded(&world);
    let delete = |ids: &[i64]| {
        let call = world.client.delete_keys(world.project.project_id, ids.to_vec());
        call.in_batches().size(3)
    };
    let report = delete(&all[..4]).send().await.unwrap();
    assert_eq!(report.complete().unwrap(), all[..4]);
    let left = world.client.list_keys(world.project.project_id).send().await.unwrap();
    assert_eq!(left.keys.len(), all.len() - 4);

    respond(&world, 200, json!({ "keys_removed": true, "keys_locked": 2 }));
    let report = delete(&all[4..]).send().await.unwrap();
    assert_eq!((report.done().count(), report.locked()), (all.len() - 7, 2));
    let words = report.complete().unwrap_err().to_string();
    assert!(words.contains("3 not mentioned in the response; 2 are locked"), "{words}");
}
