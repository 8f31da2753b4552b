//! Snapshots, and what they are restored into.

use crate::support::requests;

requests! {
    a_snapshot_is_restored_as_another_project: r#"
POST /snapshots {"title": "Before merge"} -> 200 {"branch": "master", "snapshot": {
  "snapshot_id": "$id", "title": "Before merge", "created_by_email": "owner@sandbox.test"}}
GET /snapshots -> 200 {"branch": "master", "snapshots": [{"snapshot_id": 5501},
  {"snapshot_id": $id}]}
GET /snapshots?filter_title=ore%20me -> 200 {"snapshots": [{"snapshot_id": $id}]}
PUT /translations/310102 {"translation": "Hallo"} -> 200
DELETE /custom_translation_statuses/7101 -> 200
POST /snapshots/$id -> 200 {"project_id": "$copy", "name": "Garnet copy", "team_id": 501,
  "created_by": 1001, "statistics": {"keys_total": 8, "team": 1}}
POST /snapshots/$id {} -> 200 {"project_id": "!$copy", "name": "Garnet copy"}
GET $copy/keys?filter_keys=start.title&include_translations=1 -> 200 {"keys": [{"translations": [
  {"custom_translation_statuses": [{"title": "Approved by client"}]},
  {"translation": "Willkommen", "reviewed_by": 1004}, {}]}]}
GET $copy/comments -> 200 total 3
GET $copy/screenshots -> 200 {"screenshots": [{"title": "Start"}]}
GET $copy/snapshots -> 200 {"snapshots": []}
GET $copy/contributors -> 200 {"contributors": [{"user_id": 1001, "is_admin": true}]}
DELETE /snapshots/$id -> 200 {"branch": "master", "snapshot_deleted": true}
POST /snapshots/$id -> 404
POST :feature%2Fstart/snapshots {"title": "B"} -> 200 {"snapshot": {"snapshot_id": "$of"}}
POST /snapshots/$of -> 200 {"project_id": "$other", "statistics": {"keys_total": 8}}
GET $other/branches -> 200 {"branches": [{"name": "master"}]}
AS reviewer
GET /snapshots -> 403 Manage settings
"#

    a_copy_may_be_empty_at_first: r#"
PUT control//variants {"preset": "other"} -> 204
POST /snapshots/5501 -> 200 {"project_id": "$copy", "statistics": {"keys_total": 0}}
GET $copy -> 200 {"statistics": {"keys": 8}}
"#
}
