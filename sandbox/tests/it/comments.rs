//! Comments on keys, and custom translation statuses.

use serde_json::{Value, json};

use crate::support::{Api, has};

impl Api {
    async fn comment_count(&self) -> String {
        self.get("/comments").await.header("x-total-count").to_owned()
    }

    async fn commented_key(&self, id: u64) -> Value {
        self.get(&format!("/keys/{id}")).await.expect(200)["key"].clone()
    }
}

#[tokio::test]
async fn comments_are_listed_with_their_total() {
    let api = Api::start().await;
    let reply = api.get("/comments?limit=2&page=2").await;
    for (name, value) in [
        ("x-total-count", "3"),
        ("x-pagination-total-count", "3"),
        ("x-pagination-page-count", "2"),
        ("x-pagination-limit", "2"),
        ("x-pagination-page", "2"),
    ] {
        assert_eq!(reply.header(name), value, "{name}");
    }
    assert_eq!(reply.expect(200)["comments"][0]["comment_id"], 5103);
    assert_eq!(api.get("/comments?page=9").await.expect(200)["comments"], json!([]));
    assert_eq!(api.get("/keys/3101/comments").await.header("x-total-count"), "2");
    api.get("/keys/9999/comments").await.refused(404);
    api.get("/keys/3102/comments/5101").await.refused(404);
    assert_eq!(api.get("/keys/abc/comments").await.violations(), ["key_id"]);
}

#[tokio::test]
async fn a_comment_that_comes_or_goes_changes_its_key() {
    let api = Api::start().await;
    let before = api.commented_key(3104).await;
    let new = json!({ "comments": [{ "comment": "First" }, { "comment": "Second" }] });
    let created = api.post("/keys/3104/comments", &new).await.expect(200)["comments"].clone();
    has(&created[0], json!({ "comment": "First", "added_by_email": "owner@sandbox.test" }));
    assert_eq!(created[1]["comment"], "Second");
    assert_eq!(api.comment_count().await, "5");
    let after = api.commented_key(3104).await;
    assert_eq!(after["comments"].as_array().unwrap().len(), 2);
    assert_ne!(after["modified_at"], before["modified_at"]);
    assert_eq!(after["translations_modified_at"], before["translations_modified_at"]);

    let before = api.commented_key(3101).await;
    let path = format!("/keys/3101/comments/{}", api.sandbox.project().own_comment_id);
    let deleted = api.delete(&path).await.expect(200);
    has(&deleted, json!({ "branch": "master", "comment_deleted": true }));
    api.get(&path).await.refused(404);
    assert_eq!(api.comment_count().await, "4");
    assert_ne!(api.commented_key(3101).await["modified_at"], before["modified_at"]);
}

const STATUSES: &str = "/custom_translation_statuses";

#[tokio::test]
async fn the_color_is_of_the_palette_and_the_title_is_required() {
    let api = Api::start().await;
    let palette = api.get(&format!("{STATUSES}/colors")).await.expect(200);
    let colors = [
        "#61bd4f", "#f2d600", "#ff9f1a", "#eb5a46", "#c377e0", "#0079bf", "#00c2e0", "#344563",
        "#ff78cb",
    ];
    assert_eq!(palette["colors"], json!(colors));
    for (status, field) in [
        (json!({ "title": "Draft", "color": "#123456" }), "color"),
        (json!({ "color": "#61bd4f" }), "title"),
        (json!({ "title": "", "color": "#61bd4f" }), "title"),
    ] {
        assert_eq!(api.post(STATUSES, &status).await.violations(), [field]);
    }
    let off = json!({ "color": "#123456" });
    assert_eq!(api.put(&format!("{STATUSES}/7101"), &off).await.violations(), ["color"]);
    assert_eq!(api.get(STATUSES).await.header("x-total-count"), "2");

    let new = json!({ "title": "Draft", "color": "#EB5A46" });
    let created = api.post(STATUSES, &new).await.expect(200)["custom_translation_status"].clone();
    let path = format!("{STATUSES}/{}", created["status_id"]);
    let updated = api.put(&path, &json!({ "title": "Final" })).await.expect(200);
    assert_eq!(updated["custom_translation_status"]["color"], "#eb5a46");
    api.delete(&path).await.expect(200);
    api.put(&path, &json!({ "title": "Late" })).await.refused(404);
    assert_eq!(api.get(STATUSES).await.header("x-total-count"), "2");
}
