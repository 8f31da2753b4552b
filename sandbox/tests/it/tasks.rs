//! Tasks.

use serde_json::json;

use crate::support::{Api, requests};

requests! {
    a_task_is_done_when_its_last_translation_is: r#"
POST /tasks {"title": "French", "keys": [3105, 3107], "languages": [{"language_iso": "fr",
  "users": ["1002"]}], "closing_tags": ["translated"], "due_date": "2025-04-01 18:00:00"} -> 200 {
  "branch": "master", "task": {"task_id": "$task", "description": "", "status": "created",
  "progress": 0, "task_type": "translation", "can_be_parent": true, "keys_count": 2,
  "words_count": 6, "created_by": 1001, "source_language_iso": "en",
  "due_date": "2025-04-01 18:00:00 (UTC)", "due_date_timestamp": 1743530400,
  "auto_close_task": true, "completed_by": null, "languages": [{"language_iso": "fr",
  "groups": [], "users": [{"user_id": 1002, "email": "dev@sandbox.test", "fullname": "Dev Eloper"}],
  "keys": [3105, 3107], "status": "created", "progress": 0, "keys_count": 2, "words_count": 6,
  "completed_by_email": null}]}}
GET /translations/310503 -> 200 {"translation": {"task_id": $task}}
GET /translations?filter_active_task_id=$task -> 200 total 2
PUT /translations/310503 {"translation": "Vide"} -> 200
GET /tasks/$task -> 200 {"task": {"status": "in_progress", "progress": 50, "languages": [{
  "status": "in_progress", "progress": 50}]}}
PUT /translations/310703 {"translation": "Fin"} -> 200
GET /tasks/$task -> 200 {"task": {"status": "completed", "progress": 100, "can_be_parent": false,
  "completed_by_email": "owner@sandbox.test", "languages": [{"status": "completed",
  "completed_by": 1001, "completed_at_timestamp": "$end"}]}}
GET /keys/3105 -> 200 {"key": {"tags": ["translated"]}}
GET /translations/310503 -> 200 {"translation": {"task_id": null}}
POST /tasks {"title": "Again", "keys": [3105], "languages": [{"language_iso": "fr",
  "users": [1002]}]} -> 200
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
PUT /tasks/$task {"languages": [{"language_iso": "de", "close_language": true}]} -> 200 {"task":
  {"status": "completed", "progress": 25}}
GET /keys/3104 -> 200 {"key": {"tags": ["sent", "cart"]}}
PUT /tasks/8801 {"close_task": true} -> 200 {"task": {"status": "completed", "progress": 50,
  "languages": [{"status": "in_progress", "completed_at": null}]}}
PUT /tasks/8801 {"close_task": false} -> 200 {"task": {"status": "completed"}}
PUT /tasks/8801 {"title": "Germany", "closing_tags": ["late"], "languages": [{"language_iso": "de",
  "users": [1003], "close_language": true}]} -> 200 {"task": {"languages": [{
  "users": [{"user_id": 1002}], "completed_at": null}]}}
GET /keys/3102 -> 200 {"key": {"tags": ["start"]}}
GET /tasks?filter_statuses=queued,completed -> 200 total 2
GET /tasks?filter_statuses=created,in_progress -> 200 total 0
GET /tasks?filter_title=erma -> 200 {"tasks": [{"task_id": 8801}]}
DELETE /tasks/$task -> 200 {"project_id": "garnet-7041.26", "branch": "master",
  "task_deleted": true}
GET /tasks/$task -> 404
"#

    a_review_follows_a_translation: r#"
POST /tasks {"title": "Review", "task_type": "review", "parent_task_id": 8801, "languages": [{
  "language_iso": "de", "users": [1004]}]} -> 200 {"task": {"task_id": "$task", "status": "queued",
  "parent_task_id": 8801, "keys_count": 2}}
PUT /translations/310702 {"translation": "Ende"} -> 200
GET /tasks/8801 -> 200 {"task": {"status": "completed"}}
GET /tasks/$task -> 200 {"task": {"status": "in_progress", "progress": 50}}
PUT /translations/310702 {"translation": "Ende", "is_reviewed": true} -> 200
GET /tasks/$task -> 200 {"task": {"status": "completed", "progress": 100}}
DELETE /keys/3107 -> 200
GET /tasks/$task -> 200 {"task": {"progress": 100, "languages": [{"keys": [3102, 0]}]}}
POST /tasks {"title": "Machine", "task_type": "automatic_translation", "keys": [3105], "languages":
  [{"language_iso": "de"}]} -> 200 {"task": {"status": "completed", "progress": 100}}
GET /translations/310502 -> 200 {"translation": {"translation": ""}}
DELETE /tasks/8801 -> 200
GET /tasks/$task -> 200 {"task": {"parent_task_id": null}}
"#

    a_task_outlives_what_it_refers_to: r#"
PUT //teams/501/groups/7702/members/add {"users": [1003]} -> 200
POST /tasks {"title": "A", "keys": [3105, 3101], "custom_translation_status_ids": [7101, 7102],
  "languages": [{"language_iso": "fr", "users": [1002, 1003], "groups": [7701, 7702]},
  {"language_iso": "de", "groups": [7701]}]} -> 200 {"task": {"task_id": "$task",
  "words_count": 12}}
DELETE //teams/501/groups/7702 -> 200
DELETE //teams/501/users/1002 -> 200
DELETE /contributors/1003 -> 200
DELETE /custom_translation_statuses/7101 -> 200
PUT /languages/640 {"lang_iso": "en_US"} -> 200
GET /tasks/$task -> 200 {"task": {"source_language_iso": "en_US", "words_count": 12,
  "custom_translation_status_ids": [7102], "languages": [{"users": [], "groups": [{"id": 7701}]},
  {}]}}
PUT /tasks/$task {"languages": [{"language_iso": "fr", "users": [1004]}]} -> 200
PUT /tasks/$task {"languages": [{"language_iso": "fr", "users": [], "groups": [7701]}]} -> 200
PUT /tasks/$task {"languages": [{"language_iso": "fr", "users": [1004], "groups": []}]} -> 200
DELETE /languages/673 -> 200
GET /tasks/$task -> 200 {"task": {"status": "in_progress"}}
DELETE /keys/3105 -> 200
GET /tasks/$task -> 200 {"task": {"status": "completed"}}
"#

    a_task_may_be_for_its_source_language: r#"
POST /tasks {"title": "Proofread", "keys": [3105], "languages": [{"language_iso": "en", "users":
  [1002]}]} -> 200 {"task": {"source_language_iso": "en", "languages": [{"language_iso": "en"}]}}
"#

    a_removed_language_has_no_code_or_its_old_one: r#"
DELETE /languages/666 -> 200
GET /tasks/8801 -> 200 {"task": {"languages": [{"language_iso": null}]}}
OTHER removed_language
GET /tasks/8801 -> 200 {"task": {"languages": [{"language_iso": "de"}]}}
"#
}

