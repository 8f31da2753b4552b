//! Lists of keys and translations, by page number and by cursor.

use l10n_sandbox::{Quirk, Shape};
use serde_json::{Value, json};

use crate::support::{Api, Reply};

fn ids(body: &Value, list: &str, id: &str) -> Vec<u64> {
    let items = body[list].as_array().unwrap().iter();
    items.map(|item| item[id].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn keys_come_page_by_page_by_rising_id() {
    let api = Api::start().await;
    let reply = api.get("/keys?limit=3&page=3").await;
    assert_eq!(reply.header("x-pagination-total-count"), "8");
    assert_eq!(reply.header("x-pagination-page-count"), "3");
    assert!(reply.headers.get("x-pagination-next-cursor").is_none());
    let body = reply.expect(200);
    assert_eq!(ids(&body, "keys", "key_id"), [3107, 3108]);
    for part in ["comments", "screenshots", "translations"] {
        assert_eq!(body["keys"][0].get(part), None, "{part} was not asked for");
    }
    assert_eq!(api.get("/keys?limit=5001").await.violations(), ["limit"]);
}

async fn walk(api: &Api, path: &str, mut look: impl FnMut(&Reply)) {
    let mut cursor = String::new();
    loop {
        let reply = api.get(&format!("{path}&pagination=cursor{cursor}")).await;
        look(&reply);
        let next = reply.headers.get("x-pagination-next-cursor");
        match next.map(|next| next.to_str().unwrap()) {
            None | Some("") => return,
            Some(next) => cursor = format!("&cursor={}", next.replace('=', "%3D")),
        }
    }
}

#[tokio::test]
async fn keys_come_by_cursor_without_totals() {
    let api = Api::start().await;
    let mut pages = Vec::new();
    walk(&api, "/keys?limit=3&page=2", |reply| {
        assert_eq!(reply.header("x-pagination-limit"), "3");
        for name in ["x-total-count", "x-pagination-total-count", "x-pagination-page"] {
            assert!(reply.headers.get(name).is_none(), "{name}");
        }
        pages.push(ids(&reply.body, "keys", "key_id"));
    })
    .await;
    assert_eq!(pages, [vec![3101, 3102, 3103], vec![3104, 3105, 3106], vec![3107, 3108]]);
    let mut pages = 0;
    walk(&api, "/keys?limit=4", |_| pages += 1).await;
    assert_eq!(pages, 2, "a full page may be the last");
    let reply = api.get("/keys?pagination=cursor&cursor=made-up").await;
    assert_eq!(reply.violations(), ["cursor"]);
}

#[tokio::test]
async fn a_page_by_cursor_goes_on_behind_a_deleted_key() {
    let api = Api::start().await;
    let reply = api.get("/keys?limit=2&pagination=cursor").await;
    let next = reply.header("x-pagination-next-cursor").replace('=', "%3D");
    api.delete("/keys/3102").await.expect(200);
    let body = api.get(&format!("/keys?limit=2&pagination=cursor&cursor={next}")).await.expect(200);
    assert_eq!(ids(&body, "keys", "key_id"), [3103, 3104]);
}

#[tokio::test]
async fn the_last_cursor_may_be_empty() {
    let api = Api::start().await;
    let reply = api.get("/keys?pagination=cursor").await;
    assert!(reply.headers.get("x-pagination-next-cursor").is_none());
    api.sandbox.set_shape(Quirk::EmptyCursor, Shape::Other);
    let reply = api.get("/keys?pagination=cursor").await;
    assert_eq!(reply.header("x-pagination-next-cursor"), "");
}

#[tokio::test]
async fn translations_are_in_order_of_language_or_by_id() {
    let api = Api::start().await;
    let id = "translation_id";
    let body = api.get("/translations?limit=10").await.expect(200);
    let listed = ids(&body, "translations", id);
    assert_eq!(listed[..3], [310_101, 310_201, 310_301], "English first, by key");
    assert_eq!(listed[8], 310_102);
    let mut all = Vec::new();
    walk(&api, "/translations?limit=7", |reply| {
        all.extend(ids(&reply.body, "translations", id));
    })
    .await;
    assert_eq!(all.len(), 24, "8 keys in 3 languages");
    assert_eq!(all[..4], [310_101, 310_102, 310_103, 310_201]);
    assert!(all.is_sorted());
}

#[tokio::test]
async fn older_answers_know_less() {
    let api = Api::start().await;
    for quirk in [Quirk::OlderAnswers, Quirk::UnverifiedName, Quirk::KeyNameText] {
        api.sandbox.set_shape(quirk, Shape::Other);
    }
    let body = api.get("/keys?include_translations=1").await.expect(200);
    assert_eq!(body.get("branch"), None);
    let key = &body["keys"][0];
    assert_eq!(key["key_name"], "start.title");
    assert_eq!(key.get("filenames"), Some(&Value::Null));
    let translation = &key["translations"][0];
    for absent in ["created_at_timestamp", "modified_at"] {
        assert_eq!(key.get(absent), None, "{absent}");
    }
    for absent in ["is_unverified", "modified_at_timestamp", "segment_number", "task_id"] {
        assert_eq!(translation.get(absent), None, "{absent}");
    }
    assert_eq!(translation["is_fuzzy"], false);
    let deleted = api.delete("/keys/3101").await.expect(200);
    assert_eq!(deleted, json!({ "project_id": "garnet-7041.26", "key_removed": true }));
}
