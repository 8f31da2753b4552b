//! Habits of HTTP clients in other languages: what each is answered.

use reqwest::Method;
use serde_json::json;

use crate::network::raw;
use crate::support::Api;

impl Api {
    fn head(&self, line: &str) -> String {
        let token = self.sandbox.tokens().read_write;
        format!("{line} HTTP/1.1\r\nHost: sandbox\r\nX-Api-Token: {token}\r\nConnection: close\r\n")
    }
}

#[tokio::test]
async fn head_is_answered_as_get_without_the_body() {
    let api = Api::start().await;
    let line = |method: &str| format!("{method} /v2/projects/garnet-7041.26/comments");
    let answer = raw(api.sandbox.base_url(), &format!("{}\r\n", api.head(&line("HEAD")))).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("x-total-count: 3\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\n"), "{answer}");
    let seen = api.sandbox.requests().pop().unwrap();
    assert_eq!((&*seen.method, seen.operation.as_deref()), ("HEAD", Some("listProjectComments")));
    // Nothing can be written by it.
    let line = "HEAD /v2/projects/garnet-7041.26/files/upload";
    let answer = raw(api.sandbox.base_url(), &format!("{}\r\n", api.head(line))).await;
    assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
}

#[tokio::test]
async fn content_types_and_encodings_that_are_taken_and_those_that_are_not() {
    let api = Api::start().await;
    let url = api.url("/keys/3101/comments");
    let body = json!({ "comments": [] }).to_string();
    let post = |content_type: &str| {
        let request = api.request(Method::POST, &url).body(body.clone());
        request.header("content-type", content_type)
    };
    let json = "Application/JSON;charset=UTF-8";
    let form = "application/x-www-form-urlencoded";
    for (content_type, encoding, status, message) in [
        ("application/json", "identity", 200, ""),
        (json, "identity", 200, ""),
        (form, "identity", 400, "as application/json, not \"application/x-www-form-urlencoded\""),
        ("", "identity", 400, "application/json"),
        (json, "gzip", 415, "Content-Encoding"),
    ] {
        let request = post(content_type).header("content-encoding", encoding);
        let told = api.send(request).await.expect(status)["error"]["message"].clone();
        assert!(told.as_str().unwrap_or_default().contains(message), "{told}");
    }
    let bare = api.send(api.request(Method::POST, &url).body(body.clone())).await;
    assert_eq!((bare.status.as_u16(), bare.header("x-sandbox-coerced")), (200, "body"));
    let cut = api.request(Method::POST, &url).header("content-type", json).body("{\"comments\": [");
    assert!(api.send(cut).await.refused(400).contains("Syntax error"));
    let mark = api.request(Method::POST, &url).body(format!("\u{feff}{body}"));
    let mark = api.send(mark.header("content-type", "application/json")).await;
    assert!(mark.refused(400).contains("byte order mark"));
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
