//! Misbehavior on demand, as a client sees it.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use l10n_sandbox::{
    DOWNLOAD_BUNDLE, Fault, Misbehavior, Reply, ReplyBody, RequestFilter, ResetMoment, Sandbox,
};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::Api;

/// A fault that answers with that status, for ever.
fn always(status: u16) -> Fault {
    Fault::new(Misbehavior::status(status)).always()
}

impl Api {
    async fn status(&self, method: Method, project: &str, path: &str, body: Value) -> u16 {
        self.of(project, method, path, body).await.status.as_u16()
    }

    /// The status for a comment of this text.
    async fn comment_on(&self, text: &str) -> u16 {
        let body = json!({ "comments": [{ "comment": text }] });
        let path = "/keys/3101/comments";
        let project = self.sandbox.project().project_id;
        self.status(Method::POST, project, path, body).await
    }

    /// Sends a request by hand; answers with all that came, and how it ended.
    async fn raw(&self, path: &str) -> (Vec<u8>, Result<(), ErrorKind>) {
        let host = self.sandbox.base_url().trim_start_matches("http://").trim_end_matches("/v2");
        let token = self.sandbox.tokens().read_write;
        let request = format!(
            "GET /v2/projects/garnet-7041.26{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Api-Token: {token}\r\n\r\n"
        );
        let mut stream = TcpStream::connect(host).await.unwrap();
        let mut received = Vec::new();
        if let Err(error) = stream.write_all(request.as_bytes()).await {
            return (received, Err(error.kind()));
        }
        let end = stream.read_to_end(&mut received).await;
        (received, end.map(drop).map_err(|error| error.kind()))
    }

    /// How many comments there are, beyond those that were seeded.
    async fn new_comments(&self) -> usize {
        let total: usize = self.get("/comments").await.header("x-total-count").parse().unwrap();
        total - 3
    }

    async fn comment(&self) -> Result<u16, reqwest::Error> {
        let body = json!({ "comments": [{ "comment": "Once" }] });
        let request = self.request(Method::POST, &self.url("/keys/3101/comments")).json(&body);
        request.send().await.map(|response| response.status().as_u16())
    }
}

#[tokio::test]
async fn a_fault_has_its_operation_its_turn_and_its_times() {
    let api = Api::start().await;
    api.sandbox
        .add_fault(Fault::new(Misbehavior::status(503)).on("listFiles").after(1).times(2))
        .unwrap();
    let mut statuses = Vec::new();
    for _ in 0..4 {
        api.get("/comments").await.expect(200);
        statuses.push(api.get("/files").await.status.as_u16());
    }
    assert_eq!(statuses, [200, 503, 503, 200]);
    api.sandbox.add_fault(Fault::new(Misbehavior::status(502)).always()).unwrap();
    for _ in 0..3 {
        api.get("/files").await.refused(502);
    }
    api.sandbox.clear_faults();
    api.get("/files").await.expect(200);
}

#[tokio::test]
async fn a_reply_can_hold_anything_and_take_effect_or_not() {
    let api = Api::start().await;
    let limited = Reply::new(429, ReplyBody::Empty).header("Retry-After", "3");
    api.sandbox.add_fault(Fault::new(Misbehavior::Respond(limited))).unwrap();
    assert_eq!(api.get("/files").await.header("retry-after"), "3");

    api.sandbox.add_fault(Fault::new(Misbehavior::html())).unwrap();
    let page = api.request(Method::GET, &api.url("/files")).send().await.unwrap();
    assert_eq!(page.headers()["content-type"], "text/html");
    assert!(page.text().await.unwrap().contains("<!doctype html>"));

    api.sandbox.add_fault(Fault::new(Misbehavior::false_gzip())).unwrap();
    let page = api.get("/files").await;
    assert_eq!(page.header("content-encoding"), "gzip");

    api.sandbox.add_fault(Fault::new(Misbehavior::redirect("http://elsewhere.test/x"))).unwrap();
    let reply = api.get("/files").await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (302, "http://elsewhere.test/x"));

    api.sandbox.add_fault(Fault::new(Misbehavior::status(500))).unwrap();
    assert_eq!(api.comment().await.unwrap(), 500);
    assert_eq!(api.new_comments().await, 0);
    let lost = Reply::new(502, ReplyBody::Empty).with_effect();
    api.sandbox.add_fault(Fault::new(Misbehavior::Respond(lost))).unwrap();
    assert_eq!(api.comment().await.unwrap(), 502);
    assert_eq!(api.new_comments().await, 1);
}

