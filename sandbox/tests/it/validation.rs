//! Requests that break the document.

use reqwest::Method;
use serde_json::json;

use crate::support::Api;

#[tokio::test]
async fn lists_are_limited() {
    let api = Api::start().await;
    api.get("/comments?limit=5000").await.expect(200);
    for (query, field) in [
        ("limit=5001", "limit"),
        ("limit=0", "limit"),
        ("limit=x", "limit"),
        ("page=1.5", "page"),
        ("page=2147483648", "page"),
    ] {
        assert_eq!(api.get(&format!("/comments?{query}")).await.violations(), [field], "{query}");
    }
}

#[tokio::test]
async fn a_body_is_json_and_complete() {
    let api = Api::start().await;
    let url = api.url("/keys/3101/comments");
    let post = || api.request(Method::POST, &url);
    let json = "application/json; charset=utf-8";
    let message =
        api.send(post().header("content-type", json).body("{\"comments\": [")).await.refused(400);
    assert!(message.contains("Syntax error"), "{message}");
    api.send(post().header("content-type", "text/plain").body("{\"comments\": []}"))
        .await
        .refused(400);
    assert_eq!(api.send(post()).await.violations(), ["body"]);
    assert_eq!(
        api.send(post().json(&json!({ "comments": [{}] }))).await.violations(),
        ["comments.0.comment"]
    );
    assert_eq!(api.send(post().json(&json!({ "comments": {} }))).await.violations(), ["comments"]);
    assert_eq!(api.send(post().json(&json!([]))).await.violations(), ["body"]);
    assert_eq!(api.get("/comments").await.header("x-total-count"), "3", "nothing took effect");
}

#[tokio::test]
async fn enumerations_and_formats_are_checked() {
    let api = Api::start().await;
    let export = |name: &str, value| json!({ "format": "json", name: value });
    for (name, value) in [
        ("export_sort", json!("up")),
        ("indentation", json!("9sp")),
        ("filter_data", json!(["all"])),
        ("filter_langs", json!(["xx"])),
    ] {
        let fields = api.post("/files/download", &export(name, value)).await.violations();
        assert!(fields[0].starts_with(name), "{fields:?}");
    }
    assert_eq!(
        api.post("/files/download", &json!({ "format": "exe" })).await.violations(),
        ["format"]
    );
    assert_eq!(api.post("/files/download", &json!({})).await.violations(), ["format"]);
}
