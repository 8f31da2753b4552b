//! When translations become unverified, and when they are no longer.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

/// The marks of a key's translations: English, German, French.
fn marks(key: &Value) -> Vec<bool> {
    let translations = key["translations"].as_array().unwrap().iter();
    let marks = translations.map(|it| {
        assert_eq!(it["is_unverified"], it["is_fuzzy"], "one mark under two names");
        it["is_unverified"].as_bool().unwrap()
    });
    marks.collect()
}

fn key(texts: &[(&str, &str)]) -> Value {
    let texts = texts.iter();
    let translations: Vec<_> =
        texts.map(|(iso, text)| json!({ "language_iso": iso, "translation": text })).collect();
    json!({ "key_name": "fresh", "platforms": ["web"], "translations": translations })
}

#[tokio::test]
async fn a_new_base_text_leaves_the_empty_ones_unverified() {
    let api = Api::start().await;
    // The order in which they are sent does not matter.
    let created = api.new_key(key(&[("de", "Neu"), ("en", "New")])).await;
    assert_eq!(marks(&created), [false, false, true]);
}

#[tokio::test]
async fn without_a_base_text_none_is() {
    let api = Api::start().await;
    assert_eq!(marks(&api.new_key(key(&[])).await), [false; 3]);
    let mut other = key(&[("de", "Neu"), ("en", "")]);
    other["key_name"] = json!("other");
    assert_eq!(marks(&api.new_key(other).await), [false; 3]);
}

#[tokio::test]
async fn a_change_of_the_base_text_marks_the_others() {
    let api = Api::start().await;
    let read = async || api.get("/keys/3101").await.expect(200)["key"].clone();
    let translate = async |id: u64, body: Value| {
        let path = format!("/translations/{id}");
        api.put(&path, &body).await.expect(200)
    };
    translate(310_101, json!({ "translation": "Welcome" })).await;
    assert_eq!(marks(&read().await), [false; 3], "the same text");
    translate(310_101, json!({ "translation": "Hello" })).await;
    assert_eq!(marks(&read().await), [false, true, true]);
    translate(310_102, json!({ "translation": "Hallo" })).await;
    assert_eq!(marks(&read().await), [false, false, true], "translated anew");
    translate(310_103, json!({ "translation": "Salut", "is_unverified": true })).await;
    assert_eq!(marks(&read().await), [false, false, true], "as the request says");
}

#[tokio::test]
async fn a_project_may_be_set_otherwise() {
    let api = Api::start().await;
    let body = json!({ "keys": [key(&[("en", "New")])] });
    let created = api.of("opal-1180.26", Method::POST, "/keys", body).await.expect(200);
    assert_eq!(marks(&created["keys"][0]), [false; 3]);
}

#[tokio::test]
async fn a_plural_that_says_the_same_changes_nothing() {
    let api = Api::start().await;
    let forms = json!({ "other": "files", "one": "file" });
    let mut plural = key(&[("fr", "fichiers")]);
    plural["is_plural"] = json!(true);
    let base = json!({ "language_iso": "en", "translation": forms });
    plural["translations"].as_array_mut().unwrap().push(base);
    let created = api.new_key(plural).await;
    assert_eq!(marks(&created), [false, true, false]);

    // As the answers show it: in the order of the language, with the forms that are empty.
    for translation in created["translations"].as_array().unwrap() {
        let path = format!("/translations/{}", translation["translation_id"]);
        let body = json!({ "translation": translation["translation"], "is_reviewed": true });
        let same = api.put(&path, &body).await.expect(200)["translation"].clone();
        assert_eq!(same["translation"], translation["translation"]);
    }
    let key = api.get(&format!("/keys/{}", created["key_id"])).await;
    let after = key.expect(200)["key"].clone();
    assert_eq!(marks(&after), [false, true, false]);
    for translation in after["translations"].as_array().unwrap() {
        assert_eq!(translation["is_reviewed"], true);
    }
}

#[tokio::test]
async fn empty_forms_are_no_base_text() {
    let api = Api::start().await;
    let created = api
        .new_key(json!({
            "key_name": "fresh", "platforms": ["web"], "is_plural": true,
            "translations": [{ "language_iso": "en", "translation": { "one": "", "other": "" } }],
        }))
        .await;
    assert_eq!(marks(&created), [false; 3]);
}
