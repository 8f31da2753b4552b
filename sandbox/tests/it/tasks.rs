//! Tasks.

use l10n_sandbox::{Quirk, Variant};
use serde_json::json;

use crate::support::{Api, requests};

requests! {
    a_task_is_done_when_its_last_translation_is: r#"
POST /tasks {"title": "French", "keys": [3105, 3107], "languages": [{"language_iso": "fr",
  "users": [1002]}], "closing_tags": ["translated"], "due_date": "2025-04-01 18:00:00"} -> 200 {
  "project_id": "garnet-7041.26", "branch": "master", "task": {"task_id": "$task", "description":
  "", "status": "created", "progress": 0, "task_type": "translation", "can_be_parent": true,
  "parent_task_id": null, "keys_count": 2, "words_count": 6, "created_by": 1001,
  "created_by_email": "owner@sandbox.test", "source_language_iso": "en",
  "due_date": "2025-04-01 18:00:00 (UTC)", "due_date_timestamp": 1743530400, "completed_by_email": null,
  "auto_close_items": true, "auto_close_languages": true, "auto_close_task": true,
  "completed_at": null, "completed_by": null, "do_lock_translations": false,
  "custom_translation_status_ids": [], "languages": [{"language_iso": "fr", "groups": [],
  "users": [{"user_id": 1002, "email": "dev@sandbox.test", "fullname": "Dev Eloper"}],
  "keys": [3105, 3107], "status": "created", "progress": 0, "keys_count": 2, "words_count": 6,
  "initial_tm_leverage": {"0%+": 0}, "completed_at": null, "completed_by_email": null}]}}
GET /translations/310503 -> 200 {"translation": {"task_id": $task}}
GET /translations/310703 -> 200 {"translation": {"task_id": $task}}
GET /translations/310501 -> 200 {"translation": {"task_id": null}}
GET /translations?filter_active_task_id=$task -> 200 total 2
PUT /translations/310503 {"translation": "Vide"} -> 200
GET /tasks/$task -> 200 {"task": {"status": "in_progress", "progress": 50, "languages": [{
  "status": "in_progress", "progress": 50}]}}
GET /keys/3105 -> 200 {"key": {"tags": []}}
PUT /translations/310703 {"translation": "Fin"} -> 200
GET /tasks/$task -> 200 {"task": {"status": "completed", "progress": 100, "can_be_parent": false,
  "completed_by": 1001, "completed_by_email": "owner@sandbox.test", "completed_at_timestamp": "$at",
  "languages": [{"status": "completed", "completed_by": 1001, "completed_at_timestamp": "$end"}]}}
GET /keys/3105 -> 200 {"key": {"tags": ["translated"]}}
GET /translations/310503 -> 200 {"translation": {"task_id": null}}
GET /translations?filter_active_task_id=$task -> 200 total 0
PUT /translations/310503 {"translation": ""} -> 200
GET /tasks/$task -> 200 {"task": {"status": "completed", "progress": 100}}
POST /tasks {"title": "Again", "keys": [3105], "languages": [{"language_iso": "fr",
  "users": ["1002"]}]} -> 200
"#

    languages_and_tasks_are_closed_by_hand: r#"
POST /tasks {"title": "Both", "keys": [3105, 3104], "closing_tags": ["sent", "cart"], "languages":
  [{"language_iso": "de", "users": [1002]}, {"language_iso": "fr", "users": [1005]}]} -> 200 {
  "task": {"task_id": "$task", "status": "in_progress", "progress": 25, "words_count": 14}}
GET /tasks -> 200 {"tasks": [{"title": "Both"}, {"title": "German"}]}
PUT /tasks/$task {"title": "Two"} -> 200 {"task": {"title": "Two", "closing_tags": ["sent", "cart"],
  "languages": [{"language_iso": "de", "users": [{"user_id": 1002}]}, {}]}}
PUT /tasks/$task {"languages": [{"language_iso": "fr", "users": [1003], "close_language": true}]}
  -> 200 {"task": {"status": "in_progress", "progress": 25, "languages": [{"status": "in_progress"},
  {"status": "completed", "users": [{"user_id": 1003}], "progress": 0}]}}
GET /translations/310503 -> 200 {"translation": {"task_id": null}}
GET /translations/310502 -> 200 {"translation": {"task_id": $task}}
PUT /translations/310403 {"translation": "Somme"} -> 200
PUT /tasks/$task {"languages": [{"language_iso": "de", "close_language": true}]} -> 200 {"task":
  {"status": "completed", "progress": 25}}
GET /keys/3104 -> 200 {"key": {"tags": ["sent", "cart"]}}
PUT /tasks/8801 {"close_task": true} -> 200 {"task": {"status": "completed", "progress": 50,
  "languages": [{"status": "in_progress", "completed_at": null}]}}
GET /tasks?filter_statuses=completed -> 200 total 2
GET /tasks?filter_statuses=created,in_progress -> 200 total 0
GET /tasks?filter_title=erma -> 200 {"tasks": [{"task_id": 8801}]}
POST /tasks {"title": "Done", "keys": [3101], "languages": [{"language_iso": "de", "users": [1002]}]}
  -> 200 {"task": {"task_id": "$done", "status": "in_progress", "progress": 100}}
PUT /translations/310103 {"translation": "Salut"} -> 200
GET /tasks/$done -> 200 {"task": {"status": "in_progress"}}
DELETE /tasks/$task -> 200 {"project_id": "garnet-7041.26", "branch": "master",
  "task_deleted": true}
GET /tasks/$task -> 404
"#

    a_review_follows_a_translation: r#"
POST /tasks {"title": "Review", "task_type": "review", "parent_task_id": 8801, "languages": [{
  "language_iso": "de", "users": [1004]}]} -> 200 {"task": {"task_id": "$task", "status": "queued",
  "parent_task_id": 8801, "keys_count": 2}}
GET /tasks?filter_statuses=queued -> 200 total 1
PUT /translations/310702 {"translation": "Ende"} -> 200
GET /tasks/8801 -> 200 {"task": {"status": "completed"}}
GET /tasks/$task -> 200 {"task": {"status": "in_progress", "progress": 50}}
PUT /translations/310702 {"translation": "Ende", "is_reviewed": true} -> 200
GET /tasks/$task -> 200 {"task": {"status": "completed", "progress": 100}}
DELETE /keys/3107 -> 200
GET /tasks/$task -> 200 {"task": {"progress": 100, "languages": [{"keys": [3102, 0]}]}}
DELETE /tasks/$task -> 200
POST /tasks {"title": "Machine", "task_type": "automatic_translation", "keys": [3105]} -> 200 {
  "task": {"status": "completed", "progress": 100, "languages": [{"language_iso": "de"},
  {"language_iso": "fr"}]}}
GET /translations/310502 -> 200 {"translation": {"translation": ""}}
"#

    bad_tasks_are_rejected: r#"
POST /tasks {"keys": [3105]} -> 400 title
POST /tasks {"title": "", "keys": [3105], "languages": [{"language_iso": "de", "users": [1002]}]}
  -> 400 title
POST /tasks {"title": "x", "languages": [{"language_iso": "de", "users": [1002]}]} -> 400 keys
POST /tasks {"title": "x", "keys": [3105, 3], "languages": [{"language_iso": "de"}]} -> 400 keys.1
POST /tasks {"title": "x", "keys": [3105]} -> 400 languages
POST /tasks {"title": "x", "keys": [3105], "languages": [{"language_iso": "it", "users": [1002]}]}
  -> 400 languages.0.language_iso
POST /tasks {"title": "x", "keys": [3105], "languages": [{"language_iso": "de", "users": [1002]},
  {"language_iso": "de", "users": [1002]}]} -> 400 languages.1.language_iso
POST /tasks {"title": "x", "keys": [3105], "languages": [{"language_iso": "de", "users": []}]}
  -> 400 languages.0.users
POST /tasks {"title": "x", "keys": [3105], "languages": [{"language_iso": "de", "users": [1]}]}
  -> 400 languages.0.users
POST /tasks {"title": "x", "keys": [3105], "languages": [{"language_iso": "de", "groups": [9]}]}
  -> 400 languages.0.groups
POST /tasks {"title": "x", "keys": [3105], "task_type": "lqa_by_ai", "languages": [{"language_iso":
  "de", "users": [1002]}]} -> 400 languages.0.users
POST /tasks {"title": "x", "keys": [3102], "languages": [{"language_iso": "de", "users": [1002]}]}
  -> 400 keys
POST /tasks {"title": "x", "parent_task_id": 8801, "languages": [{"language_iso": "fr",
  "users": [1002]}]} -> 400 parent_task_id
POST /tasks {"title": "x", "task_type": "review", "parent_task_id": 1, "languages": [{
  "language_iso": "fr", "users": [1002]}]} -> 400 parent_task_id
POST /tasks {"title": "x", "keys": [3105], "source_language_iso": "it", "languages": [{
  "language_iso": "de", "users": [1002]}]} -> 400 source_language_iso
POST /tasks {"title": "x", "keys": [3105], "due_date": "soon", "languages": [{
  "language_iso": "de", "users": [1002]}]} -> 400 due_date
PUT /tasks/8801 {"languages": [{"language_iso": "fr"}]} -> 400 languages.0.language_iso
PUT /tasks/8801 {"languages": [{"language_iso": "de", "users": []}]} -> 400 languages.0.users
PUT /tasks/8801 {"languages": [{"language_iso": "de", "users": [], "groups": [9]}]}
  -> 400 languages.0.groups
PUT /tasks/8801 {"title": ""} -> 400 title
GET /tasks/1 -> 404
GET /tasks?filter_statuses=open -> 400 filter_statuses
GET /tasks -> 200 total 1
GET :feature%2Fstart/tasks -> 200 total 0
AS reviewer
GET /tasks -> 200 total 1
DELETE /tasks/8801 -> 403
AS read_only
PUT /tasks/8801 {"title": "x"} -> 403
"#
}

#[tokio::test]
async fn an_import_is_work_on_a_task() {
    let api = Api::start().await;
    let options = json!({ "lang_iso": "de", "replace_modified": true });
    api.upload("app/strings.properties", "app.quit=Ende", options).await;
    api.run(r#"GET /tasks/8801 -> 200 {"task": {"status": "completed", "completed_by": 1001}}"#)
        .await;
}

#[tokio::test]
async fn a_removed_language_has_no_code_or_its_old_one() {
    let api = Api::start().await;
    api.run("DELETE /languages/666 -> 200").await;
    for (variant, code) in [(Variant::Sample, "null"), (Variant::Other, "\"de\"")] {
        api.sandbox.set_variant(Quirk::RemovedLanguage, variant);
        let expected = r#"{"task": {"progress": 50, "languages": [{"language_iso": CODE}]}}"#;
        let expected = expected.replace("CODE", code);
        api.run(&format!("GET /tasks/8801 -> 200 {expected}")).await;
    }
}
