//! Keys that are read, created, changed and deleted.

use crate::support::requests;

requests! {
    a_taken_name_is_an_error_beside_the_good_ones: r#"
POST /keys {"keys": [{"key_name": "start.title", "platforms": ["web"]},
  {"key_name": "fresh", "platforms": ["web"]}, {"key_name": "fresh", "platforms": ["web"]}]}
  -> 200 {"keys": [{"key_name": {"web": "fresh"}}],
  "errors": [{"code": 400, "key": {"key_name": {"ios": "start.title", "web": "start.title"}}},
  {"code": 400, "key": {"key_name": {"web": "fresh"}}}]}
POST /keys {"keys": [{"key_name": "start.title", "platforms": ["web"],
  "filenames": {"web": "other.json"}}, {"key_name": "start.title", "platforms": ["web"],
  "context": "menu"}]} -> 200 {"errors": [], "keys": [{}, {}]}
PUT /keys/3101 {"key_name": "start.button"} -> 400 taken
"#

    a_key_is_created_with_all_that_belongs_to_it: r#"
GET /keys/3101 -> 200 {"key": {"key_name": {"ios": "start.title", "other": "start.title"},
  "filenames": {"web": "locales/%LANG_ISO%.json", "ios": ""}, "platforms": ["web"],
  "base_words": 1, "created_at": "2025-03-01 09:10:00 (UTC)", "screenshots": [{"screenshot_id": 6601}],
  "translations_modified_at_timestamp": 1740909600, "comments": [{}, {"comment_id": 5103}],
  "translations": [{"translation_id": 310101, "translation": "Welcome"},
  {"translation": "Willkommen"}, {"translation": "Bienvenue"}]}}
POST /keys {"keys": [{"key_name": "cart.checkout", "platforms": ["web", "ios"], "context": "cart",
  "char_limit": 20, "custom_attributes": "{\"a\":1}", "filenames": {"web": "fresh.json"},
  "tags": ["cart", "cart", "button"], "comments": [{"comment": "Short, please."}],
  "screenshots": [{"title": "Cart", "data": "data:image/png;base64,iVBORw0KGgo="}],
  "translations": [{"language_iso": "en", "translation": "Check out"}]}]} -> 200 {"errors": [],
  "keys": [{"key_id": "$id", "key_name": {"android": "cart.checkout"}, "context": "cart",
  "platforms": ["ios", "web"], "tags": ["cart", "button"], "base_words": 2, "char_limit": 20,
  "custom_attributes": "{\"a\":1}", "translations": [{"translation": "Check out"}, {}, {}],
  "comments": [{"comment_id": "$comment", "added_by": 1001}], "screenshots": [{"title": "Cart"}]}]}
GET /keys/$id -> 200 {"key": {"screenshots": [{"title": "Cart", "key_ids": [$id]}],
  "comments": [{"comment_id": $comment}]}}
GET /files?filter_filename=fresh.json -> 200 {"files": [{"key_count": 1}]}
"#

    names_per_platform_are_a_setting: r#"
POST /keys {"keys": [{"key_name": {"ios": "pay", "android": "a", "web": "w", "other": "o"},
  "platforms": ["ios", "web"]}]} -> 200 {"keys": [{"key_name": {"ios": "pay", "web": "pay"}}]}
POST opal-1180.26/keys {"keys": [{"platforms": ["ios", "web"],
  "key_name": {"ios": "pay", "android": "a", "web": "w", "other": "o"}}]} -> 200 {
  "keys": [{"key_name": {"ios": "pay", "android": "a", "web": "w", "other": "o"}}]}
"#

    bad_keys_are_refused_as_a_whole_and_deleted_ones_take_their_own_with_them: r#"
POST /keys {"keys": [{"key_name": "a", "platforms": ["web"]}, {"key_name": "",
  "platforms": ["web"]}]} -> 400 keys.1.key_name
POST /keys {"keys": [{"key_name": "a", "platforms": ["desktop"]}]} -> 400 keys.0.platforms.0
POST /keys {"keys": [{"key_name": "a", "platforms": ["web"], "translations": [
  {"language_iso": "en", "translation": "x"}, {"language_iso": "xx", "translation": "x"}]}]} -> 400
  keys.0.translations.1.language_iso
POST /keys {"keys": [{"key_name": "a", "platforms": ["web"], "translations": [
  {"language_iso": "en", "translation": "x", "custom_translation_status_ids": [9]}]}]} -> 400
  keys.0.translations.0.custom_translation_status_ids
GET /keys -> 200 total 8
DELETE /keys/3101 -> 200 {"key_removed": true}
GET /keys/3101 -> 404
GET /translations/310101 -> 404
GET /comments -> 200 total 1
DELETE /keys {"keys": [3106, 3107, 3999]} -> 200 {"keys_removed": true}
GET /files -> 200 {"files": [{"filename": "locales/%LANG_ISO%.json"},
  {"filename": "__unassigned__"}]}
GET /translations -> 200 total 15
"#

    an_update_leaves_what_it_does_not_name: r#"
GET /keys/3101 -> 200 {"key": {"key_name": "$names", "filenames": "$files",
  "translations": "$texts", "modified_at": "$before", "translations_modified_at": "$translated"}}
PUT /keys/3101 {"description": "First", "tags": ["first", "start"], "merge_tags": true} -> 200 {
  "key": {"description": "First", "tags": ["start", "first"], "key_name": $names,
  "filenames": $files, "translations": $texts, "modified_at": "!$before",
  "translations_modified_at": "$translated"}}
PUT /keys/3101 {"tags": [], "description": "", "platforms": ["other", "ios"]} -> 200 {
  "key": {"tags": [], "description": "", "platforms": ["ios", "other"]}}
PUT /keys/9999 {} -> 404
"#

    several_are_updated_and_listed_by_id: r#"
GET /keys/3102 -> 200 {"key": {"modified_at": "$before", "translations_modified_at": "$texts"}}
PUT /keys {"keys": [
  {"key_id": 3102, "translations": [
    {"language_iso": "fr", "translation": "Commencer", "is_reviewed": true}]},
  {"key_id": 3999, "description": "x"}, {"key_id": 3101, "description": "x"}]} -> 200 {
  "keys": [{"key_id": 3101}, {"key_id": 3102, "translations": [{}, {},
    {"translation": "Commencer", "reviewed_by": 0}]}],
  "errors": [{"code": 404, "key": {"key_id": 3999}}]}
GET /keys/3102 -> 200 {"key": {"translations": [{}, {}, {"reviewed_by": 1001}],
  "modified_at": "$before", "translations_modified_at": "!$texts"}}
"#
}
