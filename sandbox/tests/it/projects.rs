//! Projects: new ones, the list, one by one, and what becomes of them.

use std::time::Duration;

use l10n_sandbox::{Preset, Sandbox};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, Reply, has};

impl Api {
    /// A request about projects that names none.
    async fn projects(&self, method: Method, query: &str, body: Value) -> Reply {
        let url = format!("{}/projects{query}", self.sandbox.base_url());
        let request = self.request(method, &url);
        match body {
            Value::Null => self.send(request).await,
            body => self.send(request.json(&body)).await,
        }
    }

    async fn projects_listed(&self, query: &str) -> Vec<Value> {
        let list = self.projects(Method::GET, query, Value::Null).await;
        list.expect(200)["projects"].as_array().unwrap().clone()
    }

    async fn names(&self, query: &str) -> Vec<String> {
        let projects = self.projects_listed(query).await.into_iter();
        let name = |project: Value| project["name"].as_str().unwrap().to_owned();
        projects.map(name).collect()
    }

    async fn new_project(&self, body: Value) -> Value {
        let created = self.projects(Method::POST, "", body).await;
        created.expect(200)
    }

    async fn statistics(&self) -> Value {
        self.get("").await.expect(200)["statistics"].clone()
    }
}

#[tokio::test]
async fn a_caller_sees_their_projects_by_name() {
    let api = Api::start().await;
    api.new_project(json!({ "name": "beryl" })).await;
    assert_eq!(api.names("").await, ["Basalt", "beryl", "Garnet", "Opal"]);
    let second = api.projects(Method::GET, "?limit=3&page=2", Value::Null).await;
    assert_eq!(second.header("x-pagination-total-count"), "4");
    assert_eq!(second.header("x-pagination-page-count"), "2");
    let second = second.expect(200);
    assert_eq!(second["projects"].as_array().unwrap().len(), 1);
    assert_eq!(second["projects"][0]["name"], "Opal");

    let token = api.sandbox.tokens().outsider;
    api.use_token(token);
    assert_eq!(api.names("").await, ["Onyx"]);
}

#[tokio::test]
async fn the_list_is_filtered_and_leaves_parts_out() {
    let api = Api::start().await;
    let names = api.names("?filter_names=Opal,Garnet,Onyx").await;
    assert_eq!(names, ["Garnet", "Opal"]);
    assert_eq!(api.names("?filter_team_id=501").await.len(), 3);
    assert_eq!(api.names("?filter_team_id=502").await, [""; 0]);

    let whole = &api.projects_listed("?include_statistics=1").await[1];
    assert_eq!(whole, &api.get("").await.expect(200));
    assert_eq!(whole["settings"]["branching"], true);
    assert_eq!(whole["statistics"]["keys_total"], 8);
    let part = &api.projects_listed("?include_statistics=0").await[1];
    assert_eq!(part.get("statistics"), None);
    assert_eq!(part["settings"], whole["settings"]);
    let part = &api.projects_listed("?include_settings=0").await[1];
    assert_eq!(part.get("settings"), None);
    assert_eq!(part["statistics"], whole["statistics"]);
    let wrong = api.projects(Method::GET, "?include_settings=yes", Value::Null).await;
    assert_eq!(wrong.violations(), ["include_settings"]);
}

#[tokio::test]
async fn name_and_description_change_and_what_is_not_sent_stays() {
    let api = Api::start().await;
    let change = json!({ "name": "Garnet 2", "description": "Red" });
    let changed = api.put("", &change).await.expect(200);
    assert_eq!((&changed["name"], &changed["description"]), (&json!("Garnet 2"), &json!("Red")));
    assert_eq!(changed["statistics"]["keys_total"], 8);
    let changed = api.put("", &json!({ "name": "Garnet" })).await.expect(200);
    assert_eq!(changed["description"], "Red");
    assert_eq!(api.get("").await.expect(200), changed);
    assert_eq!(api.put("", &json!({ "name": "" })).await.violations(), ["name"]);
    assert_eq!(api.put("", &json!({})).await.violations(), ["name"]);
}

#[tokio::test]
async fn statistics_follow_the_texts() {
    let api = Api::start().await;
    let before = api.statistics().await;
    has(&before, json!({ "base_words": 20, "team": 5, "progress_total": 66 }));
    let language = |iso, id, progress, words_to_do| {
        json!({
            "language_id": id, "language_iso": iso,
            "progress": progress, "words_to_do": words_to_do,
        })
    };
    let languages =
        [language("en", 640, 100, 0), language("de", 666, 75, 5), language("fr", 673, 25, 15)];
    assert_eq!(before["languages"], json!(languages));
    has(&before["qa_issues"], json!({ "not_reviewed": 6, "unverified": 3 }));
    assert_eq!(before["qa_issues_total"], 9);

    let key = json!({
        "key_name": "more", "platforms": ["web"],
        "translations": [
            { "language_iso": "en", "translation": "one two three four five" },
            { "language_iso": "de", "translation": "eins  zwei" },
        ],
    });
    api.new_key(key).await;
    let after = api.statistics().await;
    assert_eq!((&after["base_words"], &after["keys_total"]), (&json!(25), &json!(9)));
    assert_eq!(after["languages"][1], language("de", 666, 80, 5));
    assert_eq!(after["languages"][2], language("fr", 673, 20, 20));
    assert_eq!(after["progress_total"], 66, "50 of 75");
    assert_eq!(after["qa_issues"]["double_space"], 0);
    let issues = after["qa_issues"].as_object().unwrap().values();
    let sum: u64 = issues.map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(after["qa_issues_total"], sum);
}

