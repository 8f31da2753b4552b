//! Tasks.

use serde_json::json;

use crate::support::{Api, requests};

requests! {
    a_task_is_created_listed_and_closed_by_hand: r#"
POST /tasks {"title": "Both", "keys": [3105, 3107], "closing_tags": ["sent"], "languages": [
  {"language_iso": "de", "users": ["1002"]}, {"language_iso": "fr", "users": [1005]}],
  "due_date": "2025-04-01 18:00:00"} -> 200 {"branch": "master", "task": {"task_id": "$task",
  "description": "", "status": "created", "progress": 0, "task_type": "translation",
  "can_be_parent": true, "keys_count": 2, "words_count": 12, "created_by": 1001,
  "source_language_iso": "en", "due_date": "2025-04-01 18:00:00 (UTC)",
  "due_date_timestamp": 1743530400, "auto_close_task": true, "completed_by": null,
  "closing_tags": ["sent"], "languages": [{"language_iso": "de", "groups": [], "users": [
  {"user_id": 1002, "email": "dev@sandbox.test", "fullname": "Dev Eloper"}],
  "keys": [3105, 3107], "progress": 0, "keys_count": 2, "words_count": 6,
  "completed_by_email": null}, {}]}}
GET /translations/310503 -> 200 {"translation": {"task_id": $task}}
GET /translations?filter_active_task_id=$task -> 200 total 3
GET /tasks -> 200 {"tasks": [{"title": "Both"}, {"title": "German"}]}
PUT /tasks/$task {"title": "Two"} -> 200 {"task": {"title": "Two", "closing_tags": ["sent"],
  "languages": [{"language_iso": "de", "users": [{"user_id": 1002}]}, {}]}}
PUT /tasks/$task {"languages": [{"language_iso": "fr", "users": [1003], "close_language": true}]}
  -> 200 {"task": {"status": "in_progress", "languages": [{"status": "in_progress"},
  {"status": "completed", "users": [{"user_id": 1003}], "completed_by": 1001}]}}
GET /translations/310503 -> 200 {"translation": {"task_id": null}}
PUT /tasks/$task {"close_task": true} -> 200 {"task": {"status": "completed", "progress": 100,
  "can_be_parent": false, "completed_by_email": "owner@sandbox.test"}}
GET /tasks?filter_statuses=created,in_progress -> 200 {"tasks": [{"task_id": 8801}]}
GET /tasks?filter_title=erma -> 200 {"tasks": [{"task_id": 8801}]}
DELETE /tasks/$task -> 200 {"project_id": "garnet-7041.26", "branch": "master",
  "task_deleted": true}
GET /tasks/$task -> 404
"#

    a_task_has_the_keys_of_its_parent_and_outlives_what_it_refers_to: r#"
POST /tasks {"title": "Review", "task_type": "review", "parent_task_id": 8801, "languages": [{
  "language_iso": "de", "users": [1003], "groups": [7701]}]} -> 200 {"task": {
  "task_id": "$task", "parent_task_id": 8801, "keys_count": 2, "languages": [
  {"groups": [{"id": 7701}]}]}}
DELETE /tasks/8801 -> 200
DELETE /keys/3107 -> 200
DELETE /contributors/1003 -> 200
GET /tasks/$task -> 200 {"task": {"parent_task_id": null, "languages": [{"keys": [3102, 0],
  "users": []}]}}
DELETE /languages/666 -> 200
GET /tasks/$task -> 200 {"task": {"languages": [{"language_iso": null}]}}
OTHER
GET /tasks/$task -> 200 {"task": {"languages": [{"language_iso": "de"}]}}
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
{"languages": [{"language_iso": "it", "users": [1002]}]} -> languages.0.language_iso
{"custom_translation_status_ids": [7101, 1]} -> custom_translation_status_ids.1
{"keys": [], "parent_task_id": 1, "task_type": "review"} -> parent_task_id
{"source_language_iso": "it"} -> source_language_iso
{"due_date": "soon"} -> due_date
"#;
    api.rejects("POST /tasks", task, lines).await;
    let lines = r#"
{"languages": [{"language_iso": "fr"}]} -> languages.0.language_iso
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
