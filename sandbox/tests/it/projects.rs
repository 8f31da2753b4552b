//! Projects: new ones, the list, one by one, and what becomes of them.

use crate::support::requests;

requests! {
    a_caller_sees_their_projects_by_name: r#"
POST //projects {"name": "beryl"} -> 200 {"team_id": 501,
  "team_uuid": "01957a00-0000-7000-8000-000000000501"}
GET //projects -> 200 {"projects": [{"name": "Basalt"}, {"name": "beryl"}, {"name": "Garnet"},
  {"name": "Opal"}]}
GET //projects?limit=3&page=2 -> 200 {"projects": [{"name": "Opal"}]}
GET //projects?filter_names=Opal,Garnet,Onyx -> 200 {"projects": [{"name": "Garnet"},
  {"name": "Opal"}]}
GET //projects?filter_team_id=502 -> 200 total 0
GET / -> 200 {"settings": "$settings", "statistics": "$statistics"}
GET //projects?filter_names=Garnet&include_statistics=0 -> 200 {"projects": [
  {"settings": $settings, "statistics": null}]}
GET //projects?filter_names=Garnet&include_settings=0 -> 200 {"projects": [
  {"settings": null, "statistics": $statistics}]}
AS outsider
GET //projects -> 200 {"projects": [{"name": "Onyx"}]}
"#

    emptying_takes_the_keys_of_one_branch_and_a_deletion_everything: r#"
PUT :feature%2Fstart/empty -> 200 {"branch": "feature/start", "keys_deleted": true}
GET :feature%2Fstart/keys -> 200 total 0
GET :feature%2Fstart/comments -> 200 total 0
GET :feature%2Fstart/languages -> 200 total 3
GET /keys -> 200 total 8
POST basalt-9900.26/files/download {"format": "json"} -> 413
PUT basalt-9900.26/empty {} -> 200
POST basalt-9900.26/files/download {"format": "json"} -> 406
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "en"} -> 202
DELETE / -> 200 {"project_id": "garnet-7041.26", "project_deleted": true}
GET /keys/3101 -> 404
GET 01957a00-0000-7000-8000-0000000000a1/comments -> 404
"#

    a_new_project_has_its_creator_and_the_languages_it_was_given: r#"
POST //projects {"name": "Beryl"} -> 200 {"base_language_iso": "en", "description": "",
  "project_type": "localization_files", "created_by_email": "owner@sandbox.test",
  "project_id": "$id", "settings": {"branching": false}, "statistics": {"progress_total": 0,
  "keys_total": 0, "base_words": 0, "team": 1, "qa_issues_total": 0}}
GET $id/contributors/me -> 200 {"contributor": {"is_admin": true}}
POST //projects {"name": "Beryl", "description": "Strings", "team_id": 502, "languages": [
  {"lang_iso": "en"}, {"lang_iso": "de", "custom_iso": "de-AT", "custom_name": "Austrian"}],
  "base_lang_iso": "de-AT", "project_type": "marketing", "is_segmentation_enabled": true} -> 200 {
  "project_id": "$other", "description": "Strings", "team_id": 502, "base_language_iso": "de-AT",
  "base_language_id": 666, "project_type": "marketing",
  "settings": {"segmentation": true, "branching": false}}
GET $other/languages -> 200 {"languages": [{"lang_name": "Austrian"}, {"lang_iso": "en"}]}
POST //projects {"name": ""} -> 400 name
POST //projects {"name": "B", "base_lang_iso": "de"} -> 400 base_lang_iso
POST //projects {"name": "B", "languages": [{"lang_iso": "xx"}]} -> 400 languages.0.lang_iso
PUT / {"name": "Garnet 2", "description": "Red"} -> 200 {"name": "Garnet 2", "description": "Red"}
PUT / {"name": "Garnet"} -> 200 {"description": "Red"}
"#

    statistics_follow_the_texts: r#"
GET / -> 200 {"statistics": {"base_words": 20, "team": 5, "progress_total": 66, "languages": [
  {"language_id": 640, "language_iso": "en", "progress": 100, "words_to_do": 0},
  {"language_id": 666, "language_iso": "de", "progress": 75, "words_to_do": 5},
  {"language_id": 673, "language_iso": "fr", "progress": 25, "words_to_do": 15}]}}
POST /keys {"keys": [{"key_name": "more", "platforms": ["web"], "translations": [
  {"language_iso": "en", "translation": "one two three four five"},
  {"language_iso": "de", "translation": "eins  zwei"}]}]} -> 200 {"errors": []}
GET / -> 200 {"statistics": {"base_words": 25, "keys_total": 9, "progress_total": 66, "languages": [
  {}, {"progress": 80, "words_to_do": 5}, {"progress": 20, "words_to_do": 20}]}}
"#
}
