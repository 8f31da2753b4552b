//! The control endpoints, and rate limits.

use std::time::Duration;

use l10n_sandbox::{Fault, Misbehavior, RateLimit, Sandbox};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

#[tokio::test]
async fn an_unknown_endpoint_is_answered_with_those_there_are() {
    let api = Api::start().await;
    for (method, path) in [
        (Method::GET, "/nope"),
        (Method::PUT, "/rate-limit"),
        (Method::PATCH, "/faults"),
        (Method::GET, "/worlds/default/nope"),
    ] {
        let (status, told) = api.control(method, path, Value::Null).await;
        assert_eq!(status, 404, "{path}");
        assert!(told["error"].as_str().unwrap().contains("/rate_limit"), "{told}");
    }
}

#[tokio::test]
async fn nulls_and_rate_limits_are_set_and_reset_and_data_restored() {
    let api = Api::start().await;
    let limit = json!({ "per_second": 0, "in_flight": 5 });
    for (path, body, status, member, value, answered) in [
        ("/nulls", json!({ "nulls": "all" }), 204, "nulls", json!("all"), 200),
        ("/nulls", json!({ "nulls": "some" }), 400, "nulls", json!("all"), 200),
        ("/nulls", json!({}), 400, "nulls", json!("all"), 200),
        ("/rate_limit", limit.clone(), 204, "rate_limit", limit.clone(), 429),
        ("/rate_limit", Value::Null, 204, "rate_limit", Value::Null, 200),
        ("/rate_limit", json!({ "per_second": 1 }), 400, "rate_limit", Value::Null, 200),
        ("/rate_limit", limit.clone(), 204, "rate_limit", limit, 429),
    ] {
        assert_eq!(api.control(Method::PUT, path, body.clone()).await.0, status, "{path} {body}");
        assert_eq!(api.sandbox.description()[member], value, "{path} {body}");
        assert_eq!(api.get("/files").await.status, answered, "{path} {body}");
    }
    assert_eq!(api.control(Method::POST, "/reset", Value::Null).await.0, 204);
    assert_eq!(api.sandbox.description()["rate_limit"], Value::Null);
    for _ in 0..2 {
        api.delete("/custom_translation_statuses/7101").await.expect(200);
        assert_eq!(api.control(Method::POST, "/seed", Value::Null).await.0, 204);
    }
}

#[tokio::test]
async fn a_token_has_so_many_requests_in_any_second() {
    let api = Api::with(Sandbox::builder().rate_limit(RateLimit::default())).await;
    // On a busy machine seven requests can take more than a second.
    let refused = loop {
        for _ in 0..6 {
            api.get("/files").await;
        }
        let reply = api.get("/files").await;
        if reply.status == 429 {
            break reply;
        }
    };
    assert!(!refused.headers.contains_key("retry-after"));
    refused.refused(429);
    let seen = api.sandbox.requests();
    assert!(seen[..6].iter().all(|seen| seen.status == Some(200)));
    api.use_token(api.sandbox.tokens().read_only);
    api.get("/files").await.expect(200);
    tokio::time::sleep(Duration::from_millis(1100)).await;
    api.use_token(api.sandbox.tokens().read_write);
    api.get("/files").await.expect(200);
}

#[tokio::test]
async fn a_project_has_so_many_requests_in_flight() {
    let api = Api::with(Sandbox::builder().rate_limit(RateLimit::new(100, 2))).await;
    api.sandbox.add_fault(Fault::new(Misbehavior::Delay(Duration::from_secs(3))).times(2)).unwrap();
    let third = async {
        api.sandbox.wait_for_requests("listFiles", 2, Duration::from_secs(60)).await.unwrap();
        let refused = api.get("/files").await;
        (refused, api.of("basalt-9900.26", Method::GET, "/files", Value::Null).await)
    };
    let (first, second, (third, elsewhere)) =
        tokio::join!(api.get("/files"), api.get("/files"), third);
    third.refused(429);
    for reply in [first, second, elsewhere, api.get("/files").await] {
        reply.expect(200);
    }
}
