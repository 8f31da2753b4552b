//! The order in which imports take effect, and ends that were asked for.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use l10n_sandbox::{NotEnded, ProcessEnd, Sandbox};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

impl Api {
    /// Sends a file that says this of a key, and answers with the id of its process.
    async fn say(&self, project: &str, key: &str, text: &str) -> String {
        let content = json!({ key: text }).to_string();
        let body = json!({
            "data": STANDARD.encode(content), "filename": "order.json", "lang_iso": "en",
            "replace_modified": true,
        });
        let queued = self.of(project, Method::POST, "/files/upload", body).await;
        let process = queued.expect(202)["process"]["process_id"].clone();
        process.as_str().unwrap().to_owned()
    }

    /// The text of a key in the base language.
    async fn said(&self, key: &str) -> Value {
        let list = format!("/keys?include_translations=1&filter_keys={key}");
        let keys = self.get(&list).await.expect(200);
        keys["keys"][0]["translations"][0]["translation"].clone()
    }
}

const MAIN: &str = "garnet-7041.26";

#[tokio::test]
async fn looking_at_the_later_of_two_uploads_ends_both_in_order() {
    let api = Api::with(Sandbox::builder().step_on_look()).await;
    let first = api.say(MAIN, "pair", "first").await;
    let second = api.say(MAIN, "pair", "second").await;
    assert_eq!(api.ended(&second).await["status"], "finished");
    let list = api.get("/processes").await.expect(200);
    let listed = list["processes"].as_array().unwrap();
    let first = listed.iter().find(|it| it["process_id"] == *first).unwrap();
    assert_eq!(first["status"], "finished", "without a look at it");
    assert_eq!(api.said("pair").await, "second");
}

#[tokio::test]
async fn an_upload_to_another_branch_waits_too() {
    let api = Api::with(Sandbox::builder().step_on_look()).await;
    let first = api.say(MAIN, "pair", "first").await;
    let branch = format!("{MAIN}:feature%2Fstart");
    let second = api.say(&branch, "pair", "second").await;
    let look = async || {
        let path = format!("/processes/{second}");
        let process = api.of(&branch, Method::GET, &path, Value::Null).await;
        process.expect(200)["process"]["status"].clone()
    };
    let mut seen = Vec::new();
    while seen.last() != Some(&json!("finished")) {
        seen.push(look().await);
        assert!(seen.len() < 20, "{seen:?}");
    }
    assert_eq!(api.ended(&first).await["status"], "finished");
    let waited = seen.iter().filter(|it| **it == "pre_processing").count();
    assert!(waited > 1, "{seen:?}");
}

#[tokio::test]
async fn a_process_is_cancelled_and_the_next_goes_on() {
    let api = Api::with(Sandbox::builder().step_on_look()).await;
    let first = api.say(MAIN, "pair", "first").await;
    let second = api.say(MAIN, "pair", "second").await;
    let end = ProcessEnd::cancelled("Stopped by hand");
    api.sandbox.end_process(&first, end.clone()).unwrap();
    let process = api.ended(&first).await;
    assert_eq!(process["status"], "cancelled");
    assert_eq!(process["message"], "Stopped by hand");
    let file = &process["details"]["files"][0];
    assert_eq!((&file["status"], &file["message"]), (&process["status"], &process["message"]));
    assert_eq!(api.said("pair").await, Value::Null, "it had no effect");

    assert_eq!(api.ended(&second).await["status"], "finished");
    assert_eq!(api.said("pair").await, "second");
    let again = api.sandbox.end_process(&second, end.clone());
    assert_eq!(again, Err(NotEnded::Ended));
    assert_eq!(api.sandbox.end_process("none", end), Err(NotEnded::Unknown));
}

#[tokio::test]
async fn processes_are_ended_over_http() {
    let api = Api::with(Sandbox::builder().step_on_look()).await;
    let ask = async |id: &str, body: Value| {
        let url = format!("{}/processes/{id}/end", api.sandbox.control_url());
        let answer = api.http.post(url).body(body.to_string()).send().await.unwrap();
        answer.status().as_u16()
    };
    let first = api.say(MAIN, "pair", "first").await;
    let end = json!({ "status": "cancelled", "message": "No more" });
    assert_eq!(ask(&first, end.clone()).await, 204);
    assert_eq!(ask(&first, end.clone()).await, 409);
    assert_eq!(ask("none", end.clone()).await, 404);
    assert_eq!(ask(&first, json!({ "status": "gone" })).await, 400);
    assert_eq!(ask(&first, json!({ "status": "failed", "typ": 1 })).await, 400);
    assert_eq!(api.ended(&first).await["message"], "No more");

    let next = json!({ "status": "failed", "type": "async-export" });
    assert_eq!(ask("next", next).await, 204);
    let options = json!({ "format": "json" });
    let started = api.post("/files/async-download", &options).await;
    let export = started.expect(200)["process_id"].clone();
    let process = api.ended(export.as_str().unwrap()).await;
    assert_eq!(process["status"], "failed");
    let reason = process["message"].as_str().unwrap_or_default();
    assert!(!reason.is_empty(), "there is always a reason");
    assert_eq!(process["details"]["download_url"], Value::Null);
}
