//! Tasks.

use crate::support::requests;

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
PUT /tasks/$task {"title": "Two", "languages": [{"language_iso": "fr", "users": [1003],
  "close_language": true}]} -> 200 {"task": {"title": "Two", "closing_tags": ["sent"],
  "status": "in_progress", "languages": [{"status": "in_progress"},
  {"status": "completed", "users": [{"user_id": 1003}], "completed_by": 1001}]}}
GET /translations/310503 -> 200 {"translation": {"task_id": null}}
PUT /tasks/$task {"close_task": true} -> 200 {"task": {"status": "completed", "progress": 100,
  "can_be_parent": false, "completed_by_email": "owner@sandbox.test"}}
GET /tasks?filter_statuses=created,in_progress -> 200 {"tasks": [{"task_id": 8801}]}
GET /tasks?filter_title=erma -> 200 {"tasks": [{"task_id": 8801}]}
DELETE /tasks/$task -> 200 {"project_id": "garnet-7041.26", "task_deleted": true}
GET /tasks/$task -> 404
"#

    a_task_outlives_what_it_refers_to: r#"
POST /tasks {"title": "x", "languages": [{"language_iso": "de", "users": [1002]}]} -> 400 keys
POST /tasks {"title": "x", "keys": [3107], "languages": [{"language_iso": "it"}]} -> 400
  languages.0.language_iso
POST /tasks {"title": "x", "keys": [3107, 1], "languages": [{"language_iso": "fr"}]} -> 400 keys.1
POST /tasks {"title": "x", "parent_task_id": 1, "languages": [{"language_iso": "fr"}]} -> 400
  parent_task_id
POST /tasks {"title": "x", "parent_task_id": 8801, "languages": [{"language_iso": "fr"}]} -> 200
  {"task": {"languages": [{"keys": [3102, 3107]}]}}
PUT /tasks/8801 {"due_date": "tomorrow"} -> 400 due_date
PUT /tasks/8801 {"languages": [{"language_iso": "fr"}]} -> 400 languages.0.language_iso
GET /tasks/8801 -> 200 {"task": {"languages": [{"keys": [3102, 3107]}]}}
DELETE /keys/3107 -> 200
DELETE /languages/666 -> 200
GET /tasks/8801 -> 200 {"task": {"languages": [{"language_iso": null, "keys": [3102, 0]}]}}
PUT control//variants {"preset": "other"} -> 204
GET /tasks/8801 -> 200 {"task": {"languages": [{"language_iso": "de"}]}}
"#
}
