//! Contributors: one by one, by import, and all at once.

use std::time::Duration;

use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::Value;

use crate::support::{Api, Reply};

#[tokio::test]
async fn contributors_are_invited_once_and_checked_as_a_whole() {
    let api = Api::start().await;
    let requests = r#"
POST /contributors {"contributors": [{"email": "nora@sandbox.test", "fullname": "Nora New",
  "languages": [{"lang_iso": "de", "is_writable": true}, {"lang_iso": "en", "is_writable": false}],
  "admin_rights": ["upload", "branches_create"]}]} -> 200 {"contributor": {"fullname": "Nora New",
  "admin_rights": ["upload", "branches_create"],
  "languages": [{"lang_iso": "en", "is_writable": 0}, {"lang_iso": "de", "is_writable": 1}]}}
"#;
    let invited = api.run(requests).await;
    let path = format!("/contributors/{}", invited["contributor"]["user_id"]);
    assert_eq!(api.get(&path).await.expect(200), invited);
    for (second, field) in [
        (r#"{"email": "nora@sandbox.test", "languages": []}"#, "email"),
        (r#"{"email": "a@sandbox.test", "languages": []}"#, "email"),
        (r#"{"email": "b@sandbox.test", "languages": [], "role_id": 6}"#, "role_id"),
        (r#"{"email": "b@sandbox.test"}"#, "languages"),
        (
            r#"{"email": "b@sandbox.test", "languages": [{"lang_iso": "xx"}]}"#,
            "languages.0.lang_iso",
        ),
    ] {
        let good = r#"{"email": "a@sandbox.test", "languages": []}"#;
        let body = format!(r#"{{"contributors": [{good}, {second}]}}"#);
        api.run(&format!("POST /contributors {body} -> 400 contributors.1.{field}")).await;
    }
    api.run("GET /contributors -> 200 total 6").await;
}

#[tokio::test]
async fn updates_follow_the_rules() {
    // The role wins over rights; languages are replaced as a whole; admins have every language.
    let requests = r#"
PUT /contributors/1002 {"role_id": 4, "admin_rights": ["upload"]} -> 200 {"contributor": {
  "role_id": 4, "admin_rights": ["activity", "review"]}}
PUT /contributors/1002 {"languages": [{"lang_iso": "fr", "is_writable": true}]} -> 200 {
  "contributor": {"languages": [{"lang_iso": "fr"}], "role_id": 4}}
PUT /contributors/1002 {"admin_rights": []} -> 200 {"contributor": {"admin_rights": {}}}
PUT /contributors/1002 {"is_admin": true} -> 200 {"contributor": {"languages": [{}, {}, {}]}}
DELETE /contributors/abc -> 400 contributor_id
DELETE /contributors/4711 -> 404
GET /contributors/-1 -> 404
"#;
    Api::start().await.run(requests).await;
}

#[tokio::test]
async fn own_record_combines_the_rights_of_a_group() {
    let api = Api::start().await;
    api.use_token(api.sandbox.tokens().reviewer);
    let requests = r#"
GET /contributors/me -> 200 {"project_uuid": "UUID", "contributor": {
  "uuid": "01957a00-0000-7000-8000-000000001004",
  "admin_rights": ["activity", "review", "statistics"]}}
GET /contributors/1004 -> 200 {"contributor": {"admin_rights": ["activity", "review"]}}
"#;
    api.run(&requests.replace("UUID", &api.sandbox.project().uuid.to_string())).await;
}

#[tokio::test]
async fn contributors_of_a_project_are_imported() {
    let api = Api::start().await;
    let ids = api.sandbox.project();
    let run = async |requests: &str| {
        let requests = requests.replace("UUID", &ids.uuid.to_string());
        let requests = requests.replace("SOURCE", &ids.source_uuid.to_string());
        api.run(&requests.replace("FOREIGN", &ids.foreign_uuid.to_string())).await;
    };
    run(r#"
POST UUID/contributors/import {"from_project_uuid": "SOURCE", "contributor_ids": [
  "01957a00-0000-7000-8000-00000000dead"]} -> 200 {"contributors": [{"success": false}]}
GET /contributors/2001 -> 404
POST UUID/contributors/import {"from_project_uuid": "SOURCE", "contributor_ids": []} -> 200 {
  "summary": {"total_requested": 4, "imported": 2, "skipped": 2}, "contributors": [
  {"success": false, "reason": "Contributor already exists in the target project"},
  {"success": true, "reason": null}, {"success": false}, {"success": true}]}
GET /contributors/2001 -> 200 {"contributor": {"role_id": 3}}
POST UUID/contributors/import {} -> 400 from_project_uuid
POST UUID/contributors/import {"from_project_uuid": "SOURCE", "contributor_ids": "all"} -> 400
  contributor_ids
POST UUID/contributors/import {"from_project_uuid": "01957a00-0000-7000-8000-00000000dead"} -> 404
  Source project not found
POST UUID/contributors/import {"from_project_uuid": "FOREIGN"} -> 403
  No access to the source project
POST 01957a00-0000-7000-8000-00000000dead/contributors/import {"from_project_uuid": "SOURCE"} -> 404
  Target project not found
POST /contributors/import {"from_project_uuid": "SOURCE"} -> 400 project_id
POST 9a3ff0f4-0b7c-4d9e-8c2a-2f1d6f3b5a10/contributors/import {"from_project_uuid": "SOURCE"} -> 400
  project_id
"#)
    .await;
    api.use_token(api.sandbox.tokens().reviewer);
    run(r#"POST UUID/contributors/import {"from_project_uuid": "SOURCE"} -> 403"#).await;
}

impl Api {
    fn bulk_url(&self, path: &str) -> String {
        self.project_url(&self.sandbox.project().uuid.to_string(), path)
    }

    async fn delete_all(&self) -> Reply {
        self.send(self.request(Method::DELETE, &self.bulk_url("/contributors"))).await
    }

    async fn job(&self, id: &str) -> Value {
        let url = self.bulk_url(&format!("/contributors/jobs/{id}"));
        self.send(self.request(Method::GET, &url)).await.expect(200)
    }
}

#[tokio::test]
async fn a_deletion_job_passes_its_states() {
    let api = Api::with(Sandbox::builder().step_on_look()).await;
    let started = api.delete_all().await.expect(202);
    let requests = r#"
GET UUID/contributors/jobs/ID -> 200 {"state": "queued", "processed": 0}
DELETE UUID/contributors -> 409
GET UUID/contributors/jobs/ID -> 200 {"state": "running", "processed": 2}
GET UUID/contributors/jobs/ID -> 200 {"state": "completed", "total": 5, "processed": 5,
  "deleted": 4, "failed": 1, "errors": {"cannot_delete_team_owner": 1}, "projectId": "UUID"}
GET /contributors -> 200 total 1
"#;
    let requests = requests.replace("UUID", &api.sandbox.project().uuid.to_string());
    api.run(&requests.replace("ID", started["jobId"].as_str().unwrap())).await;
}

#[tokio::test]
async fn a_job_goes_on_by_itself_and_the_next_has_to_wait() {
    for (cooldown, status) in [(Duration::from_secs(3600), 409), (Duration::ZERO, 202)] {
        let builder = Sandbox::builder().step(Duration::from_millis(1));
        let api = Api::with(builder.deletion_cooldown(cooldown)).await;
        let started = api.delete_all().await.expect(202);
        let id = started["jobId"].as_str().unwrap();
        while api.job(id).await["state"] != "completed" {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let next = api.delete_all().await.expect(status);
        while status == 202 && api.job(next["jobId"].as_str().unwrap()).await["state"] != "failed" {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
