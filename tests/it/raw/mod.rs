//! Raw requests: the same pipeline and errors for endpoints that the document does not hold.

mod calls;
mod downloads;

use std::collections::BTreeMap;

use l10n_client::types::{CustomTranslationStatusResponse, NewCustomTranslationStatus};
use l10n_client::{CallOptions, ErrorKind};
use l10n_sandbox::{Reply, ReplyBody};
use reqwest::Method;
use serde_json::Value;

use crate::support::{World, world};

fn json_response(world: &World, body: Value) {
    world.respond(Reply::new(200, ReplyBody::Json(body)));
}

/// What every request asked for, without the version segment.
fn targets(world: &World) -> Vec<String> {
    let seen = world.sandbox.requests();
    let path = |target: &str| target.splitn(3, '/').last().unwrap_or_default().to_owned();
    seen.iter().map(|seen| path(&seen.target)).collect()
}

#[tokio::test]
async fn a_raw_request_is_a_call_like_any_other() {
    let world = world().await;
    let path = format!("/projects/{}/contributors", world.project.project_id);
    let page =
        world.client.request(Method::GET, &path).query("limit", 2).send::<Value>().await.unwrap();
    assert_eq!(page["contributors"].as_array().unwrap().len(), 2);
    assert_eq!(page.total_count(), Some(5));

    let body = NewCustomTranslationStatus::new("Typed", "#61bd4f");
    let path = format!("projects/{}/custom_translation_statuses", world.project.project_id);
    let created = world.client.request(Method::POST, &path).json(&body);
    let created = created.send::<CustomTranslationStatusResponse>().await.unwrap();
    assert_eq!(created.custom_translation_status.title.as_deref(), Some("Typed"));
    assert_eq!(world.sandbox.requests()[1].header("content-type"), Some("application/json"));
    assert_eq!(
        world.sandbox.requests()[1].header("x-api-token"),
        Some(world.sandbox.tokens().read_write)
    );
}

#[tokio::test]
async fn a_raw_request_cannot_leave_the_base_url() {
    let world = world().await;
    for path in [
        "",
        "/",
        "..",
        "../v1/projects",
        "projects/../../v1",
        "projects/%2e%2E/x",
        "//other.test/x",
        "/\\other.test",
        "a/./b",
        "a//b",
        "a?token=1",
        "a#b",
        "a/.\t./b",
        "https://other.test/x",
    ] {
        let error = world.client.request(Method::GET, path).send::<Value>().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{path:?}: {error}");
    }
    assert_eq!(world.sandbox.requests().len(), 0);
}

#[tokio::test]
async fn what_is_set_twice_is_added_or_rejected() {
    let world = world().await;
    let path = format!("projects/{}/files", world.project.project_id);
    let call = world.client.request(Method::GET, &path);
    let (first, second) =
        (CallOptions::new().header("x-a", "1"), CallOptions::new().header("x-b", "2"));
    call.options(first).options(second).send::<Value>().await.unwrap();
    let requests = world.sandbox.requests();
    assert_eq!((requests[0].header("x-a"), requests[0].header("x-b")), (Some("1"), Some("2")));

    for call in [
        world.client.request(Method::CONNECT, &path),
        world.client.request(Method::PUT, &path).body("two\nlines", ""),
        world.client.request(Method::PUT, &path).json(&BTreeMap::from([((1, 2), 3)])),
    ] {
        let error = call.send::<Value>().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    }
    assert_eq!(world.sandbox.requests().len(), 1);
}
