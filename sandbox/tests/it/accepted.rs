//! What clients send beyond the interface is taken as it is meant, and told; what breaks it is
//! refused.

use crate::support::{Api, requests};
use l10n_sandbox::Sandbox;
use reqwest::Method;

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
POST /keys/3101/comments {"comments": [], "a,b": 1, "a\r\nSet-Cookie: x": 1} -> 200
  unknown a%2Cb, a%0D%0ASet-Cookie:%20x
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
POST /keys/3101/comments {"comments": [{"comment": ["a"]}]} -> 400 {"error": {"violations": {
  "comments.0.comment": ["value is not of type \"string\""]}}}
GET /comments -> 200 total 3
POST /files/download {"format": "json", "export_sort": "up"} -> 400 export_sort
POST /files/download {"format": "json", "indentation": "9sp"} -> 400 indentation
POST /files/download {"format": "json", "filter_data": ["all"]} -> 400 filter_data.0
POST /files/download {"format": "exe"} -> 406 writes only json
POST /files/download {"format": null} -> 400 format
"#
}

#[tokio::test]
async fn a_strict_sandbox_rejects_all_of_it_and_names_what_is_known() {
    // Any form of a plural is documented.
    let requests = r#"
POST /branches/9102/merge {"target_branch_id": "9101"} -> 400 target_branch_id
POST /contributors {"contributors": [
  {"email": "a@sandbox.test", "emial": true, "languages": []}]} -> 400 {"error": {"violations": {
  "contributors.0.emial": ["Unknown; did you mean `email`?"]}}}
GET control//requests?since=1 -> 200 {"requests": [
  {"unknown": ["contributors.0.emial"], "took_effect": false}]}
GET /comments?limt=1 -> 400 {"error": {"violations": {"limt": ["Unknown; did you mean `limit`?"]}}}
GET /comments?zzz=1 -> 400 {"error": {"violations": {"zzz": ["Unknown."]}}}
GET auth//oauth2/auth?client_id=sandbox-app&scope=read_comments&state=a&stat=b -> 400 stat:
POST /files/download {"format": "json", "compact": true} -> 400 compact
POST /files/download {"format": "json", "compact": false, "triggers": [],
  "export_empty_as": "base", "disable_references": true} -> 200
GET /comments?limit=1&page=2 -> 200 {"comments": [{}]}
PUT /translations/310101 {"translation": {"few": "x"}} -> 200
GET /contributors -> 200 total 5
"#;
    Api::with(Sandbox::builder().strict()).await.run(requests).await;
}

#[tokio::test]
async fn a_header_has_up_to_32_names() {
    let names: Vec<_> = (10..50).map(|number| format!("f{number}")).collect();
    let members: String = names.iter().map(|name| format!(r#", "{name}": 1"#)).collect();
    let request = format!(r#"POST /keys/3101/comments {{"comments": []{members}}}"#);
    let names = names[..32].join(", ");
    Api::start().await.run(&format!("{request} -> 200 unknown {names}")).await;
}

#[tokio::test]
async fn a_body_is_json_however_that_is_spelled() {
    let api = Api::start().await;
    let post = |content_type: Option<&str>, body: &'static str| {
        let request = api.request(Method::POST, &api.url("/keys/3101/comments")).body(body);
        let request = content_type
            .into_iter()
            .fold(request, |request, content_type| request.header("content-type", content_type));
        api.send(request)
    };
    let (json, empty) = (Some("Application/JSON;charset=UTF-8"), r#"{"comments": []}"#);
    post(json, empty).await.expect(200);
    assert_eq!(post(None, empty).await.header("x-sandbox-coerced"), "body");
    for (content_type, body, message) in [
        (json, "{\"comments\": [", "Syntax error"),
        (Some("application/x-www-form-urlencoded"), empty, "as application/json, not \"appl"),
        (Some(""), empty, "application/json"),
    ] {
        let told = post(content_type, body).await.refused(400);
        assert!(told.contains(message), "{told}");
    }
}
