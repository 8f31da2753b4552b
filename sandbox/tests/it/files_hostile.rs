//! Files and options that would harm the sandbox, or that say less than they seem to: refused, and
//! in words.

use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::{Value, json};

use crate::formats::empty;
use crate::support::Api;

/// The start `depth` times, something, and the end as often.
fn nested(start: &str, inner: &str, end: &str, depth: usize) -> String {
    [&start.repeat(depth), inner, &end.repeat(depth)].concat()
}

fn failure(process: &Value) -> &str {
    assert_eq!(process["status"], "failed", "{process}");
    process["message"].as_str().unwrap()
}

#[tokio::test]
async fn a_deeply_nested_file_is_refused_with_its_line() {
    let api = Api::start().await;
    let unit = "<unit id='u'><segment><source>x</source></segment></unit>";
    let trans_unit = "<trans-unit id='u'><source>x</source></trans-unit>";
    let dict = "<key>a</key><string>x</string>";
    for depth in [2_000, 20_000] {
        let group = |inner| nested("<group id='g'>", inner, "</group>", depth);
        let dicts = nested("<dict><key>a</key>", "<string>x</string>", "</dict>", depth);
        let arrays = nested("<array>", "<string>x</string>", "</array>", depth);
        for (name, content) in [
            (
                "en.xliff",
                format!(
                    "<xliff version='2.0' srcLang='en' trgLang='de'>\n<file id='f'>\n{}\n\
                     </file></xliff>",
                    group(unit)
                ),
            ),
            (
                "en.xlf",
                format!(
                    "<xliff version='1.2'>\n<file source-language='en'><body>\n{}\n\
                     </body></file></xliff>",
                    group(trans_unit)
                ),
            ),
            ("en.plist", format!("<plist>\n\n{dicts}</plist>")),
            ("en.plist", format!("<plist><dict>\n<key>a</key>\n{arrays}</dict></plist>")),
            ("en.stringsdict", format!("<plist>\n\n{dicts}</plist>")),
            (
                "en.xml",
                format!(
                    "<resources>\n\n<string name='a'>{}</string></resources>",
                    nested("<b>", "x", "</b>", depth)
                ),
            ),
        ] {
            let process = api.push(name, "en", &content, json!({})).await;
            let message = failure(&process);
            let wanted = "line 3: more than 128 elements are nested";
            assert!(message.contains(wanted), "{name}: {message}");
        }
    }
    let shallow = format!("<plist><dict>{dict}</dict></plist>");
    let process = api.push("en.plist", "en", &shallow, json!({})).await;
    assert_eq!(process["status"], "finished", "{process}");
}

#[tokio::test]
async fn deep_yaml_does_not_stop_the_others() {
    let api = Api::start().await;
    for content in [
        nested("{a: ", "1", "}", 25_000),
        nested("[", "1", "]", 50_000),
        nested("{'}': ", "1", "}", 25_000),
        format!("a: {}", nested("{\"b}\":", "1", "}", 25_000)),
        format!("{}1", "- ".repeat(50_000)),
        format!("a: 'it''s'\nb: {}", nested("[&x [", "1", "]]", 25_000)),
    ] {
        let queued = upload(&api, "en.yaml", &content, json!({})).await;
        let started = Instant::now();
        let process = api.ended(&queued).await;
        let message = failure(&process);
        let wanted = "more than 128 collections are nested";
        assert!(message.contains(wanted), "{message}");
        assert!(started.elapsed() < Duration::from_secs(5), "{message}");
    }
    let text = "[{".repeat(500);
    let content = format!(
        "a: see {text}\nb: '{text}'\nc: \"{text}\"\nd: |\n  {text}\n\n  {text}\n# {text}\n\
         e:\n- >-\n  {text}\n- [x, {{y: z}}]\nf: it's {text}\n"
    );
    let process = api.push("more.yaml", "en", &content, json!({})).await;
    assert_eq!(process["status"], "finished", "{process}");
}

/// Uploads a file, and answers with the id of its process.
async fn upload(api: &Api, name: &str, content: &str, options: Value) -> String {
    let mut body = json!({ "data": STANDARD.encode(content), "filename": name, "lang_iso": "en" });
    let options = options.as_object().unwrap().clone();
    body.as_object_mut().unwrap().extend(options);
    let queued = api.post("/files/upload", &body).await.expect(202);
    queued["process"]["process_id"].as_str().unwrap().to_owned()
}

/// YAML that takes its time to parse, and turns out to be none at its end.
fn large() -> String {
    let lines = (0..150_000).map(|n| format!("\"{n}\": \"some text\",\n"));
    format!("{{{}\"oops\": 1", lines.collect::<String>())
}

