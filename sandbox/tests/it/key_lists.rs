//! Lists of keys and translations: by page number, by cursor, and filtered.

use reqwest::Method;
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

impl Api {
    /// The last digits of the ids of the keys that a query lists.
    async fn listed(&self, query: &str) -> Vec<u64> {
        let body = self.get(&format!("/keys?{query}")).await.expect(200);
        let keys = body["keys"].as_array().unwrap().iter();
        keys.map(|key| key["key_id"].as_u64().unwrap() - 3100).collect()
    }

    async fn counted(&self, query: &str) -> usize {
        let body = self.get(&format!("/translations?{query}")).await.expect(200);
        body["translations"].as_array().unwrap().len()
    }
}

#[tokio::test]
async fn keys_are_filtered() {
    let api = Api::start().await;
    for (query, keys) in [
        ("filter_tags=nothing,start", vec![1, 2]),
        ("filter_filenames=app/strings.properties", vec![6, 7]),
        ("filter_filenames=__unassigned__", vec![8]),
        ("filter_keys=app.name,cart::total", vec![4, 6]),
        ("filter_keys=app", vec![]),
        ("filter_key_ids=3103,3105,1", vec![3, 5]),
        ("filter_platforms=ios,other", vec![6, 7]),
        ("filter_untranslated=1", vec![2, 3, 5, 8]),
        ("filter_untranslated=0", vec![1, 2, 3, 4, 5, 6, 7, 8]),
        ("filter_tags=start&filter_untranslated=1", vec![2]),
    ] {
        assert_eq!(api.listed(query).await, keys, "{query}");
    }
    for wrong in ["filter_platforms", "filter_key_ids", "include_comments", "filter_archived"] {
        let reply = api.get(&format!("/keys?{wrong}=desktop")).await;
        assert_eq!(reply.violations(), [wrong]);
    }
}

#[tokio::test]
async fn archived_keys_are_left_out_or_alone() {
    let api = Api::start().await;
    api.put("/keys/3104", &json!({ "is_archived": true })).await.expect(200);
    assert_eq!(api.listed("").await.len(), 8);
    assert_eq!(api.listed("filter_archived=include").await.len(), 8);
    assert_eq!(api.listed("filter_archived=exclude").await.len(), 7);
    assert_eq!(api.listed("filter_archived=only").await, [4]);
}

#[tokio::test]
async fn no_text_has_an_issue() {
    let api = Api::start().await;
    let text = json!({ "translation": "Siehe  https://opal.test/start" });
    api.put("/translations/310302", &text).await.expect(200);
    assert_eq!(api.listed("filter_qa_issues=url,double_space").await, [0; 0]);
    assert_eq!(api.counted("filter_qa_issues=url").await, 0);
}

#[tokio::test]
async fn a_list_without_elements_does_not_filter() {
    let api = Api::start().await;
    for list in ["filter_qa_issues", "filter_platforms", "filter_key_ids", "filter_keys"] {
        assert_eq!(api.listed(&format!("{list}=")).await.len(), 8, "{list}");
    }
}

#[tokio::test]
async fn what_is_asked_for_comes_with_the_keys() {
    let api = Api::start().await;
    let query = "/keys?include_comments=1&include_screenshots=1&include_translations=1";
    let body = api.get(&format!("{query}&filter_translation_lang_ids=666,673")).await.expect(200);
    let key = &body["keys"][0];
    assert_eq!(key["comments"][0]["key_id"], 3101);
    assert_eq!(key["screenshots"], json!([]));
    let isos: Vec<&Value> =
        key["translations"].as_array().unwrap().iter().map(|it| &it["language_iso"]).collect();
    assert_eq!(isos, ["de", "fr"]);
    assert_eq!(body["keys"].as_array().unwrap().len(), 8, "the keys are the same");
}

#[tokio::test]
async fn translations_are_filtered() {
    let api = Api::start().await;
    for (query, count) in [
        ("filter_lang_id=666", 8),
        ("filter_lang_id=1", 0),
        ("filter_is_reviewed=1", 13),
        ("filter_is_reviewed=0", 11),
        ("filter_unverified=1", 3),
        ("filter_untranslated=1", 5),
        ("filter_untranslated=0", 19),
        ("filter_untranslated=1&filter_lang_id=673", 4),
        ("filter_active_task_id=1", 0),
    ] {
        assert_eq!(api.counted(query).await, count, "{query}");
    }
}

impl Api {
    async fn items(&self, query: &str) -> Reply {
        let url = format!("{}/projects/garnet-7041.26/items{query}", self.sandbox.cursor_url());
        self.send(self.request(Method::GET, &url)).await
    }
}

#[tokio::test]
async fn a_page_behind_the_last_is_empty() {
    let api = Api::start().await;
    let last = api.items("").await.expect(200);
    assert_eq!(ids(&last, "data", "id"), api.sandbox.project().key_ids.map(i64::cast_unsigned));
    assert_eq!(last["meta"]["hasMore"], false);
    let after = format!("?after={}", last["meta"]["cursor"].as_str().unwrap());
    let beyond = api.items(&after).await.expect(200);
    assert_eq!(beyond, json!({ "data": [], "meta": { "count": 0, "hasMore": false } }));
}

#[tokio::test]
async fn pages_before_a_cursor() {
    let api = Api::start().await;
    let end = api.items("?limit=6").await.expect(200);
    let before = format!("?limit=2&before={}", end["meta"]["cursor"].as_str().unwrap());
    let page = api.items(&before).await.expect(200);
    assert_eq!(ids(&page, "data", "id"), [3105, 3104]);
    assert_eq!(page["meta"]["hasMore"], true);

    let further = format!("?before={}", page["meta"]["cursor"].as_str().unwrap());
    let page = api.items(&further).await.expect(200);
    assert_eq!(ids(&page, "data", "id"), [3103, 3102, 3101]);
    assert_eq!(page["meta"]["hasMore"], false);
}

#[tokio::test]
async fn bad_cursors_and_access_tokens_are_refused() {
    let api = Api::start().await;
    assert_eq!(api.items("?after=made-up").await.violations(), ["after"]);
    assert_eq!(api.items("?limit=501").await.violations(), ["limit"]);
    let own = api.items("?limit=1").await.expect(200);
    let other = format!("{}/projects/basalt-9900.26/items", api.sandbox.cursor_url());
    let query = [("after", own["meta"]["cursor"].as_str().unwrap())];
    let reply = api.send(api.request(Method::GET, &other).query(&query)).await;
    assert_eq!(reply.violations(), ["after"], "a cursor is of one list");
}
