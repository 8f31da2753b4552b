//! Screenshots: their images, their keys, and what becomes of both.

use crate::support::{Api, requests};

#[tokio::test]
async fn images_are_added_served_and_deleted() {
    let api = Api::start().await;
    // The PNG has 3 x 2 pixels; the head of a data URL is not checked.
    let requests = r#"
POST /screenshots {"screenshots": [
  {"data": "data:image/jpeg;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAA=", "title": "Start",
   "key_ids": [3101, 3102], "tags": ["onboarding"], "ocr": false},
  {"data": "data:image/jpeg;base64,/9j/wAARCAAEAAUDASIAAhEBAxEB/9k="}]}
  -> 200 {"branch": "master", "errors": [], "screenshots": [
  {"screenshot_id": "$id", "width": 3, "height": 2, "screenshot_tags": ["onboarding"],
   "key_ids": [3101, 3102], "keys": [{"key_id": 3101, "coordinates": null}, {}]},
  {"screenshot_id": "$other", "width": 5, "height": 4, "title": "", "key_ids": []}]}
GET /keys/3102 -> 200 {"key": {"screenshots": [{"screenshot_id": $id}]}}
PUT /screenshots/$id {"key_ids": [3103], "tags": ["a", "b"]} -> 200 {"screenshot":
  {"title": "Start", "key_ids": [3103], "screenshot_tags": ["a", "b"], "width": 3}}
PUT /screenshots/$id {"key_ids": [3103, 9]} -> 400 key_ids.1
GET /keys/3102 -> 200 {"key": {"screenshots": []}}
DELETE /screenshots/$other -> 200 {"branch": "master", "screenshot_deleted": true}
GET /screenshots -> 200 total 2
DELETE /keys/3103 -> 200
GET /screenshots/$id -> 200 {"screenshot": {"key_ids": [0], "keys": []}}
"#;
    let read = api.run(requests).await;
    let url = read["screenshot"]["url"].as_str().unwrap();
    let image = api.http.get(url).send().await.unwrap();
    assert_eq!(image.headers()["content-type"], "image/png");
    assert_eq!(image.bytes().await.unwrap()[1..4], *b"PNG");
    let elsewhere = url.replace("/screenshots/9101/", "/screenshots/9102/");
    assert_eq!(api.http.get(elsewhere).send().await.unwrap().status(), 404);
}

requests! {
    a_seed_has_them_with_their_images: r#"
POST control//worlds {"name": "w", "seed": {"projects": [{"name": "Shop", "keys": ["a", "b"],
  "screenshots": [{"title": "Start", "key_ids": ["b"],
  "data": "data:image/jpeg;base64,/9j/wAARCAAEAAUDASIAAhEBAxEB/9k="}]}]}} -> 201
AS w.sandbox-read-write-token
GET shop/keys -> 200 {"keys": [{}, {"key_id": "$b", "key_name": {"web": "b"}}]}
GET shop/screenshots -> 200 {"screenshots": [{"title": "Start", "key_ids": [$b], "height": 4}]}
"#
}
