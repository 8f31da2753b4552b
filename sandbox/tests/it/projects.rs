//! Projects: new ones, the list, one by one, and what becomes of them.

use std::time::Duration;

use l10n_sandbox::{Preset, Sandbox};
use reqwest::Method;
use serde_json::Value;

use crate::support::Api;

impl Api {
    async fn statistics(&self) -> Value {
        self.get("").await.expect(200)["statistics"].clone()
    }
}

#[tokio::test]
async fn a_caller_sees_their_projects_by_name() {
    let api = Api::start().await;
    api.run(
        r#"
POST //projects {"name": "beryl"} -> 200
GET //projects -> 200 {"projects": [{"name": "Basalt"}, {"name": "beryl"}, {"name": "Garnet"},
  {"name": "Opal"}]}
GET //projects?limit=3&page=2 -> 200 {"projects": [{"name": "Opal"}]}
GET //projects?limit=3&page=2 -> 200 total 4
GET //projects?filter_names=Opal,Garnet,Onyx -> 200 {"projects": [{"name": "Garnet"},
  {"name": "Opal"}]}
GET //projects?filter_team_id=501 -> 200 total 4
GET //projects?filter_team_id=502 -> 200 total 0
GET //projects?filter_names=Opal&include_statistics=0 -> 200 {"projects": [{"statistics": null,
  "settings": {"branching": true}}]}
GET //projects?filter_names=Opal&include_settings=0 -> 200 {"projects": [{"settings": null,
  "statistics": {"keys_total": 0}}]}
GET //projects?include_settings=yes -> 400 include_settings
"#,
    )
    .await;
    let list = api.run("GET //projects?filter_names=Garnet&include_statistics=1 -> 200").await;
    assert_eq!(list["projects"][0], api.get("").await.expect(200));
    api.use_token(api.sandbox.tokens().outsider);
    api.run(r#"GET //projects -> 200 {"projects": [{"name": "Onyx"}]}"#).await;
}

#[tokio::test]
async fn name_and_description_change_and_what_is_not_sent_stays() {
    let requests = r#"
PUT / {"name": "Garnet 2", "description": "Red"} -> 200 {"name": "Garnet 2", "description": "Red",
  "statistics": {"keys_total": 8}}
PUT / {"name": "Garnet"} -> 200 {"description": "Red"}
GET / -> 200 {"name": "Garnet", "description": "Red"}
PUT / {"name": ""} -> 400 name
PUT / {} -> 400 name
"#;
    Api::start().await.run(requests).await;
}

#[tokio::test]
async fn statistics_follow_the_texts() {
    let requests = r#"
GET / -> 200 {"statistics": {"base_words": 20, "team": 5, "progress_total": 66, "languages": [
  {"language_id": 640, "language_iso": "en", "progress": 100, "words_to_do": 0},
  {"language_id": 666, "language_iso": "de", "progress": 75, "words_to_do": 5},
  {"language_id": 673, "language_iso": "fr", "progress": 25, "words_to_do": 15}],
  "qa_issues_total": 9, "qa_issues": {"not_reviewed": 6, "unverified": 3, "double_space": 0}}}
POST /keys {"keys": [{"key_name": "more", "platforms": ["web"], "translations": [
  {"language_iso": "en", "translation": "one two three four five"},
  {"language_iso": "de", "translation": "eins  zwei"}]}]} -> 200 {"errors": []}
GET / -> 200 {"statistics": {"base_words": 25, "keys_total": 9, "progress_total": 66, "languages": [
  {}, {"progress": 80, "words_to_do": 5}, {"progress": 20, "words_to_do": 20}],
  "qa_issues": {"double_space": 0}}}
"#;
    Api::start().await.run(requests).await;
}

#[tokio::test]
async fn emptying_takes_the_keys_of_one_branch() {
    let api = Api::start().await;
    // An export is too large at first.
    let large = api.sandbox.project().large_project_id;
    let requests = r#"
PUT :feature%2Fstart/empty -> 200 {"branch": "feature/start", "keys_deleted": true}
GET :feature%2Fstart/keys -> 200 total 0
GET :feature%2Fstart/translations -> 200 total 0
GET :feature%2Fstart/comments -> 200 total 0
GET :feature%2Fstart/files -> 200 total 0
GET :feature%2Fstart/languages -> 200 total 3
GET :feature%2Fstart -> 200 {"statistics": {"base_words": 0}}
GET /keys -> 200 total 8
GET /comments -> 200 total 3
GET /contributors -> 200 total 5
POST LARGE/files/download {"format": "json"} -> 413
PUT LARGE/empty {} -> 200
POST LARGE/files/download {"format": "json"} -> 406
"#;
    api.run(&requests.replace("LARGE", large)).await;
}

#[tokio::test]
async fn a_deleted_project_is_gone_with_all_that_it_had() {
    let builder = Sandbox::builder().variants(Preset::Sample).step(Duration::from_millis(1));
    let api = Api::with(builder).await;
    // Work that is under way ends without its project.
    let requests = r#"
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "en"} -> 202
DELETE / -> 200 {"project_id": "garnet-7041.26", "project_deleted": true}
DELETE / -> 404
GET / -> 404
GET /keys/3101 -> 404
GET /contributors/me -> 404
GET UUID/comments -> 404
GET //projects -> 200 {"projects": [{"name": "Basalt"}, {"name": "Opal"}]}
"#;
    api.run(&requests.replace("UUID", &api.sandbox.project().uuid.to_string())).await;
}

