//! The control endpoints, and rate limits.

use std::time::Duration;

use l10n_sandbox::{Fault, Misbehavior, RateLimit, Sandbox};

use crate::support::{Api, requests};

requests! {
    an_unknown_endpoint_is_answered_with_those_there_are: r#"
GET control//nope -> 404 /rate_limit
PUT control//rate-limit {} -> 404 /rate_limit
PATCH control//faults {} -> 404 /rate_limit
GET control//worlds/default/nope -> 404 /rate_limit
"#

    settings_are_set_and_reset_and_data_restored: r#"
PUT control//nulls {"nulls": "all"} -> 204
PUT control//nulls {"nulls": "some"} -> 400 some
PUT control//nulls {} -> 400 nulls
PUT control//variants {"preset": "other"} -> 204
PUT control//variants {"preset": "seen"} -> 400 `observed`, `sample`, `other`
PUT control//rate_limit {"per_second": 0, "in_flight": 5} -> 204
PUT control//rate_limit {"per_second": 1} -> 400 in_flight
GET /files -> 429
GET control//state -> 200 {"nulls": "all", "variants": "other",
  "rate_limit": {"per_second": 0, "in_flight": 5}}
PUT control//rate_limit null -> 204
DELETE /custom_translation_statuses/7101 -> 200
POST control//seed -> 204
POST control//seed {"projects": []} -> 400 takes no body
DELETE /custom_translation_statuses/7101 -> 200
GET control//state -> 200 {"nulls": "all", "rate_limit": null}
PUT control//rate_limit {"per_second": 0, "in_flight": 5} -> 204
POST control//reset -> 204
GET control//state -> 200 {"nulls": "off", "variants": "sample", "rate_limit": null}
DELETE /custom_translation_statuses/7101 -> 200
"#
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
        api.run("GET basalt-9900.26/files -> 200").await;
        refused
    };
    let (first, second, third) = tokio::join!(api.get("/files"), api.get("/files"), third);
    third.refused(429);
    for reply in [first, second, api.get("/files").await] {
        reply.expect(200);
    }
}
