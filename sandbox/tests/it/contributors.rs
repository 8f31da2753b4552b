//! Contributors: one by one, by import, and all at once.

use std::time::Duration;

use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, Reply, has};

#[tokio::test]
async fn a_contributor_is_invited_once() {
    let api = Api::start().await;
    let new = json!({ "contributors": [{
        "email": "nora@sandbox.test",
        "fullname": "Nora New",
        "languages": [
            { "lang_iso": "de", "is_writable": true },
            { "lang_iso": "en", "is_writable": false },
        ],
        "admin_rights": ["upload", "branches_create"],
    }] });
    let invited = api.post("/contributors", &new).await.expect(200);
    let contributor = &invited["contributor"];
    assert_eq!(contributor["fullname"], "Nora New");
    assert_eq!(contributor["admin_rights"], json!(["upload", "branches_create"]));
    has(&contributor["languages"][0], json!({ "lang_iso": "en", "is_writable": 0 }));
    assert_eq!(contributor["languages"][1]["is_writable"], 1);
    let path = format!("/contributors/{}", contributor["user_id"]);

    assert_eq!(api.get(&path).await.expect(200), invited);
    assert_eq!(api.post("/contributors", &new).await.violations(), ["contributors.0.email"]);
}

#[tokio::test]
async fn invitations_are_checked_as_a_whole() {
    let api = Api::start().await;
    let good = json!({ "email": "a@sandbox.test", "languages": [] });
    for (second, field) in [
        (
            json!({ "email": "b@sandbox.test", "languages": [{ "lang_iso": "xx" }] }),
            "languages.0.lang_iso",
        ),
        (json!({ "email": "b@sandbox.test" }), "languages"),
        (json!({ "email": "b@sandbox.test", "languages": [], "role_id": 6 }), "role_id"),
        (good.clone(), "email"),
    ] {
        let body = json!({ "contributors": [good, second] });
        let refused = api.post("/contributors", &body).await;
        assert_eq!(refused.violations(), [format!("contributors.1.{field}")]);
    }
    assert_eq!(api.get("/contributors").await.header("x-total-count"), "5");
}

#[tokio::test]
async fn updates_follow_the_rules() {
    let api = Api::start().await;
    let path = "/contributors/1002";
    let role = json!({ "role_id": 4, "admin_rights": ["upload"] });
    let updated = api.put(path, &role).await.expect(200);
    // The role wins.
    has(&updated["contributor"], json!({ "role_id": 4, "admin_rights": ["activity", "review"] }));

    let languages = json!({ "languages": [{ "lang_iso": "fr", "is_writable": true }] });
    let updated = api.put(path, &languages).await.expect(200);
    let languages = updated["contributor"]["languages"].as_array().unwrap();
    assert_eq!((languages.len(), &languages[0]["lang_iso"]), (1, &json!("fr")), "as a whole");
    assert_eq!(updated["contributor"]["role_id"], 4, "what is not sent stays");

    let updated = api.put(path, &json!({ "admin_rights": [] })).await.expect(200);
    assert_eq!(updated["contributor"]["admin_rights"], json!({}));
    let updated = api.put(path, &json!({ "is_admin": true })).await.expect(200);
    let languages = updated["contributor"]["languages"].as_array().unwrap();
    assert_eq!(languages.len(), 3, "admins have every language");
}

#[tokio::test]
async fn own_record_combines_the_rights_of_a_group() {
    let api = Api::start().await;
    let token = api.sandbox.tokens().reviewer;
    api.use_token(token);
    let own = api.get("/contributors/me").await.expect(200);
    assert_eq!(own["project_uuid"], json!(api.sandbox.project().uuid));
    assert_eq!(own["contributor"]["uuid"], "01957a00-0000-7000-8000-000000001004");
    assert_eq!(own["contributor"]["admin_rights"], json!(["activity", "review", "statistics"]));
    let listed = api.get("/contributors/1004").await.expect(200);
    assert_eq!(listed["contributor"]["admin_rights"], json!(["activity", "review"]));
}

#[tokio::test]
async fn ids_of_nobody() {
    let api = Api::start().await;
    assert_eq!(api.delete("/contributors/abc").await.violations(), ["contributor_id"]);
    api.delete("/contributors/4711").await.refused(404);
    api.get("/contributors/-1").await.refused(404);
}

