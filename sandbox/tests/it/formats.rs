//! What the formats keep of keys.

use serde_json::{Value, json};

use crate::support::{Api, has};

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
    let requests = r#"
POST /languages {"languages": [{"lang_iso": "pl"}]} -> 200
PUT /empty -> 200
"#;
    api.run(requests).await;
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
    api.run("PUT /empty -> 200").await;
    let process = api.upload("pl.po", &written, json!({ "lang_iso": "pl" })).await;
    assert_eq!(process["status"], "finished", "{process}");
    assert_eq!(api.said("title", "pl").await, "Tytu\u{142} <1> & 2\n", "{written}");
    let back = api.said("files", "pl").await;
    let back: Value = serde_json::from_str(back.as_str().unwrap()).unwrap();
    assert_eq!(back, forms, "{written}");
    let keys = api.get("/keys").await.expect(200);
    has(&keys["keys"][0], json!({ "description": "Said \"first\"", "context": "menu" }));
}
