//! Fields and parameters that the interface does not have.

use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::json;

use crate::support::{Api, Reply};

impl Reply {
    /// The names that were told to be unknown.
    fn unknown(&self) -> Vec<&str> {
        let told = self.headers.get("x-sandbox-unknown");
        told.map_or(Vec::new(), |it| it.to_str().unwrap().split(", ").collect())
    }
}

#[tokio::test]
async fn they_are_taken_and_told_at_any_depth() {
    let api = Api::start().await;
    let keys = json!({
        "keys": [{
            "key_name": "new", "platforms": ["web"], "colour": "red",
            "translations": [{ "language_iso": "en", "translation": "New", "fuzzy": {} }],
        }],
        "use_ai": true,
    });
    let created = api.post("/keys", &keys).await;
    let expected = ["keys.0.colour", "keys.0.translations.0.fuzzy", "use_ai"];
    let mut told = created.unknown();
    told.sort_unstable();
    assert_eq!(told, expected);
    assert_eq!(created.expect(200)["keys"][0]["key_name"]["web"], "new");
    let mut seen = api.sandbox.requests().pop().unwrap();
    seen.unknown.sort_unstable();
    assert_eq!(seen.unknown, expected);
    assert_eq!(serde_json::to_value(&seen).unwrap()["unknown"], json!(expected));

    let listed = api.get("/keys?filter_name=a&limit=1").await;
    assert_eq!(listed.unknown(), ["filter_name"]);
    listed.expect(200);
    let known = api.get("/keys?filter_keys=a&limit=1").await;
    assert_eq!(known.unknown(), [""; 0]);
}

#[tokio::test]
async fn a_strict_sandbox_refuses_them_and_names_what_is_known() {
    let api = Api::with(Sandbox::builder().strict()).await;
    let body = json!({ "contributors": [
        { "emial": "a@sandbox.test", "email": "a@sandbox.test", "languages": [] },
    ] });
    let refused = api.post("/contributors", &body).await;
    assert_eq!(refused.unknown(), ["contributors.0.emial"]);
    let error = &refused.expect(400)["error"];
    let message = error["violations"]["contributors.0.emial"][0].as_str().unwrap();
    assert!(message.contains("email"), "{message}");
    let count = api.get("/contributors").await.header("x-pagination-total-count").to_owned();
    assert_eq!(count, "5", "nothing took effect");

    let refused = api.get("/comments?limt=1").await.expect(400);
    let message = refused["error"]["violations"]["limt"][0].as_str().unwrap();
    assert!(message.contains("limit"), "{message}");
    let refused = api.get("/comments?zzz=1").await.expect(400);
    let message = refused["error"]["violations"]["zzz"][0].as_str().unwrap();
    assert!(!message.contains("limit"), "{message}");
}

#[tokio::test]
async fn what_is_free_by_the_document_is_not_unknown() {
    let api = Api::with(Sandbox::builder().strict()).await;
    let update = json!({ "translation": { "one": "{n} day", "other": "{n} days" } });
    let key = json!({ "key_name": "days", "platforms": ["web"], "is_plural": true });
    let key = api.new_key(key).await;
    let id = &key["translations"][0]["translation_id"];
    api.put(&format!("/translations/{id}"), &update).await.expect(200);
}

#[tokio::test]
async fn a_body_that_is_not_asked_for_is_told_unless_it_is_empty() {
    let api = Api::start().await;
    for (body, unknown) in [
        ("", &[][..]),
        ("{}", &[]),
        ("null", &[]),
        (r#"{"force":true}"#, &["body"]),
        ("not json", &["body"]),
    ] {
        let request = api.request(Method::GET, &api.url("/comments")).body(body);
        let answer = api.send(request).await;
        assert_eq!(answer.unknown(), unknown, "{body}");
        answer.expect(200);
    }
    let request = api.request(Method::DELETE, &api.url("/keys/3108"));
    let deleted = api.send(request.json(&json!({ "force": true }))).await;
    assert_eq!(deleted.unknown(), ["body"]);
    assert_eq!(deleted.expect(200)["key_removed"], true);
}

#[tokio::test]
async fn names_are_told_in_a_header_whatever_they_are() {
    let api = Api::start().await;
    let long = "x".repeat(10_000);
    let names = ["a,b", "a b", "a\r\nSet-Cookie: x", "schön", "", &*long];
    for name in names {
        let body = json!({ "comments": [], name: 1 });
        let answer = api.post("/keys/3101/comments", &body).await;
        assert_eq!(answer.unknown().len(), 1, "{name}");
        assert!(answer.headers.get("set-cookie").is_none());
        answer.expect(200);
    }
    let many: serde_json::Map<_, _> = (0..1000).map(|n| (format!("f{n}"), json!(n))).collect();
    let mut body = json!(many);
    body["comments"] = json!([]);
    let answer = api.post("/keys/3101/comments", &body).await;
    assert_eq!(answer.unknown().len(), 32);
    answer.expect(200);
    assert_eq!(api.sandbox.requests().pop().unwrap().unknown.len(), 32);
}
