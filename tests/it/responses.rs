//! Responses as other servers and proxies write them: content codings, no content,
//! control characters; and what requests ask for, whatever sends them.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use l10n_client::{Error, ErrorKind, RetryPolicy, http};
use l10n_sandbox::{Reply, ReplyBody};
use reqwest::Method;
use serde_json::Value;

use crate::support::{World, fake, world};

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

/// Responds with this to the next request for a project; returns its name.
async fn name(world: &World, body: Vec<u8>, coding: &str) -> Result<String, Error> {
    world
        .respond(Reply::new(200, ReplyBody::Bytes(body.into())).header("Content-Encoding", coding));
    let response = world.client.get_project("garnet-7041.26").send().await?;
    assert!(!response.headers().contains_key("content-encoding"));
    Ok(response.into_inner().name.unwrap())
}

const PROJECT: &[u8] = br#"{"project_id": "garnet-7041.26", "name": "Garnet"}"#;

#[tokio::test]
async fn gzip_has_two_names_in_any_case_and_several_members() {
    let world = world().await;
    let (start, end) = PROJECT.split_at(20);
    let members = [gzip(start), gzip(end)].concat();
    for coding in ["gzip", "GZIP", "x-gzip", "X-Gzip", "identity, gzip"] {
        assert_eq!(name(&world, gzip(PROJECT), coding).await.unwrap(), "Garnet", "{coding}");
        assert_eq!(name(&world, members.clone(), coding).await.unwrap(), "Garnet", "{coding}");
    }
    assert_eq!(name(&world, gzip(&gzip(PROJECT)), "gzip, gzip").await.unwrap(), "Garnet");
}

#[tokio::test]
async fn a_coding_that_was_not_requested_is_named() {
    let world = world().await;
    for coding in ["br", "zstd", "gzip, BR"] {
        let error = name(&world, PROJECT.to_vec(), coding).await.unwrap_err();
        let coding = coding.trim_start_matches("gzip, ").to_lowercase();
        let expected = format!("has the content coding {coding:?}, which was not requested");
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert!(error.to_string().contains(&expected), "{error}");
    }
}

#[tokio::test]
async fn a_coding_that_cannot_be_decoded_loses_the_body_and_not_the_status() {
    let world = world().await;
    let whole = gzip(PROJECT);
    for cut in 1..whole.len() {
        let error = name(&world, whole[..cut].to_vec(), "gzip").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ConnectionLost, "{cut}: {error}");
    }
    let error = name(&world, Vec::new(), "gzip").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    let denied = gzip(br#"{"message":"no"}"#);
    let junk = b"junk".to_vec();
    for (coding, body, message) in
        [("gzip", denied, Some("no")), ("gzip", junk.clone(), None), ("br", junk, None)]
    {
        let reply = Reply::new(403, ReplyBody::Bytes(body.into()));
        world.respond(reply.header("Content-Encoding", coding));
        let error = world.client.get_project("garnet-7041.26").send().await.unwrap_err();
        assert_eq!((error.kind(), error.status().unwrap().as_u16()), (ErrorKind::Status, 403));
        assert_eq!(error.message(), message, "{coding}");
    }
}

