//! Exports: what bundles contain.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use serde_json::{Value, json};

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
    let requests = r#"
PUT /keys/3103 {"is_archived": true} -> 200
POST /keys {"keys": [{"key_name": "app.ios", "platforms": ["ios"], "tags": ["ios"]}]} -> 200
"#;
    api.run(requests).await;
    for (filter, expected) in [
        (
            json!({}),
            json!({ "app.ios": "", "app.name": "Garnet", "app.quit": "Quitter", "cart": {
                "empty": "", "total": "Total" }, "start.button": "",
                "start.title": "Bienvenue", "support.hint": "" }),
        ),
        (
            json!({ "exclude_tags": ["start"], "export_empty_as": "skip" }),
            json!({ "app.name": "Garnet", "app.quit": "Quitter", "cart": { "total": "Total" } }),
        ),
        (
            json!({ "include_tags": ["ios", "start"], "all_platforms": false,
                "export_empty_as": "base" }),
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
