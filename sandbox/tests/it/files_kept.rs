//! What comes back as it was, and means the same to other readers.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::formats::empty;
use crate::support::Api;

/// What YAML 1.1, or a reader of it, takes for something else than a text.
const AMBIGUOUS: [&str; 66] = [
    "yes",
    "no",
    "on",
    "off",
    "y",
    "n",
    "Yes",
    "NO",
    "On",
    "oFF",
    "Y",
    "N",
    "true",
    "False",
    "null",
    "Null",
    "~",
    "",
    "=",
    "<<",
    ":sym",
    ":a b",
    ": x",
    "2024-01-01",
    "2024-1-1 10:00:00",
    "2001-12-14t21:59:43.10-05:00",
    "12:30",
    "1:2:3.5",
    "-12:30",
    "1_000",
    "1,000",
    "12,5",
    "017",
    "0o17",
    "0x1F",
    "0b101",
    "-0x1f",
    "+1",
    "-1",
    "1.5",
    "1.10",
    ".5",
    "-.5",
    "5.",
    "1e3",
    "1.5e+3",
    ".inf",
    "-.INF",
    "+.Inf",
    ".nan",
    ".NaN",
    "0",
    "00",
    "1__2",
    "685_230.15",
    "0x_1",
    "+12e03",
    "190:20:30.15",
    "!x",
    "&a",
    "*a",
    "- a",
    "? b",
    "# c",
    "@d",
    "%e",
];

/// Texts that need no quotes.
const PLAIN: [&str; 6] = ["yes we can", "nothing", "3 items", "on top", "a: b", "10 % off"];

/// Reads YAML with a program where that is there, and prints it as JSON.
fn read_with(program: &str, arguments: &[&str], text: &str) -> Option<Value> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut reader = command.spawn().ok()?;
    reader.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = reader.wait_with_output().ok()?;
    serde_json::from_slice(&output.stdout).ok()
}

const RUBY: [&str; 4] = [
    "-ryaml",
    "-rjson",
    "-e",
    "puts JSON.generate(YAML.unsafe_load($stdin.read.force_encoding('UTF-8')))",
];
const PYTHON: [&str; 2] = [
    "-c",
    "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin.buffer), default=repr))",
];

#[tokio::test]
async fn yaml_is_read_the_same_by_readers_of_version_1_1() {
    let api = Api::start().await;
    empty(&api).await;
    api.post("/languages", &json!({ "languages": [{ "lang_iso": "no" }] })).await.expect(200);
    let texts = AMBIGUOUS.iter().chain(&PLAIN);
    let mut sent: serde_json::Map<String, Value> =
        texts.clone().enumerate().map(|(n, text)| (format!("value {n}"), json!(text))).collect();
    let names = texts.filter(|name| !name.is_empty());
    sent.insert("lines".to_owned(), json!(":a\n12:30\n"));
    sent.insert("names".to_owned(), names.map(|it| ((*it).to_owned(), json!("x"))).collect());
    let sent = Value::Object(sent);
    let process = api.push("app.json", "no", &sent.to_string(), json!({})).await;
    assert_eq!(process["status"], "finished", "{process}");

    let options = json!({
        "format": "ruby_yaml", "original_filenames": false, "yaml_include_root": true,
        "filter_langs": ["no"], "export_empty_as": "empty",
    });
    let written = api.export(options).await["locale/no.yml"].clone();
    let whole = json!({ "no": sent });
    // Whoever has these readers sees what they read.
    for (program, arguments) in [("ruby", &RUBY[..]), ("python3", &PYTHON[..])] {
        if let Some(read) = read_with(program, arguments, &written) {
            assert_eq!(read, whole, "{program} of {written}");
        }
    }
    assert!(written.starts_with("'no':\n"), "{written}");
    for (n, text) in AMBIGUOUS.iter().enumerate() {
        let quoted = [format!("'{text}'"), format!("\"{text}\"")];
        let line = |it: &String| written.contains(&format!("  value {n}: {it}\n"));
        assert!(quoted.iter().any(line), "{text}: {written}");
    }
    for text in PLAIN.iter().filter(|text| **text != "a: b") {
        assert!(written.contains(&format!(": {text}\n")), "{text}: {written}");
        assert!(written.contains(&format!("    {text}: x\n")), "{text}: {written}");
    }

    let back = api.push("back.yml", "no", &written, json!({ "distinguish_by_file": true }));
    assert_eq!(back.await["status"], "finished");
    let options = json!({
        "format": "json", "filter_langs": ["no"], "filter_filenames": ["back.yml"],
        "original_filenames": false, "export_empty_as": "empty",
    });
    let again: Value = serde_json::from_str(&api.export(options).await["locale/no.json"]).unwrap();
    assert_eq!(again, sent);
}

