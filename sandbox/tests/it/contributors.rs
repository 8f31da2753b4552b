//! Contributors, one by one.

use crate::support::requests;

requests! {
    contributors_are_invited_once_and_checked_as_a_whole: r#"
POST /contributors {"contributors": [{"email": "nora@sandbox.test", "fullname": "Nora New",
  "languages": [{"lang_iso": "de", "is_writable": true}, {"lang_iso": "en", "is_writable": false}],
  "admin_rights": ["upload", "branches_create"]}]} -> 200 {"contributor": {
  "user_id": "$id", "fullname": "Nora New", "admin_rights": ["upload", "branches_create"],
  "languages": [{"lang_iso": "en", "is_writable": 0}, {"lang_iso": "de", "is_writable": 1}]}}
GET /contributors/$id -> 200 {"contributor": {"email": "nora@sandbox.test",
  "admin_rights": ["upload", "branches_create"], "languages": [{}, {"is_writable": 1}]}}
POST /contributors {"contributors": [{"email": "a@sandbox.test", "languages": []},
  {"email": "nora@sandbox.test", "languages": []}]} -> 400 contributors.1.email
POST /contributors {"contributors": [{"email": "a@sandbox.test", "languages": []},
  {"email": "b@sandbox.test"}]} -> 400 contributors.1.languages
POST /contributors {"contributors": [{"email": "b@sandbox.test",
  "languages": [{"lang_iso": "xx"}]}]} -> 400 contributors.0.languages.0.lang_iso
GET /contributors -> 200 total 6
POST /contributors {"contributors": [{"email": "c@sandbox.test", "is_admin": true}]} -> 200
  {"contributor": {"languages": [{}, {}, {}]}}
"#

    // The role wins over rights; languages are replaced as a whole; admins have every language.
    updates_follow_the_rules_and_ones_own_record_has_a_uuid: r#"
PUT /contributors/1002 {"role_id": 4, "admin_rights": ["upload"], "uuid": "x"} -> 200 {
  "contributor": {"role_id": 4, "uuid": null,
  "admin_rights": ["branches_main_modify", "review", "custom_status_modify"]}}
PUT /contributors/1002 {"languages": [{"lang_iso": "fr", "is_writable": true}]} -> 200 {
  "contributor": {"languages": [{"lang_iso": "fr"}], "role_id": 4}}
PUT /contributors/1002 {"admin_rights": []} -> 200 {"contributor": {"admin_rights": {}}}
PUT /contributors/1002 {"is_admin": true} -> 200 {"contributor": {"languages": [{}, {}, {}]}}
DELETE /contributors/abc -> 400 contributor_id
DELETE /contributors/1001 -> 403 cannot_delete_self
DELETE /contributors/1002 -> 200 {"contributor_deleted": true}
GET /contributors/1002 -> 404
AS reviewer
GET /contributors/me -> 200 {"contributor": {"uuid": "01957a00-0000-7000-8000-000000001004"}}
"#
}
