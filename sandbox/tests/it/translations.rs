//! Translations: texts, plurals, references, statuses.

use l10n_sandbox::{Quirk, Variant};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

impl Api {
    async fn translation(&self, id: &Value) -> Value {
        let body = self.get(&format!("/translations/{id}")).await.expect(200);
        body["translation"].clone()
    }

    async fn translate(&self, id: &Value, body: Value) -> Value {
        let updated = self.put(&format!("/translations/{id}"), &body).await;
        updated.expect(200)["translation"].clone()
    }
}

#[tokio::test]
async fn a_change_of_the_text_changes_what_hangs_on_it() {
    let api = Api::start().await;
    let id = json!(310_102);
    let before = api.translation(&id).await;
    assert_eq!((&before["is_reviewed"], &before["reviewed_by"]), (&json!(true), &json!(1004)));
    let key = api.get("/keys/3101").await.expect(200);

    let after = api.translate(&id, json!({ "translation": "Guten Tag" })).await;
    assert_eq!(after["translation"], "Guten Tag");
    assert_eq!(after["words"], 2);
    assert_eq!(after["modified_by_email"], "owner@sandbox.test");
    assert_ne!(after["modified_at_timestamp"], before["modified_at_timestamp"]);
    assert_eq!((&after["is_reviewed"], &after["reviewed_by"]), (&json!(false), &json!(0)));
    assert_eq!(after["custom_translation_statuses"], before["custom_translation_statuses"]);
    assert_eq!(api.translation(&id).await, after);
    let changed = api.get("/keys/3101").await.expect(200);
    assert_ne!(changed["key"]["translations_modified_at"], key["key"]["translations_modified_at"]);
    assert_eq!(changed["key"]["modified_at"], key["key"]["modified_at"]);

    api.get("/translations/1").await.refused(404);
    api.put("/translations/1", &json!({ "translation": "" })).await.refused(404);
    assert_eq!(api.put("/translations/310102", &json!({})).await.violations(), ["translation"]);
}

#[tokio::test]
async fn the_reviewer_is_named_from_the_next_answer_on() {
    let api = Api::start().await;
    let id = json!(310_602);
    let body = json!({ "translation": "Garnet", "is_reviewed": true });
    let answered = api.translate(&id, body).await;
    assert_eq!((&answered["is_reviewed"], &answered["reviewed_by"]), (&json!(true), &json!(0)));
    let read = api.translation(&id).await;
    assert_eq!((&read["is_reviewed"], &read["reviewed_by"]), (&json!(true), &json!(1001)));
    let answered = api.translate(&id, json!({ "translation": "Garnet" })).await;
    assert_eq!(answered["is_reviewed"], false, "not mentioned");
}

