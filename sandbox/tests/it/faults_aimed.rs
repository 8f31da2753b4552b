//! Faults that befall some requests only: by method, project, token and body.

use l10n_sandbox::{Fault, Misbehavior, ResetMoment};
use reqwest::Method;
use serde_json::{Value, json};

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
}

#[tokio::test]
async fn a_misspelt_operation_is_an_error_in_rust_too() {
    let api = Api::start().await;
    let error = api.sandbox.add_fault(always(503).on("listFile"));
    let error = error.unwrap_err();
    assert_eq!(error.member(), "operation");
    assert!(error.to_string().contains("\"listFile\"; nearest: listFiles, "), "{error}");
    assert!(api.sandbox.add_fault(always(503).share(f64::NAN)).is_err());
    assert!(api.sandbox.faults().is_empty());
    api.sandbox.add_fault(always(503).on("any")).unwrap();
    api.get("/files").await.refused(503);
}

#[tokio::test]
async fn a_fault_is_for_a_method() {
    let api = Api::start().await;
    api.sandbox.add_fault(always(503).method("POST")).unwrap();
    assert_eq!(api.comment_on("a").await, 503);
    api.get("/comments").await.expect(200);
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
async fn a_fault_is_for_a_token() {
    let api = Api::start().await;
    let tokens = api.sandbox.tokens();
    api.sandbox.add_fault(always(503).token(tokens.read_only)).unwrap();
    api.get("/files").await.expect(200);
    api.use_token(tokens.read_only);
    api.get("/files").await.refused(503);
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

#[tokio::test]
async fn a_reset_before_the_body_that_has_to_wait_for_it_resets_all_the_same() {
    let api = Api::start().await;
    let reset = Misbehavior::Reset(ResetMoment::BeforeBody);
    api.sandbox.add_fault(always(503).body_text("needle")).unwrap();
    api.sandbox.add_fault(Fault::new(reset).on("createKeyComments")).unwrap();
    let body = json!({ "comments": [{ "comment": "hay" }] });
    let request = api.request(Method::POST, &api.url("/keys/3101/comments"));
    request.json(&body).send().await.unwrap_err();
    let comments = api.get("/comments").await.expect(200);
    assert_eq!(comments["comments"].as_array().unwrap().len(), 3);
}