impl Api {
    fn bulk_url(&self, path: &str) -> String {
        self.project_url(&self.sandbox.project().uuid.to_string(), path)
    }

    async fn import(&self, body: &Value) -> Reply {
        let url = self.bulk_url("/contributors/import");
        self.send(self.request(Method::POST, &url).json(body)).await
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
async fn all_contributors_of_a_project_are_imported() {
    let api = Api::start().await;
    let source = api.sandbox.project().source_uuid;
    let unknown = "01957a00-0000-7000-8000-00000000dead";
    let body = json!({ "from_project_uuid": source, "contributor_ids": [unknown] });
    let result = api.import(&body).await.expect(200);
    assert_eq!(result["contributors"][0]["success"], false);
    api.get("/contributors/2001").await.refused(404);
    let body = json!({ "from_project_uuid": source, "contributor_ids": [] });
    let result = api.import(&body).await.expect(200);
    assert_eq!(result["summary"], json!({ "total_requested": 4, "imported": 2, "skipped": 2 }));
    let outcomes = result["contributors"].as_array().unwrap().iter();
    let successes: Vec<_> = outcomes.map(|it| &it["success"]).collect();
    assert_eq!(json!(successes), json!([false, true, false, true]));
    assert!(result["contributors"][0]["reason"].is_string());
    assert_eq!(result["contributors"][1].get("reason"), None);
    let writer = api.get("/contributors/2001").await.expect(200);
    assert_eq!(writer["contributor"]["role_id"], 3, "the role is copied");
}

#[tokio::test]
async fn imports_that_cannot_be() {
    let api = Api::start().await;
    let ids = api.sandbox.project();
    assert_eq!(api.import(&json!({})).await.violations(), ["from_project_uuid"]);
    let no_list = json!({ "from_project_uuid": ids.source_uuid, "contributor_ids": "all" });
    assert_eq!(api.import(&no_list).await.violations(), ["contributor_ids"]);
    let unknown = json!({ "from_project_uuid": "01957a00-0000-7000-8000-00000000dead" });
    assert_eq!(api.import(&unknown).await.refused(404), "Source project not found");
    let foreign = json!({ "from_project_uuid": ids.foreign_uuid });
    assert_eq!(api.import(&foreign).await.refused(403), "No access to the source project");

    let source = json!({ "from_project_uuid": ids.source_uuid });
    let unknown = api.project_url("01957a00-0000-7000-8000-00000000dead", "/contributors/import");
    let reply = api.send(api.request(Method::POST, &unknown).json(&source)).await;
    assert_eq!(reply.refused(404), "Target project not found");
    let by_id =
        api.send(api.request(Method::POST, &api.url("/contributors/import")).json(&source)).await;
    assert_eq!(by_id.violations(), ["project_id"]);
    let version_4 = api.project_url("9a3ff0f4-0b7c-4d9e-8c2a-2f1d6f3b5a10", "/contributors/import");
    let reply = api.send(api.request(Method::POST, &version_4).json(&source)).await;
    assert_eq!(reply.violations(), ["project_id"]);
    let token = api.sandbox.tokens().reviewer;
    api.use_token(token);
    api.import(&source).await.refused(403);
}

#[tokio::test]
async fn a_deletion_job_passes_its_states() {
    let api = Api::with(Sandbox::builder().step_on_look()).await;
    let started = api.delete_all().await.expect(202);
    let id = started["jobId"].as_str().unwrap();

    let queued = api.job(id).await;
    assert_eq!((&queued["state"], &queued["processed"]), (&json!("queued"), &json!(0)));
    api.delete_all().await.refused(409);
    let running = api.job(id).await;
    assert_eq!((&running["state"], &running["processed"]), (&json!("running"), &json!(2)));
    let completed = api.job(id).await;
    for (name, value) in [
        ("state", json!("completed")),
        ("total", json!(5)),
        ("processed", json!(5)),
        ("deleted", json!(4)),
        ("failed", json!(1)),
    ] {
        assert_eq!(completed[name], value, "{name}");
    }
    assert_eq!(completed["errors"], json!({ "cannot_delete_team_owner": 1 }));
    assert_eq!(completed["projectId"], json!(api.sandbox.project().uuid));
    assert_eq!(api.get("/contributors").await.header("x-pagination-total-count"), "1");
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
