//! The cursor-paginated list.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, Reply};

impl Api {
    async fn items(&self, query: &str) -> Reply {
        let url = format!("{}/projects/garnet-7041.26/items{query}", self.sandbox.cursor_url());
        self.send(self.request(Method::GET, &url)).await
    }
}

fn ids(page: &Value) -> Vec<u64> {
    page["data"].as_array().unwrap().iter().map(|item| item["id"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn a_walk_over_all_pages_sees_every_item_once() {
    let api = Api::start().await;
    let (mut seen, mut query) = (Vec::new(), "?limit=3".to_owned());
    loop {
        let page = api.items(&query).await.expect(200);
        assert_eq!(page["meta"]["count"], page["data"].as_array().unwrap().len());
        seen.extend(ids(&page));
        if page["meta"]["hasMore"] == false {
            break;
        }
        query = format!("?limit=3&after={}", page["meta"]["cursor"].as_str().unwrap());
    }
    assert_eq!(seen, api.sandbox.project().key_ids.map(i64::cast_unsigned));

    let last = api.items("").await.expect(200);
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
    assert_eq!(ids(&page), [3105, 3104]);
    assert_eq!(page["meta"]["hasMore"], true);

    let further = format!("?before={}", page["meta"]["cursor"].as_str().unwrap());
    let page = api.items(&further).await.expect(200);
    assert_eq!(ids(&page), [3103, 3102, 3101]);
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