#[tokio::test]
async fn merge_keys_of_yaml_are_applied() {
    let api = Api::start().await;
    empty(&api).await;
    let content = "base: &b\n  a: A\n  c: C\nmore: &m {d: D, a: X}\none:\n  a: own\n  <<: *b\n\
                   two:\n  <<: [*b, *m]\n  e: E\nthree:\n  '<<': text\n";
    let process = api.push("app.yaml", "en", content, json!({})).await;
    assert_eq!(process["status"], "finished", "{process}");
    let options = json!({ "format": "json", "original_filenames": false, "filter_langs": ["en"] });
    let read: Value = serde_json::from_str(&api.export(options).await["locale/en.json"]).unwrap();
    assert_eq!(read["one"], json!({ "a": "own", "c": "C" }));
    assert_eq!(read["two"], json!({ "a": "A", "c": "C", "d": "D", "e": "E" }));
    assert_eq!(read["three"], json!({ "<<": "text" }));
}

#[tokio::test]
async fn quotes_in_cdata_stay() {
    let api = Api::start().await;
    empty(&api).await;
    let content = "<resources>\n\
        <string name=\"a\"><![CDATA[<a href=\"http://x.test?a=1\">it]]></string>\n\
        <string name=\"b\">  \"Say \" &amp; <![CDATA[\"<b>\"]]> it\\'s </string>\n\
        <string name=\"c\">1 &lt; \"2\"</string>\n</resources>";
    let process = api.push("res/strings.xml", "en", content, json!({})).await;
    assert_eq!(process["status"], "finished", "{process}");
    let texts = async || {
        let keys = api.get("/keys?include_translations=1").await.expect(200);
        let mut texts = Vec::new();
        for key in keys["keys"].as_array().unwrap() {
            let said = key["translations"].as_array().unwrap();
            let said = said.iter().find(|it| it["language_iso"] == "en").unwrap();
            texts.push(said["translation"].as_str().unwrap().to_owned());
        }
        texts
    };
    let wanted = ["<a href=\"http://x.test?a=1\">it", "Say  & \"<b>\" it's", "1 < 2"];
    assert_eq!(texts().await, wanted);
    let options = json!({ "format": "xml", "filter_langs": ["en"], "directory_prefix": "" });
    let back = api.export(options).await["res/strings.xml"].clone();
    empty_keys(&api).await;
    api.push("res/strings.xml", "en", &back, json!({})).await;
    assert_eq!(texts().await, wanted, "{back}");
}

async fn empty_keys(api: &Api) {
    let url = api.url("/empty");
    api.send(api.request(reqwest::Method::PUT, &url)).await.expect(200);
}

#[tokio::test]
async fn a_structure_without_a_name_gives_the_default_one() {
    let api = Api::start().await;
    for (structure, names) in [
        ("", ["locale/de.json", "locale/en.json"]),
        ("%LANG_ISO%/", ["de/de.json", "en/en.json"]),
        ("i18n/", ["i18n/de.json", "i18n/en.json"]),
    ] {
        let options = json!({
            "format": "json", "original_filenames": false, "bundle_structure": structure,
            "filter_langs": ["en", "de"],
        });
        let files = api.export(options).await;
        assert_eq!(files.keys().collect::<Vec<_>>(), names, "{structure:?}");
    }
}

#[tokio::test]
async fn a_name_that_spells_its_language_in_another_way_stays() {
    let api = Api::start().await;
    for (name, iso) in [
        ("EN.json", "en"),
        ("l/pt-BR.json", "pt_BR"),
        ("pt_br.json", "pt_BR"),
        ("pt-BR/app_pt_BR.json", "pt_BR"),
    ] {
        empty_keys(&api).await;
        // The languages stay where a project is emptied.
        let added = json!({ "languages": [{ "lang_iso": "pt_BR" }] });
        api.post("/languages", &added).await;
        let process = api.push(name, iso, "{\"a\": \"A\"}", json!({})).await;
        assert_eq!(process["status"], "finished", "{process}");
        let options = json!({
            "format": "json", "filter_langs": [iso], "directory_prefix": "",
        });
        let files = api.export(options).await;
        assert_eq!(files.keys().collect::<Vec<_>>(), [name]);
    }
}

#[tokio::test]
async fn numbers_keep_their_digits() {
    let api = Api::start().await;
    empty(&api).await;
    let content =
        r#"{"a": 12345678901234567890123, "b": {"c": [1.10, -0, 1e5]}, "d": 7, "e": true}"#;
    for name in ["app.json", "app.arb"] {
        let process = api.push(name, "en", content, json!({ "replace_modified": true })).await;
        assert_eq!(process["status"], "finished", "{process}");
        let options = json!({
            "format": "json", "original_filenames": false, "filter_langs": ["en"],
        });
        let file = api.export(options).await["locale/en.json"].clone();
        let read: Value = serde_json::from_str(&file).unwrap();
        assert_eq!(read["a"], "12345678901234567890123", "{name}");
        assert_eq!((&read["d"], &read["e"]), (&json!("7"), &json!("true")));
        if name == "app.json" {
            assert_eq!(read["b"]["c"], json!(["1.10", "-0", "1e5"]));
        }
    }
}
