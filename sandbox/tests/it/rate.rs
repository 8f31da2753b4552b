//! Rate limits.

use std::time::Duration;

use l10n_sandbox::{Fault, Misbehavior, RateLimit, RequestFilter, Sandbox};
use reqwest::Method;

use crate::support::Api;

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
    let other = api.sandbox.tokens().read_only;
    api.use_token(other);
    api.get("/files").await.expect(200);
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let first = api.sandbox.tokens().read_write;
    api.use_token(first);
    api.get("/files").await.expect(200);
}

#[tokio::test]
async fn a_project_has_so_many_requests_in_flight() {
    let api = Api::with(Sandbox::builder().rate_limit(RateLimit::new(100, 2))).await;
    api.sandbox.add_fault(Fault::new(Misbehavior::Delay(Duration::from_secs(3))).times(2)).unwrap();
    let slow = || api.get("/files");
    let third = async {
        let both = RequestFilter::new().operation("listFiles");
        api.sandbox.wait_for_requests(&both, 2, Duration::from_secs(60)).await.unwrap();
        let other = api.project_url(api.sandbox.project().large_project_id, "/files");
        let refused = api.get("/files").await;
        (refused, api.send(api.request(Method::GET, &other)).await)
    };
    let (first, second, (third, elsewhere)) = tokio::join!(slow(), slow(), third);
    first.expect(200);
    second.expect(200);
    third.refused(429);
    elsewhere.expect(200);
    api.get("/files").await.expect(200);
}

#[tokio::test]
async fn limits_are_off_unless_switched_on() {
    let api = Api::start().await;
    for _ in 0..20 {
        api.get("/files").await.expect(200);
    }
    api.sandbox.set_rate_limit(Some(RateLimit::new(0, 10)));
    api.get("/files").await.refused(429);
}
