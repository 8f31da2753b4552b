//! Files of raw requests: in a field of the JSON, or as the body.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use l10n_client::{Client, ErrorKind, FileSource, RawRequest, RetryPolicy};
use l10n_sandbox::{Misbehavior, Reply, ReplyBody};
use reqwest::Method;
use serde_json::{Value, json};

use super::{answer, json_answer};
use crate::support::{World, builder, world};

/// More than is encoded at once, and no multiple of three.
const LONG: usize = (192 << 10) * 2 + 1;

fn file(content: &[u8]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), content).unwrap();
    file
}

fn content(length: usize) -> Vec<u8> {
    (0..=u8::MAX).cycle().take(length).collect()
}

/// The same bytes from everywhere, and whether their length is known.
fn sources(path: &Path, content: &[u8]) -> [(FileSource, bool); 4] {
    let reader = || io::Cursor::new(content.to_vec());
    [
        (path.into(), true),
        (Bytes::copy_from_slice(content).into(), true),
        (
            FileSource::reader_with_length(reader(), content.len() as u64),
            true,
        ),
        (FileSource::reader(reader()), false),
    ]
}

fn retrying(world: &World) -> Client {
    let pause = Duration::from_millis(1);
    let client = builder(&world.sandbox)
        .api_token(world.sandbox.tokens().read_write)
        .retry(RetryPolicy::default().backoff(pause, pause));
    client.build().unwrap()
}

/// The beginning of the body of a request.
fn body_of(world: &World, index: usize) -> Vec<u8> {
    let seen = &world.sandbox.requests()[index];
    seen.body.as_ref().unwrap().bytes().to_vec()
}

fn post<'w>(world: &'w World, path: &str) -> RawRequest<'w> {
    world.client.request(Method::POST, path)
}

