//! The record of requests.

use std::time::Duration;

use l10n_sandbox::{
    DOWNLOAD_BUNDLE, Fault, Misbehavior, RequestFilter, ResetMoment, SeenBody, SeenRequest, Server,
    Stage,
};
use reqwest::Method;
use serde_json::json;

use crate::support::Api;

#[tokio::test]
async fn every_request_is_recorded() {
    let api = Api::start().await;
    api.get("/files?limit=2").await.expect(200);
    api.post("/keys/1/comments", &json!({ "comments": [] })).await.refused(404);
    let export = api.post("/files/download", &json!({ "format": "json" })).await.expect(200);
    api.http.get(export["bundle_url"].as_str().unwrap()).send().await.unwrap();
    api.http.get(format!("{}/nothing", api.sandbox.auth_url())).send().await.unwrap();

    let seen = api.sandbox.requests();
    let summary: Vec<_> =
        seen.iter().map(|r| (r.server, r.operation.as_deref(), r.status, r.took_effect)).collect();
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
    assert!(seen[3].headers.iter().all(|(_, value)| !value.contains(token)));
    assert!(seen[0].started <= seen[4].started);

    api.sandbox.clear_requests();
    assert!(api.sandbox.requests().is_empty());
}

#[tokio::test]
async fn bodies_and_answers_are_kept_and_why_a_request_was_refused() {
    let api = Api::start().await;
    let body = json!({ "comments": [{ "comment": {} }] });
    api.post("/keys/3101/comments", &body).await.expect(400);
    api.get("/keys/1").await.refused(404);
    let export = api.post("/files/download", &json!({ "format": "json" })).await;
    let export = export.expect(200);
    api.http.get(export["bundle_url"].as_str().unwrap()).send().await.unwrap();

    let seen = api.sandbox.requests();
    assert_eq!(seen[0].body.as_ref().unwrap().json(), Some(body));
    let refused = seen[0].refused.as_deref().unwrap();
    assert!(refused.starts_with("Validation failed; comments.0.comment: "), "{refused}");
    let answer = seen[0].answer.as_ref().unwrap().json().unwrap();
    assert_eq!(answer["error"]["message"], "Validation failed");
    assert_eq!(seen[1].body, None);
    assert_eq!(seen[1].parameters["key_id"], "1");
    assert!(seen[1].refused.is_some());
    assert_eq!((seen[2].refused.as_deref(), seen[2].stage), (None, Stage::Answered));
    let bundle = seen[3].answer.as_ref().unwrap();
    assert_eq!((bundle.text(), &bundle.bytes()[..2]), (None, &b"PK"[..]));
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
    let request = api.request(Method::GET, &api.url("/files"));
    request.send().await.unwrap_err();
    // A client that loses patience.
    let delay = Misbehavior::Delay(Duration::from_secs(60));
    api.sandbox.add_fault(Fault::new(delay)).unwrap();
    let request = api.request(Method::GET, &api.url("/files"));
    let third = RequestFilter::new().since(2);
    tokio::select! {
        sent = request.send() => panic!("{sent:?}"),
        seen = api.sandbox.wait_for_requests(&third, 1, Duration::from_secs(60)) => {
            seen.unwrap();
        }
    }
    for _ in 0..10_000 {
        if api.sandbox.requests()[2].stage == Stage::Lost {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }

    let seen = api.sandbox.requests();
    assert_eq!((seen[0].fault, seen[0].stage), (Some(fault), Stage::Answered));
    let page = seen[0].answer.as_ref().unwrap().text().unwrap();
    assert!(page.starts_with("<!doctype html>"));
    assert_eq!((seen[1].stage, seen[1].took_effect), (Stage::Lost, false));
    assert!(seen[1].duration.is_some() && seen[1].answer.is_none());
    assert_eq!((seen[2].stage, seen[2].took_effect), (Stage::Lost, true));
}

#[tokio::test]
async fn bodies_are_bounded_each_and_together_and_the_oldest_go_first() {
    let api = Api::start().await;
    let long = json!({ "comments": [{ "comment": "ä".repeat(40_000) }] });
    api.post("/keys/3101/comments", &long).await.expect(200);
    let seen = &api.sandbox.requests()[0];
    let (body, sent) = (seen.body.as_ref().unwrap(), long.to_string());
    assert_eq!((body.bytes().len(), body.is_cut(), body.json()), (64 << 10, true, None));
    assert!(sent.starts_with(body.text().unwrap()), "a character in two is left out");
    assert_eq!(seen.body_size, sent.len() as u64);

    for _ in 0..160 {
        api.post("/keys/3101/comments", &long).await.expect(200);
    }
    let seen = api.sandbox.requests();
    let kept = |it: &SeenRequest| {
        let size = |body: &Option<SeenBody>| body.as_ref().map_or(0, |it| it.bytes().len());
        size(&it.body) + size(&it.answer)
    };
    let total: usize = seen.iter().map(kept).sum();
    assert!(total <= 16 << 20 && total > 15 << 20, "{total}");
    let gone = seen.iter().take_while(|it| kept(it) == 0).count();
    assert!(gone > 0 && seen[gone..].iter().all(|it| kept(it) > 0), "{gone}");
    assert_eq!(seen.len(), 161, "the requests stay");
}
