//! The audit log.

use l10n_sandbox::Sandbox;
use serde_json::json;

use crate::support::{Api, requests};

requests! {
    each_write_is_an_event_and_pages_end: r#"
PUT /keys/3101 {"tags": ["a"]} -> 200
PUT /keys/9 {"tags": ["a"]} -> 404
GET /keys -> 200
PUT /empty -> 200
DELETE opal-1180.26 -> 200
GET v1//audit-logs?limit=2 -> 200 {"has_more": true, "next_cursor": "$next", "data": [
  {"metadata": {"event_code": "key.updated"}}, {"metadata": {"event_code": "project.emptied"}}]}
GET v1//audit-logs?limit=2&cursor=$next -> 200 {"has_more": false, "next_cursor": null, "data": [{
  "actor": {"user": {"uid": "1001"}}, "class_uid": 6003,
  "metadata": {"event_code": "project.deleted"}, "enrichments": [
  {"name": "team", "data": {"id": 501}},
  {"name": "project", "value": "Opal", "data": {"id": "opal-1180.26"}}]}]}
GET v1//audit-logs?event_type=project.deleted -> 200 {"data": [{}]}
GET v1//audit-logs?project_id=opal-1180.26 -> 200 {"data": [{}]}
GET v1//audit-logs?user_id=1001 -> 200 {"data": [{}, {}, {}]}
GET v1//audit-logs?user_id=1002 -> 200 {"data": []}
"#

    an_event_has_the_project_that_was_made_and_its_team_sees_it: r#"
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
GET v1//audit-logs -> 200 {"data": [{"metadata": {"event_code": "team_group.created"},
  "enrichments": [{"name": "team", "data": {"id": 502}}]}]}
AS read_write
GET v1//audit-logs -> 200 {"data": [{"metadata": {"event_code": "order.created"}, "enrichments": [
  {"data": {"id": 501}}, {"name": "project", "value": "Garnet"}]},
  {"metadata": {"event_code": "project.created"}, "enrichments": [
  {"data": {"id": 501}}, {"name": "project", "value": "Beryl"}]}]}
"#
}

#[tokio::test]
async fn days_are_inclusive_and_old_events_are_dropped() {
    // The last second of 4 March 2025, and the first one of the next day, many times.
    let times = std::iter::once(1_741_132_799).chain(std::iter::repeat_n(1_741_132_800, 999));
    let events = times.map(|time| json!({ "time": time, "metadata": { "uid": "1" } }));
    let events: Vec<_> = events.collect();
    let seed = json!({ "audit_logs": events, "projects": [{ "name": "Shop" }] });
    let api = Api::with(Sandbox::builder().seed(seed)).await;
    let count = async |query: &str| {
        let page = api.run(&format!("GET v1//audit-logs?{query} -> 200")).await;
        page["data"].as_array().unwrap().len()
    };
    for (query, expected) in [
        ("", 100),
        ("limit=1000&date_from=2025-03-05", 999),
        ("limit=1000&date_from=2025-03-04&date_to=2025-03-05", 1_000),
        ("date_to=2025-03-04", 1),
    ] {
        assert_eq!(count(query).await, expected, "{query}");
    }
    let requests = r#"
PUT shop/empty -> 200
GET v1//audit-logs?date_to=2025-03-04 -> 200 {"data": []}
GET v1//audit-logs?cursor=x -> 400 cursor
GET v1//audit-logs?limit=1001 -> 400 limit
GET v1//audit-logs?date_from=yesterday -> 400 date_from
"#;
    api.run(requests).await;
    assert_eq!(count("limit=1000").await, 1_000);
}
