//! Faults by the control endpoints: what is taken, what is refused, and what is told of them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

impl Api {
    pub(crate) async fn new_fault(&self, fault: &Value) -> (u16, Value) {
        self.control(Method::POST, "/faults", fault.clone()).await
    }

    pub(crate) async fn listed_faults(&self) -> Vec<Value> {
        let (status, listed) = self.control(Method::GET, "/faults", Value::Null).await;
        assert_eq!(status, 200);
        listed["faults"].as_array().unwrap().clone()
    }
}

#[tokio::test]
async fn every_kind_of_fault_has_a_form_in_json_and_is_listed_as_it_was_given() {
    let api = Api::start().await;
    let mut given = Vec::new();
    for what in [
        json!({ "respond": { "status": 200, "body": { "text": "<html>" }, "effect": true } }),
        json!({ "respond": { "status": 429, "headers": { "Retry-After": "1" } } }),
        json!({ "respond": { "status": 200, "body": { "blanks": 10 } } }),
        json!({ "respond": { "status": 200, "body": { "base64": "/w==" } } }),
        json!({ "respond": { "status": 200, "body": { "json": null } } }),
        json!({ "delay": 10 }),
        json!({ "delay_body": 10 }),
        json!({ "reset": "after_effect" }),
        json!({ "cut_body": 10 }),
    ] {
        given.push(json!({ "what": what }));
    }
    given.push(json!({
        "operation": "createKeys", "after": 3, "times": "always", "what": { "delay": 10 },
    }));
    given.push(json!({
        "method": "POST", "path": "/tasks", "what": { "respond": { "status": 204 } },
    }));
    for (index, fault) in given.iter().enumerate() {
        let added = api.new_fault(fault).await;
        assert_eq!(added, (201, json!({ "id": index + 1 })), "{fault}");
    }
    let empty = json!({
        "operation": null, "what": { "respond": { "status": 204, "body": "empty" } },
    });
    assert_eq!(api.new_fault(&empty).await.0, 201);

    let listed = api.listed_faults().await;
    for (id, (given, listed)) in (1..).zip(given.into_iter().zip(listed)) {
        let mut whole = json!({ "id": id, "applied": 0, "after": 0, "times": 1 });
        whole.as_object_mut().unwrap().extend(given.as_object().unwrap().clone());
        if let Some(reply) = whole["what"].get_mut("respond") {
            let defaults =
                json!({ "status": 200, "headers": {}, "body": "empty", "effect": false });
            let sent = std::mem::replace(reply, defaults);
            reply.as_object_mut().unwrap().extend(sent.as_object().unwrap().clone());
        }
        assert_eq!(listed, whole);
    }
}

#[tokio::test]
async fn a_fault_that_can_never_happen_is_refused_with_what_can() {
    let api = Api::start().await;
    let status = |status: u16| json!({ "respond": { "status": status } });
    let respond = |reply: Value| json!({ "what": { "respond": reply } });
    let on = |operation: &str, what: Value| json!({ "operation": operation, "what": what });
    let delayed = |member: &str, value: Value| json!({ member: value, "what": { "delay": 1 } });
    for (fault, right) in [
        // Not written as faults are.
        (json!({ "operation": "any" }), "missing field `what`"),
        (delayed("opration", json!("any")), "did you mean `operation`?"),
        (delayed("after", json!("three")), "after: invalid type: string \"three\", expected u64"),
        (delayed("times", json!("often")), "times: this is neither a whole number, as 2, nor"),
        (json!({ "what": 503 }), "what: invalid type: integer `503`, expected string or map"),
        (json!({ "what": { "explode": true } }), "unknown variant `explode`, expected one of"),
        (json!({ "what": { "delay": "1s" } }), "what.delay: invalid type: string"),
        (respond(json!({ "status": 70000 })), "what.respond.status: invalid value: integer"),
        (respond(json!({ "body": { "base64": "a*" } })), "what.respond.body.base64: no Base64"),
        // About no request.
        (on("listfile", status(503)), "did you mean `listFiles`?"),
        (on("download", status(503)), "there is no \"download\""),
        (delayed("method", json!("GET ")), "`method`: must be GET, "),
        (delayed("method", json!("GETT")), "`method`: must be GET, "),
        (delayed("path", json!("tasks")), "`path`: must be that after /v2"),
        (delayed("path", json!("/v2/projects")), "`path`: must be that after /v2"),
        (delayed("path", json!("/tasks/{id}")), "`*` stands for one segment"),
        (delayed("times", json!(0)), "1 or more, or \"always\""),
        // What no answer or operation can have.
        (json!({ "what": status(99) }), "status 99 is not one of 200 to 599"),
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
    assert_eq!(api.listed_faults().await, [] as [Value; 0]);
}

#[tokio::test]
async fn each_fault_says_how_often_it_applied_and_can_be_removed() {
    let api = Api::start().await;
    let fault = json!({
        "operation": "listFiles", "after": 1, "times": 3,
        "what": { "respond": { "status": 503 } },
    });
    assert_eq!(api.new_fault(&fault).await.1["id"], 1);
    let always = json!({ "times": "always", "what": { "respond": { "status": 502 } } });
    assert_eq!(api.new_fault(&always).await.1["id"], 2);
    for _ in 0..3 {
        api.get("/files").await;
    }
    let counts = async || {
        let listed = api.listed_faults().await;
        listed.iter().map(|it| json!([it["id"], it["applied"]])).collect::<Vec<_>>()
    };
    assert_eq!(counts().await, [json!([1, 2]), json!([2, 1])]);
    api.get("/files").await;
    assert_eq!(counts().await, [json!([2, 1])], "the first one is spent");

    let remove =
        async |id: &str| api.control(Method::DELETE, &format!("/faults/{id}"), Value::Null).await;
    assert_eq!(remove("2").await.0, 204);
    api.get("/files").await.expect(200);
    for unknown in ["1", "2", "3", "two"] {
        let (status, answer) = remove(unknown).await;
        assert_eq!(status, 404);
        assert!(answer["error"].as_str().unwrap().contains("GET /faults"), "{answer}");
    }
    assert_eq!(api.new_fault(&always).await.1["id"], 3, "an id is never given twice");
    assert_eq!(api.control(Method::DELETE, "/faults", Value::Null).await.0, 204);
    assert_eq!(counts().await.len(), 0);
    assert_eq!(api.new_fault(&always).await.1["id"], 4);
}
