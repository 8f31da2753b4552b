//! The record by the control endpoints: filters, waiting, and events.

use std::time::{Duration, Instant};

use l10n_sandbox::{Fault, Misbehavior, RequestFilter, WaitError};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::support::Api;

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
    let uuid = api.sandbox.project().large_uuid.to_string();
    api.of(&uuid, Method::GET, "/files", Value::Null).await.expect(200);
    for (query, expected) in [
        ("", vec![1, 2, 3, 4]),
        ("operation=listFiles", vec![1, 4]),
        ("operation=any", vec![1, 2, 3, 4]),
        ("project=garnet-7041.26", vec![1, 2, 3]),
        ("project=01957a00-0000-7000-8000-0000000000a1:master", vec![1, 2]),
        ("project=garnet-7041.26:feature/start", vec![3]),
        ("project=basalt-9900.26", vec![4]),
        ("status=404", vec![2]),
        ("status=200&since=2", vec![3, 4]),
        ("since=3&operation=listFiles", vec![4]),
        ("operation=listFiles&wait=2", vec![1, 4]),
    ] {
        assert_eq!(api.numbers(query).await, expected, "{query}");
    }
    let (_, answer) = api.seen("status=500").await;
    assert_eq!(answer, json!({ "requests": [], "last": 4 }));
    let (_, answer) = api.seen("since=2").await;
    let seen = &answer["requests"];
    let parameters = json!({ "project_id": "garnet-7041.26:feature/start", "key_id": "3201" });
    assert_eq!(seen[0]["parameters"], parameters);
    assert_eq!(seen[0]["branch"], "feature/start");
    assert_eq!(
        (&seen[1]["project"], &seen[1]["branch"]),
        (&json!("basalt-9900.26"), &json!("master"))
    );
}

#[tokio::test]
async fn a_query_that_means_nothing_is_refused() {
    let api = Api::start().await;
    for (query, right) in [
        ("operation=listFile", "nearest: listFiles"),
        ("status=ok", "status: invalid digit"),
        ("status=42", "100 to 599"),
        ("since=-1", "since: invalid digit"),
        ("wait=some", "wait: invalid digit"),
        ("wait=10001", "more than the 10000"),
        ("timeout=60001", "60000 milliseconds"),
        ("oparation=listFiles", "unknown field `oparation`, expected one of `operation`, "),
        ("operation=listProjects&project=garnet-7041.26", "name no project"),
    ] {
        let (status, answer) = api.seen(query).await;
        assert_eq!(status, 400, "{query}");
        let told = answer["error"].as_str().unwrap();
        assert!(told.contains(right), "{query}: {told}");
    }
}

#[tokio::test]
async fn requests_of_a_branch_are_found_however_it_is_written_and_when_it_is_gone() {
    let api = Api::start().await;
    let branch = "garnet-7041.26:feature%2Fstart";
    let listed = api.of(branch, Method::GET, "/files", Value::Null).await;
    listed.expect(200);
    api.get("/files").await.expect(200);
    // Some encode the address once more in a query.
    for written in ["feature/start", "feature%2Fstart", "feature%252Fstart"] {
        let query = format!("project=garnet-7041.26:{written}");
        assert_eq!(api.numbers(&query).await, [1], "{written}");
    }
    api.delete("/branches/9102").await.expect(200);
    let query = "project=garnet-7041.26:feature/start";
    assert_eq!(api.numbers(query).await, [1]);
}

#[tokio::test]
async fn requests_are_waited_for() {
    let api = Api::start().await;
    let late = Duration::from_millis(100);
    let waits = async {
        let started = Instant::now();
        let (status, answer) = api.seen("operation=listFiles&wait=2&timeout=19000").await;
        assert_eq!(status, 200, "{answer}");
        assert_eq!(answer["requests"].as_array().unwrap().len(), 2);
        let waited = started.elapsed();
        assert!(waited >= late, "they were not there before");
        assert!(waited < Duration::from_secs(15), "its time did not run out");
    };
    let sends = async {
        api.get("/files").await.expect(200);
        api.get("/comments").await.expect(200);
        tokio::time::sleep(late).await;
        api.get("/files").await.expect(200);
    };
    tokio::join!(waits, sends);

    let started = Instant::now();
    let (status, answer) = api.seen("operation=listFiles&wait=3&timeout=50").await;
    assert_eq!((status, answer["requests"].as_array().unwrap().len()), (408, 2));
    assert_eq!(answer["error"], "2 of 3 requests came in time");
    assert!(started.elapsed() < Duration::from_secs(30));
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
        let none = api.sandbox.wait_for_requests(&answered, 0, wait).await.unwrap();
        assert!(none.is_empty());
        let seen = api.sandbox.wait_for_requests(&answered, 1, wait).await.unwrap();
        assert!(seen[0].duration.unwrap() >= Duration::from_secs(3));
        assert!(seen[0].answer.as_ref().unwrap().json().unwrap()["comments"].is_array());
    };
    let (reply, ()) = tokio::join!(api.post("/keys/3101/comments", &body), waits);
    reply.expect(200);
}

