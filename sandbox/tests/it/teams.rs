//! Teams, their users and billing details.

use crate::support::{Api, requests};

requests! {
    a_team_is_read_with_what_it_uses: r#"
GET //teams -> 200 {"teams": [{"team_id": 501, "name": "Sandbox", "plan": "Trial",
  "created_at": "2025-03-01 09:00:00 (UTC)", "created_at_timestamp": 1740819600,
  "quota_usage": {"users": 7, "keys": 9, "projects": 3, "mau": 0, "ai_words": 0},
  "quota_allowed": {"users": 999999999, "ai_words": 999999999}, "trial_days_left": null}]}
GET //teams/501 -> 200 {"team": {"plan_name": "Trial", "created_at": "2025-03-01T09:00:00+00:00",
  "quota_usage": {"id": null, "keys": 9, "aiWords": 0}, "is_team_suspended": false}}
POST /keys {"keys": [{"key_name": "more", "platforms": ["web"]}]} -> 200
POST //projects {"name": "Beryl"} -> 200
GET //teams/501 -> 200 {"team": {"quota_usage": {"keys": 10, "projects": 4}}}
GET //teams/503 -> 404
AS outsider
GET //teams -> 200 {"teams": [{"team_id": 502, "name": "Outside"}]}
GET //teams/501/groups -> 403 No access to the team
"#

    a_role_changes_and_a_user_leaves_with_all_they_had: r#"
POST /contributors {"contributors": [{"email": "nora@sandbox.test", "role_id": 5}]} -> 200 {
  "contributor": {"user_id": "$nora"}}
GET //teams/501/users?limit=1 -> 200 {"team_id": 501, "team_users": [
  {"email": "nora@sandbox.test", "role": "member"}]}
PUT //teams/501/users/1004 {"role": "admin"} -> 200 {"team_id": 501, "team_user": {
  "user_id": 1004, "email": "reviewer@sandbox.test", "role": "admin",
  "created_at_timestamp": 1740819600}}
GET //teams/501/users/1004 -> 200 {"team_user": {"role": "admin"}}
DELETE //teams/501/users/1002 -> 200 {"team_id": 501, "team_user_deleted": true}
GET //teams/501/users/1002 -> 404
GET //teams/501/groups/7701 -> 200 {"members": []}
GET /contributors/1002 -> 404
AS reviewer
GET //teams/501/users -> 200 total 7
DELETE //teams/501/users/$nora -> 200
POST //projects {"name": "Beryl"} -> 200
"#

    a_team_keeps_its_owner_and_only_admins_see_users: r#"
DELETE //teams/501/users/1001 -> 403 themselves
PUT //teams/501/users/1004 {"role": "boss"} -> 400 role
PUT //teams/501/users/3001 {"role": "admin"} -> 404
PUT //teams/501/users/1004 {"role": "admin"} -> 200
AS reviewer
PUT //teams/501/users/1001 {"role": "admin"} -> 403 last owner
PUT //teams/501/users/1001 {"role": "owner"} -> 200
DELETE //teams/501/users/1001 -> 403 last owner
PUT //teams/501/users/1002 {"role": "owner"} -> 200
DELETE //teams/501/users/1001 -> 200
AS translator
GET //teams/501 -> 200
GET //teams/501/users -> 403 not an admin of the team
POST //teams/501/groups {"name": "A", "is_admin": false, "is_reviewer": false} -> 403
"#

    billing_details_are_created_and_updated_in_part: r#"
GET //teams/501/billing_details -> 200 {"team_id": 501, "zip": "10115",
  "billing_email": "billing@sandbox.test", "country_code": "DE", "company": "", "vatnumber": null}
PUT //teams/501/billing_details {"billing_email": "a@b.test", "country_code": "US", "zip": "94107"}
  -> 400 state_code
PUT //teams/501/billing_details {"billing_email": "a@b.test", "country_code": "US", "zip": "94107",
  "state_code": "CA", "company": "Garnet"} -> 200 {"state_code": "CA", "company": "Garnet"}
PUT //teams/501/billing_details {"billing_email": "c@b.test", "country_code": "US", "zip": "94107"}
  -> 200 {"state_code": "CA", "company": "Garnet", "billing_email": "c@b.test"}
PUT //teams/501/billing_details {"billing_email": "c@b.test", "country_code": "Germany",
  "zip": "1"} -> 400 country_code
POST //teams/501/billing_details {"billing_email": "a@b.test", "country_code": "DE", "zip": "3"}
  -> 200 {"zip": "3", "company": "", "vatnumber": null}
GET //teams/501/billing_details -> 200 {"zip": "3", "company": ""}
AS outsider
GET //teams/502/billing_details -> 404
"#
}

/// Two teams have users of their own, of whom one may be in both.
#[tokio::test]
async fn a_seed_names_users_of_teams_or_they_follow_from_projects() {
    let api = Api::start().await;
    api.sandbox
        .set_data(&serde_json::json!({
            "users": ["a@b.test", "c@b.test"],
            "tokens": [{ "name": "read_write", "secret": "sandbox-read-write-token" }],
            "teams": [{ "team_id": 1 }, { "team_id": 2 }],
            "projects": [{ "name": "A" }, { "name": "B", "team_id": 2, "created_by": "c@b.test" }],
            "team_users": null,
        }))
        .unwrap();
    let mut data = api.sandbox.data();
    let users = data["team_users"].as_array_mut().unwrap();
    assert_eq!(users.len(), 2);
    users.push(users[0].clone());
    let error = api.sandbox.set_data(&data).unwrap_err().to_string();
    assert!(error.contains("team_users[2].user_id"), "{error}");
    data["team_users"][2]["team_id"] = 2.into();
    api.sandbox.set_data(&data).unwrap();
    api.run("GET //teams -> 200 total 2").await;
}
