//! `l10n api`.

use l10n_sandbox::{Fault, Misbehavior};
use serde_json::json;

use crate::support::World;

#[tokio::test]
async fn a_response_is_printed() {
    let world = World::configured("").await;
    let get = ["api", "get", "projects/{project}", "-Q", "x=a b"];
    assert_eq!(world.run(&get).await.ended(0).json()["name"], "Garnet");
    let seen = world.seen("getProject").pop().unwrap();
    assert!(seen.target.contains("x=a+b") || seen.target.contains("x=a%20b"), "{}", seen.target);

    let of_branch = ["api", "GET", "projects/{project}/keys", "--branch", "feature/start"];
    assert_eq!(world.run(&of_branch).await.ended(0).json()["branch"], "feature/start");
}

#[tokio::test]
async fn a_body_is_sent_and_an_error_response_is_reported() {
    let world = World::configured("").await;
    let body = json!({"title": "T", "color": "#f2d600"}).to_string();
    let post = ["api", "POST", "projects/{project}/custom_translation_statuses", "--json", "-d"];
    let post = |data| [&post[..], &[data]].concat();
    let ran = world.run(&post(&body)).await.ended(0);
    assert_eq!(ran.json()["custom_translation_status"]["title"], "T");
    let ran = world.run(&post("{")).await.ended(2);
    assert!(ran.stderr.starts_with("error: --data: invalid JSON"), "{ran:?}");

    let ran = world.run(&["api", "GET", "projects/{project}/nothing", "--json"]).await.ended(4);
    let error = ran.json();
    assert_eq!((&error["error"]["status"], &error["outcome"]), (&json!(404), &json!("rejected")));
    // A write that may have taken effect is not retried.
    let fault = Fault::new(Misbehavior::status(503)).on("createCustomTranslationStatus");
    world.sandbox.add_fault(fault).unwrap();
    let ran = world.run(&post(&body)).await.ended(3);
    assert_eq!(ran.json()["error"]["may_have_taken_effect"], true);
}
