//! Operations that the sandbox answers with an example of the document.

use crate::support::requests;

requests! {
    requests_are_checked_as_any_other: r#"
POST 01957a00-0000-7000-8000-0000000000a1/contributors/import {} -> 400 from_project_uuid
POST garnet/tokens {"service": "ota"} -> 404
POST onyx-2290.26/tokens {"service": "ota"} -> 403 No access to the project
GET //teams/x -> 400 team_id
PUT //teams/9/users/7 {"role": "owner"} -> 200 {"team_id": 9, "team_user": {"user_id": 7,
  "role": "owner"}}
PUT //teams/9/groups/7 {"name": "A", "is_reviewer": false, "is_admin": false,
  "admin_rights": ["upload", "tasks"]} -> 200
  {"group": {"permissions": {"is_reviewer": false, "admin_rights": ["upload", "tasks"]}}}
GET //teams/9/groups/7 -> 200 {"group_id": 7, "team_id": 9}
AS reviewer
DELETE 01957a00-0000-7000-8000-0000000000a1/contributors -> 403 Manage contributors
AS read_only
PUT //teams/9/users/7 {"role": "owner"} -> 403 read-only
"#

    lists_end: r#"
GET //teams/9/orders -> 200 total 1
GET //teams/9/orders?page=2 -> 200 {"orders": []}
GET v1//projects/garnet-7041.26/items -> 200 {"data": [{}, {}], "meta": {"cursor": "$next",
  "hasMore": true}}
GET v1//projects/garnet-7041.26/items?after=$next -> 200 {"data": [], "meta": {"hasMore": false}}
GET v1//audit-logs -> 200 {"data": [{}], "has_more": true, "next_cursor": "$more"}
GET v1//audit-logs?cursor=$more -> 200 {"data": [], "has_more": false}
"#
}