#[tokio::test]
async fn lists_give_less_than_asked_for_and_do_not_count() {
    let api = Api::start().await;
    let fault: Fault =
        serde_json::from_value(json!({ "what": { "list": { "cap": 2 } }, "times": 3 })).unwrap();
    api.sandbox.add_fault(fault).unwrap();
    for (query, limit) in [("", "2"), ("?limit=50", "2"), ("?limit=1", "1")] {
        let page = api.get(&format!("/comments{query}")).await;
        assert_eq!(page.header("x-pagination-limit"), limit);
        let items = page.expect(200)["comments"].as_array().unwrap().len();
        assert_eq!(items.to_string(), limit);
    }
    let fault: Fault =
        serde_json::from_value(json!({ "what": { "list": { "counted": false } } })).unwrap();
    api.sandbox.add_fault(fault).unwrap();
    let page = api.get("/comments").await;
    let counts = page.headers.keys().filter(|name| name.as_str().starts_with("x-"));
    assert_eq!(counts.count(), 0);
    assert_eq!(page.expect(200)["comments"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_body_is_of_any_bytes_and_of_any_size() {
    let api = Api::start().await;
    let fault = json!({ "what": { "respond": { "body": { "base64": "/wCA" } } } });
    api.sandbox.add_fault(serde_json::from_value(fault).unwrap()).unwrap();
    let response = api.request(Method::GET, &api.url("/files")).send().await.unwrap();
    assert_eq!(response.bytes().await.unwrap()[..], [0xff, 0, 0x80]);
    api.sandbox
        .add_fault(Fault::new(Misbehavior::Respond(Reply::new(200, ReplyBody::Blanks(5_000_001)))))
        .unwrap();
    let response = api.request(Method::GET, &api.url("/files")).send().await.unwrap();
    assert_eq!(response.content_length(), None);
    assert_eq!(response.bytes().await.unwrap().len(), 5_000_001);
}

#[tokio::test]
async fn connections_are_reset_at_every_moment() {
    let api = Api::start().await;
    for (moment, effects) in [
        (ResetMoment::OnConnect, 0),
        (ResetMoment::BeforeBody, 0),
        (ResetMoment::BeforeEffect, 0),
        (ResetMoment::AfterEffect, 1),
    ] {
        // The reset befalls a new connection of each try.
        api.sandbox.add_fault(Fault::new(Misbehavior::Reset(moment))).unwrap();
        let (received, end) = api.raw("/files").await;
        assert_eq!((received.len(), end), (0, Err(ErrorKind::ConnectionReset)), "{moment:?}");
        if moment == ResetMoment::OnConnect {
            continue;
        }
        api.sandbox.clear_requests();
        let before = api.new_comments().await;
        api.sandbox
            .add_fault(Fault::new(Misbehavior::Reset(moment)).on("createKeyComments"))
            .unwrap();
        api.comment().await.unwrap_err();
        assert_eq!(api.new_comments().await - before, effects, "{moment:?}");
        let seen = api.sandbox.requests();
        let create =
            seen.iter().find(|r| r.operation.as_deref() == Some("createKeyComments")).unwrap();
        assert_eq!((create.status, create.took_effect), (None, effects == 1));
    }
}

#[tokio::test]
async fn answers_are_cut() {
    let api = Api::start().await;
    api.sandbox.add_fault(Fault::new(Misbehavior::CutHead(12))).unwrap();
    let (received, _) = api.raw("/files").await;
    assert_eq!(received, b"HTTP/1.1 200");

    let (whole, end) = api.raw("/files").await;
    assert_eq!(end, Ok(()));
    api.sandbox.add_fault(Fault::new(Misbehavior::CutBody(10))).unwrap();
    let (received, _) = api.raw("/files").await;
    let text = String::from_utf8(received).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    assert_eq!(body, "{\"project_");
    let announced = String::from_utf8(whole).unwrap().split_once("\r\n\r\n").unwrap().1.len();
    assert!(head.contains(&format!("content-length: {announced}")), "{head}");
}

#[tokio::test]
async fn answers_are_late_and_slow() {
    let api = Api::start().await;
    let quick = api.get("/files").await.expect(200);
    let started = Instant::now();
    api.sandbox.add_fault(Fault::new(Misbehavior::Delay(Duration::from_millis(150)))).unwrap();
    api.get("/files").await.expect(200);
    assert!(started.elapsed() >= Duration::from_millis(150));

    let started = Instant::now();
    let drip = Misbehavior::Drip { chunk: 60, pause: Duration::from_millis(30) };
    api.sandbox.add_fault(Fault::new(drip)).unwrap();
    let dripped = api.get("/files").await.expect(200);
    assert_eq!(dripped, quick);
    assert!(started.elapsed() >= Duration::from_millis(30 * 4));
}

#[tokio::test]
async fn the_bundle_host_misbehaves_too() {
    let api = Api::start().await;
    let export = api.post("/files/download", &json!({ "format": "json" })).await.expect(200);
    let url = export["bundle_url"].as_str().unwrap();
    let get = || api.http.get(url).header("range", "bytes=0-9").send();

    api.sandbox.add_fault(Fault::new(Misbehavior::NoRange).on(DOWNLOAD_BUNDLE)).unwrap();
    let whole = get().await.unwrap();
    assert_eq!(whole.status(), 200);
    assert!(!whole.headers().contains_key("accept-ranges"));
    api.sandbox.add_fault(Fault::new(Misbehavior::ExpiredLink).on(DOWNLOAD_BUNDLE)).unwrap();
    assert_eq!(get().await.unwrap().status(), 403);
    api.sandbox.add_fault(Fault::new(Misbehavior::CutBody(4)).on(DOWNLOAD_BUNDLE)).unwrap();
    let cut = get().await.unwrap();
    assert_eq!((cut.status().as_u16(), cut.content_length()), (206, Some(10)));
    cut.bytes().await.unwrap_err();
    assert_eq!(get().await.unwrap().bytes().await.unwrap().len(), 10);
}

#[tokio::test]
async fn a_dropped_sandbox_serves_nothing() {
    let api = Api::start().await;
    let url = api.url("/files");
    let http = api.http.clone();
    assert_eq!(http.get(&url).send().await.unwrap().status(), 401);
    drop(api);
    // The servers stop as soon as they notice.
    while http.get(&url).send().await.is_ok() {}
}

#[tokio::test]
async fn a_share_leaves_the_rest_to_other_faults_and_counts_what_it_befalls() {
    let api = Api::start().await;
    let rare = Fault::new(Misbehavior::status(500)).share(0.25).seed(1);
    api.sandbox.add_fault(rare.times(5)).unwrap();
    let others = Fault::new(Misbehavior::status(502)).after(3);
    api.sandbox.add_fault(others.always()).unwrap();
    let mut statuses = Vec::new();
    for _ in 0..200 {
        statuses.push(api.get("/files").await.status.as_u16());
    }
    let count = |wanted: u16| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(500), count(200), count(502)), (5, 3, 192));
    let last = statuses.iter().rposition(|status| *status == 500);
    assert!(last > Some(5), "a share is not the first: {statuses:?}");
}

#[tokio::test]
async fn what_comes_in_pieces_can_be_compressed() {
    let api = Api::with(Sandbox::builder().compress()).await;
    let drip = Misbehavior::Drip { chunk: 50, pause: Duration::from_millis(1) };
    let blanks = Misbehavior::Respond(Reply::new(200, ReplyBody::Blanks(100_000)));
    for what in [drip, blanks] {
        api.sandbox.add_fault(Fault::new(what)).unwrap();
        let request = api.request(Method::GET, &api.url("/files"));
        let request = request.header("Accept-Encoding", "gzip");
        let answer = request.send().await.unwrap();
        assert_eq!(answer.headers()["content-encoding"], "gzip");
        let body = answer.bytes().await.expect("a body that ends");
        assert_eq!(body[..2], [0x1f, 0x8b], "gzip begins so");
    }
}

#[tokio::test]
async fn delayed_answers_end_with_the_sandbox() {
    let sandbox = Sandbox::start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let long = Duration::from_secs(3600);
    sandbox.add_fault(Fault::new(Misbehavior::Delay(long))).unwrap();
    let drip = Misbehavior::Drip { chunk: 1, pause: long };
    sandbox.add_fault(Fault::new(drip)).unwrap();
    let url = format!("{}/projects", sandbox.base_url());
    let get = || {
        let sent = http.get(&url).header("X-Api-Token", "sandbox-read-write-token").send();
        tokio::spawn(async move { sent.await?.bytes().await })
    };
    let calls = [get(), get()];
    let both = RequestFilter::new().operation("listProjects");
    sandbox.wait_for_requests(&both, 2, Duration::from_secs(60)).await.unwrap();
    drop(sandbox);
    for call in calls {
        assert!(call.await.unwrap().is_err());
    }
}

#[tokio::test]
async fn a_fault_is_for_a_method_and_a_token() {
    let api = Api::start().await;
    api.sandbox.add_fault(always(501).method("POST")).unwrap();
    let tokens = api.sandbox.tokens();
    api.sandbox.add_fault(always(503).token(tokens.read_only)).unwrap();
    assert_eq!(api.comment_on("a").await, 501);
    api.get("/comments").await.expect(200);
    api.use_token(tokens.read_only);
    api.get("/files").await.refused(503);
}

#[tokio::test]
async fn a_fault_is_for_a_project_however_it_is_named() {
    let api = Api::start().await;
    let project = api.sandbox.project();
    let uuid = project.uuid.to_string();
    let branch = |address: &str, branch: &str| format!("{address}:{branch}");
    let encoded = branch(project.project_id, "feature%2Fstart");
    let addresses = [
        project.project_id.to_owned(),
        uuid.clone(),
        branch(&uuid, "master"),
        encoded,
        project.large_project_id.to_owned(),
    ];
    for (fault, expected) in [
        (project.project_id.to_owned(), [503, 503, 503, 503, 200]),
        (uuid.to_uppercase(), [503, 503, 503, 503, 200]),
        (branch(project.project_id, "master"), [503, 503, 503, 200, 200]),
        (branch(&uuid, "feature/start"), [200, 200, 200, 503, 200]),
        (project.large_uuid.to_string(), [200, 200, 200, 200, 503]),
    ] {
        api.sandbox.add_fault(always(503).project(&fault)).unwrap();
        let mut statuses = Vec::new();
        for address in &addresses {
            statuses.push(api.status(Method::GET, address, "/files", Value::Null).await);
        }
        assert_eq!(statuses, expected, "{fault}");
        let listed = api.sandbox.faults();
        let struck = expected.iter().filter(|status| **status == 503).count();
        assert_eq!(listed[0].struck, struck as u64);
        api.sandbox.clear_faults();
    }
}

#[tokio::test]
async fn a_fault_is_for_what_a_body_holds() {
    let api = Api::start().await;
    for fault in [
        always(503).body_text("\"needle\""),
        always(503).body_value("/comments/0/comment", "needle"),
        always(503).body_value("/comments/0", json!({ "comment": "needle" })),
        always(503).body_value("", json!({ "comments": [{ "comment": "needle" }] })),
    ] {
        api.sandbox.add_fault(fault.clone()).unwrap();
        assert_eq!(api.comment_on("needle").await, 503, "{fault:?}");
        assert_eq!(api.comment_on("needles").await, 200, "{fault:?}");
        api.get("/comments").await.expect(200);
        assert_eq!(api.sandbox.faults()[0].matched, 1);
        api.sandbox.clear_faults();
    }
}

#[tokio::test]
async fn the_oldest_fault_wins_whether_or_not_it_asks_for_the_body() {
    let api = Api::start().await;
    let needle = |status| always(status).body_text("needle");
    for fault in [needle(501).times(1), always(502).times(1), needle(503), always(504)] {
        api.sandbox.add_fault(fault).unwrap();
    }
    let mut statuses = Vec::new();
    for text in ["hay", "needle", "hay", "needle"] {
        statuses.push(api.comment_on(text).await);
    }
    assert_eq!(statuses, [502, 501, 504, 503]);
    let struck: Vec<_> = api.sandbox.faults().iter().map(|it| it.struck).collect();
    assert_eq!(struck, [1, 1, 1, 1]);
}
