//! Languages of the service and of projects.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, has};

const PATH: &str = "/languages";
const START: &str = "garnet-7041.26:feature%2Fstart";

impl Api {
    async fn add_languages(&self, languages: Value) -> Value {
        let body = json!({ "languages": languages });
        self.post(PATH, &body).await.expect(200)
    }

    async fn codes(&self) -> Vec<String> {
        let list = self.get(PATH).await.expect(200);
        let languages = list["languages"].as_array().unwrap().iter();
        let code = |language: &Value| language["lang_iso"].as_str().unwrap().to_owned();
        languages.map(code).collect()
    }

    /// The codes of the translations of a key.
    async fn codes_of_key(&self, key: u64) -> Vec<String> {
        let key = self.get(&format!("/keys/{key}")).await.expect(200);
        let translations = key["key"]["translations"].as_array().unwrap().iter();
        let code = |it: &Value| it["language_iso"].as_str().unwrap().to_owned();
        translations.map(code).collect()
    }
}

#[tokio::test]
async fn the_service_has_languages_by_name() {
    let api = Api::start().await;
    let url = format!("{}/system/languages", api.sandbox.base_url());
    let all = api.send(api.request(Method::GET, &format!("{url}?limit=5000"))).await;
    let total: usize = all.header("x-pagination-total-count").parse().unwrap();
    let all = all.expect(200);
    assert_eq!(all.as_object().unwrap().len(), 1, "no project and no branch");
    let languages = all["languages"].as_array().unwrap();
    assert_eq!(languages.len(), total);
    let names = languages.iter().map(|it| it["lang_name"].as_str().unwrap().to_lowercase());
    assert!(names.is_sorted());
    let arabic = languages.iter().find(|it| it["lang_iso"] == "ar").unwrap();
    assert_eq!(arabic["is_rtl"], true);
    let page = api.send(api.request(Method::GET, &format!("{url}?limit=2&page=3"))).await;
    assert_eq!(page.expect(200)["languages"].as_array().unwrap(), &languages[4..6]);
}

#[tokio::test]
async fn languages_of_a_project_are_listed_by_name_and_read() {
    let api = Api::start().await;
    assert_eq!(api.codes().await, ["en", "fr", "de"], "English, French, German");
    let german = api.get("/languages/666").await.expect(200);
    has(
        &german["language"],
        json!({
            "lang_id": 666, "lang_iso": "de", "lang_name": "German", "is_rtl": false,
            "project_language_uuid": "01957a00-0000-7000-8000-000000000597",
        }),
    );
    let last = api.get("/languages?limit=2&page=2").await;
    assert_eq!(last.header("x-pagination-page-count"), "2");
    assert_eq!(last.expect(200)["languages"], json!([german["language"]]));
    api.get("/languages/803").await.refused(404);
    assert_eq!(api.get("/languages/de").await.violations(), ["lang_id"]);
}

#[tokio::test]
async fn what_can_be_added_is_added_beside_the_errors() {
    let api = Api::start().await;
    let added = api
        .add_languages(json!([
            { "lang_iso": "xx", "custom_iso": "yy" },
            { "lang_iso": "de" },
            { "lang_iso": "sq", "custom_iso": "sq-x" },
            { "lang_iso": "sq" },
            { "lang_iso": "es", "custom_iso": "fr" },
            { "lang_iso": "it", "custom_plural_forms": ["some"] },
            {
                "lang_iso": "pt_BR", "custom_name": "Brazilian",
                "custom_plural_forms": ["one", "other"],
            },
        ]))
        .await;
    assert_eq!(added["project_id"], "garnet-7041.26");
    let languages = added["languages"].as_array().unwrap().iter();
    let members = ["lang_id", "lang_iso", "lang_name", "plural_forms"];
    let languages: Vec<_> = languages.map(|it| members.map(|name| &it[name])).collect();
    assert_eq!(languages.len(), 2);
    assert_eq!(json!(languages[0][..2]), json!([803, "sq-x"]));
    assert_eq!(json!(languages[1][1..]), json!(["pt_BR", "Brazilian", ["one", "other"]]));
    let errors = added["errors"].as_array().unwrap().iter();
    let errors: Vec<_> = errors.map(|it| (&it["lang_iso"], &it["code"])).collect();
    let expected = [("xx", 400), ("de", 208), ("sq", 208), ("es", 400), ("it", 400)];
    assert_eq!(json!(errors), json!(expected));

    assert_eq!(api.codes().await, ["sq-x", "pt_BR", "en", "fr", "de"]);
    let none = api.add_languages(json!([{ "lang_iso": "it" }])).await;
    assert_eq!(none["errors"], json!([]));
}

