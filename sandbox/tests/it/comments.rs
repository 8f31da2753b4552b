//! Comments on keys.

use serde_json::json;

use crate::support::Api;

#[tokio::test]
async fn comments_are_listed_with_their_total() {
    let api = Api::start().await;
    let reply = api.get("/comments?limit=2&page=2").await;
    assert_eq!(reply.header("x-total-count"), "3");
    assert_eq!(reply.header("x-pagination-total-count"), "3");
    assert_eq!(reply.header("x-pagination-page-count"), "2");
    assert_eq!(reply.header("x-pagination-limit"), "2");
    assert_eq!(reply.header("x-pagination-page"), "2");
    let body = reply.expect(200);
    assert_eq!(body["comments"].as_array().unwrap().len(), 1);
    assert_eq!(body["comments"][0]["comment_id"], 5103);

    let of_key = api.get("/keys/3101/comments").await.expect(200);
    assert_eq!(of_key["comments"].as_array().unwrap().len(), 2);
    let beyond = api.get("/comments?page=9").await.expect(200);
    assert_eq!(beyond["comments"], json!([]));
}

#[tokio::test]
async fn a_comment_is_created_read_and_deleted() {
    let api = Api::start().await;
    let new = json!({ "comments": [{ "comment": "First" }, { "comment": "Second" }] });
    let created = api.post("/keys/3108/comments", &new).await.expect(200);
    assert_eq!(created["comments"][0]["comment"], "First");
    assert_eq!(created["comments"][0]["added_by_email"], "owner@sandbox.test");
    let path = format!("/keys/3108/comments/{}", created["comments"][1]["comment_id"]);

    let read = api.get(&path).await.expect(200);
    assert_eq!(read["comment"]["comment"], "Second");
    assert_eq!(api.get("/comments").await.header("x-total-count"), "5");

    let deleted = api.delete(&path).await.expect(200);
    assert_eq!(
        deleted,
        json!({ "project_id": "garnet-7041.26", "branch": "master", "comment_deleted": true })
    );
    api.get(&path).await.refused(404);
    assert_eq!(api.get("/comments").await.header("x-total-count"), "4");
}

#[tokio::test]
async fn only_own_comments_can_be_deleted() {
    let api = Api::start().await;
    let ids = api.sandbox.project();
    api.delete(&format!("/keys/3101/comments/{}", ids.others_comment_id)).await.refused(403);
    api.delete(&format!("/keys/3101/comments/{}", ids.own_comment_id)).await.expect(200);
    assert_eq!(api.get("/comments").await.header("x-total-count"), "2");
}

#[tokio::test]
async fn comments_belong_to_their_key() {
    let api = Api::start().await;
    api.get("/keys/9999/comments").await.refused(404);
    api.get("/keys/3102/comments/5101").await.refused(404);
    assert_eq!(api.get("/keys/abc/comments").await.violations(), ["key_id"]);
}

#[tokio::test]
async fn a_comment_changes_its_key() {
    let api = Api::start().await;
    let key = async || api.get("/keys/3104").await.expect(200)["key"].clone();
    let before = key().await;
    let body = json!({ "comments": [{ "comment": "New" }] });
    api.post("/keys/3104/comments", &body).await.expect(200);
    let after = key().await;
    assert_eq!(after["comments"][0]["comment"], "New");
    assert_ne!(after["modified_at"], before["modified_at"]);
    assert_eq!(after["translations_modified_at"], before["translations_modified_at"]);
}

#[tokio::test]
async fn a_comment_that_goes_changes_its_key_too() {
    let api = Api::start().await;
    let key = async || api.get("/keys/3101").await.expect(200)["key"].clone();
    let before = key().await;
    api.delete("/keys/3101/comments/5101").await.expect(200);
    assert_ne!(key().await["modified_at"], before["modified_at"]);
}