#[tokio::test]
async fn bad_tasks_are_rejected() {
    let api = Api::start().await;
    let german = json!([{ "language_iso": "de", "users": [1002] }]);
    let task = json!({ "title": "x", "keys": [3105], "languages": german });
    let lines = r#"
{"title": ""} -> title
{"keys": []} -> keys
{"keys": [3105, 3]} -> keys.1
{"keys": [3102]} -> keys
{"languages": []} -> languages
{"languages": [{"language_iso": "it", "users": [1002]}]} -> languages.0.language_iso
{"languages": [{"language_iso": "de", "users": []}]} -> languages.0.users
{"languages": [{"language_iso": "de", "users": [1002, 1]}]} -> languages.0.users.1
{"languages": [{"language_iso": "de", "groups": [9]}]} -> languages.0.groups.0
{"languages": [{"language_iso": "de", "users": [1002, 3001]}]} -> languages.0.users.1
{"task_type": "lqa_by_ai", "auto_close_task": false} -> auto_close_task
{"custom_translation_status_ids": [7101, 1]} -> custom_translation_status_ids.1
{"task_type": "lqa_by_ai"} -> languages.0.users
{"parent_task_id": 8801} -> parent_task_id
{"parent_task_id": 1, "task_type": "review"} -> parent_task_id
{"source_language_iso": "it"} -> source_language_iso
{"due_date": "soon"} -> due_date
"#;
    api.rejects("POST /tasks", task, lines).await;
    let lines = r#"
{"languages": [{"language_iso": "fr"}]} -> languages.0.language_iso
{"languages": [{"language_iso": "de", "users": []}]} -> languages.0.users
{"title": ""} -> title
"#;
    api.rejects("PUT /tasks/8801", json!({}), lines).await;
    let requests = r#"
GET /tasks?filter_statuses=open -> 400 filter_statuses
GET :feature%2Fstart/tasks -> 200 total 0
AS reviewer
GET /tasks -> 200 total 1
DELETE /tasks/8801 -> 403
"#;
    api.run(requests).await;
}

#[tokio::test]
async fn an_import_is_work_on_a_task() {
    let api = Api::start().await;
    let options = json!({ "lang_iso": "de", "replace_modified": true });
    api.upload("app/strings.properties", "app.quit=Ende", options).await;
    api.run(r#"GET /tasks/8801 -> 200 {"task": {"status": "completed", "completed_by": 1001}}"#)
        .await;
}
