//! The audit log.

use l10n_sandbox::{Sandbox, World};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, has};

impl Api {
    /// A page of the audit log: the status and the body.
    async fn audit(&self, query: &str) -> (u16, Value) {
        let world: &World = &self.sandbox;
        let url = format!("{}/audit-logs?{query}", world.cursor_url());
        let reply = self.send(self.request(Method::GET, &url)).await;
        (reply.status.as_u16(), reply.body)
    }
}

#[tokio::test]
async fn each_write_is_an_event_and_pages_end() {
    let api = Api::start().await;
    let requests = r#"
PUT /keys/3101 {"tags": ["a"]} -> 200
PUT /keys/9 {"tags": ["a"]} -> 404
GET /keys -> 200
POST /snapshots {"title": "A"} -> 200
DELETE /custom_translation_statuses/7101 -> 200
PUT /empty -> 200
DELETE opal-1180.26 -> 200
"#;
    api.run(requests).await;
    let mut codes = Vec::new();
    let mut cursor = String::new();
    loop {
        let (status, page) = api.audit(&format!("limit=2{cursor}")).await;
        assert_eq!(status, 200, "{page}");
        let events = page["data"].as_array().unwrap().iter();
        codes.extend(events.map(|it| it["metadata"]["event_code"].as_str().unwrap().to_owned()));
        assert_eq!(page["has_more"], page["next_cursor"].is_string());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    let expected = "key.updated snapshot.created custom_translation_status.deleted \
                    project.emptied project.deleted";
    assert_eq!(codes.join(" "), expected);
    let (_, deleted) = api.audit("event_type=project.deleted").await;
    let project = json!({ "name": "project", "value": "Opal", "data": { "id": "opal-1180.26" } });
    let team = json!({ "name": "team", "data": { "id": 501 } });
    let event = json!({ "actor": { "user": { "uid": "1001" } }, "enrichments": [team, project],
                        "class_uid": 6003, "status": "Success" });
    has(&deleted["data"], json!([event]));
    for (query, count) in [
        ("project_id=opal-1180.26", 1),
        ("project_id=garnet-7041.26", 4),
        ("user_id=1001", 5),
        ("user_id=1002", 0),
    ] {
        let (_, page) = api.audit(query).await;
        assert_eq!(page["data"].as_array().unwrap().len(), count, "{query}");
    }
}

#[tokio::test]
async fn days_are_inclusive_and_bad_queries_are_rejected() {
    // The last second of 4 March 2025, and the first one of the next day.
    let events = [1_741_132_799, 1_741_132_800]
        .map(|time| json!({ "time": time, "metadata": { "uid": "1" } }));
    let seed = json!({ "audit_logs": events, "projects": [{ "name": "Shop" }] });
    let api = Api::with(Sandbox::builder().seed(seed)).await;
    for (query, times) in [
        ("", "1741132799 1741132800"),
        ("date_from=2025-03-05", "1741132800"),
        ("date_to=2025-03-04", "1741132799"),
        ("date_from=2025-03-04&date_to=2025-03-05", "1741132799 1741132800"),
        ("date_from=2025-03-06", ""),
    ] {
        let (_, page) = api.audit(query).await;
        let events = page["data"].as_array().unwrap().iter();
        let found: Vec<_> = events.map(|event| event["time"].to_string()).collect();
        assert_eq!(found.join(" "), times, "{query}");
    }
    for query in ["cursor=x", "limit=0", "limit=1001", "date_from=yesterday"] {
        let (status, refused) = api.audit(query).await;
        assert_eq!((status, &refused["error"]["code"]), (400, &json!(400)), "{query}");
        assert!(refused["error"]["message"].is_string());
    }
}
