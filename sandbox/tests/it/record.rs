//! The record of requests.

use l10n_sandbox::{DOWNLOAD_BUNDLE, Server};
use serde_json::json;

use crate::support::Api;

#[tokio::test]
async fn every_request_is_recorded() {
    let api = Api::start().await;
    api.get("/files?limit=2").await.expect(200);
    api.post("/keys/1/comments", &json!({ "comments": [] }))
        .await
        .refused(404);
    let export = api
        .post("/files/download", &json!({ "format": "json" }))
        .await
        .expect(200);
    api.http
        .get(export["bundle_url"].as_str().unwrap())
        .send()
        .await
        .unwrap();
    api.http
        .get(format!("{}/nothing", api.sandbox.auth_url()))
        .send()
        .await
        .unwrap();

    let seen = api.sandbox.requests();
    let summary: Vec<_> = seen
        .iter()
        .map(|r| (r.server, r.operation.as_deref(), r.status, r.took_effect))
        .collect();
    assert_eq!(
        summary,
        [
            (Server::Main, Some("listFiles"), Some(200), true),
            (Server::Main, Some("createKeyComments"), Some(404), false),
            (Server::Main, Some("exportFiles"), Some(200), true),
            (Server::Bundle, Some(DOWNLOAD_BUNDLE), Some(200), true),
            (Server::Auth, None, Some(404), false),
        ]
    );
    assert_eq!(seen[0].target, "/v2/projects/garnet-7041.26/files?limit=2");
    assert_eq!(seen[0].method, "GET");
    assert_eq!(seen[1].body_size, 15);
    let token = api.sandbox.tokens().read_write;
    assert_eq!(seen[0].header("X-Api-Token"), Some(token));
    assert!(
        seen[3]
            .headers
            .iter()
            .all(|(_, value)| !value.contains(token))
    );
    assert!(seen[0].started <= seen[4].started);

    api.sandbox.clear_requests();
    assert!(api.sandbox.requests().is_empty());
}