#[tokio::test]
async fn a_plural_is_json_within_a_text() {
    let api = Api::start().await;
    let key = api
        .new_key(json!({
            "key_name": "cart.items", "platforms": ["web"],
            "is_plural": true, "plural_name": "count",
            "translations": [{
                "language_iso": "en",
                "translation": { "zero": "none", "other": "%{count} items caf\u{e9}" },
            }],
        }))
        .await;
    let texts = &key["translations"];
    let english = r#"{"one":"","other":"%{count} items caf\u00e9","zero":"none"}"#;
    assert_eq!(texts[0]["translation"], english, "its own forms first, and others stay");
    assert_eq!(texts[0]["words"], 3);
    assert_eq!(key["base_words"], 3);
    let untouched = texts[1]["translation"].as_str().unwrap();
    assert_eq!(untouched, r#"{"one":"","other":""}"#, "an object of empty forms");

    let body = json!({ "translation": r#"{"one": "Artikel"}"# });
    let german = api.translate(&texts[1]["translation_id"], body).await;
    assert_eq!(german["translation"], r#"{"one":"Artikel","other":""}"#);
    api.sandbox.set_variant(Quirk::PluralAsObject, Variant::Other);
    let german = api.translation(&texts[1]["translation_id"]).await;
    assert_eq!(german["translation"], json!({ "one": "Artikel", "other": "" }));

    let path = format!("/keys/{}", key["key_id"]);
    let plain = api.put(&path, &json!({ "is_plural": false })).await.expect(200);
    assert_eq!(plain["key"]["translations"][0]["translation"], "%{count} items caf\u{e9}");
}

#[tokio::test]
async fn references_are_resolved_unless_disabled() {
    let api = Api::start().await;
    let text = "[%key:app.quit%] [%key:app.name%] [%key:nothing%]";
    let updated = api.translate(&json!(310_802), json!({ "translation": text })).await;
    assert_eq!(updated["translation"], text, "an update answers what was sent");
    let shown = api.translation(&json!(310_802)).await;
    assert_eq!(shown["translation"], "Beenden Garnet [%key:nothing%]");
    assert_eq!(shown["words"], 0, "of the text as it is stored");
    for path in [
        "/translations/310802",
        "/keys/3108",
        "/keys?include_translations=1",
        "/translations?filter_lang_id=666",
    ] {
        let query = if path.contains('?') { '&' } else { '?' };
        for (disabled, expected) in [(0, "Beenden Garnet"), (1, "[%key:app.quit%]")] {
            let path = format!("{path}{query}disable_references={disabled}");
            let body = api.get(&path).await.expect(200).to_string();
            assert!(body.contains(expected), "{path}: {body}");
        }
    }
}

#[tokio::test]
async fn statuses_are_replaced_or_merged_and_leave_with_their_status() {
    let api = Api::start().await;
    let statuses = |it: &Value| -> Vec<u64> {
        let list = it["custom_translation_statuses"].as_array().unwrap().iter();
        list.map(|status| status["status_id"].as_u64().unwrap()).collect()
    };
    let id = json!(310_102);
    let body = json!({ "translation": "Willkommen", "custom_translation_status_ids": [7101] });
    assert_eq!(statuses(&api.translate(&id, body).await), [7101], "they replace those there");
    let update = |merge: bool| {
        json!({ "keys": [{ "key_id": 3101, "translations": [{
        "language_iso": "de", "translation": "Willkommen",
        "custom_translation_status_ids": [7102], "merge_custom_translation_statuses": merge,
    }] }] })
    };
    let merged = api.put("/keys", &update(true)).await.expect(200);
    assert_eq!(statuses(&merged["keys"][0]["translations"][1]), [7101, 7102]);
    api.delete("/custom_translation_statuses/7101").await.expect(200);
    assert_eq!(statuses(&api.translation(&id).await), [7102]);
    let options = json!({
        "format": "json", "original_filenames": false, "custom_translation_status_ids": ["7101"],
    });
    let file = api.export(options).await["locale/de.json"].clone();
    assert_eq!(file, "{}", "no text has it any more");
    let body = json!({ "translation": "x", "custom_translation_status_ids": [7101] });
    let refused = api.put("/translations/310102", &body).await;
    assert_eq!(refused.violations(), ["custom_translation_status_ids"]);
}

#[tokio::test]
async fn a_project_may_allow_one_status_only() {
    let api = Api::start().await;
    let opal = "opal-1180.26";
    let mut ids = Vec::new();
    for title in ["One", "Two"] {
        let body = json!({ "title": title, "color": "#61bd4f" });
        let path = "/custom_translation_statuses";
        let created = api.of(opal, Method::POST, path, body).await.expect(200);
        ids.push(created["custom_translation_status"]["status_id"].clone());
    }
    let key = |ids: &[Value]| {
        json!({ "keys": [{ "key_name": "k", "platforms": ["web"], "translations": [
        { "language_iso": "en", "translation": "Text", "custom_translation_status_ids": ids },
    ] }] })
    };
    let refused = api.of(opal, Method::POST, "/keys", key(&ids)).await;
    assert_eq!(refused.violations(), ["keys.0.translations.0.custom_translation_status_ids"]);
    let created = api.of(opal, Method::POST, "/keys", key(&ids[..1])).await.expect(200);
    let update = json!({ "keys": [{ "key_id": created["keys"][0]["key_id"], "translations": [{
        "language_iso": "en", "translation": "Text",
        "custom_translation_status_ids": [ids[1]], "merge_custom_translation_statuses": true,
    }] }] });
    let refused = api.of(opal, Method::PUT, "/keys", update).await;
    assert_eq!(refused.violations(), ["keys.0.translations.0.custom_translation_status_ids"]);
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

fn key(texts: &[(&str, &str)]) -> Value {
    let texts = texts.iter();
    let translations: Vec<_> =
        texts.map(|(iso, text)| json!({ "language_iso": iso, "translation": text })).collect();
    json!({ "key_name": "fresh", "platforms": ["web"], "translations": translations })
}

#[tokio::test]
async fn a_new_base_text_leaves_the_empty_ones_unverified() {
    let api = Api::start().await;
    let mut empty = key(&[]);
    empty["is_plural"] = json!(true);
    let forms = json!({ "one": "", "other": "" });
    empty["translations"] = json!([{ "language_iso": "en", "translation": forms }]);
    // The order in which they are sent does not matter.
    let new = key(&[("de", "Neu"), ("en", "New")]);
    for (number, (mut new, expected)) in [
        (new.clone(), [false, false, true]),
        (key(&[]), [false; 3]),
        (key(&[("de", "Neu"), ("en", "")]), [false; 3]),
        (empty, [false; 3]),
    ]
    .into_iter()
    .enumerate()
    {
        new["key_name"] = json!(format!("fresh.{number}"));
        assert_eq!(marks(&api.new_key(new.clone()).await), expected, "{new}");
    }
    // A project may be set otherwise.
    let body = json!({ "keys": [new] });
    let created = api.of("opal-1180.26", Method::POST, "/keys", body).await.expect(200);
    assert_eq!(marks(&created["keys"][0]), [false; 3]);
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
