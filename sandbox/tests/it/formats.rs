//! A folder that is uploaded and downloaded again, and what the formats keep of its keys.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, has};

/// An empty project, with the languages en, de and fr, and some more.
pub(crate) async fn empty(api: &Api) {
    api.post(
        "/languages",
        &json!({ "languages": [{ "lang_iso": "pt_BR" }, { "lang_iso": "pl" }] }),
    )
    .await
    .expect(200);
    let url = api.url("/empty");
    api.send(api.request(Method::PUT, &url)).await.expect(200);
}

/// The files of `tests/folder`, as exports write them: their names and languages.
fn folder() -> Vec<(String, &'static str, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/folder");
    let (mut files, mut folders) = (Vec::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
            let name = name.replace('\\', "/");
            let lang = if name.contains("pt_BR") { "pt_BR" } else { "en" };
            files.push((name, lang, std::fs::read_to_string(path).unwrap()));
        }
    }
    files.sort();
    files
}

#[tokio::test]
async fn a_folder_comes_back_as_it_was() {
    let api = Api::start().await;
    empty(&api).await;
    let sent = folder();
    assert_eq!(sent.len(), 18);
    for (name, lang, content) in &sent {
        let process = api.upload(name, content, json!({ "lang_iso": lang })).await;
        assert_eq!(process["status"], "finished", "{name}: {process}");
    }
    let listed = api.get("/files").await.expect(200);
    let listed = listed["files"].as_array().unwrap();
    let mut listed: Vec<&str> = listed.iter().map(|it| it["filename"].as_str().unwrap()).collect();
    listed.sort_unstable();
    assert_eq!(
        listed,
        [
            "App/%LANG_ISO%.lproj/A.strings",
            "App/%LANG_ISO%.lproj/B.stringsdict",
            "config/locales/%LANG_ISO%.yml",
            "java/messages_%LANG_ISO%.properties",
            "l10n/app_%LANG_ISO%.arb",
            "locales/%LANG_ISO%.json",
            "po/%LANG_ISO%/app.po",
            "res/values-%LANG_ISO%/strings.xml",
            "web/%LANG_ISO%/more.json",
        ]
    );
    let options = json!({ "format": "json", "filter_langs": ["en", "pt_BR"] });
    let back = api.export(options).await;
    let names: Vec<&str> = sent.iter().map(|(name, ..)| &**name).collect();
    assert_eq!(back.keys().collect::<Vec<_>>(), names);
    for (name, _, content) in sent {
        assert_eq!(back[&name], content, "{name}");
    }
}

#[tokio::test]
async fn a_name_stays_where_no_language_is_to_be_detected() {
    let api = Api::start().await;
    let options = json!({ "lang_iso": "de", "skip_detect_lang_iso": true });
    api.upload("new/de.json", "{\"a\": \"A\"}", options).await;
    let options = json!({ "format": "json", "filter_filenames": ["new/de.json"] });
    assert!(api.export(options).await.contains_key("de/new/de.json"));
}

#[tokio::test]
async fn a_file_keeps_what_is_said_of_a_key() {
    let api = Api::start().await;
    empty(&api).await;
    let forms = json!({ "one": "plik", "few": "pliki", "many": "plik\u{f3}w", "other": "" });
    let keys = json!({ "keys": [
        { "key_name": "title", "platforms": ["web"],
          "description": "Said \"first\"", "context": "menu",
          "translations": [{ "language_iso": "pl", "translation": "Tytu\u{142} <1> & 2\n" }] },
        { "key_name": "files", "platforms": ["web"], "is_plural": true,
          "translations": [{ "language_iso": "pl", "translation": forms }] },
    ] });
    api.post("/keys", &keys).await.expect(200);
    let options = json!({ "format": "po", "original_filenames": false, "filter_langs": ["pl"] });
    let written = api.export(options).await["locale/pl.po"].clone();
    api.send(api.request(Method::PUT, &api.url("/empty"))).await.expect(200);
    let process = api.upload("pl.po", &written, json!({ "lang_iso": "pl" })).await;
    assert_eq!(process["status"], "finished", "{process}");
    assert_eq!(api.said("title", "pl").await, "Tytu\u{142} <1> & 2\n", "{written}");
    let back = api.said("files", "pl").await;
    let back: Value = serde_json::from_str(back.as_str().unwrap()).unwrap();
    assert_eq!(back, forms, "{written}");
    let keys = api.get("/keys").await.expect(200);
    has(&keys["keys"][0], json!({ "description": "Said \"first\"", "context": "menu" }));
}
