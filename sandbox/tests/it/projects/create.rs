//! New projects.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

#[tokio::test]
async fn a_new_project_has_english_and_its_creator() {
    let api = Api::start().await;
    let created = api.new_project(json!({ "name": "Beryl" })).await;
    let id = created["project_id"].as_str().unwrap();
    assert_eq!(created["base_language_iso"], "en");
    assert_eq!(
        (&created["description"], &created["project_type"]),
        (&json!(""), &json!("localization_files"))
    );
    assert_eq!(created["created_by_email"], "owner@sandbox.test");
    let statistics = &created["statistics"];
    for name in ["progress_total", "keys_total", "base_words"] {
        assert_eq!(statistics[name], 0, "{name}");
    }
    assert_eq!((&statistics["team"], &statistics["qa_issues_total"]), (&json!(1), &json!(0)));
    let read = api.of(id, Method::GET, "", Value::Null).await;
    assert_eq!(read.expect(200), created);

    let own = api.of(id, Method::GET, "/contributors/me", Value::Null).await;
    assert_eq!(own.expect(200)["contributor"]["is_admin"], true);
    assert_eq!(created["settings"]["branching"], false);
    let branches = api.of(id, Method::GET, "/branches", Value::Null).await;
    assert_eq!(branches.expect(200)["branches"], json!([]));
    let statuses = api.of(id, Method::GET, "/custom_translation_statuses", Value::Null).await;
    assert_eq!(statuses.expect(200)["custom_translation_statuses"], json!([]));
    let keys = json!({ "keys": [{ "key_name": "a", "platforms": ["web"] }] });
    let keys = api.of(id, Method::POST, "/keys", keys).await.expect(200);
    let translations = keys["keys"][0]["translations"].as_array().unwrap();
    assert_eq!(translations.len(), 1);
}

#[tokio::test]
async fn a_new_project_has_the_languages_it_was_given() {
    let api = Api::start().await;
    let new = json!({
        "name": "Beryl",
        "description": "Strings",
        "team_id": 501,
        "languages": [
            { "lang_iso": "en" },
            { "lang_iso": "de", "custom_iso": "de-AT", "custom_name": "Austrian" },
        ],
        "base_lang_iso": "de-AT",
        "project_type": "marketing",
        "is_segmentation_enabled": true,
    });
    let created = api.new_project(new).await;
    assert_eq!(created["description"], "Strings");
    assert_eq!(
        (&created["base_language_iso"], &created["base_language_id"]),
        (&json!("de-AT"), &json!(666))
    );
    assert_eq!(created["project_type"], "marketing");
    assert_eq!(created["settings"]["segmentation"], true);
    assert_eq!(created["settings"]["branching"], false);
    let id = created["project_id"].as_str().unwrap();
    let languages = api.of(id, Method::GET, "/languages", Value::Null).await;
    let languages = languages.expect(200);
    assert_eq!(languages["languages"][0]["lang_name"], "Austrian");
    assert_eq!(languages["languages"][1]["lang_iso"], "en");
    assert_eq!(languages.get("branch"), None, "the project has no branches");
}

#[tokio::test]
async fn what_no_project_can_be_made_of_is_refused() {
    let api = Api::start().await;
    let refused = async |more: Value| {
        let mut new = json!({ "name": "Beryl" });
        let members = more.as_object().unwrap().clone();
        new.as_object_mut().unwrap().extend(members);
        api.projects(Method::POST, "", new).await
    };
    let languages = |second| json!({ "languages": [{ "lang_iso": "en" }, second] });
    for (more, field) in [
        (json!({ "name": "" }), "name"),
        (json!({ "name": null }), "name"),
        (json!({ "base_lang_iso": "de" }), "base_lang_iso"),
        (json!({ "languages": [{ "lang_iso": "de" }] }), "base_lang_iso"),
        (languages(json!({ "lang_iso": "xx" })), "languages.1.lang_iso"),
        (languages(json!({ "lang_iso": "en", "custom_iso": "e" })), "languages.1.lang_iso"),
        (languages(json!({ "lang_iso": "de", "custom_iso": "en" })), "languages.1.custom_iso"),
        (
            languages(json!({ "lang_iso": "de", "custom_plural_forms": ["some"] })),
            "languages.1.custom_plural_forms",
        ),
        (json!({ "project_type": "other" }), "project_type"),
    ] {
        assert_eq!(refused(more).await.violations(), [field]);
    }
    refused(json!({ "team_id": 502 })).await.refused(403);
    assert_eq!(api.names("").await.len(), 3, "none was made");

    let tokens = api.sandbox.tokens();
    for token in [tokens.read_only, tokens.translator] {
        api.use_token(token);
        let created = api.projects(Method::POST, "", json!({ "name": "Beryl" })).await;
        created.refused(403);
    }
}
