//! Translations: texts, plurals, references, statuses.

use l10n_sandbox::{Quirk, Variant};
use serde_json::{Value, json};

use crate::support::Api;

#[tokio::test]
async fn a_change_of_the_text_changes_what_hangs_on_it() {
    let api = Api::start().await;
    let read = async || api.run("GET /keys/3101 -> 200").await["key"].clone();
    let before = read().await;
    let requests = r#"
GET /translations/310102 -> 200 {"translation": {"is_reviewed": true, "reviewed_by": 1004}}
PUT /translations/310102 {"translation": "Guten Tag"} -> 200 {"translation": {"words": 2,
  "translation": "Guten Tag", "modified_by_email": "owner@sandbox.test", "is_reviewed": false,
  "reviewed_by": 0}}
GET /translations/310102 -> 200 {"translation": {"translation": "Guten Tag", "words": 2}}
GET /translations/1 -> 404
PUT /translations/1 {"translation": ""} -> 404
PUT /translations/310102 {} -> 400 translation
"#;
    api.run(requests).await;
    let after = read().await;
    let (old, new) = (&before["translations"][1], &after["translations"][1]);
    assert_ne!(new["modified_at_timestamp"], old["modified_at_timestamp"]);
    assert_eq!(new["custom_translation_statuses"], old["custom_translation_statuses"]);
    assert_ne!(after["translations_modified_at"], before["translations_modified_at"]);
    assert_eq!(after["modified_at"], before["modified_at"]);
}

#[tokio::test]
async fn the_reviewer_is_named_from_the_next_answer_on() {
    let requests = r#"
PUT /translations/310602 {"translation": "Garnet", "is_reviewed": true} -> 200 {
  "translation": {"is_reviewed": true, "reviewed_by": 0}}
GET /translations/310602 -> 200 {"translation": {"is_reviewed": true, "reviewed_by": 1001}}
PUT /translations/310602 {"translation": "Garnet"} -> 200 {"translation": {"is_reviewed": false}}
"#;
    Api::start().await.run(requests).await;
}

#[tokio::test]
async fn a_plural_is_json_within_a_text() {
    let api = Api::start().await;
    // Its own forms come first, other forms stay, and an untranslated one has empty forms.
    let requests = r#"
POST /keys {"keys": [{"key_name": "cart.items", "platforms": ["web"], "is_plural": true,
  "plural_name": "count", "translations": [{"language_iso": "en",
  "translation": {"zero": "none", "other": "%{count} items café"}}]}]} -> 200 {"keys": [{
  "base_words": 3, "translations": [{"words": 3,
    "translation": "{\"one\":\"\",\"other\":\"%{count} items caf\\u00e9\",\"zero\":\"none\"}"},
    {"translation": "{\"one\":\"\",\"other\":\"\"}"}, {}]}]}
"#;
    let created = api.run(requests).await["keys"][0].clone();
    let id = created["translations"][1]["translation_id"].to_string();
    let requests = r#"
PUT /translations/ID {"translation": "{\"one\": \"Artikel\"}"} -> 200 {"translation": {
  "translation": "{\"one\":\"Artikel\",\"other\":\"\"}"}}
"#;
    api.run(&requests.replace("ID", &id)).await;
    api.sandbox.set_variant(Quirk::PluralAsObject, Variant::Other);
    let requests = r#"
GET /translations/ID -> 200 {"translation": {"translation": {"one": "Artikel", "other": ""}}}
PUT /keys/KEY {"is_plural": false} -> 200 {"key": {"translations": [
  {"translation": "%{count} items café"}, {}, {}]}}
"#;
    let key = created["key_id"].to_string();
    api.run(&requests.replace("ID", &id).replace("KEY", &key)).await;
}

#[tokio::test]
async fn references_are_resolved_unless_disabled() {
    let api = Api::start().await;
    // An update responds with what was sent, and words are those of the stored text.
    let requests = r#"
PUT /translations/310802 {"translation": "[%key:app.quit%] [%key:app.name%] [%key:no%]"} -> 200 {
  "translation": {"translation": "[%key:app.quit%] [%key:app.name%] [%key:no%]"}}
GET /translations/310802 -> 200 {"translation": {"translation": "Beenden Garnet [%key:no%]",
  "words": 0}}
"#;
    api.run(requests).await;
    for path in [
        "/translations/310802?",
        "/keys/3108?",
        "/keys?include_translations=1&",
        "/translations?filter_lang_id=666&",
    ] {
        for (disabled, expected) in [(0, "Beenden Garnet"), (1, "[%key:app.quit%]")] {
            let body = api.run(&format!("GET {path}disable_references={disabled} -> 200")).await;
            assert!(body.to_string().contains(expected), "{path}: {body}");
        }
    }
}

#[tokio::test]
async fn statuses_are_replaced_or_merged_and_leave_with_their_status() {
    let api = Api::start().await;
    let requests = r#"
PUT /translations/310102 {"translation": "Willkommen", "custom_translation_status_ids": [7101]}
  -> 200 {"translation": {"custom_translation_statuses": [{"status_id": 7101}]}}
PUT /keys {"keys": [{"key_id": 3101, "translations": [{"language_iso": "de",
  "translation": "Willkommen", "custom_translation_status_ids": [7102],
  "merge_custom_translation_statuses": true}]}]} -> 200 {"keys": [{"translations": [{},
  {"custom_translation_statuses": [{"status_id": 7101}, {"status_id": 7102}]}, {}]}]}
DELETE /custom_translation_statuses/7101 -> 200
GET /translations/310102 -> 200 {"translation": {"custom_translation_statuses": [
  {"status_id": 7102}]}}
PUT /translations/310102 {"translation": "x", "custom_translation_status_ids": [7101]} -> 400
  custom_translation_status_ids
"#;
    api.run(requests).await;
    let options = json!({
        "format": "json", "original_filenames": false, "custom_translation_status_ids": ["7101"],
    });
    assert_eq!(api.export(options).await["locale/de.json"], "{}", "no text has it any more");
}

