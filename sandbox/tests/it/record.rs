//! The record of requests: in Rust, and by the control endpoints with filters and waiting.

use std::time::Duration;

use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior, ResetMoment, Server, Stage, WaitError};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

const PATIENCE: Duration = Duration::from_secs(60);

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

    api.sandbox.clear_requests();
    assert!(api.sandbox.requests().is_empty());
}

#[tokio::test]
async fn a_missing_object_is_told_from_a_missing_endpoint() {
    let api = Api::start().await;
    let main = api.sandbox.base_url().to_owned();
    for (url, reason) in [
        (
            format!("{main}/project"),
            "no such endpoint: to stub it, add a fault with its `path` and `respond`",
        ),
        (main.replace("/v2", "/v3"), "no such endpoint: paths begin with /v2"),
        (api.project_url("none:master", "/keys"), "no such project or branch: none:master"),
        (api.url("/keys/3101/comments/2"), "no such object: key_id 3101, comment_id 2"),
    ] {
        let answer = api.send(api.request(Method::GET, &url)).await;
        assert_eq!(answer.refused(404), "Not Found", "{url}");
        let seen = api.sandbox.requests().pop().unwrap();
        assert_eq!(seen.refused, Some(format!("Not Found: {reason}")));
    }
}

#[tokio::test]
async fn what_a_fault_answers_is_kept_and_a_lost_request_is_marked() {
    let api = Api::start().await;
    let fault = api.sandbox.add_fault(Fault::new(Misbehavior::html())).unwrap();
    api.get("/files").await;
    let reset = Misbehavior::Reset(ResetMoment::BeforeEffect);
    api.sandbox.add_fault(Fault::new(reset)).unwrap();
    api.request(Method::GET, &api.url("/files")).send().await.unwrap_err();
    // A client that loses patience.
    let delay = Misbehavior::Delay(PATIENCE);
    api.sandbox.add_fault(Fault::new(delay)).unwrap();
    tokio::select! {
        sent = api.request(Method::GET, &api.url("/files")).send() => panic!("{sent:?}"),
        seen = api.sandbox.wait_for_requests("any", 3, PATIENCE) => seen.unwrap(),
    }
    while api.sandbox.requests()[2].stage != Stage::Lost {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let seen = api.sandbox.requests();
    assert_eq!((seen[0].fault, seen[0].stage), (Some(fault), Stage::Answered));
    let page = seen[0].answer.as_ref().unwrap().text().unwrap();
    assert!(page.starts_with("<!doctype html>"));
    assert_eq!((seen[1].stage, seen[1].took_effect), (Stage::Lost, false));
    assert!(seen[1].duration.is_some() && seen[1].answer.is_none());
    assert!(seen[2].took_effect);
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
    let seen = api.sandbox.requests();
    assert_eq!((seen.len(), seen[0].number, seen[999].number), (1_000, 2, 1_001));
    let (_, answer) = api.seen("since=1000").await;
    assert_eq!((&answer["first"], &answer["last"]), (&json!(2), &json!(1_001)));
}

impl Api {
    async fn seen(&self, query: &str) -> (u16, Value) {
        self.control(Method::GET, &format!("/requests?{query}"), Value::Null).await
    }
}

#[tokio::test]
async fn requests_are_found_by_what_they_are_and_waited_for() {
    let api = Api::start().await;
    let sends = async {
        api.get("/files").await.expect(200);
        api.get("/keys/1").await.refused(404);
        api.get("/files").await.expect(200);
    };
    let waits = api.seen("operation=listFiles&wait=2&timeout=60000");
    assert_eq!(tokio::join!(waits, sends).0.0, 200);
    for (query, expected) in [
        ("", json!([1, 2, 3])),
        ("operation=listFiles", json!([1, 3])),
        ("operation=any", json!([1, 2, 3])),
        ("status=404", json!([2])),
        ("status=200&since=1", json!([3])),
        ("operation=listFiles&wait=2", json!([1, 3])),
        ("status=500", json!([])),
    ] {
        let (status, answer) = api.seen(query).await;
        let seen = answer["requests"].as_array().unwrap().iter();
        let numbers: Vec<_> = seen.map(|it| it["number"].clone()).collect();
        assert_eq!((status, json!(numbers)), (200, expected), "{query}");
    }
    for (query, status, right) in [
        ("operation=listFiles&wait=3&timeout=50", 408, "2 of 3 requests came in time"),
        ("operation=listFile", 400, "did you mean `listFiles`?"),
        ("since=-1", 400, "since: invalid digit"),
        ("oparation=listFiles", 400, "unknown field `oparation`, expected one of `operation`, "),
    ] {
        let (answered, answer) = api.seen(query).await;
        let told = answer["error"].as_str().unwrap();
        assert!(answered == status && told.contains(right), "{query}: {answered} {told}");
    }
    let none = api.sandbox.wait_for_requests("listKeys", 1, Duration::ZERO).await;
    assert_eq!(none, Err(WaitError::TooFew { wanted: 1, seen: 0 }));
}

#[tokio::test]
async fn a_request_counts_when_it_was_read_and_a_response_when_it_was_given() {
    let api = Api::start().await;
    let delay = Misbehavior::Delay(Duration::from_secs(3));
    api.sandbox.add_fault(Fault::new(delay).on("createKeyComments")).unwrap();
    let body = json!({ "comments": [{ "comment": "a" }] });
    let waits = async {
        api.sandbox.wait_for_requests("createKeyComments", 1, PATIENCE).await.unwrap();
        let seen = api.sandbox.requests().pop().unwrap();
        assert_eq!((seen.status, seen.duration), (None, None));
        assert_eq!(seen.body.unwrap().json(), Some(body.clone()));
        api.seen("status=200&wait=1&timeout=60000").await
    };
    let (reply, (_, found)) = tokio::join!(api.post("/keys/3101/comments", &body), waits);
    reply.expect(200);
    assert!(found["requests"][0]["duration_ms"].as_f64().unwrap() >= 3000.0);
}
