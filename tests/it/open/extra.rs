//! Fields of bodies that the document does not name.

use l10n_client::types::{NewCustomTranslationStatus, NewKey};
use l10n_client::{ErrorKind, FileSource};
use l10n_sandbox::Sandbox;
use serde_json::{Value, json};

use crate::support::{World, world, world_of};

/// A world that takes what it does not know, and tells so.
async fn open_world() -> World {
    world_of(Sandbox::builder().start().await.unwrap())
}

/// What was not known in the only request that came, and its body.
fn seen(world: &World) -> (Vec<String>, Value) {
    let requests = world.sandbox.requests();
    let [request] = &requests[..] else {
        panic!("{} requests", requests.len());
    };
    let body = request.body.as_ref().unwrap().text().unwrap();
    (request.unknown.clone(), serde_json::from_str(body).unwrap())
}

#[tokio::test]
async fn they_stand_beside_the_others() {
    let world = open_world().await;
    let keys = [NewKey::new("open", ["web"])];
    let call = world.client.create_keys(world.project.project_id, keys);
    call.extra("dry_run", json!({"log": true})).send().await.unwrap();
    let (unknown, body) = seen(&world);
    assert_eq!(unknown, ["dry_run"]);
    assert_eq!(body["dry_run"], json!({"log": true}));
    assert_eq!(body["keys"][0]["key_name"], "open");
}

#[tokio::test]
async fn a_streamed_upload_has_them_too() {
    let world = open_world().await;
    let call = world
        .client
        .upload_file(world.project.project_id, "a.json", "en")
        .extra("include_path", true);
    let source = FileSource::bytes(&br#"{"open.streamed": "Open"}"#[..]);
    call.file(source).send().await.unwrap();
    let (unknown, body) = seen(&world);
    assert_eq!(unknown, ["include_path"]);
    assert_eq!((&body["include_path"], &body["filename"]), (&json!(true), &json!("a.json")));
}

#[tokio::test]
async fn one_that_has_a_setter_is_rejected() {
    let world = world().await;
    let call = world.client.create_custom_translation_status(world.project.project_id, "", "");
    let body = NewCustomTranslationStatus::new("Open", "#61bd4f");
    let call = call.body(body.extra("title", "Other"));
    let error = call.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let words = "`title` is a documented field: use its setter";
    assert!(error.to_string().contains(words), "{error}");
    assert_eq!(world.sandbox.requests().len(), 0);
}

#[test]
fn a_body_that_was_kept_as_json_comes_back_whole() {
    let kept = json!({"title": "Open", "color": "#61bd4f", "later": [1, 2]});
    let body: NewCustomTranslationStatus = serde_json::from_value(kept.clone()).unwrap();
    assert_eq!(body.extra["later"], json!([1, 2]));
    assert_eq!(serde_json::to_value(body).unwrap(), kept);
}
