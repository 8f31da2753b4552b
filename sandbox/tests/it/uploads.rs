//! Uploads: the process, what it does to files and keys, and in which order.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use l10n_sandbox::{NotEnded, Preset, ProcessEnd, Sandbox};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, has, requests};

fn upload(filename: &str, content: &str, options: Value) -> Value {
    let mut body =
        json!({ "data": STANDARD.encode(content), "filename": filename, "lang_iso": "en" });
    body.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    body
}

impl Api {
    /// Uploads a file, and answers with its process when that has ended.
    pub(crate) async fn upload(&self, filename: &str, content: &str, options: Value) -> Value {
        let queued =
            self.post("/files/upload", &upload(filename, content, options)).await.expect(202);
        self.ended(queued["process"]["process_id"].as_str().unwrap()).await
    }

    async fn keys(&self) -> Vec<Value> {
        let page = self.run("GET /keys -> 200").await;
        page["keys"].as_array().unwrap().clone()
    }

    async fn key(&self, name: &str) -> Value {
        let mut keys = self.keys().await.into_iter();
        keys.find(|key| key["key_name"]["web"] == name).unwrap_or_else(|| panic!("no key {name}"))
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
    assert_eq!(api.key("cart::new").await["tags"], json!(["r7"]));
    assert_eq!(api.key("cart::total").await["tags"], json!([]));

    let options = json!({ "replace_modified": true, "tags": ["r8"],
        "tag_updated_keys": false, "tag_skipped_keys": true });
    let process = api.upload("locales/%LANG_ISO%.json", content, options).await;
    assert_eq!(counts(&process), [4, 0, 2, 2]);
    let title = api.get("/translations/310101").await.expect(200);
    assert_eq!(title["translation"]["translation"], "Hello");
    assert_eq!(title["translation"]["is_reviewed"], false, "it is another text");
    assert_eq!(api.key("cart::new").await["tags"], json!(["r7", "r8"]));
    assert_eq!(api.key("cart::total").await["tags"], json!([]));
}

#[tokio::test]
async fn cleanup_removes_absent_keys_and_their_comments() {
    let api = Api::start().await;
    let options = json!({ "cleanup_mode": true, "hidden_from_contributors": true });
    api.upload("only.json", r#"{"start.title": "Welcome", "fresh": "Fresh"}"#, options).await;
    let names: Vec<_> = api.keys().await.iter().map(|it| it["key_name"]["web"].clone()).collect();
    assert_eq!(names, ["start.title", "fresh"]);
    assert_eq!(api.key("fresh").await["is_hidden"], true);
    assert_eq!(api.get("/comments").await.header("x-total-count"), "2");
    let process = api.upload("b.json", "{\"fresh\": \"\"}", json!({ "distinguish_by_file": true }));
    assert_eq!(counts(&process.await), [1, 1, 0, 0], "another file, another key");
}

#[tokio::test]
async fn uploads_are_checked_first() {
    let api = Api::start().await;
    let lines = r#"
{"data": "not base64!"} -> data
{"data": "abc=def"} -> data
{"data": null} -> data
{"lang_iso": "xx"} -> lang_iso
{"lang_iso": null} -> lang_iso
{"filename": ""} -> filename
{"filename": null} -> filename
{"title": "LONG"} -> title
{"custom_translation_status_ids": ["9"]} -> custom_translation_status_ids
{"tags": "r7"} -> tags
"#;
    let lines = lines.replace("LONG", &"x".repeat(257));
    api.rejects("POST /files/upload", upload("a.json", "{}", json!({})), &lines).await;
}

#[tokio::test]
async fn base64_may_have_line_breaks() {
    let api = Api::start().await;
    let process = api.upload("a.json", "", json!({ "data": "eyJiNjQ\r\niOiAiYSJ9\n" })).await;
    assert_eq!(counts(&process)[0], 1);
}

#[tokio::test]
async fn a_large_file_is_imported() {
    let api = Api::start().await;
    let entries: serde_json::Map<String, Value> =
        (0..3_000).map(|n| (format!("key.{n}"), json!("x".repeat(400)))).collect();
    let content = Value::Object(entries).to_string();
    assert!(content.len() > 1 << 20, "a member this large is set apart");
    let process = api.upload("large.json", &content, json!({})).await;
    assert_eq!(counts(&process), [3_000, 3_000, 0, 0]);

    let mut broken = upload("large.bin", &content, json!({}));
    let data = broken["data"].as_str().unwrap().to_owned() + "!";
    broken["data"] = json!(data);
    assert_eq!(api.post("/files/upload", &broken).await.violations(), ["data"]);
}

#[tokio::test]
async fn a_file_is_listed_by_its_name_with_and_without_keys() {
    let api = Api::start().await;
    for (content, count) in [("{}", 0), (r#"{"a": "A"}"#, 1)] {
        let options = json!({ "lang_iso": "de", "skip_detect_lang_iso": true });
        api.upload("new/de.json", content, options).await;
        let file = api.get("/files?filter_filename=new/de.json").await.expect(200);
        assert_eq!(file["files"][0]["key_count"], count);
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
        "form": { "one": "1" },
        "forms": { "one": "1", "other": "2", "title": "T" },
        "types": [1, true, null],
    });
    let expected = json!({
        "a": { "b": "flat", "c": { "1": "z" }, "d": { "e": "D" } },
        "a::b::0": "x", "a::b::1": "y",
        "items": { "one": "%{n} item", "other": "%{n} items" },
        "form": { "one": "1" },
        "forms": { "one": "1", "other": "2", "title": "T" },
        "types": ["1", "true", ""],
    });
    let process = api.upload("en.json", &format!("\u{feff}{content}"), json!({})).await;
    assert_eq!(counts(&process), [13, 13, 0, 0]);
    let options = json!({ "format": "json", "filter_langs": ["en"] });
    let files = api.export(options).await;
    assert_eq!(serde_json::from_str::<Value>(&files["en.json"]).unwrap(), expected);
    let replace = json!({ "replace_modified": true });
    let process = api.upload("en.json", r#"{"items": {"other": "More"}}"#, replace);
    assert_eq!(counts(&process.await), [1, 0, 1, 0]);
    assert_eq!(api.said("items", "en").await, r#"{"one":"","other":"More"}"#);
}

#[tokio::test]
async fn files_that_are_not_read_are_exported_as_they_came() {
    let api = Api::start().await;
    for path in ["/files/download", "/files/async-download"] {
        let refused = api.post(path, &json!({ "format": "yaml" })).await;
        assert_eq!(refused.violations(), ["format"], "{path}");
    }
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
    assert_eq!(api.keys().await.len(), 8, "none is removed");
    for (filter, files) in [
        (json!([]), json!({ "a.en.yaml": "\u{0}new", "en/b.json": "B" })),
        (json!(["b.json"]), json!({ "en/b.json": "B" })),
    ] {
        let export = json!({ "format": "yaml", "filter_filenames": filter });
        assert_eq!(json!(api.export(export).await), files);
    }
    let german = json!({ "format": "yaml", "filter_langs": ["de"] });
    api.post("/files/download", &german).await.refused(406);
}

impl Api {
    /// Sends a file that says this of a key, and answers with the id of its process.
    async fn say(&self, project: &str, key: &str, text: &str) -> String {
        let content = json!({ key: text }).to_string();
        let body = json!({
            "data": STANDARD.encode(content), "filename": "order.json", "lang_iso": "en",
            "replace_modified": true,
        });
        let queued = self.of(project, Method::POST, "/files/upload", body).await;
        let process = queued.expect(202)["process"]["process_id"].clone();
        process.as_str().unwrap().to_owned()
    }

    /// The text of a key in a language.
    pub(crate) async fn said(&self, key: &str, lang: &str) -> Value {
        let list = format!("/keys?include_translations=1&filter_keys={key}");
        let keys = self.get(&list).await.expect(200);
        let texts = keys["keys"][0]["translations"].as_array();
        let text = texts.and_then(|all| all.iter().find(|it| it["language_iso"] == lang));
        text.map_or(Value::Null, |text| text["translation"].clone())
    }
}

const MAIN: &str = "garnet-7041.26";

#[tokio::test]
async fn looking_at_the_later_of_two_uploads_ends_both_in_order() {
    let api = Api::with(Sandbox::builder().step_on_poll()).await;
    let first = api.say(MAIN, "pair", "first").await;
    let second = api.say(MAIN, "pair", "second").await;
    assert_eq!(api.ended(&second).await["status"], "finished");
    let list = api.get("/processes").await.expect(200);
    let listed = list["processes"].as_array().unwrap();
    let first = listed.iter().find(|it| it["process_id"] == *first).unwrap();
    assert_eq!(first["status"], "finished", "without a look at it");
    assert_eq!(api.said("pair", "en").await, "second");
}

#[tokio::test]
async fn an_upload_to_another_branch_waits_too() {
    let api = Api::with(Sandbox::builder().step_on_poll()).await;
    let first = api.say(MAIN, "pair", "first").await;
    let branch = format!("{MAIN}:feature%2Fstart");
    let second = api.say(&branch, "pair", "second").await;
    let look = async || {
        let path = format!("/processes/{second}");
        let process = api.of(&branch, Method::GET, &path, Value::Null).await;
        process.expect(200)["process"]["status"].clone()
    };
    let mut seen = Vec::new();
    while seen.last() != Some(&json!("finished")) {
        seen.push(look().await);
        assert!(seen.len() < 20, "{seen:?}");
    }
    assert_eq!(api.ended(&first).await["status"], "finished");
    let waited = seen.iter().filter(|it| **it == "pre_processing").count();
    assert!(waited > 1, "{seen:?}");
}

#[tokio::test]
async fn a_process_is_cancelled_and_the_next_goes_on() {
    let api = Api::with(Sandbox::builder().step_on_poll()).await;
    let first = api.say(MAIN, "pair", "first").await;
    let second = api.say(MAIN, "pair", "second").await;
    let end = ProcessEnd::cancelled("Stopped by hand");
    api.sandbox.end_process(&first, end.clone()).unwrap();
    let process = api.ended(&first).await;
    has(&process, json!({ "status": "cancelled", "message": "Stopped by hand" }));
    let file = &process["details"]["files"][0];
    assert_eq!((&file["status"], &file["message"]), (&process["status"], &process["message"]));
    assert_eq!(api.said("pair", "en").await, Value::Null, "it had no effect");

    assert_eq!(api.ended(&second).await["status"], "finished");
    assert_eq!(api.said("pair", "en").await, "second");
    let again = api.sandbox.end_process(&second, end.clone());
    assert_eq!(again, Err(NotEnded::Ended));
    assert_eq!(api.sandbox.end_process("none", end), Err(NotEnded::Unknown));
}

#[tokio::test]
async fn processes_are_ended_over_http() {
    let api = Api::with(Sandbox::builder().step_on_poll()).await;
    let ask = async |id: &str, body: Value| {
        let url = format!("{}/processes/{id}/end", api.sandbox.control_url());
        let answer = api.http.post(url).body(body.to_string()).send().await.unwrap();
        answer.status().as_u16()
    };
    let first = api.say(MAIN, "pair", "first").await;
    let end = json!({ "status": "cancelled", "message": "No more" });
    for (id, end, status) in [
        (&*first, end.clone(), 204),
        (&*first, end.clone(), 409),
        ("none", end, 404),
        (&*first, json!({ "status": "gone" }), 400),
        (&*first, json!({ "status": "failed", "typ": 1 }), 400),
        ("next", json!({ "status": "failed", "type": "async-export" }), 204),
    ] {
        assert_eq!(ask(id, end.clone()).await, status, "{id} {end}");
    }
    assert_eq!(api.ended(&first).await["message"], "No more");

    let started = api.post("/files/async-download", &json!({ "format": "json" })).await;
    let export = started.expect(200)["process_id"].clone();
    let process = api.ended(export.as_str().unwrap()).await;
    assert_eq!(process["status"], "failed");
    let reason = process["message"].as_str().unwrap_or_default();
    assert!(!reason.is_empty(), "there is always a reason");
    assert_eq!(process["details"]["download_url"], Value::Null);
}

requests! {
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

/// What the sandbox holds stays data, although an import that waits named the status.
#[tokio::test]
async fn a_deleted_status_leaves_the_imports_that_wait() {
    let api = Api::with(Sandbox::builder().variants(Preset::Sample).step_on_poll()).await;
    let upload = r#"POST /files/upload {"data": "eyJzdGFydC50aXRsZSI6ICJIYWxsbyJ9",
  "filename": "locales/%LANG_ISO%.json", "lang_iso": "de", "replace_modified": true,
  "custom_translation_status_ids": ["7101", 7102]} -> 202"#;
    let waiting = api.run(upload).await;
    api.run("DELETE /custom_translation_statuses/7101 -> 200").await;
    api.ended(waiting["process"]["process_id"].as_str().unwrap()).await;
    let statuses = r#"GET /translations/310102 -> 200 {"translation": {"translation": "Hallo",
  "custom_translation_statuses": [{"status_id": 7102}]}}"#;
    api.run(statuses).await;
}
