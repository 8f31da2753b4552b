//! Misbehavior on demand, as a client sees it.

use std::time::Duration;

use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, RequestFilter, Sandbox};
use reqwest::Method;
use serde_json::Value;

use crate::support::Api;

/// A fault that answers with that status, for ever.
fn always(status: u16) -> Fault {
    Fault::new(Misbehavior::status(status)).always()
}

impl Api {
    async fn status(&self, method: Method, project: &str, path: &str, body: Value) -> u16 {
        self.of(project, method, path, body).await.status.as_u16()
    }

    async fn status_of(&self, path: &str) -> u16 {
        let url = format!("{}/{path}", self.sandbox.base_url());
        self.send(self.request(Method::GET, &url)).await.status.as_u16()
    }
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
        let applied = expected.iter().filter(|status| **status == 503).count();
        assert_eq!(listed[0].applied, applied as u64);
        api.sandbox.clear_faults();
    }
}
