//! Exports: what bundles contain, and whom they are announced to.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use axum::Router;
use axum::routing::post;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::support::{Api, has};

impl Api {
    pub(crate) async fn bundle_url(&self, options: &Value) -> String {
        let body = self.post("/files/download", options).await.expect(200);
        body["bundle_url"].as_str().unwrap().to_owned()
    }

    /// The files of a bundle.
    pub(crate) async fn open(&self, url: &str) -> BTreeMap<String, String> {
        let bytes = self.http.get(url).send().await.unwrap().bytes().await.unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut files = BTreeMap::new();
        for index in 0..archive.len() {
            let mut file = archive.by_index(index).unwrap();
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            files.insert(file.name().unwrap().into_owned(), text);
        }
        files
    }

    pub(crate) async fn export(&self, options: Value) -> BTreeMap<String, String> {
        self.open(&self.bundle_url(&options).await).await
    }
}

/// Options of an export of JSON.
fn options(mut options: Value) -> Value {
    options["format"] = json!("json");
    options
}

#[tokio::test]
async fn keys_and_translations_are_filtered() {
    let api = Api::start().await;
    api.put("/keys/3103", &json!({ "is_archived": true })).await.expect(200);
    for (filter, expected) in [
        (
            json!({}),
            json!({ "app.name": "Garnet", "app.quit": "Quitter", "cart": { "empty": "",
                "total": "Total" }, "start.button": "", "start.title": "Bienvenue",
                "support.hint": "" }),
        ),
        (
            json!({ "exclude_tags": ["start"], "export_empty_as": "skip" }),
            json!({ "app.name": "Garnet", "app.quit": "Quitter", "cart": { "total": "Total" } }),
        ),
        (
            json!({ "include_tags": ["start"], "export_empty_as": "base" }),
            json!({ "start.button": "Get started", "start.title": "Bienvenue" }),
        ),
        (
            json!({ "include_tags": ["start"], "filter_data": ["untranslated"] }),
            json!({ "start.button": "" }),
        ),
        (json!({ "filter_data": ["reviewed", "verified"] }), json!({ "start.title": "Bienvenue" })),
        (
            json!({ "filter_data": ["translated", "nonhidden"], "filter_filenames":
                ["app/strings.properties", "__unassigned__"] }),
            json!({ "app.name": "Garnet", "app.quit": "Quitter" }),
        ),
        (
            json!({ "custom_translation_status_ids": ["7102"] }),
            json!({ "start.title": "Bienvenue" }),
        ),
        (json!({ "filter_filenames": ["__unassigned__"] }), json!({ "support.hint": "" })),
    ] {
        let mut options = options(filter);
        options["original_filenames"] = json!(false);
        options["filter_langs"] = json!(["fr"]);
        let files = api.export(options.clone()).await;
        let file: Value = serde_json::from_str(&files["locale/fr.json"]).unwrap();
        assert_eq!(file, expected, "{options}");
    }
    let nothing = options(json!({ "include_tags": ["nobody's"] }));
    let message = api.post("/files/download", &nothing).await.refused(406);
    let started = api.post("/files/async-download", &nothing).await.expect(200);
    let process = api.ended(started["process_id"].as_str().unwrap()).await;
    has(&process, json!({ "status": "failed", "message": message }));
}

/// The address of a server that webhooks call.
pub(crate) async fn listen(app: Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    address
}

#[tokio::test]
async fn a_webhook_gets_the_link_of_the_bundle() {
    let (sender, mut received) = mpsc::unbounded_channel();
    let app = Router::new()
        .route("/hook", post(move |body: String| async move { sender.send(body).unwrap() }));
    let hook = format!("{}/hook", listen(app).await);

    let api = Api::start().await;
    let options = options(json!({ "webhook_url": hook }));
    let url = api.bundle_url(&options).await;
    let body: Value = serde_json::from_str(&received.recv().await.unwrap()).unwrap();
    assert_eq!(body["bundle_url"], url);

    let started = api.post("/files/async-download", &options).await.expect(200);
    let body: Value = serde_json::from_str(&received.recv().await.unwrap()).unwrap();
    assert_eq!(api.open(body["bundle_url"].as_str().unwrap()).await.len(), 9);
    let process = api.ended(started["process_id"].as_str().unwrap()).await;
    has(&process["details"], json!({ "total_number_of_keys": 8, "items_processed": 8 }));
    assert_eq!(process["details"]["download_url"], body["bundle_url"]);
}

#[tokio::test]
async fn names_and_files_are_those_of_the_web_if_the_key_is_for_it() {
    let api = Api::start().await;
    let opal = "opal-1180.26";
    let key = |web: &str, platforms: Value| {
        json!({
            "key_name": { "ios": format!("I{web}"), "android": "A", "web": web, "other": "O" },
            "platforms": platforms, "filenames": { "ios": "i.strings", "web": "w.json" },
        })
    };
    let keys = json!({ "keys": [key("W", json!(["ios", "web"])), key("X", json!(["ios"]))] });
    api.of(opal, Method::POST, "/keys", keys).await.expect(200);
    for (all_platforms, expected) in [
        (
            true,
            json!({ "en/i.strings": "{\n  \"IX\": \"\"\n}", "en/w.json": "{\n  \"W\": \"\"\n}" }),
        ),
        (false, json!({ "en/w.json": "{\n  \"W\": \"\"\n}" })),
    ] {
        let options = options(json!({ "all_platforms": all_platforms, "filter_langs": ["en"] }));
        let bundle = api.of(opal, Method::POST, "/files/download", options).await;
        let url = bundle.expect(200)["bundle_url"].clone();
        assert_eq!(json!(api.open(url.as_str().unwrap()).await), expected);
    }
}

#[tokio::test]
async fn options_say_the_names_of_files() {
    let api = Api::start().await;
    let structure = |structure: &str| {
        json!({ "original_filenames": false, "bundle_structure": structure,
            "filter_langs": ["en", "de"] })
    };
    for (names, expected) in [
        (
            json!({ "filter_langs": ["de"], "language_mapping": [
                { "original_language_iso": "de", "custom_language_iso": "de-AT" }] }),
            "de-AT/app/strings.properties de-AT/no_filename.json locales/de-AT.json",
        ),
        (
            json!({ "filter_filenames": ["app/strings.properties"], "filter_langs": ["de"],
                "directory_prefix": "out/%LANG_ISO%/" }),
            "out/de/app/strings.properties",
        ),
        (structure(""), "locale/de.json locale/en.json"),
        (
            structure("%PROJECT_NAME%/%LANG_NAME%.%FORMAT%"),
            "Garnet/English.json Garnet/German.json",
        ),
        (structure("all.json"), "all.json"),
    ] {
        let files = api.export(options(names)).await;
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(names.join(" "), expected);
    }
}
