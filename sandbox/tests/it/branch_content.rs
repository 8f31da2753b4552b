//! What a branch has for itself: keys, translations, comments, files and processes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

const BRANCH: &str = "garnet-7041.26:feature%2Fstart";

#[tokio::test]
async fn a_branch_has_keys_of_its_own() {
    let api = Api::start().await;
    let body = api.of(BRANCH, Method::GET, "/keys", Value::Null).await.expect(200);
    assert_eq!(
        (&body["project_id"], &body["branch"]),
        (&json!("garnet-7041.26"), &json!("feature/start"))
    );
    assert_eq!(body["keys"][0]["key_id"], 3201);
    let changed = json!({ "translation": "Hello" });
    api.of(BRANCH, Method::PUT, "/translations/320101", changed).await.expect(200);
    api.of(BRANCH, Method::DELETE, "/keys/3202", Value::Null).await.expect(200);
    let master = api.get("/keys?include_translations=1").await.expect(200);
    assert_eq!(master["keys"].as_array().unwrap().len(), 8);
    assert_eq!(master["keys"][0]["translations"][0]["translation"], "Welcome");
    let files = api.of(BRANCH, Method::GET, "/files", Value::Null).await.expect(200);
    assert_eq!(files["files"][0]["key_count"], 4);
}

#[tokio::test]
async fn a_branch_has_comments_of_its_own() {
    let api = Api::start().await;
    let body = json!({ "comments": [{ "comment": "Here only" }] });
    let created = api.of(BRANCH, Method::POST, "/keys/3201/comments", body).await.expect(200);
    assert_eq!(created["branch"], "feature/start");
    let here = api.of(BRANCH, Method::GET, "/comments", Value::Null).await;
    assert_eq!(here.header("x-pagination-total-count"), "4");
    assert_eq!(api.get("/comments").await.header("x-pagination-total-count"), "3");
    let foreign = api.of(BRANCH, Method::GET, "/keys/3101/comments", Value::Null).await;
    foreign.refused(404);
}

#[tokio::test]
async fn an_upload_stays_in_its_branch() {
    let api = Api::start().await;
    let data = STANDARD.encode(r#"{"fresh": "Fresh"}"#);
    let upload = json!({ "data": data, "filename": "fresh.json", "lang_iso": "en" });
    let reply = api.of(BRANCH, Method::POST, "/files/upload", upload).await;
    let location = reply.header("location").to_owned();
    let queued = reply.expect(202);
    assert_eq!(queued["branch"], "feature/start");
    let id = queued["process"]["process_id"].as_str().unwrap();
    let url = api.sandbox.base_url().replace("/v2", &location);
    loop {
        let process = api.send(api.request(Method::GET, &url)).await.expect(200);
        if process["process"]["status"] == "finished" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    api.get(&format!("/processes/{id}")).await.refused(404);
    let query = "/keys?filter_keys=fresh";
    let here = api.of(BRANCH, Method::GET, query, Value::Null).await.expect(200);
    assert_eq!(here["keys"].as_array().unwrap().len(), 1);
    assert_eq!(api.get(query).await.expect(200)["keys"], json!([]));
}
