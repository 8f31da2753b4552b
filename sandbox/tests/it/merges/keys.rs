//! Keys that are merged: which are the same, and what goes with them.

use reqwest::Method;
use serde_json::{Value, json};

use super::{MAIN, START};
use crate::support::Api;

#[tokio::test]
async fn keys_of_one_name_are_told_apart_by_their_files() {
    let api = Api::start().await;
    let in_file = |file: &str, text: &str| {
        json!({
            "key_name": "twin", "platforms": ["web"],
            "filenames": { "ios": "", "android": "", "web": file, "other": "" },
            "translations": [{ "language_iso": "en", "translation": text }],
        })
    };
    for (file, text) in [("one.json", "One"), ("two.json", "Two")] {
        api.new_key(in_file(file, text)).await;
    }
    let branch = api.new_branch(MAIN, "twins").await;
    let twins = "garnet-7041.26:twins";
    let keys = json!({ "keys": [in_file("three.json", "Three")] });
    api.of(twins, Method::POST, "/keys", keys).await.expect(200);
    let of_twins = async |branch: &str| {
        let path = "/keys?include_translations=1&filter_keys=twin";
        let list = api.of(branch, Method::GET, path, Value::Null).await;
        let list = list.expect(200)["keys"].as_array().unwrap().clone();
        let told = list.iter().map(|key| {
            let text = key["translations"][0]["translation"].as_str().unwrap();
            format!("{} {text}", key["filenames"]["web"].as_str().unwrap())
        });
        (told.collect::<Vec<_>>(), list[1]["translations"][0]["translation_id"].clone())
    };
    let second = of_twins(twins).await.1;
    let change = json!({ "translation": "Zwei" });
    let path = format!("/translations/{second}");
    api.of(twins, Method::PUT, &path, change).await.expect(200);
    api.merged(branch, json!({})).await;
    let expected = ["one.json One", "two.json Zwei", "three.json Three"];
    assert_eq!(of_twins(MAIN).await.0, expected);
}

#[tokio::test]
async fn a_key_goes_to_another_file_and_another_of_its_name_comes() {
    let api = Api::start().await;
    let files = |file: &str| json!({ "ios": "", "android": "", "web": file, "other": "" });
    let change = json!({ "filenames": files("moved.json") });
    api.change_key(START, "start.link", change).await;
    let new = json!({
        "key_name": "start.title", "platforms": ["web"], "filenames": files("other.json"),
    });
    let created = api.of(START, Method::POST, "/keys", json!({ "keys": [new] })).await;
    assert_eq!(created.expect(200)["errors"], json!([]));
    api.merged(9102, json!({})).await;
    let moved = api.key_of(MAIN, "start.link").await;
    assert_eq!(moved["filenames"]["web"], "moved.json");
    assert_eq!(moved["key_id"], 3103);
    assert_eq!(api.get("/keys").await.header("x-total-count"), "9");
    assert_eq!(api.text_of(MAIN, "start.title", "de").await, "Willkommen");
}

#[tokio::test]
async fn a_key_becomes_a_plural() {
    let api = Api::start().await;
    api.change_key(START, "app.quit", json!({ "is_plural": true, "plural_name": "n" })).await;
    api.set_text(MAIN, "app.quit", "fr", "Sortir").await;
    api.merged(9102, json!({})).await;
    let key = api.key_of(MAIN, "app.quit").await;
    assert_eq!((&key["is_plural"], &key["plural_name"]), (&json!(true), &json!("n")));
    let german = api.text_of(MAIN, "app.quit", "de").await;
    assert_eq!(german, r#"{"one":"","other":"Beenden"}"#);
    let french = api.text_of(MAIN, "app.quit", "fr").await;
    assert_eq!(french, r#"{"one":"","many":"","other":"Sortir"}"#);
}

#[tokio::test]
async fn marks_go_with_their_text() {
    let api = Api::start().await;
    // A change of the base text makes the others unverified, here as there.
    api.set_text(START, "start.title", "en", "Hello").await;
    api.change_translation(
        START,
        "app.quit",
        "de",
        json!({ "translation": "Beenden", "is_reviewed": true }),
    )
    .await;
    let status = json!({ "translation": "Quitter", "custom_translation_status_ids": [7101] });
    api.change_translation(START, "app.quit", "fr", status).await;
    // Of a text that the target has changed, what the source says of its own is not true.
    let reviewed = json!({ "translation": "Frag uns alles", "is_reviewed": true });
    api.change_translation(START, "support.hint", "de", reviewed).await;
    api.set_text(MAIN, "support.hint", "de", "Frag!").await;

    api.merged(9102, json!({})).await;
    let german = api.translation_of(MAIN, "start.title", "de").await;
    assert_eq!(
        (&german["translation"], &german["is_unverified"]),
        (&json!("Willkommen"), &json!(true))
    );
    let english = api.translation_of(MAIN, "start.title", "en").await;
    assert_eq!(
        (&english["translation"], &english["is_reviewed"]),
        (&json!("Hello"), &json!(false))
    );
    let quit = api.translation_of(MAIN, "app.quit", "de").await;
    assert_eq!((&quit["is_reviewed"], &quit["reviewed_by"]), (&json!(true), &json!(1001)));
    let quit = api.translation_of(MAIN, "app.quit", "fr").await;
    assert_eq!(quit["custom_translation_statuses"][0]["status_id"], 7101);
    let hint = api.translation_of(MAIN, "support.hint", "de").await;
    assert_eq!((&hint["translation"], &hint["is_reviewed"]), (&json!("Frag!"), &json!(false)));
}

#[tokio::test]
async fn a_language_that_comes_brings_marks_without_texts() {
    let api = Api::start().await;
    let polish = json!({ "languages": [{ "lang_iso": "pl" }] });
    api.of(START, Method::POST, "/languages", polish).await.expect(200);
    api.change_key(START, "start.title", json!({ "is_plural": true })).await;
    let mark = json!({ "translation": "", "is_unverified": true });
    api.change_translation(START, "start.title", "pl", mark).await;
    let source = api.translation_of(START, "start.title", "pl").await;

    api.merged(9102, json!({})).await;
    let merged = api.translation_of(MAIN, "start.title", "pl").await;
    for same in ["translation", "is_unverified", "modified_by", "modified_at"] {
        assert_eq!(merged[same], source[same], "{same}");
    }
    let forms: Value = serde_json::from_str(merged["translation"].as_str().unwrap()).unwrap();
    assert!(forms.is_object(), "{forms}");
}
