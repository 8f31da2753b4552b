//! Faults: which are accepted, and which requests they apply to. The tests of the client show what
//! each does to a response.

use std::time::Duration;

use l10n_sandbox::{Fault, Misbehavior, Sandbox};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, has};

impl Api {
    async fn new_fault(&self, fault: &Value) -> (u16, Value) {
        self.control(Method::POST, "/faults", fault.clone()).await
    }

    async fn faults(&self) -> Value {
        self.control(Method::GET, "/faults", Value::Null).await.1["faults"].clone()
    }

    async fn statuses<const N: usize>(&self, paths: [&str; N]) -> [u16; N] {
        let mut statuses = [0; N];
        for (status, path) in statuses.iter_mut().zip(paths) {
            *status = self.send(self.request(Method::GET, &self.url_of(path))).await.status.into();
        }
        statuses
    }
}

#[tokio::test]
async fn every_kind_of_fault_has_a_form_in_json_and_is_listed_as_it_was_given() {
    let api = Api::start().await;
    let what = [
        json!({ "respond": { "status": 200, "headers": {}, "body": { "text": "<" }, "effect": true } }),
        json!({ "respond": { "status": 429, "headers": { "Retry-After": "1" } } }),
        json!({ "respond": { "body": { "blanks": 10 } } }),
        json!({ "respond": { "body": { "bytes": [255] } } }),
        json!({ "respond": { "body": { "json": null } } }),
        json!({ "respond": { "body": "empty" } }),
        json!({ "delay": 10 }),
        json!({ "delay_body": 10 }),
        json!({ "reset": "after_effect" }),
        json!({ "cut_body": 10 }),
    ];
    for (index, what) in what.iter().enumerate() {
        let added = api.new_fault(&json!({ "what": what })).await;
        assert_eq!(added, (201, json!({ "id": index + 1 })), "{what}");
    }
    let listed = what.map(|what| json!({ "after": 0, "times": 1, "applied": 0, "what": what }));
    has(&api.faults().await, json!(listed));
}

#[tokio::test]
async fn a_fault_that_can_never_happen_is_refused_with_what_can() {
    let api = Api::start().await;
    let respond = |reply: Value| json!({ "what": { "respond": reply } });
    let with = |member: &str, value: Value| json!({ member: value, "what": { "delay": 1 } });
    for (fault, right) in [
        (json!({ "operation": "any" }), "missing field `what`"),
        (with("opration", json!("any")), "did you mean `operation`?"),
        (with("after", json!("three")), "after: invalid type: string \"three\", expected u64"),
        (with("times", json!("often")), "times: this is neither a whole number, as 2, nor"),
        (with("times", json!(0)), "1 or more, or \"always\""),
        (json!({ "what": 503 }), "what: invalid type: integer `503`, expected string or map"),
        (json!({ "what": { "explode": true } }), "unknown variant `explode`, expected one of"),
        (with("operation", json!("listfile")), "did you mean `listFiles`?"),
        (with("method", json!("GETT")), "`method`: must be GET, "),
        (with("path", json!("tasks")), "`path`: must be that after /v2"),
        (with("path", json!("/v2/projects")), "`path`: must be that after /v2"),
        (with("path", json!("/tasks/{id}")), "`*` stands for one segment"),
        (respond(json!({ "status": 99 })), "status 99 is not one of 200 to 599"),
        (respond(json!({ "headers": { "a b": "c" } })), "\"a b\" is not the name of a header"),
        (respond(json!({ "headers": { "a": "b\nc" } })), "is not a value of a header"),
        (respond(json!({ "headers": { "content-length": "4" } })), "use `cut_body`"),
        (respond(json!({ "status": 204, "body": { "json": null } })), "have no body"),
    ] {
        let (status, answer) = api.new_fault(&fault).await;
        let told = answer["error"].as_str().unwrap_or_default();
        assert_eq!(status, 400, "{fault}: {answer}");
        assert!(told.contains(right), "{fault}: {told}");
    }
    assert_eq!(api.faults().await, json!([]));
}

#[tokio::test]
async fn a_fault_skips_some_requests_counts_the_others_and_can_be_removed() {
    let api = Api::start().await;
    let respond = |status: u16| json!({ "respond": { "status": status } });
    let fault = json!({ "operation": "listFiles", "after": 1, "times": 2, "what": respond(500) });
    api.new_fault(&fault).await;
    let always = json!({ "after": 2, "times": "always", "what": respond(502) });
    api.new_fault(&always).await;
    assert_eq!(api.statuses(["/files"; 4]).await, [200, 500, 500, 200]);
    has(&api.faults().await, json!([{ "id": 2, "applied": 0 }]));
    assert_eq!(api.statuses(["/files"; 2]).await, [502, 502]);
    has(&api.faults().await, json!([{ "id": 2, "applied": 2 }]));

    let remove =
        async |id: &str| api.control(Method::DELETE, &format!("/faults/{id}"), Value::Null).await;
    assert_eq!(remove("2").await.0, 204);
    assert_eq!(api.statuses(["/files"]).await, [200]);
    for unknown in ["1", "2", "3", "two"] {
        let (status, answer) = remove(unknown).await;
        assert_eq!(status, 404);
        assert!(answer["error"].as_str().unwrap().contains("GET /faults"), "{answer}");
    }
    assert_eq!(api.new_fault(&always).await.1["id"], 3, "an id is never given twice");
    assert_eq!(api.control(Method::DELETE, "/faults", Value::Null).await.0, 204);
    assert_eq!(api.faults().await, json!([]));
}

#[tokio::test]
async fn a_fault_is_for_a_path_below_the_project_or_a_whole_one() {
    let api = Api::start().await;
    for (path, expected) in [
        ("/files", [418, 404, 200]),
        ("/projects/*/files", [418, 404, 200]),
        ("/*/files", [200, 404, 200]),
        ("/projects/garnet-7041.26/*/*/*", [200, 418, 200]),
        ("/files/*/*", [200, 418, 200]),
        ("/system/*", [200, 404, 418]),
    ] {
        let fault = Fault::new(Misbehavior::status(418)).method("get").path(path).always();
        api.sandbox.add_fault(fault).unwrap();
        let found = api.statuses(["/files", "/files/from/elsewhere", "//system/languages"]).await;
        assert_eq!(found, expected, "{path}");
        api.post("/files/from/elsewhere", &json!({})).await.refused(404);
        api.sandbox.clear_faults();
    }
}

#[tokio::test]
async fn delayed_responses_end_with_the_sandbox() {
    let sandbox = Sandbox::start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let long = Duration::from_secs(3600);
    sandbox.add_fault(Fault::new(Misbehavior::Delay(long))).unwrap();
    sandbox.add_fault(Fault::new(Misbehavior::DelayBody(long))).unwrap();
    let url = format!("{}/projects", sandbox.base_url());
    let get = || {
        let sent = http.get(&url).header("X-Api-Token", sandbox.tokens().read_write).send();
        tokio::spawn(async move { sent.await?.bytes().await })
    };
    let calls = [get(), get()];
    sandbox.wait_for_requests("listProjects", 2, Duration::from_secs(60)).await.unwrap();
    drop(sandbox);
    for call in calls {
        assert!(call.await.unwrap().is_err());
    }
}
