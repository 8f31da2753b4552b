//! Exports and webhooks.

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
        let url = self.bundle_url(&options).await;
        assert!(url.starts_with(self.sandbox.bundle_url()));
        self.open(&url).await
    }
}

fn names(files: &BTreeMap<String, String>) -> Vec<&str> {
    files.keys().map(String::as_str).collect()
}

#[tokio::test]
async fn files_are_written_as_options_say() {
    let api = Api::start().await;
    let files = api.export(json!({ "format": "json", "filter_langs": ["de"] })).await;
    assert!(files["de/app/strings.properties"].starts_with("{\n"), "whatever the extension");
    let json: Value = serde_json::from_str(&files["locales/de.json"]).unwrap();
    assert_eq!(json["cart"]["total"], "Summe");
    assert!(files["locales/de.json"].contains(r"https:\/\/"), "slashes are escaped by default");
    assert!(files["locales/de.json"].starts_with("{\n    \""), "four blanks by default");

    let options = json!({ "format": "json", "original_filenames": false, "export_sort": "z_a",
        "export_empty_as": "skip", "indentation": "2sp", "add_newline_eof": true,
        "json_unescaped_slashes": true, "exclude_tags": ["start"] });
    let files = api.export(options).await;
    assert_eq!(
        files["locale/fr.json"],
        "{\n  \"cart\": {\n    \"total\": \"Total\"\n  },\n  \"app.quit\": \"Quitter\",\n  \
         \"app.name\": \"Garnet\"\n}\n"
    );
    assert!(files["locale/de.json"].contains("https://"));
}

#[tokio::test]
async fn keys_and_translations_are_filtered() {
    let api = Api::start().await;
    let french = async |changes: Value| {
        let mut options =
            json!({ "format": "json", "original_filenames": false, "filter_langs": ["fr"] });
        options.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        let files = api.export(options).await;
        let json: Value = serde_json::from_str(&files["locale/fr.json"]).unwrap();
        json
    };
    assert_eq!(french(json!({ "include_tags": ["start"] })).await.as_object().unwrap().len(), 2);
    for (empty, hint) in [("base", "Ask us anything"), ("empty", "")] {
        assert_eq!(french(json!({ "export_empty_as": empty })).await["support.hint"], hint);
    }
    assert_eq!(french(json!({ "filter_data": ["nonhidden"] })).await.get("support.hint"), None);
    for (filter, expected) in [
        (json!({ "filter_data": ["reviewed"] }), json!({ "start.title": "Bienvenue" })),
        (
            json!({ "custom_translation_status_ids": ["7102"] }),
            json!({ "start.title": "Bienvenue" }),
        ),
        (json!({ "filter_filenames": ["__unassigned__"] }), json!({ "support.hint": "" })),
    ] {
        assert_eq!(french(filter).await, expected);
    }
    assert_eq!(french(json!({})).await["cart"]["total"], "Total");
    api.put("/keys/3104", &json!({ "is_archived": true })).await.expect(200);
    assert_eq!(french(json!({})).await["cart"].get("total"), None, "it is archived");
}

#[tokio::test]
async fn an_export_that_matches_no_key_fails() {
    let api = Api::start().await;
    let options = json!({ "format": "json", "include_tags": ["nobody's"] });
    let message = api.post("/files/download", &options).await.refused(406);
    let started = api.post("/files/async-download", &options).await.expect(200);
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
    let options = json!({ "format": "json", "webhook_url": hook });
    let url = api.bundle_url(&options).await;
    let body: Value = serde_json::from_str(&received.recv().await.unwrap()).unwrap();
    assert_eq!(body["bundle_url"], url);

    api.post("/files/async-download", &options).await.expect(200);
    let body: Value = serde_json::from_str(&received.recv().await.unwrap()).unwrap();
    assert_eq!(api.open(body["bundle_url"].as_str().unwrap()).await.len(), 9);
}

#[tokio::test]
async fn names_and_files_are_those_of_the_web_if_the_key_is_for_it() {
    let api = Api::start().await;
    let opal = "opal-1180.26";
    let key = |web: &str, platforms: Value| {
        json!({
            "key_name": { "ios": format!("I{web}"), "android": "A", "web": web, "other": "O" },
            "platforms": platforms, "filenames": { "ios": "i.strings", "web": "w.json" },
            "translations": [{ "language_iso": "en", "translation": "Text" }],
        })
    };
    let keys = json!({ "keys": [key("W", json!(["ios", "web"])), key("X", json!(["ios"]))] });
    api.of(opal, Method::POST, "/keys", keys).await.expect(200);
    for (options, expected) in [
        (json!({}), json!({ "en/i.strings": "IX", "en/w.json": "W" })),
        (json!({ "all_platforms": false }), json!({ "en/w.json": "W" })),
    ] {
        let mut options = options;
        options["format"] = json!("json");
        options["filter_langs"] = json!(["en"]);
        let bundle = api.of(opal, Method::POST, "/files/download", options).await;
        let url = bundle.expect(200)["bundle_url"].clone();
        let files = api.open(url.as_str().unwrap()).await;
        let names = files.iter().map(|(name, content)| {
            let content: Value = serde_json::from_str(content).unwrap();
            (name, content.as_object().unwrap().keys().next().cloned())
        });
        assert_eq!(json!(names.collect::<BTreeMap<_, _>>()), expected);
    }
}

#[tokio::test]
async fn options_say_the_names_of_files() {
    let api = Api::start().await;
    let strings = |prefix: &str, languages: &[&str]| {
        json!({ "filter_filenames": ["app/strings.properties"], "directory_prefix": prefix,
            "filter_langs": languages })
    };
    let structure = |structure: &str| {
        json!({ "original_filenames": false, "bundle_structure": structure,
            "filter_langs": ["en", "de"] })
    };
    let mapped = json!({ "filter_langs": ["de"],
        "language_mapping": [{ "original_language_iso": "de", "custom_language_iso": "de-AT" }] });
    let all = ["en", "de", "fr"];
    for (mut options, expected) in [
        (mapped, "de-AT/app/strings.properties de-AT/no_filename.json locales/de-AT.json"),
        (strings("%LANG_ISO%", &["de"]), "de/app/strings.properties"),
        (strings("out/%LANG_ISO%/", &["de"]), "out/de/app/strings.properties"),
        (strings("out", &["de"]), "out/app/strings.properties"),
        // Files of one name are all there.
        (
            strings("", &all),
            "app/strings.properties app/strings_de.properties app/strings_fr.properties",
        ),
        (structure("all.%FORMAT%"), "all.json all_de.json"),
        (structure(""), "locale/de.json locale/en.json"),
        (structure("%LANG_ISO%/"), "de/de.json en/en.json"),
        (
            structure("%PROJECT_NAME%/%LANG_NAME%.%FORMAT%"),
            "Garnet/English.json Garnet/German.json",
        ),
    ] {
        options["format"] = json!("json");
        let files = api.export(options.clone()).await;
        assert_eq!(names(&files).join(" "), expected, "{options}");
        if let Some(file) = files.get("app/strings_de.properties") {
            assert!(file.contains("Beenden"), "{files:?}");
        }
    }
}
