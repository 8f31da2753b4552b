//! What a language takes with it.

use reqwest::Method;
use serde_json::{Value, json};

use super::START;
use crate::support::Api;

#[tokio::test]
async fn a_removed_language_takes_all_that_was_in_it() {
    let api = Api::start().await;
    let removed = api.delete("/languages/666").await.expect(200);
    assert_eq!(
        removed,
        json!({ "project_id": "garnet-7041.26", "branch": "master", "language_deleted": true })
    );
    api.get("/languages/666").await.refused(404);
    api.delete("/languages/666").await.refused(404);
    assert_eq!(api.codes_of_key(3101).await, ["en", "fr"]);
    api.get("/translations/310102").await.refused(404);
    assert_eq!(api.get("/translations").await.header("x-total-count"), "16");
    let project = api.get("").await.expect(200);
    assert_eq!(project["statistics"]["languages"].as_array().unwrap().len(), 2);
    assert_eq!(project["statistics"]["progress_total"], 62, "25 of 40");
    let refused = api.delete("/languages/640").await.refused(400);
    assert!(refused.contains("base language"), "{refused}");

    // It comes back without its texts.
    api.add_languages(json!([{ "lang_iso": "de" }])).await;
    let texts = api.get("/translations?filter_lang_id=666").await.expect(200);
    assert_eq!(texts["translations"][0]["translation"], "");
}

#[tokio::test]
async fn access_to_a_language_ends_with_the_last_branch_that_has_it() {
    let api = Api::start().await;
    let languages = async || {
        let translator = api.get("/contributors/1005").await.expect(200);
        let languages = translator["contributor"]["languages"].as_array().unwrap().clone();
        languages.into_iter().map(|it| it["lang_iso"].clone()).collect::<Vec<_>>()
    };
    api.delete("/languages/666").await.expect(200);
    assert_eq!(languages().await, ["en"]);
    api.add_languages(json!([{ "lang_iso": "de" }])).await;
    assert_eq!(languages().await, ["en", "de"]);

    api.delete("/languages/666").await.expect(200);
    let of_start = api.of(START, Method::DELETE, "/languages/666", Value::Null).await;
    assert_eq!(of_start.expect(200)["branch"], "feature/start");
    api.add_languages(json!([{ "lang_iso": "de" }])).await;
    assert_eq!(languages().await, ["en"]);
}

#[tokio::test]
async fn access_to_a_language_ends_with_the_branch_that_had_it_alone() {
    let api = Api::start().await;
    let polish = json!({ "languages": [{ "lang_iso": "pl" }] });
    api.of(START, Method::POST, "/languages", polish).await.expect(200);
    let access = json!({ "languages": [{ "lang_iso": "pl", "is_writable": true }] });
    let granted = api.of(START, Method::PUT, "/contributors/1005", access);
    let granted = granted.await.expect(200);
    assert_eq!(granted["contributor"]["languages"][0]["lang_iso"], "pl");

    api.delete("/branches/9102").await.expect(200);
    api.add_languages(json!([{ "lang_iso": "pl" }])).await;
    let translator = api.get("/contributors/1005").await.expect(200);
    assert_eq!(translator["contributor"]["languages"], json!([]));
}
