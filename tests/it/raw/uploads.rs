//! Bodies that are not JSON.

use std::time::Duration;

use l10n_client::{CallOptions, ErrorKind, RetryPolicy};
use l10n_sandbox::{Reply, ReplyBody};
use reqwest::Method;
use serde_json::{Value, json};

use super::{json_response, respond};
use crate::support::world;

#[tokio::test]
async fn a_body_is_sent_as_it_is_and_again_after_a_429() {
    let world = world().await;
    respond(&world, Reply::new(429, ReplyBody::Empty));
    json_response(&world, json!({"stored": true}));
    let call = world.client.request(Method::PUT, "teams/7/logo").body("image/png", vec![0, 0xff]);
    let pause = Duration::from_millis(1);
    let call = call.options(CallOptions::new().retry(RetryPolicy::default().backoff(pause, pause)));
    assert_eq!(call.send::<Value>().await.unwrap()["stored"], true);
    let seen = world.sandbox.requests();
    assert_eq!(seen.len(), 2);
    for request in seen {
        assert_eq!(request.header("content-type"), Some("image/png"));
        assert_eq!(request.header("content-length"), Some("2"));
        assert_eq!(request.body.as_ref().unwrap().bytes(), [0, 0xff]);
    }
}

#[tokio::test]
async fn a_content_type_that_cannot_be_sent_is_rejected() {
    let world = world().await;
    let call = world.client.request(Method::PUT, "teams/7/logo").body("image/\npng", vec![0]);
    let error = call.send::<Value>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(world.sandbox.requests().is_empty());
}
