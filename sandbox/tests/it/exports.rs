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

    /// Exports JSON, or the format that the options name.
    pub(crate) async fn export(&self, options: Value) -> BTreeMap<String, String> {
        let mut options = options;
        if options["format"].is_null() {
            options["format"] = json!("json");
        }
        self.open(&self.bundle_url(&options).await).await
    }
}

/// Options of an export of French texts, and what the bundle contains.
const FILTERED: &str = r#"
{} -> {"app.ios": "", "app.name": "Garnet", "app.quit": "Quitter", "cart": {"empty": "",
  "total": "Total"}, "start.button": "", "start.title": "Bienvenue", "support.hint": ""}
{"exclude_tags": ["start"], "export_empty_as": "skip"} -> {"app.name": "Garnet",
  "app.quit": "Quitter", "cart": {"total": "Total"}}
{"include_tags": ["ios", "start"], "all_platforms": false, "export_empty_as": "base"}
  -> {"start.button": "Get started", "start.title": "Bienvenue"}
{"include_tags": ["start"], "filter_data": ["untranslated"]} -> {"start.button": ""}
{"filter_data": ["reviewed", "verified"]} -> {"start.title": "Bienvenue"}
{"filter_data": ["translated", "nonhidden"],
  "filter_filenames": ["app/strings.properties", "__unassigned__"]}
  -> {"app.name": "Garnet", "app.quit": "Quitter"}
{"custom_translation_status_ids": ["7102"]} -> {"start.title": "Bienvenue"}
"#;

#[tokio::test]
async fn keys_and_translations_are_filtered() {
    let api = Api::start().await;
    let requests = r#"
PUT /keys/3103 {"is_archived": true} -> 200
POST /keys {"keys": [{"key_name": "app.ios", "platforms": ["ios"], "tags": ["ios"]}]} -> 200
POST /files/download {"format": "json", "include_tags": ["nobody's"]} -> 406 No key matches
POST /files/async-download {"format": "json", "include_tags": ["nobody's"]} -> 200
"#;
    let started = api.run(requests).await;
    let process = api.ended(started["process_id"].as_str().unwrap()).await;
    let message = "No key matches the options of the export";
    has(&process, json!({ "status": "failed", "message": message }));
    for line in FILTERED.trim().replace("\n  ", " ").lines() {
        let (options, expected) = line.split_once(" -> ").unwrap();
        let mut options: Value = serde_json::from_str(options).unwrap();
        options["original_filenames"] = json!(false);
        options["filter_langs"] = json!(["fr"]);
        let files = api.export(options).await;
        let [file, expected] = [&files["locale/fr.json"], expected]
            .map(|text| serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(file, expected, "{line}");
    }
}

/// Options of an export, and the names in its bundle.
const NAMES: &str = r#"
{"filter_langs": ["de"], "language_mapping": [
  {"original_language_iso": "de", "custom_language_iso": "de-AT"}]}
  -> de-AT/app/strings.properties de-AT/no_filename.json locales/de-AT.json
{"filter_filenames": ["app/strings.properties"], "filter_langs": ["de"],
  "directory_prefix": "out/%LANG_ISO%/"} -> out/de/app/strings.properties
{"original_filenames": false, "bundle_structure": "", "filter_langs": ["en", "de"]}
  -> locale/de.json locale/en.json
{"original_filenames": false, "bundle_structure": "%PROJECT_NAME%/%LANG_NAME%.%FORMAT%",
  "filter_langs": ["en", "de"]} -> Garnet/English.json Garnet/German.json
{"original_filenames": false, "bundle_structure": "all.json", "filter_langs": ["en", "de"]}
  -> all.json
"#;

#[tokio::test]
async fn options_say_the_names_of_files() {
    let api = Api::start().await;
    for line in NAMES.trim().replace("\n  ", " ").lines() {
        let (options, expected) = line.split_once(" -> ").unwrap();
        let files = api.export(serde_json::from_str(options).unwrap()).await;
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(names.join(" "), expected);
    }
}
