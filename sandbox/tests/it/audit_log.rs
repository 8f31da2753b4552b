//! The audit log.

use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, has};

impl Api {
    /// A page of the audit log, or the error.
    async fn audit(&self, query: &str) -> Value {
        let url = format!("{}/audit-logs?{query}", self.sandbox.cursor_url());
        self.send(self.request(Method::GET, &url)).await.body
    }

    async fn audited(&self, query: &str) -> usize {
        self.audit(query).await["data"].as_array().unwrap().len()
    }
}

#[tokio::test]
async fn each_write_is_an_event_and_pages_end() {
    let api = Api::start().await;
    let requests = r#"
PUT /keys/3101 {"tags": ["a"]} -> 200
PUT /keys/9 {"tags": ["a"]} -> 404
GET /keys -> 200
PUT /empty -> 200
DELETE opal-1180.26 -> 200
"#;
    api.run(requests).await;
    let code = |code: &str| json!({ "metadata": { "event_code": code } });
    let first = api.audit("limit=2").await;
    has(
        &first,
        json!({ "has_more": true, "data": [code("key.updated"), code("project.emptied")] }),
    );
    let cursor = first["next_cursor"].as_str().unwrap();
    let last = api.audit(&format!("limit=2&cursor={cursor}")).await;
    let project = json!({ "name": "project", "value": "Opal", "data": { "id": "opal-1180.26" } });
    let team = json!({ "name": "team", "data": { "id": 501 } });
    let event = json!({ "actor": { "user": { "uid": "1001" } }, "enrichments": [team, project],
        "class_uid": 6003, "metadata": { "event_code": "project.deleted" } });
    has(&last, json!({ "has_more": false, "next_cursor": null, "data": [event] }));
    for (query, count) in [
        ("event_type=project.deleted", 1),
        ("project_id=opal-1180.26", 1),
        ("user_id=1001", 3),
        ("user_id=1002", 0),
    ] {
        assert_eq!(api.audited(query).await, count, "{query}");
    }
}

#[tokio::test]
async fn an_event_has_the_project_that_was_made_and_its_team_sees_it() {
    let api = Api::start().await;
    let requests = r#"
POST //teams/501/orders {"project_id": "garnet-7041.26", "provider_slug": "machine",
  "translation_tier": 3, "source_language_iso": "en", "target_language_isos": ["de"],
  "keys": [3101], "briefing": "", "payment_method": "team_credit", "dry_run": true} -> 200
POST //teams/501/orders {"project_id": "garnet-7041.26", "provider_slug": "machine",
  "translation_tier": 3, "source_language_iso": "en", "target_language_isos": ["de"],
  "keys": [3101], "briefing": "", "payment_method": "team_credit"} -> 200
POST /glossary-terms {"terms": [{"term": "cart", "description": "", "caseSensitive": false,
  "translatable": true, "forbidden": false}]} -> 422
POST //projects {"name": "Beryl"} -> 200
AS outsider
POST //teams/502/groups {"name": "A", "is_admin": true, "is_reviewer": false,
  "languages": {"reference": [640], "contributable": [666]}} -> 200
"#;
    api.run(requests).await;
    let about = |code: &str, team: u64, project: &[&str]| {
        let project = project.iter().map(|name| json!({ "name": "project", "value": name }));
        let team = json!({ "name": "team", "data": { "id": team } });
        let subjects: Vec<_> = std::iter::once(team).chain(project).collect();
        json!({ "metadata": { "event_code": code }, "enrichments": subjects })
    };
    has(&api.audit("").await, json!({ "data": [about("team_group.created", 502, &[])] }));
    api.use_token(api.sandbox.tokens().read_write);
    let events =
        [about("order.created", 501, &["Garnet"]), about("project.created", 501, &["Beryl"])];
    has(&api.audit("").await, json!({ "data": events }));
}

#[tokio::test]
async fn days_are_inclusive_and_old_events_are_dropped() {
    // The last second of 4 March 2025, and the first one of the next day, many times.
    let times = std::iter::once(1_741_132_799).chain(std::iter::repeat_n(1_741_132_800, 999));
    let events = times.map(|time| json!({ "time": time, "metadata": { "uid": "1" } }));
    let events: Vec<_> = events.collect();
    let seed = json!({ "audit_logs": events, "projects": [{ "name": "Shop" }] });
    let api = Api::with(Sandbox::builder().seed(seed)).await;
    for (query, count) in [
        ("", 100),
        ("limit=1000&date_from=2025-03-05", 999),
        ("limit=1000&date_from=2025-03-04&date_to=2025-03-05", 1_000),
        ("date_to=2025-03-04", 1),
    ] {
        assert_eq!(api.audited(query).await, count, "{query}");
    }
    api.run("PUT shop/empty -> 200").await;
    assert_eq!(api.audited("limit=1000").await, 1_000);
    assert_eq!(api.audited("date_to=2025-03-04").await, 0);
    for query in ["cursor=x", "limit=1001", "date_from=yesterday"] {
        assert_eq!(api.audit(query).await["error"]["code"], 400, "{query}");
    }
}
