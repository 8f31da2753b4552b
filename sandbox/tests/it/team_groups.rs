//! Groups of a team, what they give their members, and roles.

use serde_json::json;

use crate::support::{Api, requests};

requests! {
    a_group_gives_its_members_languages_and_rights_in_its_projects: r#"
POST //teams/501/groups {"name": "Release", "is_admin": true, "is_reviewer": false,
  "admin_rights": ["upload", "glossary"], "languages": {"reference": [640], "contributable": [666]}}
  -> 200 {"team_id": 501, "group": {"group_id": "$id", "name": "Release", "team_id": 501,
  "projects": [], "members": [], "role_id": null, "permissions": {"is_admin": true,
  "is_reviewer": false, "admin_rights": ["upload"], "languages": []}}}
PUT //teams/501/groups/$id/members/add {"users": [2003, 1005]} -> 200 {"team_id": 501,
  "group": {"members": [1005, 2003]}}
PUT //teams/501/groups/$id/projects/add {"projects": ["opal-1180.26", "garnet-7041.26"]} -> 200 {
  "group": {"projects": ["garnet-7041.26", "opal-1180.26"]}}
AS translator
GET /contributors/me -> 200 {"contributor": {"admin_rights": ["upload"],
  "languages": [{"is_writable": 1}, {"is_writable": 1}, {"is_writable": 1}]}}
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "en"} -> 202
POST /files/download {"format": "json"} -> 403 Download files
AS read_write
GET /contributors/1005 -> 200 {"contributor": {"admin_rights": {}, "languages": [{}, {}]}}
PUT //teams/501/groups/$id/members/remove {"users": [1005, 1001]} -> 200 {"group": {
  "members": [2003]}}
PUT //teams/501/groups/$id/projects/remove {"projects": ["opal-1180.26"]} -> 200 {"group": {
  "projects": ["garnet-7041.26"]}}
DELETE //teams/501/groups/$id -> 200 {"team_id": 501, "group_deleted": true}
GET //teams/501/groups/$id -> 404
AS translator
GET / -> 403
"#

    // Who is no contributor has access by a group alone.
    a_group_opens_its_projects: r#"
GET //projects -> 200 total 3
POST //teams/501/groups {"name": "Editors", "is_admin": false, "is_reviewer": false, "role_id": 4,
  "languages": {"reference": [640], "contributable": [666]}} -> 200 {"group": {"group_id": "$id",
  "permissions": {"is_admin": false, "is_reviewer": true}}}
PUT //teams/501/groups/$id/members/add {"users": [1005]} -> 200
PUT //teams/501/groups/$id/projects/add {"projects": ["basalt-9900.26"]} -> 200
AS translator
GET //projects -> 200 total 3
GET basalt-9900.26/contributors/me -> 200 {"contributor": {"user_id": 1005, "uuid": null,
  "is_reviewer": true, "admin_rights": ["branches_main_modify", "review", "custom_status_modify"],
  "languages": [{"lang_iso": "en", "is_writable": 0}, {"lang_iso": "de", "is_writable": 1}]}}
GET basalt-9900.26/contributors -> 200 total 1
AS read_write
DELETE basalt-9900.26 -> 200
GET //teams/501/groups/$id -> 200 {"projects": []}
"#

    an_update_replaces_the_permissions_and_the_list_is_by_name: r#"
GET //teams/501/groups -> 200 {"team_id": 501, "user_groups": [
  {"group_id": 7702, "name": "Observers", "role_id": null},
  {"group_id": 7701, "name": "Translators", "members": [1002], "projects": ["garnet-7041.26"],
  "permissions": {"is_admin": false, "is_reviewer": true, "admin_rights": [], "languages": [
  {"lang_id": 666, "lang_iso": "de", "lang_name": "German", "is_writable": true}]}}]}
PUT //teams/501/groups/7702 {"name": "watchers", "is_admin": true, "is_reviewer": false,
  "role_id": 5, "languages": {"reference": [640, 666], "contributable": [666]}} -> 200 {"group": {
  "name": "watchers", "members": [1004], "role_id": null, "permissions": {"is_admin": false,
  "is_reviewer": false, "admin_rights": ["branches_main_modify"], "languages": [
  {"lang_id": 666, "is_writable": true}, {"lang_id": 640, "is_writable": false}]}}}
GET //teams/501/groups/7702 -> 200 {"group_id": 7702, "team_id": 501, "role_id": 5}
"#

    roles_are_the_same_in_every_team: r#"
GET //teams/501/roles -> 200 {"roles": [
  {"id": 1, "role": "Manager", "tag": "Full access", "tagColor": "green", "tagInfo": null,
  "doesEnableAllReadOnlyLanguages": true}, {}, {"id": 3, "permissions": ["activity", "manage_keys",
  "manage_languages", "screenshots", "branches_main_modify"]}, {}, {"id": 5}]}
GET //teams/502/roles -> 403
"#
}

#[tokio::test]
async fn bad_groups_are_rejected() {
    let api = Api::start().await;
    let group = json!({ "name": "A", "is_admin": true, "is_reviewer": false,
        "languages": { "reference": [640], "contributable": [666] } });
    let lines = r#"
{"languages": null} -> languages.contributable
{"languages": {"reference": [], "contributable": [666]}} -> languages.reference
{"languages": {"reference": [1], "contributable": [666]}} -> languages.reference.0
{"name": ""} -> name
{"role_id": 6} -> role_id
{"admin_rights": ["fly"]} -> admin_rights.0
"#;
    api.rejects("POST //teams/501/groups", group, lines).await;
    let requests = r#"
PUT //teams/501/groups/7701/members/add {"users": [1005, 3001]} -> 400 users.1
PUT //teams/501/groups/7701/projects/add {"projects": ["onyx-2290.26"]} -> 400 projects.0
PUT //teams/501/groups/7709/members/add {"users": [1005]} -> 404
GET //teams/501/groups/7701 -> 200 {"members": [1002], "projects": ["garnet-7041.26"]}
GET //teams/502/groups/7701 -> 403
AS reviewer
DELETE //teams/501/groups/7701 -> 403
AS outsider
GET //teams/502/groups/7701 -> 404
"#;
    api.run(requests).await;
}
