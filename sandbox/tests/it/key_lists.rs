//! Lists of keys and translations: by page number, by cursor, and filtered.

use serde_json::Value;

use crate::support::{Api, Reply, requests};

fn ids(body: &Value, list: &str, id: &str) -> Vec<u64> {
    let items = body[list].as_array().unwrap().iter();
    items.map(|item| item[id].as_u64().unwrap()).collect()
}

impl Api {
    /// The pages of a list by cursor.
    async fn pages(&self, path: &str) -> Vec<Reply> {
        let (mut pages, mut cursor) = (Vec::new(), String::new());
        loop {
            let reply = self.get(&format!("{path}&pagination=cursor{cursor}")).await;
            let next = reply.headers.get("x-pagination-next-cursor");
            let next = next.map_or("", |next| next.to_str().unwrap()).replace('=', "%3D");
            pages.push(reply);
            if next.is_empty() {
                return pages;
            }
            cursor = format!("&cursor={next}");
        }
    }
}

#[tokio::test]
async fn keys_come_page_by_page_and_by_cursor_without_totals() {
    let api = Api::start().await;
    let reply = api.get("/keys?limit=3&page=3").await;
    for (name, value) in [("total-count", "8"), ("page-count", "3"), ("limit", "3"), ("page", "3")]
    {
        assert_eq!(reply.header(&format!("x-pagination-{name}")), value);
    }
    let mut pages = Vec::new();
    for reply in api.pages("/keys?limit=3&page=2").await {
        assert_eq!(reply.header("x-pagination-limit"), "3");
        for name in ["x-total-count", "x-pagination-total-count", "x-pagination-page"] {
            assert!(reply.headers.get(name).is_none(), "{name}");
        }
        pages.push(ids(&reply.body, "keys", "key_id"));
    }
    assert_eq!(pages, [vec![3101, 3102, 3103], vec![3104, 3105, 3106], vec![3107, 3108]]);
    assert_eq!(api.pages("/keys?limit=4").await.len(), 2, "a full page may be the last");
    let requests = r#"
GET /keys?limit=3&page=3 -> 200 {"keys": [{"key_id": 3107, "comments": null, "screenshots": null,
  "translations": null}, {"key_id": 3108}]}
GET /keys?limit=5001 -> 400 limit
GET /keys?pagination=cursor&cursor=made-up -> 400 cursor
"#;
    api.run(requests).await;
}

#[tokio::test]
async fn translations_are_in_order_of_language_or_by_id() {
    let api = Api::start().await;
    let list = |reply: &Reply| ids(&reply.body, "translations", "translation_id");
    let listed = list(&api.get("/translations?limit=10").await);
    assert_eq!(listed[..2], [310_101, 310_201], "English first, by key");
    assert_eq!(listed[8], 310_102);
    let all: Vec<_> = api.pages("/translations?limit=7").await.iter().flat_map(list).collect();
    assert_eq!((all.len(), all[1], all.is_sorted()), (24, 310_102, true));
}

#[tokio::test]
async fn keys_are_filtered() {
    let api = Api::start().await;
    // A list without elements does not filter.
    let all = [1, 2, 3, 4, 5, 6, 7, 8];
    api.run(r#"PUT /keys/3104 {"is_archived": true} -> 200"#).await;
    for (query, keys) in [
        ("filter_tags=nothing,start", &[1, 2][..]),
        ("filter_filenames=app/strings.properties", &[6, 7]),
        ("filter_filenames=__unassigned__", &[8]),
        ("filter_keys=app.name,cart::total", &[4, 6]),
        ("filter_keys=app", &[]),
        ("filter_key_ids=3103,3105,1", &[3, 5]),
        ("filter_platforms=ios,other", &[6, 7]),
        ("filter_platforms=", &all),
        ("filter_tags=start&filter_untranslated=1", &[2]),
        ("filter_untranslated=0", &all),
        ("filter_qa_issues=url,double_space", &[]),
        ("filter_archived=exclude", &[1, 2, 3, 5, 6, 7, 8]),
        ("filter_archived=only", &[4]),
    ] {
        let body = api.get(&format!("/keys?{query}")).await.expect(200);
        let expected: Vec<u64> = keys.iter().map(|key| 3100 + key).collect();
        assert_eq!(ids(&body, "keys", "key_id"), expected, "{query}");
    }
}

requests! {
    what_is_asked_for_comes_with_the_keys_and_translations_are_filtered: r#"
GET /keys?include_comments=1&include_screenshots=1&include_translations=1&limit=1 -> 200 {
  "keys": [{"comments": [{"key_id": 3101}, {}], "screenshots": [{"width": 125}], "translations": [{}, {}, {}]}]}
GET /keys?include_translations=1&filter_translation_lang_ids=666,673&filter_keys=start.title -> 200
  {"keys": [{"translations": [{"language_iso": "de"}, {"language_iso": "fr"}]}]}
GET /translations?filter_lang_id=666 -> 200 total 8
GET /translations?filter_is_reviewed=1 -> 200 total 13
GET /translations?filter_is_reviewed=0 -> 200 total 24
GET /translations?filter_unverified=1 -> 200 total 3
GET /translations?filter_untranslated=1&filter_lang_id=673 -> 200 total 4
GET /translations?filter_qa_issues=url -> 200 total 0
"#
}