/// Whatever the fields of the response are.
#[tokio::test]
async fn no_content_is_an_error_that_leaves_open_no_effect() {
    let world = world().await;
    let reply = || Reply::new(204, ReplyBody::Empty);
    let client = &world.client;
    for operation in ["deleteCustomTranslationStatus", "deleteKey"] {
        world.respond_to(operation, reply());
    }
    let status = client.delete_custom_translation_status("garnet-7041.26", 7101).send().await;
    let key = client.delete_key("garnet-7041.26", 3101).send().await;
    for error in [status.unwrap_err(), key.unwrap_err()] {
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert!(error.may_have_taken_effect(), "{error}");
        let expected = "204 No Content: the response has no content";
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[tokio::test]
async fn a_response_without_a_body_may_name_any_coding() {
    for (method, status) in [(Method::HEAD, 200), (Method::DELETE, 204)] {
        for coding in ["gzip", "br"] {
            let client = fake(move |_| async move {
                let response = http::Response::builder().header("content-encoding", coding);
                response.status(status).body("".into()).unwrap()
            });
            let client = client.retry(RetryPolicy::never()).build().unwrap();
            let sent = client.request(method.clone(), "x").send::<Value>().await;
            assert!(sent.is_ok(), "{method} {coding}: {:?}", sent.err());
            let chunks = client.request(method.clone(), "x").chunks().await;
            assert!(chunks.is_ok(), "{method} {coding}: {:?}", chunks.err());
        }
    }
}

/// The comments that are read from a list, and the errors of the others.
async fn comments(world: &World, items: &[&[u8]]) -> (Vec<String>, Vec<String>) {
    let body = [b"{\"comments\": [", items.join(&b","[..]).as_slice(), b"]}"].concat();
    world.respond(Reply::new(200, ReplyBody::Bytes(body.into())));
    let list = world.client.list_project_comments("garnet-7041.26").send().await.unwrap();
    let issues = list.decode_issues().iter().map(ToString::to_string).collect();
    let read = list.into_inner().comments.into_iter();
    (read.map(|comment| comment.comment.unwrap_or_default()).collect(), issues)
}

#[tokio::test]
async fn escapes_and_raw_control_characters_are_read_alike() {
    let world = world().await;
    let (read, issues) = comments(
        &world,
        &[
            b"{\"comment_id\": 1, \"comment\": \"a\nb\"}",
            b"{\"comment_id\": 2, \"comment\": \"a\nb\\/c\td\\n\"}",
            br#"{"comment_id": 3, "comment": "\u042f\uD83D\uDE00\"\\\b\f\n\r\t\u0000"}"#,
            br#"{"comment_id": 4, "comment": "\ud83d"}"#,
            br#"{"comment_id": 5, "comment": "\ud83d\u0041"}"#,
        ],
    )
    .await;
    let expected = ["a\nb", "a\nb/c\td\n", "Я😀\"\\\u{8}\u{c}\n\r\t\0", "", ""];
    assert_eq!(read, expected);
    assert!(issues.iter().all(|issue| issue.ends_with("a string has invalid escapes")));
    assert_eq!(issues.len(), 2, "{issues:?}");

    let (_, issues) = comments(&world, &[br#"{"comment_id": 9223372036854775808}"#]).await;
    let reason = "expected an integer, found a larger number than 64 bits hold";
    assert!(issues[0].ends_with(reason), "{issues:?}");
}

/// How the rest of a response is read around a value: the name of the project, its team, and how
/// many values were omitted; nothing for a body that is not JSON.
async fn around(value: impl AsRef<[u8]>) -> Option<(Option<String>, Option<i64>, usize)> {
    let start = br#"{"project_id": "p", "name": "n", "team_id": "#;
    let body = [start, value.as_ref(), b"}"].concat();
    let client = crate::support::fake(move |_| {
        let response = http::Response::new(body.clone().into());
        async move { response }
    });
    let client = client.retry(RetryPolicy::never()).build().unwrap();
    match client.get_project("p").send().await {
        Ok(project) => Some((project.name.clone(), project.team_id, project.decode_issue_count())),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Decode);
            None
        }
    }
}

#[tokio::test]
async fn numbers_are_read_as_in_rfc_8259() {
    let read = |value| Some((Some("n".to_owned()), Some(value), 0));
    for (text, expected) in [
        ("7", 7),
        ("-0", 0),
        ("0e5", 0),
        ("1E2", 100),
        ("1e+2", 100),
        ("20.0e-1", 2),
        ("999999999999999999", 999_999_999_999_999_999),
        ("9223372036854775807", i64::MAX),
        ("-9223372036854775808", i64::MIN),
    ] {
        assert_eq!(around(text).await, read(expected), "{text}");
    }
    let omitted = Some((Some("n".to_owned()), None, 1));
    for text in ["9223372036854775808", "-9223372036854775809", "1.5", "1e400", "1e18"] {
        assert_eq!(around(text).await, omitted, "{text}");
    }
    for text in ["01", "-", "-01", "+1", "1.", ".5", "1e", "1e+", "1.e5", "NaN", "1 2", ""] {
        assert_eq!(around(text).await, None, "{text}");
    }
}

#[tokio::test]
async fn what_is_unknown_is_skipped_unless_it_is_no_json() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let known = Some((Some("n".to_owned()), Some(1), 0));
    for value in [r#"{"a": [1, {"b": "]}\\\""}], "c": {}}"#, "1e400", r#""\ud800""#, &deep] {
        assert_eq!(around(format!(r#"1, "new": {value}"#)).await, known);
    }
    assert_eq!(around(b"1, \"x\xff\": 1").await, None, "a name that is no text");
    let (first, renamed) = (r#"1, "name": "x""#, r#"1, "\u006eame": "x""#);
    for again in [first, renamed] {
        assert_eq!(around(again).await, Some((Some("x".to_owned()), Some(1), 0)), "{again}");
    }
    for value in [
        "{",
        "[",
        "[1,]",
        "[,1]",
        "{1: 2}",
        r#"{"a" 1}"#,
        r#"{"a": 1,}"#,
        "tru",
        "nuts",
        r#""a"#,
        "/* */ 1",
        "[1}",
        "{\"a\": 1]",
        "\"a\nb\"",
        "1} x",
        "1}{}",
        "1}\0",
    ] {
        assert_eq!(around(format!(r#"1, "new": {value}"#)).await, None, "{value}");
    }
    assert_eq!(around("1}\r\n\t ").await, None, "one bracket too many");
    for text in ["\u{feff}1", "'a'", "\"a\nb"] {
        assert_eq!(around(text).await, None, "{text}");
    }
}
