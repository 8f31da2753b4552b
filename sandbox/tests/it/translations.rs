//! Translations: texts, plurals, references, statuses.

use crate::support::requests;

requests! {
    statuses_are_replaced_or_merged_and_leave_with_their_status: r#"
PUT /translations/310102 {"translation": "Willkommen", "custom_translation_status_ids": [7101]}
  -> 200 {"translation": {"custom_translation_statuses": [{"status_id": 7101}]}}
PUT /keys {"keys": [{"key_id": 3101, "translations": [{"language_iso": "de",
  "translation": "Willkommen", "custom_translation_status_ids": [7102],
  "merge_custom_translation_statuses": true}]}]} -> 200 {"keys": [{"translations": [{},
  {"custom_translation_statuses": [{"status_id": 7101}, {"status_id": 7102}]}, {}]}]}
DELETE /custom_translation_statuses/7101 -> 200
GET /translations/310102 -> 200 {"translation": {"custom_translation_statuses": [
  {"status_id": 7102}]}}
PUT /translations/310102 {"translation": "x", "custom_translation_status_ids": [7101]} -> 400
  custom_translation_status_ids
"#

    // Its own forms come first, other forms stay, and an untranslated one has empty forms.
    a_plural_is_json_within_a_text: r#"
POST /keys {"keys": [{"key_name": "cart.items", "platforms": ["web"], "is_plural": true,
  "plural_name": "count", "translations": [{"language_iso": "en",
  "translation": {"zero": "none", "other": "%{count} items café"}}]}]} -> 200 {"keys": [{
  "key_id": "$key", "base_words": 3, "translations": [{"words": 3,
    "translation": "{\"one\":\"\",\"other\":\"%{count} items caf\\u00e9\",\"zero\":\"none\"}"},
    {"translation_id": "$id", "translation": "{\"one\":\"\",\"other\":\"\"}"}, {}]}]}
PUT /translations/$id {"translation": "{\"one\": \"Artikel\"}"} -> 200 {"translation": {
  "translation": "{\"one\":\"Artikel\",\"other\":\"\"}"}}
PUT control//variants {"preset": "other"} -> 204
GET /translations/$id -> 200 {"translation": {"translation": {"one": "Artikel", "other": ""}}}
PUT /keys/$key {"is_plural": false} -> 200 {"key": {"translations": [
  {"translation": "%{count} items café"}, {}, {}]}}
"#

    a_text_changes_its_key_and_its_reviewer_is_named_from_the_next_answer_on: r#"
GET /keys/3101 -> 200 {"key": {"modified_at": "$before", "translations_modified_at": "$texts"}}
GET /translations/310102 -> 200 {"translation": {"is_reviewed": true, "reviewed_by": 1004,
  "modified_at": "$at", "custom_translation_statuses": "$statuses"}}
PUT /translations/310102 {"translation": "Guten Tag"} -> 200 {"translation": {"words": 2,
  "translation": "Guten Tag", "modified_by_email": "owner@sandbox.test", "is_reviewed": false,
  "reviewed_by": 0, "modified_at": "!$at", "custom_translation_statuses": $statuses}}
GET /keys/3101 -> 200 {"key": {"modified_at": "$before", "translations_modified_at": "!$texts"}}
GET /translations/1 -> 404
PUT /translations/310102 {} -> 400 translation
PUT /translations/310602 {"translation": "Garnet", "is_reviewed": true} -> 200 {
  "translation": {"is_reviewed": true, "reviewed_by": 0}}
GET /translations/310602 -> 200 {"translation": {"is_reviewed": true, "reviewed_by": 1001}}
"#

    // An update responds with what was sent, and words are those of the stored text.
    references_are_resolved_unless_disabled: r#"
PUT /translations/310802 {"translation": "[%key:app.quit%] [%key:app.name%] [%key:no%]"} -> 200 {
  "translation": {"translation": "[%key:app.quit%] [%key:app.name%] [%key:no%]"}}
GET /translations/310802 -> 200 {"translation": {"translation": "Beenden Garnet [%key:no%]",
  "words": 0}}
GET /keys/3108?disable_references=1 -> 200 [%key:app.quit%]
GET /keys?include_translations=1 -> 200 Beenden Garnet
GET /translations?disable_references=1 -> 200 [%key:app.quit%]
"#

    // The order in which they are sent does not matter; a project may be set otherwise.
    a_new_base_text_leaves_the_others_unverified: r#"
POST /keys {"keys": [
  {"key_name": "a", "platforms": ["web"], "translations": [
    {"language_iso": "de", "translation": "Neu"}, {"language_iso": "en", "translation": "New"}]},
  {"key_name": "b", "platforms": ["web"]}]} -> 200 {"keys": [
  {"translations": [{"is_unverified": false}, {"is_unverified": false, "is_fuzzy": false},
    {"is_unverified": true, "is_fuzzy": true}]},
  {"translations": [{}, {"is_unverified": false}, {"is_unverified": false}]}]}
POST opal-1180.26/keys {"keys": [{"key_name": "a", "platforms": ["web"], "translations": [
  {"language_iso": "en", "translation": "New"}]}]} -> 200 {"keys": [{"translations": [
  {}, {"is_unverified": false}, {"is_unverified": false}]}]}
PUT /translations/310101 {"translation": "Hello"} -> 200
GET /keys/3101 -> 200 {"key": {"translations": [{"is_unverified": false}, {"is_unverified": true},
  {"is_unverified": true}]}}
PUT /translations/310102 {"translation": "Hallo"} -> 200 {"translation": {"is_unverified": false}}
PUT /translations/310103 {"translation": "Salut", "is_unverified": true} -> 200 {
  "translation": {"is_unverified": true}}
"#
}
