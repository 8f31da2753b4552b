//! Uploads: the process, what it does to files and keys, and in which order.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use l10n_sandbox::{Preset, Sandbox};
use serde_json::{Value, json};

use crate::support::{Api, requests};

impl Api {
    /// Uploads a file, and returns its process when that has ended.
    pub(crate) async fn upload(&self, filename: &str, content: &str, options: Value) -> Value {
        let mut body =
            json!({ "data": STANDARD.encode(content), "filename": filename, "lang_iso": "en" });
        body.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
        let queued = self.post("/files/upload", &body).await.expect(202);
        self.ended(queued["process"]["process_id"].as_str().unwrap()).await
    }
}

fn counts(process: &Value) -> [u64; 4] {
    let file = &process["details"]["files"][0];
    ["total", "inserted", "updated", "skipped"]
        .map(|name| file[format!("key_count_{name}")].as_u64().unwrap())
}

#[tokio::test]
async fn keys_are_inserted_updated_and_skipped() {
    let api = Api::start().await;
    let content = concat!(
        r#"{"start.title": "Hello", "start.button": "Get started", "#,
        r#""cart": {"total": "Sum", "new": 3}}"#
    );
    let process = api.upload("locales/%LANG_ISO%.json", content, json!({ "tags": ["r7"] })).await;
    assert_eq!(counts(&process), [4, 1, 0, 3], "modified texts stay without replace_modified");
    let options = json!({ "replace_modified": true, "tags": ["r8"],
        "tag_updated_keys": false, "tag_skipped_keys": true });
    let process = api.upload("locales/%LANG_ISO%.json", content, options).await;
    assert_eq!(counts(&process), [4, 0, 2, 2]);
    let requests = r#"
GET /keys?filter_keys=start.title,cart::total,cart::new&include_translations=1 -> 200 {"keys": [
  {"translations": [{"translation": "Hello"}, {}, {}]}, {"tags": []}, {"tags": ["r7", "r8"]}]}
"#;
    api.run(requests).await;

    let options = json!({ "cleanup_mode": true, "hidden_from_contributors": true });
    api.upload("only.json", r#"{"start.title": "Welcome", "fresh": "Fresh"}"#, options).await;
    let requests = r#"
GET /keys -> 200 {"keys": [{"key_name": {"web": "start.title"}},
  {"key_name": {"web": "fresh"}, "is_hidden": true}]}
GET /comments -> 200 total 2
"#;
    api.run(requests).await;
    let process = api.upload("b.json", "{\"fresh\": \"\"}", json!({ "distinguish_by_file": true }));
    assert_eq!(counts(&process.await), [1, 1, 0, 0], "another file, another key");
}

#[tokio::test]
async fn a_file_is_listed_once_it_has_keys() {
    let api = Api::start().await;
    for (filename, skips, listed) in [
        ("en/messages_en.json", false, "%LANG_ISO%/messages_%LANG_ISO%.json"),
        ("en.lproj/then.json", false, "%LANG_ISO%.lproj/then.json"),
        ("new/en.json", true, "new/en.json"),
    ] {
        let list = format!("GET /files?filter_filename={} -> 200", listed.replace('%', "%25"));
        for (content, expected) in [("{}", "[]"), (r#"{"a": "A"}"#, r#"[{"key_count": 1}]"#)] {
            let options = json!({ "skip_detect_lang_iso": skips, "distinguish_by_file": true });
            api.upload(filename, content, options).await;
            api.run(&format!(r#"{list} {{"files": {expected}}}"#)).await;
        }
    }
}

#[tokio::test]
async fn an_export_has_the_structure_of_the_import() {
    let api = Api::start().await;
    api.run("PUT /empty -> 200").await;
    let content = json!({
        "a": { "b": ["x", "y"], "c": { "1": "z" }, "d::e": "D" },
        "a::b": "flat",
        "items": { "one": "%{n} item", "other": "%{n} items" },
        "forms": { "one": "1", "other": "2", "title": "T" },
        "types": [1, true, null],
    });
    let expected = json!({
        "a": { "b": "flat", "c": { "1": "z" }, "d": { "e": "D" } },
        "a::b::0": "x", "a::b::1": "y",
        "items": { "one": "%{n} item", "other": "%{n} items" },
        "forms": { "one": "1", "other": "2", "title": "T" },
        "types": ["1", "true", ""],
    });
    let process = api.upload("en.json", &format!("\u{feff}{content}"), json!({})).await;
    assert_eq!(counts(&process), [12, 12, 0, 0]);
    let files = api.export(json!({ "filter_langs": ["en"] })).await;
    assert_eq!(serde_json::from_str::<Value>(&files["en.json"]).unwrap(), expected);
    let replace = json!({ "replace_modified": true });
    api.upload("en.json", r#"{"items": {"other": "More"}}"#, replace).await;
    let requests = r#"
GET /keys?filter_keys=items&include_translations=1 -> 200 {"keys": [{"translations": [
  {"translation": "{\"one\":\"\",\"other\":\"More\"}"}, {}, {}]}]}
"#;
    api.run(requests).await;
}

#[tokio::test]
async fn files_that_are_not_read_are_exported_as_they_came() {
    let api = Api::start().await;
    api.run(r#"POST /files/download {"format": "yaml"} -> 406 writes only json"#).await;
    for (name, content, format, why) in [
        ("a.en.yaml", "old", "", "the format \"yaml\"."),
        ("a.en.yaml", "\u{0}new", "", "the format \"yaml\"."),
        ("b.json", "B", "YAML", "the format \"yaml\"."),
        ("c", "C", "", "an unknown format."),
    ] {
        let options = json!({ "format": format, "cleanup_mode": true });
        let process = api.upload(name, content, options).await;
        assert_eq!((process["status"].as_str(), counts(&process)), (Some("finished"), [0; 4]));
        let why = format!("The sandbox read no keys: it does not read files of {why}");
        assert_eq!([&process["message"], &process["details"]["files"][0]["message"]], [&why; 2]);
    }
    // No key is removed, and the file is listed.
    let requests = r#"
GET /keys -> 200 total 8
GET /files?filter_filename=c -> 200 {"files": [{"key_count": 0}]}
"#;
    api.run(requests).await;
    for (filter, files) in [
        (json!([]), json!({ "a.en.yaml": "\u{0}new", "en/b.json": "B" })),
        (json!(["b.json"]), json!({ "en/b.json": "B" })),
    ] {
        let export = json!({ "format": "yaml", "filter_filenames": filter });
        assert_eq!(json!(api.export(export).await), files);
    }
}

/// What the sandbox holds stays data, although an import that waits named a status that is gone.
#[tokio::test]
async fn a_poll_of_the_later_of_two_uploads_ends_both_in_order() {
    let requests = r#"
POST /files/upload {"data": "eyJwYWlyIjogImZpcnN0In0=", "filename": "a.json", "lang_iso": "en",
  "custom_translation_status_ids": ["7101"]} -> 202 {"process": {"process_id": "$first"}}
POST /files/upload {"data": "eyJwYWlyIjogInNlY29uZCJ9", "filename": "a.json", "lang_iso": "en",
  "replace_modified": true} -> 202 {"process": {"process_id": "$second"}}
DELETE /custom_translation_statuses/7101 -> 200
GET /processes/$second -> 200 {"process": {"status": "queued"}}
GET /processes/$second -> 200 {"process": {"status": "pre_processing"}}
GET /processes/$second -> 200 {"process": {"status": "running"}}
GET /processes/$second -> 200 {"process": {"status": "post_processing"}}
GET /processes/$second -> 200 {"process": {"status": "finished"}}
GET /processes/$first -> 200 {"process": {"status": "finished"}}
GET /keys?filter_keys=pair&include_translations=1 -> 200 {"keys": [{"translations": [
  {"translation": "second"}, {}, {}]}]}
"#;
    let builder = Sandbox::builder().variants(Preset::Sample).step_on_poll();
    Api::with(builder).await.run(requests).await;
}

requests! {
    // Base64 may have line breaks.
    uploads_are_checked_first: r#"
POST /files/upload {"data": "not base64!", "filename": "a.json", "lang_iso": "en"} -> 400 data
POST /files/upload {"data": null, "filename": "a.json", "lang_iso": "en"} -> 400 data
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "xx"} -> 400 lang_iso
POST /files/upload {"data": "e30=", "filename": "", "lang_iso": "en"} -> 400 filename
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "en",
  "custom_translation_status_ids": ["9"]} -> 400 custom_translation_status_ids
POST /files/upload {"data": "eyJiNjQ\r\niOiAiYSJ9\n", "filename": "a.json", "lang_iso": "en"} -> 202
"#

    a_file_is_deleted_with_its_keys_unless_the_project_is_of_type_software: r#"
DELETE /files/4101 -> 400 Files of Software projects cannot be deleted
POST opal-1180.26/keys {"keys": [{"key_name": "in", "platforms": ["web"],
  "filenames": {"web": "pages/start.json"}}, {"key_name": "out", "platforms": ["web"]}]} -> 200
DELETE opal-1180.26/files/4201 -> 200 {"project_id": "opal-1180.26", "file_deleted": true}
GET opal-1180.26/keys -> 200 {"keys": [{"key_name": {"web": "out"}}]}
DELETE opal-1180.26/files/4201 -> 404
DELETE opal-1180.26/files/-1 -> 404
"#
}
