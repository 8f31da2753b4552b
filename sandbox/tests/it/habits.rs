//! Habits of HTTP clients in other languages: what each is answered.

use reqwest::Method;
use serde_json::json;

use crate::support::Api;

#[tokio::test]
async fn content_types_that_are_taken_and_those_that_are_not() {
    let api = Api::start().await;
    let url = api.url("/keys/3101/comments");
    let body = json!({ "comments": [] }).to_string();
    let post = |content_type: &str| {
        let request = api.request(Method::POST, &url).body(body.clone());
        request.header("content-type", content_type)
    };
    let json = "Application/JSON;charset=UTF-8";
    let form = "application/x-www-form-urlencoded";
    for (content_type, status, message) in [
        (json, 200, ""),
        (form, 400, "as application/json, not \"application/x-www-form-urlencoded\""),
        ("", 400, "application/json"),
    ] {
        let told = api.send(post(content_type)).await.expect(status)["error"]["message"].clone();
        assert!(told.as_str().unwrap_or_default().contains(message), "{told}");
    }
    let bare = api.send(api.request(Method::POST, &url).body(body.clone())).await;
    assert_eq!((bare.status.as_u16(), bare.header("x-sandbox-coerced")), (200, "body"));
    let cut = api.request(Method::POST, &url).header("content-type", json).body("{\"comments\": [");
    assert!(api.send(cut).await.refused(400).contains("Syntax error"));
}

#[tokio::test]
async fn a_bearer_token_by_any_spelling_of_its_scheme() {
    let api = Api::start().await;
    let tokens = api.exchange("authorization_code").await;
    let token = tokens["access_token"].as_str().unwrap();
    for scheme in ["Bearer", "bearer", "BEARER", "bearer "] {
        let request = api.http.get(api.url("/comments"));
        let request = request.header("authorization", format!("{scheme} {token}"));
        api.send(request).await.expect(200);
    }
}
