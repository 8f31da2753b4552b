//! What clients send beyond the interface is taken as it is meant, and told; what breaks it is
//! refused.

use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, Reply, requests};

requests! {
    values_of_other_types_are_taken_as_they_are_meant: r#"
GET /keys?include_translations=true&limit=1 -> 200 {"keys": [{"translations": [{}, {}, {}]}]}
GET /keys?include_translations=false&limit=1 -> 200 {"keys": [{"translations": null}]}
GET /keys?include_translations=True&limit=1 -> 200 {"keys": [{"translations": [{}, {}, {}]}]}
GET /keys?include_translations=True -> 200 coerced include_translations
GET /keys?filter_key_ids=3102&filter_key_ids=3101 -> 200 total 2
GET /keys?filter_key_ids=3102&filter_key_ids=3101 -> 200 coerced filter_key_ids
GET /keys?filter_key_ids[]=3102&filter_key_ids[]=3101 -> 200 total 2
GET /keys?filter_key_ids[]=3102&filter_key_ids[]=3101 -> 200 coerced filter_key_ids
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "en",
  "custom_translation_status_ids": [7101, "7102"], "replace_modified": 1, "cleanup_mode": "false",
  "tag_inserted_keys": "1"} -> 202
  coerced custom_translation_status_ids.0, replace_modified, cleanup_mode, tag_inserted_keys
POST /branches/9102/merge {"target_branch_id": "9101"} -> 200 coerced target_branch_id
PUT /translations/310102 {"translation": "A", "is_reviewed": "true"} -> 200 {"translation": {
  "is_reviewed": true}}
PUT /translations/310102 {"translation": "A", "is_reviewed": "False"} -> 200 {"translation": {
  "is_reviewed": false}}
PUT /translations/310102 {"translation": "A", "is_reviewed": "True"} -> 200 {"translation": {
  "is_reviewed": true}}
PUT /translations/310102 {"translation": "A", "is_reviewed": "0"} -> 200 {"translation": {
  "is_reviewed": false}}
PUT /translations/310102 {"translation": "A", "is_reviewed": "0"} -> 200 coerced is_reviewed
PUT /translations/310102 {"translation": "A", "is_reviewed": "perhaps"} -> 400 is_reviewed
"#

    null_is_taken_where_a_field_may_be_left_out: r#"
PUT /custom_translation_statuses/7101 {"title": "Final", "color": null} -> 200 {
  "custom_translation_status": {"title": "Final", "color": "$color"}}
PUT /custom_translation_statuses/7101 {"title": "Final", "color": null} -> 200 coerced color
POST /custom_translation_statuses {"title": "New", "color": null} -> 400 color
"#

    admins_and_roles_are_invited_without_languages: r#"
POST /contributors {"contributors": [{"email": "a@sandbox.test", "is_admin": true}]} -> 200 {
  "contributor": {"languages": [{}, {}, {}]}}
POST /contributors {"contributors": [{"email": "b@sandbox.test", "role_id": 5}]} -> 200 {
  "contributor": {"role_id": 5, "languages": []}}
POST /contributors {"contributors": [{"email": "c@sandbox.test", "is_admin": true}]} -> 200
  coerced contributors.0.languages
POST /contributors {"contributors": [{"email": "d@sandbox.test"}]} -> 400
  contributors.0.languages
"#

    unknown_fields_and_parameters_are_told_at_any_depth: r#"
POST /keys {"keys": [{"key_name": "new", "platforms": ["web"], "colour": "red", "translations": [
  {"language_iso": "en", "translation": "New", "fuzzy": {}}]}], "use_ai": true} -> 200
  unknown keys.0.colour, keys.0.translations.0.fuzzy, use_ai
GET /keys?filter_keys=new -> 200 total 1
GET /keys?filter_name=a&limit=1 -> 200 unknown filter_name
DELETE /keys/3108 {"force": true} -> 200 unknown body
"#

    a_body_is_complete_and_its_enumerations_are_checked: r#"
POST /keys/3101/comments -> 400 body
POST /keys/3101/comments [] -> 400 body
POST /keys/3101/comments {"comments": {}} -> 400 comments
POST /keys/3101/comments {"comments": [{}]} -> 400 comments.0.comment
GET /comments -> 200 total 3
POST /files/download {"format": "json", "export_sort": "up"} -> 400 export_sort
POST /files/download {"format": "json", "indentation": "9sp"} -> 400 indentation
POST /files/download {"format": "json", "filter_data": ["all"]} -> 400 filter_data.0
POST /files/download {"format": "json", "filter_langs": ["xx"]} -> 400 filter_langs
POST /files/download {"format": "exe"} -> 400 format
POST /files/download {"format": null} -> 400 format
"#
}

#[tokio::test]
async fn tokens_are_asked_for_in_a_form() {
    let api = Api::start().await;
    let app = api.sandbox.oauth_app();
    let (id, secret) = (app.client_id, app.client_secret);
    let url = format!("{}/oauth2/token", api.sandbox.auth_url());
    let form = format!(
        "grant_type=refresh_token&client_id={id}&client_secret={secret}&refresh_token=nothing"
    );
    let request = api.http.post(&url).body(form);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let answer = api.send(request).await;
    assert_eq!(answer.header("x-sandbox-coerced"), "body");
    assert_eq!(answer.expect(400)["error"], "invalid_grant");
}

impl Reply {
    /// The names that were told to be unknown.
    fn unknown(&self) -> Vec<&str> {
        let told = self.headers.get("x-sandbox-unknown");
        told.map_or(Vec::new(), |it| it.to_str().unwrap().split(", ").collect())
    }
}

#[tokio::test]
async fn a_strict_sandbox_rejects_all_of_it_and_names_what_is_known() {
    let api = Api::with(Sandbox::builder().strict()).await;
    let invited =
        |name: &str| json!({ "contributors": [{ "email": "a@sandbox.test", name: true }] });
    let reviewed = json!({ "translation": "Hallo", "is_reviewed": 1 });
    for (method, path, body, place, near) in [
        (Method::GET, "/keys?include_translations=true", Value::Null, "include_translations", ""),
        (Method::PUT, "/translations/310102", reviewed, "is_reviewed", ""),
        (Method::POST, "/contributors", invited("is_admin"), "contributors.0.languages", ""),
        (Method::POST, "/contributors", invited("emial"), "contributors.0.emial", "email"),
        (Method::GET, "/comments?limt=1", Value::Null, "limt", "limit"),
        (Method::GET, "/comments?zzz=1", Value::Null, "zzz", "Unknown."),
    ] {
        let reply = api.of("garnet-7041.26", method, path, body).await;
        let message = reply.expect(400)["error"]["violations"][place][0].clone();
        assert!(message.as_str().unwrap().contains(near), "{place}: {message}");
        let seen = api.sandbox.requests().pop().unwrap();
        assert!(!seen.took_effect && [seen.coerced, seen.unknown].concat().contains(&place.into()));
    }
    let known = api.get("/comments?limit=1&page=2").await;
    assert!(!known.headers.contains_key("x-sandbox-unknown"));
    // Any form is documented.
    api.put("/translations/310101", &json!({ "translation": { "few": "x" } })).await.expect(200);
    assert_eq!(api.get("/contributors").await.header("x-pagination-total-count"), "5");
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