#[tokio::test]
async fn a_file_in_a_field_arrives_as_an_upload_of_the_document_does() {
    let world = world().await;
    let text: Vec<u8> = format!(r#"{{"k":"{}"}}"#, "x".repeat(LONG)).into();
    let path = file(&text);
    let body = json!({"filename": "a \"data\".json", "lang_iso": "en"});
    let to = format!("projects/{}/files/upload", world.project.project_id);
    for (source, is_known) in sources(path.path(), &text) {
        world.sandbox.clear_requests();
        let sent = post(&world, &to).json(&body).file("data", source);
        let answer = sent.send::<Value>().await.unwrap();
        assert!(answer["process"]["process_id"].is_string());
        let seen = &world.sandbox.requests()[0];
        let typed = world
            .client
            .upload_file(world.project.project_id, "a \"data\".json", "en");
        typed.data(text.clone()).send().await.unwrap();
        let typed = &world.sandbox.requests()[1];
        assert_eq!(seen.body_size, typed.body_size);
        let counted = post(&world, &to)
            .json(&body)
            .file("data", text.clone())
            .wait();
        let counts = counted.await.unwrap().details.unwrap().files.unwrap();
        assert_eq!(
            (counts[0].key_count_total, counts[0].key_count_skipped),
            (Some(1), Some(1))
        );
        assert_eq!(seen.header("content-type"), Some("application/json"));
        let length = seen.body_size.to_string();
        assert_eq!(
            seen.header("content-length"),
            is_known.then_some(length.as_str())
        );
    }
}

#[tokio::test]
async fn a_file_stands_where_a_pointer_leads_behind_what_is_there() {
    let world = world().await;
    json_answer(&world, json!({}));
    let body = json!({"screenshots": [{"title": "ü", "data": "data:image/png;base64,"}, null]});
    let call = post(&world, "teams/7/screenshots").json(&body);
    call.file("/screenshots/0/data", vec![0xfb, 0xff])
        .send::<Value>()
        .await
        .unwrap();
    let seen: Value = serde_json::from_slice(&body_of(&world, 0)).unwrap();
    let expected =
        json!({"screenshots": [{"title": "ü", "data": "data:image/png;base64,+/8="}, null]});
    assert_eq!(seen, expected);

    for (body, field, text) in [
        (json!({"of": [null]}), "/of/0", r#"{"of":["AA=="]}"#),
        (json!({}), "a/b", r#"{"a/b":"AA=="}"#),
        (json!({}), "/a~1b~0", r#"{"a/b~":"AA=="}"#),
    ] {
        world.sandbox.clear_requests();
        json_answer(&world, json!({}));
        let call = post(&world, "teams/7/screenshots").json(&body);
        call.file(field, vec![0]).send::<Value>().await.unwrap();
        assert_eq!(body_of(&world, 0), text.as_bytes());
    }
    world.sandbox.clear_requests();
    json_answer(&world, json!({}));
    let alone = post(&world, "teams/7/screenshots").file("data", vec![]);
    alone.send::<Value>().await.unwrap();
    assert_eq!(body_of(&world, 0), br#"{"data":""}"#);
}

#[tokio::test]
async fn a_body_of_any_type_is_sent_as_it_is() {
    let world = world().await;
    let bytes = content(LONG);
    let path = file(&bytes);
    for (source, is_known) in sources(path.path(), &bytes) {
        world.sandbox.clear_requests();
        json_answer(&world, json!({"stored": true}));
        let call = world.client.request(Method::PUT, "teams/7/logo");
        let stored = call
            .body("image/png", source)
            .send::<Value>()
            .await
            .unwrap();
        assert_eq!(stored["stored"], true);
        let seen = &world.sandbox.requests()[0];
        assert_eq!(seen.body_size, bytes.len() as u64);
        assert!(bytes.starts_with(&body_of(&world, 0)));
        assert_eq!(seen.header("content-type"), Some("image/png"));
        let length = bytes.len().to_string();
        assert_eq!(
            seen.header("content-length"),
            is_known.then_some(length.as_str())
        );
    }
}

/// All of it arrives: else it would be no JSON.
#[tokio::test]
async fn a_body_that_is_long_arrives_whole() {
    use base64::Engine;
    let world = world().await;
    let value: String = (0..LONG / 5).map(|number| number.to_string()).collect();
    let text = json!({ "k": value }).to_string();
    let data = base64::engine::general_purpose::STANDARD.encode(&text);
    let body = json!({"filename": "a.json", "lang_iso": "en", "data": data}).to_string();
    let path = format!("projects/{}/files/upload", world.project.project_id);
    let call = post(&world, &path).body(
        "application/json",
        FileSource::reader(io::Cursor::new(body)),
    );
    let files = call.wait().await.unwrap().details.unwrap().files.unwrap();
    assert_eq!(files[0].key_count_inserted, Some(1));

    let again = world
        .client
        .upload_file(world.project.project_id, "a.json", "en")
        .data(text)
        .replace_modified(true);
    let files = again.wait().await.unwrap().details.unwrap().files.unwrap();
    assert_eq!(files[0].key_count_skipped, Some(1), "it is the same");
}

#[tokio::test]
async fn what_can_be_read_again_is_sent_again() {
    let world = world().await;
    let client = retrying(&world);
    let bytes = content(LONG);
    let path = file(&bytes);
    let many = || Reply::new(429, ReplyBody::Empty).header("Retry-After", "0");
    for (index, (source, _)) in sources(path.path(), &bytes).into_iter().enumerate() {
        world.sandbox.clear_requests();
        world.sandbox.clear_faults();
        answer(&world, many());
        json_answer(&world, json!({}));
        let told = Arc::new(Mutex::new(Vec::new()));
        let tell = Arc::clone(&told);
        let call = client
            .request(Method::POST, "teams/7/logo")
            .body("image/png", source);
        let call = call.on_progress(move |sent, total| tell.lock().unwrap().push((sent, total)));
        let sent = call.send::<Value>().await;
        let told = told.lock().unwrap();
        let total = told[0].1;
        let starts = told.iter().filter(|(sent, _)| *sent == 0).count();
        match index {
            0 | 1 => {
                sent.unwrap();
                assert_eq!(world.sandbox.requests()[1].body_size, LONG as u64);
                assert_eq!((starts, total), (2, Some(LONG as u64)));
                assert_eq!(told.last().unwrap().0, LONG as u64);
            }
            _ => {
                let error = sent.unwrap_err();
                assert!(
                    error.is_rate_limited() && world.sandbox.requests().len() == 1,
                    "{error}"
                );
                assert_eq!((starts, total.is_some()), (1, index == 2));
            }
        }
    }
}

#[tokio::test]
async fn what_cannot_be_sent_is_found_out_before() {
    let world = world().await;
    let missing = Path::new("/nowhere/at/all.png");
    let error = post(&world, "teams/7/logo")
        .name("setLogo")
        .body("image/png", missing);
    let error = error.send::<Value>().await.unwrap_err();
    assert_eq!(
        (error.kind(), error.operation()),
        (ErrorKind::Io, Some("setLogo"))
    );

    let body = json!({"of": {"text": "a", "number": 7}, "list": []});
    let file = |field: &str| {
        post(&world, "teams/7/logo")
            .json(&body)
            .file(field, vec![0])
    };
    let calls = [
        file("/list/0"),
        file("/of/number"),
        file("/nowhere/data"),
        file("/of/text/data"),
        post(&world, "teams/7/logo")
            .json(&json!([]))
            .file("data", vec![0]),
        post(&world, "teams/7/logo")
            .json(&body)
            .body("image/png", vec![0]),
        post(&world, "teams/7/logo").body("image/\npng", vec![0]),
    ];
    for call in calls {
        let error = call.send::<Value>().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    }
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn a_file_that_ends_early_has_no_effect() {
    let world = world().await;
    let short = FileSource::reader_with_length(io::Cursor::new(vec![0; 7]), 8);
    let call = post(&world, "teams/7/logo").body("image/png", short);
    let error = call.send::<Value>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(!error.may_have_taken_effect(), "{error}");
    assert!(error.to_string().contains("7 of the 8 bytes"), "{error}");
}

#[tokio::test]
async fn a_refused_file_is_an_error_with_the_words_of_the_service() {
    let world = world().await;
    let fault = l10n_sandbox::Fault::new(Misbehavior::status(413));
    world.sandbox.add_fault(fault).unwrap();
    let call = post(&world, "teams/7/logo").body("image/png", vec![0; 100]);
    let error = call.send::<Value>().await.unwrap_err();
    assert_eq!(error.status().map(|status| status.as_u16()), Some(413));
}
