//! The record of requests: in Rust, and by the control endpoints with filters and waiting.

use std::time::Duration;

use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior, ResetMoment, Server, Stage, WaitError};
use reqwest::Method;
use serde_json::json;

use crate::support::{Api, requests};

#[tokio::test]
async fn every_request_is_recorded_with_its_response_and_why_it_was_refused() {
    let api = Api::start().await;
    api.get("/files?limit=2").await.expect(200);
    let body = json!({ "comments": [{ "comment": {} }] });
    api.post("/keys/3101/comments", &body).await.expect(400);
    let export = api.post("/files/download", &json!({ "format": "json" })).await.expect(200);
    api.http.get(export["bundle_url"].as_str().unwrap()).send().await.unwrap();
    api.http.get(format!("{}/oauth2/nothing", api.sandbox.auth_url())).send().await.unwrap();

    let seen = api.sandbox.requests();
    let summary: Vec<_> =
        seen.iter().map(|r| (r.server, r.operation.as_deref(), r.status, r.took_effect)).collect();
    assert_eq!(
        summary,
        [
            (Server::Main, Some("listFiles"), Some(200), true),
            (Server::Main, Some("createKeyComments"), Some(400), false),
            (Server::Main, Some("exportFiles"), Some(200), true),
            (Server::Bundle, Some(DOWNLOAD_BUNDLE), Some(200), true),
            (Server::Auth, None, Some(404), false),
        ]
    );
    assert_eq!(seen[0].target, "/v2/projects/garnet-7041.26/files?limit=2");
    assert_eq!(seen[0].header("X-Api-Token"), Some(api.sandbox.tokens().read_write));
    assert_eq!(seen[1].parameters["key_id"], "3101");
    assert_eq!(seen[1].body_size, body.to_string().len() as u64);
    assert_eq!(seen[1].body.as_ref().unwrap().json(), Some(body));
    let refused = seen[1].refused.as_deref().unwrap();
    assert!(refused.starts_with("Validation failed; comments.0.comment: "), "{refused}");
    let form = serde_json::to_value(&seen[3]).unwrap();
    assert!(form["answer"]["base64"].as_str().unwrap().starts_with("UEs"));
    assert_eq!((&form["answer"]["cut"], &form["unknown"]), (&json!(false), &json!([])));
    assert!(form["duration_ms"].as_f64().unwrap() > 0.0);
}

#[tokio::test]
async fn what_a_fault_answers_is_kept_and_a_lost_request_is_marked() {
    let api = Api::start().await;
    let fault = api.sandbox.add_fault(Fault::new(Misbehavior::html())).unwrap();
    api.get("/files").await;
    let reset = Misbehavior::Reset(ResetMoment::BeforeEffect);
    api.sandbox.add_fault(Fault::new(reset)).unwrap();
    api.request(Method::GET, &api.url("/files")).send().await.unwrap_err();
    let seen = api.sandbox.requests();
    assert_eq!((seen[0].fault, seen[0].stage), (Some(fault), Stage::Answered));
    let page = seen[0].answer.as_ref().unwrap().text().unwrap();
    assert!(page.starts_with("<!doctype html>"));
    assert_eq!((seen[1].stage, seen[1].took_effect), (Stage::Lost, false));
    assert!(seen[1].duration.is_some() && seen[1].answer.is_none());
}

#[tokio::test]
async fn the_last_thousand_requests_are_kept_with_the_beginnings_of_their_bodies() {
    let api = Api::start().await;
    let long = json!({ "comments": [{ "comment": "ä".repeat(40_000) }] });
    api.post("/keys/3101/comments", &long).await.expect(200);
    let seen = &api.sandbox.requests()[0];
    let (body, sent) = (seen.body.as_ref().unwrap(), long.to_string());
    assert_eq!((body.is_cut(), body.json()), (true, None));
    let kept = body.text().expect("a character in two is left out");
    assert!(sent.starts_with(kept) && kept.len() >= (64 << 10) - 1);
    assert_eq!(seen.body_size, sent.len() as u64);

    for _ in 0..1_000 {
        api.http.get(api.sandbox.base_url()).send().await.unwrap();
    }
    let requests = r#"GET control//requests?since=1000 -> 200 {"first": 2, "last": 1001}"#;
    api.run(requests).await;
    assert_eq!(api.sandbox.requests().len(), 1_000);
}

#[tokio::test]
async fn requests_are_waited_for() {
    let api = Api::start().await;
    let sends = async {
        api.get("/files").await.expect(200);
        api.get("/files").await.expect(200);
    };
    let waits = api.run("GET control//requests?status=200&wait=2&timeout=60000 -> 200");
    tokio::join!(waits, sends);
    let none = api.sandbox.wait_for_requests("listKeys", 1, Duration::ZERO).await;
    assert_eq!(none, Err(WaitError::TooFew { wanted: 1, seen: 0 }));
}

requests! {
    requests_are_found_by_what_they_are: r#"
GET /files -> 200
GET /keys/1 -> 404
GET /files -> 200
GET control//requests?operation=any -> 200 {"requests": [
  {"number": 1}, {"number": 2}, {"number": 3}]}
GET control//requests?operation=listFiles&wait=2 -> 200 {"requests": [{"number": 1}, {"number": 3}]}
GET control//requests?status=404 -> 200 {"requests": [{"number": 2}]}
GET control//requests?status=200&since=1 -> 200 {"requests": [{"number": 3}]}
GET control//requests?status=500 -> 200 {"requests": []}
GET control//requests?operation=listFiles&wait=3&timeout=50 -> 408 2 of 3 requests came in time
GET control//requests?operation=listFile -> 400 did you mean `listFiles`?
GET control//requests?since=-1 -> 400 since: invalid digit
GET control//requests?oparation=listFiles -> 400 field `oparation`, expected one of
DELETE control//requests -> 204
GET control//requests -> 200 {"requests": []}
"#

    a_missing_object_is_told_from_a_missing_endpoint: r#"
GET //project -> 404 Not Found
GET auth//v3/projects -> 404 Not Found
GET none:master/keys -> 404 Not Found
GET /keys/3101/comments/2 -> 404 Not Found
GET control//requests -> 200 {"requests": [
  {"refused": "Not Found: no such endpoint: to stub it, add a fault with its `path` and `respond`"},
  {"refused": "Not Found: no such endpoint: paths begin with /v2"},
  {"refused": "Not Found: no such project or branch: none:master"},
  {"refused": "Not Found: no such object: key_id 3101, comment_id 2"}]}
"#
}
