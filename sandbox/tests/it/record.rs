//! The record of requests: in Rust, and by the control endpoints with filters and waiting.

use std::time::Duration;

use l10n_sandbox::{
    DOWNLOAD_BUNDLE, Fault, Misbehavior, RequestFilter, ResetMoment, Server, Stage,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

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
    assert_eq!(
        (&*seen[0].target, &seen[0].body),
        ("/v2/projects/garnet-7041.26/files?limit=2", &None)
    );
    let token = api.sandbox.tokens().read_write;
    assert_eq!(seen[0].header("X-Api-Token"), Some(token));
    assert!(seen[3].headers.iter().all(|(_, value)| !value.contains(token)));
    assert!(seen[0].started <= seen[4].started);

    assert_eq!(seen[1].parameters["key_id"], "3101");
    assert_eq!(seen[1].body_size, body.to_string().len() as u64);
    assert_eq!(seen[1].body.as_ref().unwrap().json(), Some(body));
    let refused = seen[1].refused.as_deref().unwrap();
    assert!(refused.starts_with("Validation failed; comments.0.comment: "), "{refused}");
    let answer = seen[1].answer.as_ref().unwrap().json().unwrap();
    assert_eq!(answer["error"]["message"], "Validation failed");
    assert_eq!((seen[2].refused.as_deref(), seen[2].stage), (None, Stage::Answered));
    let bundle = seen[3].answer.as_ref().unwrap();
    assert_eq!((bundle.text(), &bundle.bytes()[..2]), (None, &b"PK"[..]));
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
    let other = main.replace("/v2", "/v3");
    for (url, reason) in [
        (
            format!("{main}/project"),
            "Not Found: no such endpoint: to stub it, add a fault with its `path` and `respond`",
        ),
        (format!("{other}/projects"), "Not Found: no such endpoint: paths begin with /v2"),
        (
            api.project_url("none:master", "/keys"),
            "Not Found: no such project or branch: none:master",
        ),
        (api.url("/keys/1"), "Not Found: no such object: key_id 1"),
        (api.url("/keys/3101/comments/2"), "Not Found: no such object: key_id 3101, comment_id 2"),
    ] {
        let answer = api.send(api.request(Method::GET, &url)).await;
        assert_eq!(answer.refused(404), "Not Found", "{url}");
        let seen = api.sandbox.requests().pop().unwrap();
        assert_eq!(seen.refused.as_deref(), Some(reason));
    }
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
async fn the_last_thousand_requests_are_kept_with_the_beginnings_of_their_bodies() {
    let api = Api::start().await;
    let long = json!({ "comments": [{ "comment": "ä".repeat(40_000) }] });
    api.post("/keys/3101/comments", &long).await.expect(200);
    let seen = &api.sandbox.requests()[0];
    let (body, sent) = (seen.body.as_ref().unwrap(), long.to_string());
    assert_eq!((body.bytes().len(), body.is_cut(), body.json()), (64 << 10, true, None));
    assert!(sent.starts_with(body.text().unwrap()), "a character in two is left out");
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

    /// The numbers of the requests that a query means.
    async fn numbers(&self, query: &str) -> Vec<u64> {
        let (status, answer) = self.seen(query).await;
        assert_eq!(status, 200, "{query}: {answer}");
        let seen = answer["requests"].as_array().unwrap().iter();
        seen.map(|it| it["number"].as_u64().unwrap()).collect()
    }
}

#[tokio::test]
async fn requests_are_found_by_what_they_are() {
    let api = Api::start().await;
    api.get("/files").await.expect(200);
    api.get("/keys/1").await.refused(404);
    let comment = json!({ "comments": [{ "comment": "a" }] });
    api.of("garnet-7041.26:feature%2Fstart", Method::POST, "/keys/3201/comments", comment)
        .await
        .expect(200);
    api.get("/files").await.expect(200);
    for (query, expected) in [
        ("", vec![1, 2, 3, 4]),
        ("operation=listFiles", vec![1, 4]),
        ("operation=any", vec![1, 2, 3, 4]),
        ("status=404", vec![2]),
        ("status=200&since=2", vec![3, 4]),
        ("since=3&operation=listFiles", vec![4]),
        ("operation=listFiles&wait=2", vec![1, 4]),
    ] {
        assert_eq!(api.numbers(query).await, expected, "{query}");
    }
    let (_, answer) = api.seen("status=500").await;
    assert_eq!(answer, json!({ "requests": [], "first": 1, "last": 4 }));
    let (_, answer) = api.seen("since=2").await;
    let seen = &answer["requests"];
    let parameters = json!({ "project_id": "garnet-7041.26:feature/start", "key_id": "3201" });
    assert_eq!(seen[0]["parameters"], parameters);
}

#[tokio::test]
async fn a_query_that_means_nothing_is_refused() {
    let api = Api::start().await;
    for (query, right) in [
        ("operation=listFile", "did you mean `listFiles`?"),
        ("status=ok", "status: invalid digit"),
        ("since=-1", "since: invalid digit"),
        ("wait=1001", "more than the 1000"),
        ("timeout=60001", "60000 milliseconds"),
        ("oparation=listFiles", "unknown field `oparation`, expected one of `operation`, "),
    ] {
        let (status, answer) = api.seen(query).await;
        assert_eq!(status, 400, "{query}");
        let told = answer["error"].as_str().unwrap();
        assert!(told.contains(right), "{query}: {told}");
    }
}

#[tokio::test]
async fn requests_are_waited_for() {
    let api = Api::start().await;
    let waits = async {
        let (status, answer) = api.seen("operation=listFiles&wait=2&timeout=60000").await;
        assert_eq!((status, answer["requests"].as_array().unwrap().len()), (200, 2));
    };
    let sends = async {
        for path in ["/files", "/comments", "/files"] {
            api.get(path).await.expect(200);
        }
    };
    tokio::join!(waits, sends);
    let (status, answer) = api.seen("operation=listFiles&wait=3&timeout=50").await;
    assert_eq!((status, answer["requests"].as_array().unwrap().len()), (408, 2));
    assert_eq!(answer["error"], "2 of 3 requests came in time");
}

#[tokio::test]
async fn a_request_counts_when_it_was_read_and_an_answer_when_it_was_given() {
    let api = Api::start().await;
    let delay = Misbehavior::Delay(Duration::from_secs(3));
    api.sandbox.add_fault(Fault::new(delay).on("createKeyComments")).unwrap();
    let filter = RequestFilter::new().operation("createKeyComments");
    let wait = Duration::from_secs(60);
    let body = json!({ "comments": [{ "comment": "a" }] });
    let waits = async {
        let seen = api.sandbox.wait_for_requests(&filter, 1, wait).await.unwrap();
        assert_eq!((seen[0].status, seen[0].duration), (None, None));
        assert_eq!(seen[0].body.as_ref().unwrap().json(), Some(body.clone()));
        assert!(seen[0].misbehaved);
        let answered = filter.clone().status(200);
        let seen = api.sandbox.wait_for_requests(&answered, 1, wait).await.unwrap();
        assert!(seen[0].duration.unwrap() >= Duration::from_secs(3));
        assert!(seen[0].answer.as_ref().unwrap().json().unwrap()["comments"].is_array());
    };
    let (reply, ()) = tokio::join!(api.post("/keys/3101/comments", &body), waits);
    reply.expect(200);
}