#[tokio::test]
async fn who_waits_does_not_outlive_the_sandbox() {
    let api = Api::start().await;
    let control = api.sandbox.control_url().to_owned();
    let http = api.http.clone();
    let get = |path: &str| http.get(format!("{control}{path}")).send();
    let mut events = get("/events").await.unwrap();
    let world = api.sandbox.create_world("one").unwrap();
    let mut others = get("/worlds/one/events").await.unwrap();
    let filter = RequestFilter::new();
    let long = Duration::from_secs(50);
    let started = Instant::now();
    let waits = async {
        let (over_http, of_removed, in_rust) = tokio::join!(
            get("/requests?wait=1&timeout=50000"),
            get("/worlds/one/requests?wait=1&timeout=50000"),
            world.wait_for_requests(&filter, 1, long)
        );
        assert_eq!(over_http.unwrap().status(), 410);
        let of_removed = of_removed.unwrap();
        assert_eq!(of_removed.status(), 410);
        let told: Value = of_removed.json().await.unwrap();
        assert_eq!(told["error"], "the world \"one\" is gone");
        assert!(matches!(in_rust, Err(WaitError::Removed(name)) if name == "one"));
        while events.chunk().await.unwrap().is_some() {}
    };
    let ends = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        api.sandbox.remove_world("one").unwrap();
        while others.chunk().await.unwrap().is_some() {}
        drop(api);
    };
    tokio::join!(waits, ends);
    assert!(started.elapsed() < Duration::from_secs(40));
}

/// Events as they come: their names and data.
struct Events {
    response: Response,
    text: String,
}

impl Events {
    async fn next(&mut self) -> (String, Value) {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let member = |name| event.lines().find_map(|it| it.strip_prefix(name)).unwrap();
                let data = serde_json::from_str(member("data: ")).unwrap();
                let event = (member("event: ").to_owned(), data);
                self.text = rest.to_owned();
                return event;
            }
            let chunk = self.response.chunk().await.unwrap().unwrap();
            self.text += std::str::from_utf8(&chunk).unwrap();
        }
    }
}

impl Api {
    async fn events(&self) -> Events {
        let url = format!("{}/events", self.sandbox.control_url());
        let response = self.http.get(url).send().await.unwrap();
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut events = Events { response, text: String::new() };
        assert_eq!(events.next().await, ("listening".into(), json!({ "world": "default" })));
        events
    }
}

#[tokio::test]
async fn what_happens_is_told_while_it_happens() {
    let api = Api::start().await;
    let mut events = api.events().await;
    api.sandbox.add_fault(Fault::new(Misbehavior::status(503))).unwrap();
    api.get("/files").await.refused(503);
    let (name, arrived) = events.next().await;
    assert_eq!(
        (name.as_str(), &arrived["stage"], &arrived["number"]),
        ("request", &json!("arriving"), &json!(1))
    );
    let struck = json!({ "id": 1, "request": 1 });
    assert_eq!(events.next().await, ("fault".into(), struck));
    let (name, ended) = events.next().await;
    assert_eq!(
        (name.as_str(), &ended["stage"], &ended["status"]),
        ("request", &json!("answered"), &json!(503))
    );
    let (_, seen) = api.seen("").await;
    assert_eq!(ended, seen["requests"][0]);
    api.sandbox.reset();
    assert_eq!(events.next().await, ("reset".into(), json!({})));
}

#[tokio::test]
async fn a_slow_reader_is_told_that_it_missed_something() {
    let api = Api::start().await;
    let mut events = api.events().await;
    // More than the buffers of both sides hold.
    let body = "x".repeat(60_000);
    for _ in 0..400 {
        let request = api.http.post(api.url("/nothing")).body(body.clone());
        assert_eq!(request.send().await.unwrap().status(), 404);
    }
    let mut names = Vec::new();
    while names.last().is_none_or(|name| name != "missed") {
        names.push(events.next().await.0);
    }
    assert!(names.len() < 800, "{} of 800 came", names.len());
}
