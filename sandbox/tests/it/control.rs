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
    let limit = json!({ "per_second": 0, "in_flight": 5 });
    let set = async |limit: &Value| api.control(Method::PUT, "/rate_limit", limit.clone()).await.0;
    assert_eq!(set(&limit).await, 204);
    let state = api.control(Method::GET, "/state", Value::Null).await.1;
    assert_eq!(state["rate_limit"], limit);
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
