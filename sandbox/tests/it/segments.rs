//! Segments of translations.

use crate::support::requests;

requests! {
    a_translation_is_its_only_segment: r#"
GET /keys/3101/segments/de -> 200 {"project_id": "garnet-7041.26", "key_id": 3101,
  "language_iso": "de", "segments": [{"segment_number": 1, "language_iso": "de",
  "value": "Willkommen", "modified_by": 1002, "is_reviewed": true, "reviewed_by": 1004,
  "is_unverified": null, "custom_translation_statuses": [{"status_id": 7102}]}]}
PUT /keys/3101/segments/de/1 {"value": "Willkommen!", "is_fuzzy": true} -> 200 {"segment": {
  "value": "Willkommen!", "is_fuzzy": true, "is_reviewed": false, "modified_by": 1001,
  "custom_translation_statuses": [{"status_id": 7102}]}}
PUT /keys/3101/segments/de/1 {"value": "Willkommen!", "is_reviewed": true,
  "custom_translation_status_ids": [7101]} -> 200 {"segment": {"reviewed_by": 1001,
  "custom_translation_statuses": [{"status_id": 7101}]}}
GET /translations/310102 -> 200 {"translation": {"translation": "Willkommen!",
  "is_unverified": true, "is_reviewed": true, "reviewed_by": 1001}}
GET /keys/3101/segments/de?filter_is_reviewed=0 -> 200 {"segments": [{}]}
"#

    a_translation_has_a_segment_for_each_sentence: r#"
POST //projects {"name": "Quartz", "is_segmentation_enabled": true} -> 200 {"project_id": "$project"}
POST $project/keys {"keys": [{"key_name": "start", "platforms": ["web"], "translations": [{
  "language_iso": "en", "translation": "Hello!  One. Two? v1.2"}]}]} -> 200 {"keys": [{"key_id":
  "$key", "translations": [{"translation_id": "$text"}]}]}
GET $project/keys/$key/segments/en?limit=1&page=2 -> 200 {"segments": [{"value": "Hello!"},
  {"value": " One."}, {"segment_number": 3, "value": "Two?"}, {"value": "v1.2", "words": 1}]}
PUT $project/keys/$key/segments/en/3 {"value": "Three?"} -> 200 {"segment":
  {"segment_number": 3, "value": "Three?"}}
GET $project/translations/$text -> 200 {"translation": {"translation": "Hello!  One. Three? v1.2"}}
GET $project/keys/$key/segments/en/5 -> 404
"#

    a_plural_is_one_text: r#"
POST /languages {"languages": [{"lang_iso": "it", "custom_iso": "it/CH"}]} -> 200
POST /keys {"keys": [{"key_name": "items", "platforms": ["web"], "is_plural": true}]} -> 200 {
  "keys": [{"key_id": "$key"}]}
PUT /keys/$key/segments/it%2FCH/1 {"value": "{\"one\":\"x\",\"other\":\"y\"}"} -> 200
GET /keys/$key/segments/it%2FCH/1 -> 200 {"segment": {"language_iso": "it/CH",
  "value": "{\"one\":\"x\",\"many\":\"\",\"other\":\"y\"}"}}
"#

    bad_segments_are_rejected: r#"
GET /keys/3101/segments/en/0 -> 404
GET /keys/3101/segments/it -> 404
GET /keys/9999/segments/en -> 404
PUT /keys/3101/segments/en/1 {"is_reviewed": true} -> 400 value
PUT /keys/3101/segments/en/1 {"value": "x", "custom_translation_status_ids": [1]} -> 400
  custom_translation_status_ids
AS read_only
GET /keys/3101/segments/en/1 -> 200 {"segment": {"value": "Welcome"}}
PUT /keys/3101/segments/en/1 {"value": "x"} -> 403
"#
}
