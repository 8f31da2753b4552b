//! Misbehavior on demand, as a client sees it.

use std::time::Duration;

use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, RequestFilter, Sandbox};
use reqwest::Method;

use crate::support::Api;

/// A fault that answers with that status, for ever.
fn always(status: u16) -> Fault {
    Fault::new(Misbehavior::status(status)).always()
}

impl Api {
    async fn status_of(&self, path: &str) -> u16 {
        let url = format!("{}/{path}", self.sandbox.base_url());
        self.send(self.request(Method::GET, &url)).await.status.as_u16()
    }
}

#[tokio::test]
async fn a_fault_skips_some_requests_and_leaves_the_rest_to_younger_ones() {
    let api = Api::start().await;
    api.sandbox.add_fault(Fault::new(Misbehavior::status(500)).after(1).times(2)).unwrap();
    api.sandbox.add_fault(Fault::new(Misbehavior::status(502)).after(2)).unwrap();
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(api.get("/files").await.status.as_u16());
    }
    assert_eq!(statuses, [200, 500, 500, 200, 502, 200]);
}

#[tokio::test]
async fn a_body_of_unknown_size_can_be_compressed() {
    let api = Api::with(Sandbox::builder().compress()).await;
    let blanks = Misbehavior::Respond(Reply::new(200, ReplyBody::Blanks(100_000)));
    api.sandbox.add_fault(Fault::new(blanks)).unwrap();
    let request = api.request(Method::GET, &api.url("/files"));
    let answer = request.header("Accept-Encoding", "gzip").send().await.unwrap();
    assert_eq!(answer.headers()["content-encoding"], "gzip");
    let body = answer.bytes().await.expect("a body that ends");
    assert_eq!(body[..2], [0x1f, 0x8b], "gzip begins so");
}

#[tokio::test]
async fn delayed_answers_end_with_the_sandbox() {
    let sandbox = Sandbox::start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let long = Duration::from_secs(3600);
    sandbox.add_fault(Fault::new(Misbehavior::Delay(long))).unwrap();
    sandbox.add_fault(Fault::new(Misbehavior::DelayBody(long))).unwrap();
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
async fn an_unknown_endpoint_can_be_stubbed() {
    let api = Api::start().await;
    api.get("/files/from/elsewhere").await.refused(404);
    let body = serde_json::json!({ "files": [] });
    let stub = Misbehavior::Respond(Reply::new(200, ReplyBody::Json(body.clone())));
    api.sandbox.add_fault(Fault::new(stub).method("get").path("/files/*/*").always()).unwrap();
    assert_eq!(api.get("/files/from/elsewhere").await.expect(200), body);
    api.post("/files/from/elsewhere", &body).await.refused(404);
    assert_eq!(api.sandbox.requests().len(), 3);
}

#[tokio::test]
async fn a_fault_is_for_a_path_below_the_project_or_a_whole_one() {
    let api = Api::start().await;
    for (path, expected) in [
        ("/files", [418, 405, 200]),
        ("/projects/*/files", [418, 405, 200]),
        ("/*/files", [200, 405, 200]),
        ("/projects/garnet-7041.26/*/*", [200, 418, 200]),
        ("/files/*", [200, 418, 200]),
        ("/system/*", [200, 405, 418]),
        ("/languages", [200, 405, 200]),
    ] {
        api.sandbox.add_fault(always(418).path(path)).unwrap();
        let project = "projects/garnet-7041.26";
        let statuses = [
            api.status_of(&format!("{project}/files")).await,
            api.status_of(&format!("{project}/files/elsewhere")).await,
            api.status_of("system/languages").await,
        ];
        assert_eq!(statuses, expected, "{path}");
        api.sandbox.clear_faults();
    }
}