#[tokio::test]
async fn a_project_may_allow_one_status_only() {
    let api = Api::start().await;
    let mut ids = Vec::new();
    for title in ["One", "Two"] {
        let path = "POST opal-1180.26/custom_translation_statuses";
        let request = format!(r##"{path} {{"title": "{title}", "color": "#61bd4f"}} -> 200"##);
        let created = api.run(&request).await;
        ids.push(created["custom_translation_status"]["status_id"].to_string());
    }
    let [one, two] = [&ids[0], &ids[1]];
    let requests = r#"
POST opal-1180.26/keys {"keys": [{"key_name": "k", "platforms": ["web"], "translations": [{
  "language_iso": "en", "translation": "Text", "custom_translation_status_ids": [ONE, TWO]}]}]} -> 400
  keys.0.translations.0.custom_translation_status_ids
POST opal-1180.26/keys {"keys": [{"key_name": "k", "platforms": ["web"], "translations": [{
  "language_iso": "en", "translation": "Text", "custom_translation_status_ids": [ONE]}]}]} -> 200
"#;
    let created = api.run(&requests.replace("ONE", one).replace("TWO", two)).await;
    let requests = r#"
PUT opal-1180.26/keys {"keys": [{"key_id": ID, "translations": [{
  "language_iso": "en", "translation": "Text", "custom_translation_status_ids": [TWO],
  "merge_custom_translation_statuses": true}]}]} -> 400
  keys.0.translations.0.custom_translation_status_ids
"#;
    let id = created["keys"][0]["key_id"].to_string();
    api.run(&requests.replace("ID", &id).replace("TWO", two)).await;
}

/// The marks of a key's translations: English, German, French.
fn marks(key: &Value) -> Vec<bool> {
    let translations = key["translations"].as_array().unwrap().iter();
    let marks = translations.map(|it| {
        assert_eq!(it["is_unverified"], it["is_fuzzy"], "one mark under two names");
        it["is_unverified"].as_bool().unwrap()
    });
    marks.collect()
}

#[tokio::test]
async fn a_new_base_text_leaves_the_empty_ones_unverified() {
    let api = Api::start().await;
    // The order in which they are sent does not matter; a project may be set otherwise.
    let forms = json!({ "one": "", "other": "" });
    for (number, (project, texts, plural, expected)) in [
        ("garnet-7041.26", json!({ "de": "Neu", "en": "New" }), false, [false, false, true]),
        ("garnet-7041.26", json!({}), false, [false; 3]),
        ("garnet-7041.26", json!({ "de": "Neu", "en": "" }), false, [false; 3]),
        ("garnet-7041.26", json!({ "en": forms }), true, [false; 3]),
        ("opal-1180.26", json!({ "de": "Neu", "en": "New" }), false, [false; 3]),
    ]
    .into_iter()
    .enumerate()
    {
        let texts = texts.as_object().unwrap().iter();
        let texts: Vec<_> =
            texts.map(|(iso, it)| json!({ "language_iso": iso, "translation": it })).collect();
        let key = json!({ "key_name": format!("fresh.{number}"), "platforms": ["web"],
                          "is_plural": plural, "translations": texts });
        let body = json!({ "keys": [key] });
        let created = api.run(&format!("POST {project}/keys {body} -> 200")).await;
        assert_eq!(marks(&created["keys"][0]), expected, "{body}");
    }
}

#[tokio::test]
async fn a_change_of_the_base_text_marks_the_others() {
    let api = Api::start().await;
    for (id, body, expected) in [
        // The same text, a new one, its translation, and what the request says.
        (310_101, r#"{"translation": "Welcome"}"#, [false; 3]),
        (310_101, r#"{"translation": "Hello"}"#, [false, true, true]),
        (310_102, r#"{"translation": "Hallo"}"#, [false, false, true]),
        (310_103, r#"{"translation": "Salut", "is_unverified": true}"#, [false, false, true]),
    ] {
        api.run(&format!("PUT /translations/{id} {body} -> 200")).await;
        let key = api.run("GET /keys/3101 -> 200").await;
        assert_eq!(marks(&key["key"]), expected, "{body}");
    }
}

#[tokio::test]
async fn a_plural_that_says_the_same_changes_nothing() {
    let api = Api::start().await;
    let requests = r#"
POST /keys {"keys": [{"key_name": "files", "platforms": ["web"], "is_plural": true,
  "translations": [{"language_iso": "fr", "translation": "fichiers"},
  {"language_iso": "en", "translation": {"other": "files", "one": "file"}}]}]} -> 200
"#;
    let created = api.run(requests).await["keys"][0].clone();
    assert_eq!(marks(&created), [false, true, false]);
    // As the responses show it: in the order of the language, with the forms that are empty.
    for it in created["translations"].as_array().unwrap() {
        let body = json!({ "translation": it["translation"], "is_reviewed": true });
        let expected = json!({ "translation": { "translation": it["translation"] } });
        let path = format!("/translations/{}", it["translation_id"]);
        api.run(&format!("PUT {path} {body} -> 200 {expected}")).await;
    }
    let path = format!("/keys/{}", created["key_id"]);
    let reviewed = r#"{"is_reviewed": true}"#;
    let expected =
        format!(r#"{{"key": {{"translations": [{reviewed}, {reviewed}, {reviewed}]}}}}"#);
    let after = api.run(&format!("GET {path} -> 200 {expected}")).await;
    assert_eq!(marks(&after["key"]), [false, true, false]);
}
