//! Comments on keys, and custom translation statuses.

use serde_json::Value;

use crate::support::Api;

#[tokio::test]
async fn comments_are_listed_with_their_total() {
    let api = Api::start().await;
    let reply = api.get("/comments?limit=2&page=2").await;
    for (name, value) in [
        ("x-total-count", "3"),
        ("x-pagination-total-count", "3"),
        ("x-pagination-page-count", "2"),
        ("x-pagination-limit", "2"),
        ("x-pagination-page", "2"),
    ] {
        assert_eq!(reply.header(name), value, "{name}");
    }
    let requests = r#"
GET /comments?limit=2&page=2 -> 200 {"comments": [{"comment_id": 5103}]}
GET /comments?page=9 -> 200 {"comments": []}
GET /keys/3101/comments -> 200 total 2
GET /keys/9999/comments -> 404
GET /keys/3102/comments/5101 -> 404
GET /keys/abc/comments -> 400 key_id
"#;
    api.run(requests).await;
}

#[tokio::test]
async fn a_comment_that_comes_or_goes_changes_its_key() {
    let api = Api::start().await;
    let times = async |key: u64| {
        let key = api.run(&format!("GET /keys/{key} -> 200")).await["key"].clone();
        ["modified_at", "translations_modified_at"].map(|name| key[name].clone()) as [Value; 2]
    };
    let before = times(3104).await;
    let requests = r#"
POST /keys/3104/comments {"comments": [{"comment": "First"}, {"comment": "Second"}]} -> 200 {
  "comments": [{"comment": "First", "added_by_email": "owner@sandbox.test"},
  {"comment": "Second"}]}
GET /comments -> 200 total 5
GET /keys/3104 -> 200 {"key": {"comments": [{}, {}]}}
"#;
    api.run(requests).await;
    let after = times(3104).await;
    assert_ne!(after[0], before[0]);
    assert_eq!(after[1], before[1]);

    let before = times(3101).await;
    let requests = r#"
DELETE /keys/3101/comments/5101 -> 200 {"branch": "master", "comment_deleted": true}
GET /keys/3101/comments/5101 -> 404
GET /comments -> 200 total 4
"#;
    api.run(requests).await;
    assert_ne!(times(3101).await[0], before[0]);
}

#[tokio::test]
async fn the_color_is_of_the_palette_and_the_title_is_required() {
    let api = Api::start().await;
    let requests = r##"
GET /custom_translation_statuses/colors -> 200 {"colors": ["#61bd4f", "#f2d600", "#ff9f1a",
  "#eb5a46", "#c377e0", "#0079bf", "#00c2e0", "#344563", "#ff78cb"]}
POST /custom_translation_statuses {"title": "Draft", "color": "#123456"} -> 400 color
POST /custom_translation_statuses {"color": "#61bd4f"} -> 400 title
POST /custom_translation_statuses {"title": "", "color": "#61bd4f"} -> 400 title
PUT /custom_translation_statuses/7101 {"color": "#123456"} -> 400 color
GET /custom_translation_statuses -> 200 total 2
POST /custom_translation_statuses {"title": "Draft", "color": "#EB5A46"} -> 200
"##;
    let created = api.run(requests).await;
    let requests = r##"
PUT /custom_translation_statuses/ID {"title": "Final"} -> 200 {"custom_translation_status":
  {"title": "Final", "color": "#eb5a46"}}
DELETE /custom_translation_statuses/ID -> 200
PUT /custom_translation_statuses/ID {"title": "Late"} -> 404
GET /custom_translation_statuses -> 200 total 2
"##;
    let id = created["custom_translation_status"]["status_id"].to_string();
    api.run(&requests.replace("ID", &id)).await;
}
