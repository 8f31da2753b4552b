//! What both sides changed.

use reqwest::Method;
use serde_json::{Value, json};

use super::{MAIN, START};
use crate::support::Api;

#[tokio::test]
async fn what_both_changed_is_refused_or_settled() {
    let changed = async || {
        let api = Api::start().await;
        api.set_text(START, "start.title", "de", "Hallo").await;
        api.set_text(MAIN, "start.title", "de", "Servus").await;
        api.change_key(START, "app.name", json!({ "description": "Here" })).await;
        api.change_key(MAIN, "app.name", json!({ "description": "There" })).await;
        api.set_text(START, "app.quit", "de", "Ende").await;
        api
    };
    let outcome = async |api: &Api| {
        let title = api.text_of(MAIN, "start.title", "de").await;
        let name = api.key_of(MAIN, "app.name").await["description"].clone();
        let quit = api.text_of(MAIN, "app.quit", "de").await;
        [title, name, quit]
    };
    let api = changed().await;
    let refused = api.merge(9102, json!({})).await.refused(400);
    for conflict in ["start.title in de", "app.name (description)"] {
        assert!(refused.contains(conflict), "{refused}");
    }
    assert!(!refused.contains("app.quit"), "{refused}");
    assert_eq!(outcome(&api).await, ["Servus", "There", "Beenden"], "nothing is merged");
    let wrong = api.merge(9102, json!({ "force_conflict_resolve_using": "mine" })).await;
    assert_eq!(wrong.violations(), ["force_conflict_resolve_using"]);

    for (side, expected) in [
        ("source", ["Hallo", "Here", "Ende"]),
        ("target", ["Servus", "There", "Ende"]),
        ("master", ["Servus", "There", "Ende"]),
    ] {
        let api = changed().await;
        let options = json!({ "force_conflict_resolve_using": side });
        api.merged(9102, options).await;
        assert_eq!(outcome(&api).await, expected, "{side}");
        // It is settled for good.
        api.merged(9102, json!({})).await;
        assert_eq!(outcome(&api).await, expected, "{side}");
    }
    let api = changed().await;
    let options = json!({ "force_conflict_resolve_using": "master", "target_branch_id": 9102 });
    api.merged(9101, options).await;
    assert_eq!(api.text_of(START, "start.title", "de").await, "Servus", "master is the source");
}

#[tokio::test]
async fn the_same_change_on_both_sides_is_no_conflict() {
    let api = Api::start().await;
    for branch in [START, MAIN] {
        api.set_text(branch, "start.title", "de", "Hallo").await;
        let key = json!({
            "key_name": "fresh", "platforms": ["web"],
            "translations": [{ "language_iso": "en", "translation": "New" }],
        });
        let keys = json!({ "keys": [key] });
        api.of(branch, Method::POST, "/keys", keys).await.expect(200);
    }
    api.set_text(START, "fresh", "de", "Neu").await;
    api.merged(9102, json!({})).await;
    assert_eq!(api.text_of(MAIN, "fresh", "de").await, "Neu");
    assert_eq!(api.get("/keys").await.header("x-total-count"), "9", "it is one key");
}

#[tokio::test]
async fn a_key_that_both_made_is_a_conflict_where_it_differs() {
    let api = Api::start().await;
    for (branch, context) in [(START, "Here"), (MAIN, "There")] {
        let key = json!({ "key_name": "fresh", "platforms": ["web"], "context": context });
        let keys = json!({ "keys": [key] });
        api.of(branch, Method::POST, "/keys", keys).await.expect(200);
    }
    let refused = api.merge(9102, json!({})).await.refused(400);
    assert!(refused.contains("fresh (context)"), "{refused}");
}

#[tokio::test]
async fn keys_that_the_target_lost_come_back_only_when_changed() {
    let lost = async |options: Value| {
        let api = Api::start().await;
        for name in ["app.quit", "app.name"] {
            api.remove_key(MAIN, name).await;
        }
        api.set_text(START, "app.name", "de", "Granat").await;
        let reply = api.merge(9102, options).await;
        (api, reply)
    };
    let (_, reply) = lost(json!({})).await;
    let refused = reply.refused(400);
    assert!(refused.contains("app.name (deleted)") && !refused.contains("app.quit"), "{refused}");
    let (api, reply) = lost(json!({ "force_conflict_resolve_using": "target" })).await;
    reply.expect(200);
    assert_eq!(api.get("/keys").await.header("x-total-count"), "6");
    let (api, reply) = lost(json!({ "force_conflict_resolve_using": "source" })).await;
    reply.expect(200);
    assert_eq!(api.text_of(MAIN, "app.name", "de").await, "Granat");
    assert_eq!(api.key_of(MAIN, "app.quit").await, Value::Null);
}

#[tokio::test]
async fn two_languages_with_one_code_are_a_conflict() {
    let api = Api::start().await;
    let new = |iso| json!({ "languages": [{ "lang_iso": iso, "custom_iso": "own" }] });
    api.of(START, Method::POST, "/languages", new("sq")).await.expect(200);
    api.of(MAIN, Method::POST, "/languages", new("it")).await.expect(200);
    let options = json!({ "force_conflict_resolve_using": "source" });
    let refused = api.merge(9102, options).await.refused(400);
    assert!(refused.contains("the code own"), "{refused}");
    assert_eq!(api.get("/languages").await.header("x-total-count"), "4");
}
