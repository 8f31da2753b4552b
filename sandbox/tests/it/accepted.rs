//! What clients send beyond the interface is taken as it is meant, and told; what breaks it is
//! refused.

use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, Reply, requests};

requests! {
    numbers_are_taken_as_text_and_the_reverse: r#"
POST /branches/9102/merge {"target_branch_id": "9101"} -> 200 coerced target_branch_id
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "en",
  "custom_translation_status_ids": [7101, "7102"]} -> 202 coerced custom_translation_status_ids.0
"#

    other_values_than_documented_are_rejected: r#"
GET /keys?include_translations=1&limit=1 -> 200 {"keys": [{"translations": [{}, {}, {}]}]}
GET /keys?include_translations=true -> 400 include_translations
GET v1//audit-logs?user_id=-9223372036854775808 -> 200
GET //teams/-9223372036854775807/groups -> 200
GET v1//audit-logs?user_id=-9223372036854775809 -> 400 user_id
GET /keys?filter_key_ids=3102,3101 -> 200 total 2
GET /keys?filter_key_ids=3102&filter_key_ids=3101 -> 400 filter_key_ids
GET /keys?filter_key_ids[]=3102 -> 200 unknown filter_key_ids[]
PUT //teams/501/groups/7701/members/add {"users": [-9223372036854775809]} -> 400 users.0
PUT /translations/310102 {"translation": "A", "is_reviewed": "true"} -> 400 is_reviewed
PUT /translations/310102 {"translation": "A", "is_reviewed": 1} -> 400 is_reviewed
PUT /custom_translation_statuses/7101 {"title": "Final", "color": null} -> 400 color
"#

    unknown_fields_and_parameters_are_told_at_any_depth: r#"
POST /keys {"keys": [{"key_name": "new", "platforms": ["web"], "colour": "red", "translations": [
  {"language_iso": "en", "translation": "New", "fuzzy": {}}]}], "use_ai": true} -> 200
  unknown keys.0.colour, keys.0.translations.0.fuzzy, use_ai
GET /keys?filter_keys=new -> 200 total 1
GET /keys?filter_name=a&limit=1 -> 200 unknown filter_name
GET /comments {} -> 200 total 3
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
POST /files/download {"format": "exe"} -> 406 writes only json
POST /files/download {"format": null} -> 400 format
"#
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
        json!({ "contributors": [{ "email": "a@sandbox.test", "emial": true, "languages": [] }] });
    let merged = json!({ "target_branch_id": "9101" });
    for (method, path, body, place, near) in [
        (Method::POST, "/branches/9102/merge", merged, "target_branch_id", ""),
        (Method::POST, "/contributors", invited, "contributors.0.emial", "email"),
        (Method::GET, "/comments?limt=1", Value::Null, "limt", "limit"),
        (Method::GET, "/comments?zzz=1", Value::Null, "zzz", "Unknown."),
    ] {
        let reply = api.of("garnet-7041.26", method, path, body).await;
        let message = reply.expect(400)["error"]["violations"][place][0].clone();
        assert!(message.as_str().unwrap().contains(near), "{place}: {message}");
        let seen = api.sandbox.requests().pop().unwrap();
        assert!(!seen.took_effect && [seen.coerced, seen.unknown].concat().contains(&place.into()));
    }
    // Any form of a plural is documented.
    let requests = r#"
GET /comments?limit=1&page=2 -> 200 {"comments": [{}]}
PUT /translations/310101 {"translation": {"few": "x"}} -> 200
GET /contributors -> 200 total 5
"#;
    api.run(requests).await;
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
    assert_eq!(api.post("/keys/3101/comments", &body).await.unknown().len(), 32);
}