#[tokio::test]
async fn emptying_takes_the_keys_of_one_branch() {
    let api = Api::start().await;
    let start = "garnet-7041.26:feature%2Fstart";
    let emptied = api.of(start, Method::PUT, "/empty", Value::Null).await;
    let emptied = emptied.expect(200);
    has(&emptied, json!({ "branch": "feature/start", "keys_deleted": true }));
    for (list, total) in [
        ("/keys", "0"),
        ("/translations", "0"),
        ("/comments", "0"),
        ("/files", "0"),
        ("/languages", "3"),
    ] {
        let reply = api.of(start, Method::GET, list, Value::Null).await;
        assert_eq!(reply.header("x-total-count"), total, "{list}");
    }
    assert_eq!(api.get("/keys").await.header("x-total-count"), "8");
    assert_eq!(api.get("/comments").await.header("x-total-count"), "3");
    assert_eq!(api.get("/contributors").await.header("x-total-count"), "5");
    let project = api.of(start, Method::GET, "", Value::Null).await.expect(200);
    assert_eq!(project["statistics"]["base_words"], 0);

    // One that is too large for an export at once is not so any more.
    let large = api.sandbox.project().large_project_id;
    let export = json!({ "format": "json" });
    let download = |export| api.of(large, Method::POST, "/files/download", export);
    download(export.clone()).await.refused(413);
    api.of(large, Method::PUT, "/empty", json!({})).await.expect(200);
    download(export).await.refused(406);
}

#[tokio::test]
async fn a_deleted_project_is_gone_with_all_that_it_had() {
    let builder = Sandbox::builder().variants(Preset::Sample).step(Duration::from_millis(1));
    let api = Api::with(builder).await;
    // Work that is under way ends without its project.
    let upload = json!({ "data": "e30=", "filename": "a.json", "lang_iso": "en" });
    api.post("/files/upload", &upload).await.expect(202);
    let deleted = api.delete("").await.expect(200);
    assert_eq!(deleted, json!({ "project_id": "garnet-7041.26", "project_deleted": true }));
    for path in ["", "/keys", "/keys/3101", "/contributors/me", "/branches", "/languages/640"] {
        api.get(path).await.refused(404);
    }
    let uuid = api.sandbox.project().uuid.to_string();
    api.of(&uuid, Method::GET, "/comments", Value::Null).await.refused(404);
    api.delete("").await.refused(404);
    assert_eq!(api.names("").await, ["Basalt", "Opal"]);
    let opal = api.of("opal-1180.26", Method::GET, "", Value::Null).await;
    assert_eq!(opal.expect(200)["name"], "Opal");
}

#[tokio::test]
async fn a_new_project_has_english_and_its_creator() {
    let api = Api::start().await;
    let created = api.new_project(json!({ "name": "Beryl" })).await;
    let id = created["project_id"].as_str().unwrap();
    has(
        &created,
        json!({
            "base_language_iso": "en", "description": "", "project_type": "localization_files",
            "created_by_email": "owner@sandbox.test",
        }),
    );
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
    for list in ["branches", "custom_translation_statuses"] {
        let none = api.of(id, Method::GET, &format!("/{list}"), Value::Null).await;
        assert_eq!(none.expect(200)[list], json!([]));
    }
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
    for (name, value) in [
        ("description", json!("Strings")),
        ("base_language_iso", json!("de-AT")),
        ("base_language_id", json!(666)),
        ("project_type", json!("marketing")),
    ] {
        assert_eq!(created[name], value, "{name}");
    }
    has(&created["settings"], json!({ "segmentation": true, "branching": false }));
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

#[tokio::test]
async fn statistics_follow_every_change() {
    let api = Api::start().await;
    let german = api.get("/languages").await.expect(200)["languages"][1]["lang_id"].clone();
    let import = json!({ "data": "eyJhIjoiMSAgKGIifQ==", "filename": "a.json", "lang_iso": "en" });
    for (method, path, body) in [
        (Method::PUT, "/translations/310102".to_owned(), json!({ "translation": "Zwei  (2" })),
        (Method::PUT, "/translations/310101".to_owned(), json!({ "translation": "Now three" })),
        (Method::POST, "/files/upload".to_owned(), import),
        (Method::POST, "/languages".to_owned(), json!({ "languages": [{ "lang_iso": "nl" }] })),
        (Method::DELETE, format!("/languages/{german}"), Value::Null),
        (Method::DELETE, "/keys/3102".to_owned(), Value::Null),
    ] {
        let counted = api.statistics().await;
        let reply = api.of("garnet-7041.26", method, &path, body).await;
        assert!(reply.status.is_success(), "{path}: {}", reply.body);
        if let Some(id) = reply.body["process"]["process_id"].as_str() {
            api.ended(id).await;
        }
        let now = api.statistics().await;
        assert_ne!(now, counted, "{path}");
        // As if they were counted for the first time.
        let (_, data) = api.control(Method::GET, "/state/data", Value::Null).await;
        assert_eq!(api.control(Method::PUT, "/state/data", data).await.0, 204);
        assert_eq!(api.statistics().await, now, "{path}");
    }
}
