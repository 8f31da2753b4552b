//! Screenshots: their images, their keys, and what becomes of both.

use l10n_sandbox::{Preset, Quirk, Sandbox, Variant};
use serde_json::json;

use crate::support::Api;

/// A PNG of 3 x 2 pixels, as far as its header goes.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAA=";
/// A JPEG of 5 x 4 pixels likewise.
const JPEG: &str = "/9j/wAARCAAEAAUDASIAAhEBAxEB/9k=";

#[tokio::test]
async fn images_are_added_served_and_deleted() {
    let api = Api::start().await;
    // The head of a data URL is not checked.
    let requests = format!(
        r#"
GET /keys/3102 -> 200 {{"key": {{"screenshots": []}}}}
POST /screenshots {{"screenshots": [
  {{"data": "data:image/jpeg;base64,{PNG}", "title": "Start", "key_ids": [3101, 3102],
    "tags": ["onboarding"], "ocr": false}},
  {{"data": "data:image/png;base64,bm8gaW1hZ2U="}},
  {{"data": "data:image/jpeg;base64,{JPEG}"}}]}} -> 200 {{"branch": "master",
  "errors": [{{"code": 400, "index": 1}}], "screenshots": [
  {{"screenshot_id": "$id", "width": 3, "height": 2, "screenshot_tags": ["onboarding"],
    "key_ids": [3101, 3102], "keys": [{{"key_id": 3101, "coordinates": null}}, {{}}]}},
  {{"screenshot_id": "$other", "width": 5, "height": 4, "title": "", "key_ids": []}}]}}
GET /keys/3102 -> 200 {{"key": {{"screenshots": [{{"screenshot_id": $id}}]}}}}
PUT /screenshots/$id {{"key_ids": [3103], "tags": ["a", "b"]}} -> 200 {{"screenshot":
  {{"title": "Start", "key_ids": [3103], "screenshot_tags": ["a", "b"], "width": 3}}}}
GET /keys/3102 -> 200 {{"key": {{"screenshots": []}}}}
GET /keys?filter_keys=start.link&include_screenshots=1 -> 200 {{"keys": [
  {{"screenshots": [{{"screenshot_id": $id, "key_ids": [3103]}}]}}]}}
DELETE /screenshots/$other -> 200 {{"branch": "master", "screenshot_deleted": true}}
GET /screenshots/$other -> 404
GET /screenshots/$id -> 200 {{"screenshot": {{"title": "Start"}}}}
"#
    );
    let read = api.run(&requests).await;
    let url = read["screenshot"]["url"].as_str().unwrap();
    let image = api.http.get(url).send().await.unwrap();
    assert_eq!(
        (image.status().as_u16(), &image.headers()["content-type"]),
        (200, &"image/png".parse().unwrap())
    );
    assert_eq!(image.bytes().await.unwrap()[1..4], *b"PNG");
    let gone = url.replace("/screenshots/9101/", "/screenshots/9102/");
    assert_eq!(api.http.get(gone).send().await.unwrap().status(), 404);
}

#[tokio::test]
async fn a_deleted_key_is_0_or_absent() {
    let api = Api::start().await;
    let requests = format!(
        r#"
POST /keys {{"keys": [{{"key_name": "a", "platforms": ["web"], "screenshots": [
  {{"data": "data:image/png;base64,{PNG}", "title": "A", "screenshot_tags": ["t"]}}]}}]}} -> 200
  {{"keys": [{{"key_id": "$key", "screenshots": [{{"screenshot_id": "$id", "width": 3}}]}}]}}
PUT /screenshots/$id {{"key_ids": [$key, 3101]}} -> 200
PUT /screenshots/$id {{"key_ids": [9]}} -> 400 key_ids
DELETE /keys/$key -> 200
GET /screenshots/$id -> 200 {{"screenshot": {{"key_ids": [3101], "keys": [{{"key_id": 3101}}],
  "screenshot_tags": ["t"], "title": "A"}}}}
AS reviewer
PUT /screenshots/$id {{"title": "B"}} -> 403 Manage screenshots
"#
    );
    api.run(&requests).await;
    api.sandbox.set_variant(Quirk::ScreenshotKeys, Variant::Other);
    let requests = r#"
GET /screenshots?limit=1&page=2 -> 200 {"screenshots": [{"key_ids": [0, 3101], "keys": null}]}
GET /screenshots -> 200 total 2
"#;
    api.run(requests).await;
}

#[tokio::test]
async fn a_merge_brings_screenshots_with_their_keys() {
    let api = Api::start().await;
    let added = format!(r#"{{"data": "data:image/png;base64,{PNG}", "title": "B"}}"#);
    let requests = format!(
        r#"
POST /screenshots {{"screenshots": [{{"data": "data:image/png;base64,{PNG}", "title": "A",
  "key_ids": [3101]}}]}} -> 200 {{"screenshots": [{{"screenshot_id": "$id", "url": "$url"}}]}}
POST /branches {{"name": "b"}} -> 200 {{"branch": {{"branch_id": "$b"}}}}
GET :b/screenshots/$id -> 200 {{"screenshot": {{"title": "A", "url": "!$url"}}}}
POST :b/keys {{"keys": [{{"key_name": "n", "platforms": ["web"], "screenshots": [{added}]}}]}} -> 200
  {{"keys": [{{"key_id": "$new"}}]}}
PUT :b/screenshots/$id {{"key_ids": [$new]}} -> 200
POST /branches/$b/merge -> 200
GET /keys?filter_keys=n -> 200 {{"keys": [{{"key_id": "$n"}}]}}
GET /screenshots -> 200 {{"screenshots": [{{}}, {{"title": "A", "key_ids": [3101, $n]}},
  {{"title": "B", "key_ids": [$n], "width": 3}}]}}
POST /branches/$b/merge -> 200
GET /screenshots -> 200 total 3
"#
    );
    api.run(&requests).await;
}

#[tokio::test]
async fn a_seed_has_them_in_keys_or_beside_them() {
    let same = json!({ "screenshot_id": 7, "key_ids": [11, 12], "title": "Both", "url": "http://a.test/7.png" });
    let seed = json!({ "projects": [{ "name": "Shop", "keys": [
        { "key_id": 11, "key_name": "a", "screenshots": [same, { "title": "Own" }] },
        { "key_id": 12, "key_name": "b", "screenshots": [same] },
    ], "screenshots": [
        { "title": "Listed", "data": format!("data:image/jpeg;base64,{JPEG}"), "key_ids": ["b"] },
    ]}]});
    let requests = r#"
GET shop/screenshots -> 200 {"screenshots": [{"title": "Listed", "key_ids": [12], "height": 4},
  {"screenshot_id": 7, "title": "Both", "key_ids": [11, 12]}, {"title": "Own", "key_ids": [11]}]}
"#;
    Api::with(Sandbox::builder().seed(seed).variants(Preset::Sample)).await.run(requests).await;
}