#[tokio::test]
async fn a_new_project_has_english_and_its_creator() {
    let api = Api::start().await;
    let requests = r#"
POST //projects {"name": "Beryl"} -> 200 {"base_language_iso": "en", "description": "",
  "project_type": "localization_files", "created_by_email": "owner@sandbox.test",
  "settings": {"branching": false}, "statistics": {"progress_total": 0, "keys_total": 0,
  "base_words": 0, "team": 1, "qa_issues_total": 0}}
"#;
    let created = api.run(requests).await;
    let id = created["project_id"].as_str().unwrap();
    assert_eq!(api.run(&format!("GET {id} -> 200")).await, created);
    let requests = r#"
GET ID/contributors/me -> 200 {"contributor": {"is_admin": true}}
GET ID/branches -> 200 {"branches": []}
GET ID/custom_translation_statuses -> 200 {"custom_translation_statuses": []}
POST ID/keys {"keys": [{"key_name": "a", "platforms": ["web"]}]} -> 200 {"keys": [
  {"translations": [{}]}]}
"#;
    api.run(&requests.replace("ID", id)).await;
}

#[tokio::test]
async fn a_new_project_has_the_languages_it_was_given() {
    let api = Api::start().await;
    let requests = r#"
POST //projects {"name": "Beryl", "description": "Strings", "team_id": 501, "languages": [
  {"lang_iso": "en"}, {"lang_iso": "de", "custom_iso": "de-AT", "custom_name": "Austrian"}],
  "base_lang_iso": "de-AT", "project_type": "marketing", "is_segmentation_enabled": true} -> 200 {
  "description": "Strings", "base_language_iso": "de-AT", "base_language_id": 666,
  "project_type": "marketing", "settings": {"segmentation": true, "branching": false}}
"#;
    let created = api.run(requests).await;
    let requests = r#"
GET ID/languages -> 200 {"languages": [{"lang_name": "Austrian"}, {"lang_iso": "en"}],
  "branch": null}
"#;
    api.run(&requests.replace("ID", created["project_id"].as_str().unwrap())).await;
}

#[tokio::test]
async fn what_no_project_can_be_made_of_is_refused() {
    let api = Api::start().await;
    let requests = r#"
POST //projects {"name": ""} -> 400 name
POST //projects {"name": null} -> 400 name
POST //projects {"name": "B", "base_lang_iso": "de"} -> 400 base_lang_iso
POST //projects {"name": "B", "languages": [{"lang_iso": "de"}]} -> 400 base_lang_iso
POST //projects {"name": "B", "languages": [{"lang_iso": "en"}, {"lang_iso": "xx"}]} -> 400
  languages.1.lang_iso
POST //projects {"name": "B", "languages": [{"lang_iso": "en"}, {"lang_iso": "en",
  "custom_iso": "e"}]} -> 400 languages.1.lang_iso
POST //projects {"name": "B", "languages": [{"lang_iso": "en"}, {"lang_iso": "de",
  "custom_iso": "en"}]} -> 400 languages.1.custom_iso
POST //projects {"name": "B", "languages": [{"lang_iso": "en"}, {"lang_iso": "de",
  "custom_plural_forms": ["some"]}]} -> 400 languages.1.custom_plural_forms
POST //projects {"name": "B", "project_type": "other"} -> 400 project_type
POST //projects {"name": "B", "team_id": 502} -> 403
GET //projects -> 200 total 3
"#;
    api.run(requests).await;
    let tokens = api.sandbox.tokens();
    for token in [tokens.read_only, tokens.translator] {
        api.use_token(token);
        api.run(r#"POST //projects {"name": "Beryl"} -> 403"#).await;
    }
}

#[tokio::test]
async fn statistics_follow_every_change() {
    let api = Api::start().await;
    for change in [
        r#"PUT /translations/310102 {"translation": "Zwei  (2"} -> 200"#,
        r#"PUT /translations/310101 {"translation": "Now three"} -> 200"#,
        r#"POST /files/upload {"data": "eyJhIjoiMSAgKGIifQ==", "filename": "a.json",
  "lang_iso": "en"} -> 202"#,
        r#"POST /languages {"languages": [{"lang_iso": "nl"}]} -> 200"#,
        "DELETE /languages/673 -> 200",
        "DELETE /keys/3102 -> 200",
    ] {
        let counted = api.statistics().await;
        if let Some(id) = api.run(change).await["process"]["process_id"].as_str() {
            api.ended(id).await;
        }
        let now = api.statistics().await;
        assert_ne!(now, counted, "{change}");
        // As if they were counted for the first time.
        let (_, data) = api.control(Method::GET, "/state/data", Value::Null).await;
        assert_eq!(api.control(Method::PUT, "/state/data", data).await.0, 204);
        assert_eq!(api.statistics().await, now, "{change}");
    }
}
