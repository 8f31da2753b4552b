//! The control endpoints.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

impl Api {
    pub(crate) async fn control(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}{path}", self.sandbox.control_url());
        let response = self.http.request(method, url).body(body.to_string()).send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or(Value::Null))
    }
}

#[tokio::test]
async fn the_state_tells_all_a_test_needs() {
    let api = Api::start().await;
    let (status, state) = api.control(Method::GET, "/state", Value::Null).await;
    assert_eq!(status, 200);
    assert_eq!(state["base_url"], api.sandbox.base_url());
    assert_eq!(state["tokens"]["read_write"], api.sandbox.tokens().read_write);
    assert_eq!(state["oauth_app"]["client_id"], "sandbox-app");
    assert_eq!(state["project"]["key_ids"][0], 3101);
    assert_eq!(state["quirks"]["status_envelope"], "sample");
    assert_eq!(state, api.sandbox.description());
}

#[tokio::test]
async fn nulls_are_set_by_name() {
    let api = Api::start().await;
    let wanted = |nulls: &str| json!({ "nulls": nulls });
    let set = async |nulls| api.control(Method::PUT, "/nulls", wanted(nulls)).await.0;
    assert_eq!(set("all").await, 204);
    let state = api.control(Method::GET, "/state", Value::Null).await.1;
    assert_eq!(state["nulls"], "all");
    let comments = api.get("/comments").await.expect(200);
    assert_eq!(comments["comments"][0]["comment"], Value::Null);
    assert_eq!(set("some").await, 400);
}

#[tokio::test]
async fn what_is_asked_for_in_vain_is_answered_with_what_there_is() {
    let api = Api::start().await;
    for (method, path) in [
        (Method::GET, "/nope"),
        (Method::PUT, "/rate-limit"),
        (Method::PATCH, "/faults"),
        (Method::GET, "/worlds/default/nope"),
    ] {
        let (status, told) = api.control(method, path, Value::Null).await;
        assert_eq!(status, 404, "{path}");
        assert!(told["error"].as_str().unwrap().contains("/rate_limit"), "{told}");
    }
}

#[tokio::test]
async fn rate_limits_are_set_and_reset() {
    let api = Api::start().await;
    let limit = json!({ "per_second": 1, "in_flight": 5 });
    let set = async |limit: &Value| api.control(Method::PUT, "/rate_limit", limit.clone()).await.0;
    assert_eq!(set(&limit).await, 204);
    let state = api.control(Method::GET, "/state", Value::Null).await.1;
    assert_eq!(state["rate_limit"], limit);
    api.get("/files").await.expect(200);
    api.get("/files").await.refused(429);
    assert_eq!(set(&Value::Null).await, 204);
    api.get("/files").await.expect(200);
    for wrong in [json!({ "per_second": 1 }), json!({ "per_second": -1, "in_flight": 5 }), json!(6)]
    {
        assert_eq!(set(&wrong).await, 400, "{wrong}");
    }
    assert_eq!(set(&limit).await, 204);
    assert_eq!(api.control(Method::POST, "/reset", Value::Null).await.0, 204);
    let state = api.control(Method::GET, "/state", Value::Null).await.1;
    assert_eq!(state["rate_limit"], Value::Null);
}

#[tokio::test]
async fn data_are_seeded_again_and_shapes_stay() {
    let api = Api::start().await;
    let other = json!({ "shape": "other" });
    let place = "/quirks/status_deletion";
    assert_eq!(api.control(Method::PUT, place, other).await.0, 204);
    for _ in 0..2 {
        let answer = api.delete("/custom_translation_statuses/7101").await;
        let deleted = answer.expect(200);
        assert_eq!(deleted["custom_translation_status_deleted"], true);
        assert_eq!(api.control(Method::POST, "/seed", Value::Null).await.0, 204);
    }
}

#[tokio::test]
async fn quirks_are_set_by_name() {
    let api = Api::start().await;
    let other = json!({ "shape": "other" });
    assert_eq!(api.control(Method::PUT, "/quirks/status_deletion", other.clone()).await.0, 204);
    let deleted = api.delete("/custom_translation_statuses/7101").await.expect(200);
    assert_eq!(deleted["custom_translation_status_deleted"], true);
    assert_eq!(api.control(Method::PUT, "/quirks/nothing", other).await.0, 404);
    assert_eq!(
        api.control(Method::PUT, "/quirks/timestamps", json!({ "shape": "round" })).await.0,
        400
    );
}

#[tokio::test]
async fn requests_are_shown_and_forgotten_and_the_state_is_reset() {
    let api = Api::start().await;
    api.delete("/custom_translation_statuses/7101").await.expect(200);
    let (_, seen) = api.control(Method::GET, "/requests", Value::Null).await;
    assert_eq!(seen["requests"][0]["operation"], "deleteCustomTranslationStatus");
    assert_eq!(seen["requests"][0]["server"], "main");
    assert_eq!(api.control(Method::DELETE, "/requests", Value::Null).await.0, 204);
    assert_eq!(api.control(Method::GET, "/requests", Value::Null).await.1["requests"], json!([]));
    assert_eq!(api.control(Method::POST, "/reset", Value::Null).await.0, 204);
    api.get("/custom_translation_statuses/7101").await.expect(200);
}

#[tokio::test]
async fn what_is_said_to_be_seeded_is_there() {
    let api = Api::start().await;
    let ids = api.sandbox.project();
    let listed = async |path: &str, list: &str, id: &str| -> Vec<Value> {
        let body = api.get(path).await.expect(200);
        let items = body[list].as_array().unwrap().iter();
        items.map(|item| item[id].clone()).collect()
    };
    let contributors = listed("/contributors", "contributors", "user_id").await;
    assert_eq!(json!(contributors), json!(ids.contributor_ids));
    let path = "/custom_translation_statuses";
    let statuses = listed(path, "custom_translation_statuses", "status_id").await;
    assert_eq!(json!(statuses), json!(ids.status_ids));
    let files = listed("/files", "files", "filename").await;
    assert_eq!(json!(files[..2]), json!(ids.filenames));
    let processes = listed("/processes", "processes", "process_id").await;
    assert_eq!(json!(processes), json!([ids.process_id]));
    for (key, comment) in [(3101, ids.own_comment_id), (3101, ids.others_comment_id)] {
        let path = format!("/keys/{key}/comments/{comment}");
        api.get(&path).await.expect(200);
    }
    let import = json!({ "from_project_uuid": ids.source_uuid });
    let url = api.project_url(&ids.uuid.to_string(), "/contributors/import");
    let result = api.send(api.request(Method::POST, &url).json(&import)).await.expect(200);
    let source: Vec<_> =
        result["contributors"].as_array().unwrap().iter().map(|c| c["id"].clone()).collect();
    assert_eq!(json!(source), json!(ids.source_contributor_uuids));
    for (id, uuid, status) in [
        (ids.foreign_project_id, ids.foreign_uuid, 403),
        (ids.large_project_id, ids.large_uuid, 200),
    ] {
        for address in [id.to_owned(), uuid.to_string()] {
            let url = api.project_url(&address, "/files");
            api.send(api.request(Method::GET, &url)).await.expect(status);
        }
    }
}
