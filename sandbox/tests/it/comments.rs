//! Comments on keys, and custom translation statuses.

use crate::support::requests;

requests! {
    a_comment_that_comes_or_goes_changes_its_key: r#"
GET /comments?limit=2&page=2 -> 200 {"comments": [{"comment_id": 5103}]}
GET /keys/3101/comments -> 200 total 2
GET /keys/9999/comments -> 404
POST /keys/9999/comments {"comments": []} -> 404
GET /keys/3102/comments/5101 -> 404
GET /keys/3104 -> 200 {"key": {"modified_at": "$modified", "translations_modified_at": "$texts"}}
POST /keys/3104/comments {"comments": [{"comment": "First"}, {"comment": "Second"}]} -> 200 {
  "comments": [{"comment": "First", "added_by_email": "owner@sandbox.test"},
  {"comment": "Second"}]}
GET /keys/3104 -> 200 {"key": {"comments": [{}, {}], "modified_at": "!$modified",
  "translations_modified_at": "$texts"}}
DELETE /keys/3101/comments/5103 -> 403 own comments
DELETE /keys/3101/comments/5101 -> 200 {"branch": "master", "comment_deleted": true}
GET /keys/3101/comments/5101 -> 404
GET /comments -> 200 total 4
"#

    the_color_is_of_the_palette: r##"
GET /custom_translation_statuses/colors -> 200 {"colors": ["#61bd4f", "#f2d600", "#ff9f1a",
  "#eb5a46", "#c377e0", "#0079bf", "#00c2e0", "#344563", "#ff78cb"]}
POST /custom_translation_statuses {"title": "Draft", "color": "#123456"} -> 400 color
POST /custom_translation_statuses {"title": "", "color": "#eb5a46"} -> 400 title
POST /custom_translation_statuses {"title": "Draft", "color": "#EB5A46"} -> 200 {
  "custom_translation_status": {"status_id": "$id"}}
PUT /custom_translation_statuses/$id {"title": "Final"} -> 200 {"custom_translation_status":
  {"title": "Final", "color": "#eb5a46"}}
DELETE /custom_translation_statuses/$id -> 200
GET /custom_translation_statuses -> 200 total 2
"##
}
