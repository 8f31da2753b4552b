//! Which replies of faults can be sent, and how their branches may be written.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

#[tokio::test]
async fn replies_that_break_the_protocol_are_refused() {
    let api = Api::start().await;
    let reply = |status: u16, headers: Value, body: Value| {
        let respond = json!({ "status": status, "headers": headers, "body": body });
        json!({ "what": { "respond": respond } })
    };
    let text = || json!({ "text": "four" });
    for (fault, right) in [
        (reply(200, json!({ "Transfer-Encoding": "chunked" }), text()), "\"blanks\""),
        (
            reply(200, json!({ "content-length": "5" }), text()),
            "the body has 4 bytes; leave it out, or say `cut_body`",
        ),
        (reply(200, json!({ "Content-Length": "4" }), json!("empty")), "the body has 0 bytes"),
        (reply(200, json!({ "Content-Length": "+4" }), text()), "the body has 4 bytes"),
        (reply(204, json!({}), text()), "204 has no body"),
        (reply(304, json!({}), json!({ "blanks": 1 })), "304 has no body"),
        (reply(204, json!({}), json!({ "json": null })), "`\"body\": \"empty\"`"),
        (reply(204, json!({ "Content-Length": "0" }), json!("empty")), "leave it out"),
    ] {
        let (status, answer) = api.new_fault(&fault).await;
        assert_eq!(status, 400, "{fault}");
        let told = answer["error"].as_str().unwrap();
        assert!(told.contains(right), "{fault}: {told}");
    }
    for (status, headers, body) in [
        (200, json!({ "Content-Length": "4" }), text()),
        (200, json!({ "Content-Length": "4" }), json!({ "blanks": 4 })),
        (200, json!({ "Content-Length": "4" }), json!({ "json": null })),
        (204, json!({}), json!("empty")),
        (304, json!({ "ETag": "\"a\"" }), json!("empty")),
    ] {
        let fault = reply(status, headers, body);
        assert_eq!(api.new_fault(&fault).await.0, 201, "{fault}");
        let answer = api.http.get(api.url("/files")).send().await.unwrap();
        assert_eq!(answer.status(), status, "{fault}");
        assert_eq!(answer.bytes().await.unwrap().len(), 4 * usize::from(status == 200));
    }
}

#[tokio::test]
async fn a_branch_may_be_written_as_in_addresses() {
    let api = Api::start().await.unchecked();
    for written in ["feature/start", "feature%2Fstart", "feature%2fstart"] {
        let fault = json!({ "project": format!("garnet-7041.26:{written}"),
            "what": { "respond": { "status": 503 } } });
        assert_eq!(api.new_fault(&fault).await.0, 201, "{written}");
        api.get("/files").await.expect(200);
        let branch = "garnet-7041.26:feature%2Fstart";
        let struck = api.of(branch, Method::GET, "/files", Value::Null).await;
        assert_eq!(struck.status, 503, "{written}");
        let listed = api.listed_faults().await;
        assert_eq!(listed.last().unwrap()["project"], fault["project"]);
    }
}
