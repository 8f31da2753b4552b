//! Contributors, one by one.

use serde_json::json;

use crate::support::{Api, requests};

#[tokio::test]
async fn what_a_request_must_not_set_stays() {
    let api = Api::start().await;
    let hidden = json!({ "group_rights": ["settings"], "uuid": "x", "is_reviwer": 5,
                         "created_at": "x", "user_id": 1 });
    let mut invited = json!({ "email": "new@sandbox.test", "role_id": 5, "languages": [] });
    for (name, value) in hidden.as_object().unwrap() {
        invited[name] = value.clone();
    }
    api.post("/contributors", &json!({ "contributors": [invited] })).await.expect(200);
    api.put("/contributors/1005", &hidden).await.expect(200);
    let data = api.sandbox.data();
    let contributors = data["projects"][0]["contributors"].as_array().unwrap();
    for contributor in &contributors[4..] {
        assert_eq!(contributor.get("group_rights"), None, "{contributor}");
        assert_eq!(contributor["uuid"].as_str().map(str::len), Some(36));
        assert!(contributor["created_at"].is_i64() && contributor["is_reviwer"].is_null());
    }
}

requests! {
    contributors_are_invited_once_and_checked_as_a_whole: r#"
POST /contributors {"contributors": [{"email": "nora@sandbox.test", "fullname": "Nora New",
  "languages": [{"lang_iso": "de", "is_writable": true}, {"lang_iso": "en", "is_writable": false}],
  "admin_rights": ["upload", "branches_create"]}]} -> 200 {"contributor": {
  "user_id": "$id", "fullname": "Nora New",
  "admin_rights": ["upload", "branches_create"],
  "languages": [{"lang_iso": "en", "is_writable": 0}, {"lang_iso": "de", "is_writable": 1}]}}
GET /contributors/$id -> 200 {"contributor": {"email": "nora@sandbox.test",
  "admin_rights": ["upload", "branches_create"], "languages": [{}, {"is_writable": 1}]}}
POST /contributors {"contributors": [{"email": "nora@sandbox.test", "languages": []}]} -> 400
  contributors.0.email
POST /contributors {"contributors": [{"email": "a@sandbox.test", "languages": []},
  {"email": "a@sandbox.test", "languages": []}]} -> 400 contributors.1.email
POST /contributors {"contributors": [{"email": "a@sandbox.test", "languages": []},
  {"email": "b@sandbox.test"}]} -> 400 contributors.1.languages
POST /contributors {"contributors": [{"email": "b@sandbox.test", "languages": [], "role_id": 6}]}
  -> 400 contributors.0.role_id
POST /contributors {"contributors": [{"email": "b@sandbox.test",
  "languages": [{"lang_iso": "xx"}]}]} -> 400 contributors.0.languages.0.lang_iso
GET /contributors -> 200 total 6
"#

    // The role wins over rights; languages are replaced as a whole; admins have every language.
    updates_follow_the_rules_and_ones_own_record_has_a_uuid: r#"
PUT /contributors/1002 {"role_id": 4, "admin_rights": ["upload"]} -> 200 {"contributor": {
  "role_id": 4, "admin_rights": ["branches_main_modify", "review", "custom_status_modify"]}}
PUT /contributors/1002 {"languages": [{"lang_iso": "fr", "is_writable": true}]} -> 200 {
  "contributor": {"languages": [{"lang_iso": "fr"}], "role_id": 4}}
PUT /contributors/1002 {"admin_rights": []} -> 200 {"contributor": {"admin_rights": {}}}
PUT /contributors/1002 {"is_admin": true} -> 200 {"contributor": {"languages": [{}, {}, {}]}}
DELETE /contributors/abc -> 400 contributor_id
DELETE /contributors/4711 -> 404
DELETE /contributors/1001 -> 403 cannot_delete_self
GET /contributors/-1 -> 404
AS reviewer
GET /contributors/me -> 200 {"contributor": {
  "uuid": "01957a00-0000-7000-8000-000000001004",
  "admin_rights": ["branches_main_modify", "review", "custom_status_modify"]}}
GET /contributors/1004 -> 200 {"contributor": {"admin_rights": ["branches_main_modify", "review",
  "custom_status_modify"]}}
"#
}