#[tokio::test]
async fn a_large_import_leaves_the_world_to_others() {
    let api = Api::with(Sandbox::builder().step(Duration::from_millis(1))).await;
    empty(&api).await;
    let content = large();
    let queued = upload(&api, "en.yaml", &content, json!({})).await;
    let (mut answers, mut status) = (0, Value::Null);
    while status != "failed" {
        let process = api.get(&format!("/processes/{queued}")).await.expect(200);
        status = process["process"]["status"].clone();
        answers += usize::from(status == "post_processing");
    }
    assert!(answers > 2, "{answers}: nobody is answered while it is parsed");
}

#[tokio::test]
async fn an_import_that_runs_at_a_look_leaves_the_sandbox_to_others() {
    let api = Api::with(Sandbox::builder().step_on_look()).await;
    let queued = upload(&api, "en.yaml", &large(), json!({})).await;
    let path = format!("/processes/{queued}");
    for _ in 0..3 {
        api.get(&path).await.expect(200);
    }
    let look = api.request(Method::GET, &api.url(&path)).send();
    let look = tokio::spawn(look);
    let mut answers = 0;
    let health = format!("{}/health", api.sandbox.control_url());
    while !look.is_finished() {
        let answer = api.http.get(&health).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answers += 1;
    }
    let last: Value = look.await.unwrap().unwrap().json().await.unwrap();
    assert_eq!(last["process"]["status"], "post_processing");
    failure(&api.ended(&queued).await);
    assert!(answers > 2, "{answers}: nobody is answered while it is parsed");
}

#[tokio::test]
async fn a_format_that_is_none_is_refused_with_what_comes_next_to_it() {
    let api = Api::start().await;
    let body = |format: &str| {
        json!({
            "data": STANDARD.encode("{}"), "filename": "a.json", "lang_iso": "en", "format": format,
        })
    };
    for (format, nearest) in
        [("jsonn", "\"json\""), ("ruby-yaml", "\"ruby_yaml\""), ("xlif", "\"xliff\"")]
    {
        for (path, mut body) in [
            ("/files/upload", body(format)),
            ("/files/download", json!({})),
            ("/files/async-download", json!({})),
        ] {
            body["format"] = json!(format);
            let refused = api.post(path, &body).await.expect(400);
            let said = refused["error"]["violations"]["format"].to_string();
            assert!(said.contains(&nearest.replace('"', "\\\"")), "{path}: {refused}");
        }
    }
    for format in ["json", "JSON", "", "docx", "json_structured"] {
        api.post("/files/upload", &body(format)).await.expect(202);
    }
    let far = api.post("/files/upload", &body("zzz")).await.expect(400);
    let said = far["error"]["violations"]["format"].to_string();
    assert!(said.contains("json_structured"), "{said}");
}

#[tokio::test]
async fn csv_that_ends_in_a_quoted_text_fails() {
    let api = Api::start().await;
    empty(&api).await;
    for (content, line) in [
        ("key,en\na,One\nb,\"Two\nc,Three\n", Some(3)),
        ("key;en\na;One\n\"b;Two\n", Some(3)),
        ("key,en\na,\"\"\"One\"\"\"\"\"\nb,\"", Some(3)),
        ("key,en\na,O\"ne\nb,\"Two \"\"2\"\"\"\n", None),
    ] {
        let process = api.push("all.csv", "en", content, json!({})).await;
        match line {
            Some(line) => {
                let wanted = format!("line {line}: the text that begins with \" is not closed");
                assert!(failure(&process).contains(&wanted), "{process}");
            }
            None => assert_eq!(process["status"], "finished", "{content}: {process}"),
        }
    }
}

#[tokio::test]
async fn keys_that_json_has_twice_or_without_a_name_fail() {
    let api = Api::start().await;
    empty(&api).await;
    for (name, content, wanted) in [
        (
            "en.json",
            "{\"a\": {\"b\": \"1\"},\n\"a::b\": \"2\"}",
            "line 2: the key \"a::b\" is there twice",
        ),
        ("en.json", "{\n\"\": \"x\"}", "line 2: a key has no name"),
        ("en.yaml", "a:\n  b: 1\na::b: 2\n", "line 3: the key \"a::b\" is there twice"),
    ] {
        let process = api.push(name, "en", content, json!({})).await;
        assert!(failure(&process).contains(wanted), "{process}");
    }
    let format = json!({ "format": "json_structured" });
    let content = "{\n\"\": {\"translation\": \"x\"}}";
    let process = api.push("en.json", "en", content, format).await;
    let wanted = "line 2: a key has no name";
    assert!(failure(&process).contains(wanted), "{process}");
    let keys = api.send(api.request(Method::GET, &api.url("/keys"))).await;
    assert_eq!(keys.expect(200)["keys"], json!([]));
}