#[tokio::test]
async fn a_new_language_is_untranslated_in_every_key() {
    let api = Api::start().await;
    let plural = json!({
        "key_name": "files", "platforms": ["web"], "is_plural": true,
        "translations": [
            { "language_iso": "en", "translation": { "one": "a file", "other": "files" } },
        ],
    });
    let plural = api.new_key(plural).await["key_id"].as_u64().unwrap();
    api.add_languages(json!([{ "lang_iso": "sq" }])).await;
    assert_eq!(api.codes_of_key(3101).await, ["en", "de", "fr", "sq"]);
    let key = api.get(&format!("/keys/{plural}")).await.expect(200);
    assert_eq!(key["key"]["translations"][3]["translation"], r#"{"one":"","other":""}"#);
    let translations = api.get("/translations?filter_lang_id=803").await;
    assert_eq!(translations.header("x-total-count"), "9");
    let translations = translations.expect(200);
    let plain = &translations["translations"][0];
    assert_eq!((&plain["translation"], &plain["is_unverified"]), (&json!(""), &json!(false)));
    let project = api.get("").await.expect(200);
    let statistics = &project["statistics"]["languages"][3];
    assert_eq!((&statistics["language_iso"], &statistics["progress"]), (&json!("sq"), &json!(0)));

    let start = api.of(START, Method::GET, PATH, Value::Null).await;
    assert_eq!(start.header("x-total-count"), "3", "branches have languages of their own");
}

#[tokio::test]
async fn another_code_shows_everywhere() {
    let api = Api::start().await;
    let change =
        json!({ "lang_iso": "de-DE", "lang_name": "German (Germany)", "plural_forms": ["other"] });
    let changed = api.put("/languages/666", &change).await.expect(200);
    let language = &changed["language"];
    for (name, value) in change.as_object().unwrap() {
        assert_eq!(language[name], *value);
    }
    assert_eq!(api.get("/languages/666").await.expect(200), changed);
    let changed = api.put("/languages/666", &json!({})).await.expect(200);
    assert_eq!(&changed["language"], language, "what is not sent stays");

    assert_eq!(api.codes_of_key(3101).await, ["en", "de-DE", "fr"]);
    let translator = api.get("/contributors/1005").await.expect(200);
    assert_eq!(translator["contributor"]["languages"][1]["lang_iso"], "de-DE");
    api.put("/languages/640", &json!({ "lang_iso": "en-x" })).await.expect(200);
    let project = api.get("").await.expect(200);
    assert_eq!(project["base_language_iso"], "en-x");
    assert_eq!(project["statistics"]["languages"][1]["language_iso"], "de-DE");

    let upload = |iso| json!({ "data": "e30=", "filename": "a.json", "lang_iso": iso });
    assert_eq!(api.post("/files/upload", &upload("de")).await.violations(), ["lang_iso"]);
    api.post("/files/upload", &upload("de-DE")).await.expect(202);
}

#[tokio::test]
async fn changes_that_leave_no_language_are_refused() {
    let api = Api::start().await;
    for (change, field) in [
        (json!({ "lang_iso": "fr" }), "lang_iso"),
        (json!({ "lang_iso": "" }), "lang_iso"),
        (json!({ "lang_name": "" }), "lang_name"),
        (json!({ "plural_forms": [] }), "plural_forms"),
        (json!({ "lang_iso": "xy", "plural_forms": ["some"] }), "plural_forms"),
    ] {
        assert_eq!(api.put("/languages/666", &change).await.violations(), [field]);
    }
    assert_eq!(api.codes().await, ["en", "fr", "de"], "nothing was changed");
    api.put("/languages/666", &json!({ "lang_iso": "de" })).await.expect(200);
    api.put("/languages/803", &json!({ "lang_iso": "x" })).await.refused(404);
}

#[tokio::test]
async fn a_removed_language_takes_all_that_was_in_it() {
    let api = Api::start().await;
    let removed = api.delete("/languages/666").await.expect(200);
    has(&removed, json!({ "branch": "master", "language_deleted": true }));
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
