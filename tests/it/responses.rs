//! Responses as other servers and proxies write them: content codings, no content,
//! control characters; and what requests ask for, whatever sends them.

use std::io::Write as _;
use std::sync::{Arc, Mutex};

use flate2::Compression;
use flate2::write::GzEncoder;
use l10n_client::reqwest::{Request, Response};
use l10n_client::transport::Transport;
use l10n_client::{BoxError, BoxFuture, Client, Error, ErrorKind, RetryPolicy, http};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};

use crate::support::{World, world};

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

/// Responds with this to the next request for a project; returns its name.
async fn name(world: &World, body: Vec<u8>, coding: &str) -> Result<String, Error> {
    let reply = Reply::new(200, ReplyBody::Bytes(body.into())).header("Content-Encoding", coding);
    world.sandbox.add_fault(Fault::new(Misbehavior::Respond(reply))).unwrap();
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
async fn no_content_is_a_success_if_no_field_is_required() {
    let world = world().await;
    let reply = || Fault::new(Misbehavior::Respond(Reply::new(204, ReplyBody::Empty)));
    world.sandbox.add_fault(reply()).unwrap();
    let status = world.client.delete_custom_translation_status("garnet-7041.26", 7101);
    assert_eq!(status.send().await.unwrap().status().as_u16(), 204);
    world.sandbox.add_fault(reply()).unwrap();
    let error = world.client.get_project("garnet-7041.26").send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    let expected = "204 No Content: the response has no content, but the document requires it";
    assert!(error.to_string().contains(expected), "{error}");
}

/// The comments that are read from a list, and the errors of the others.
async fn comments(world: &World, items: &[&[u8]]) -> (Vec<String>, Vec<String>) {
    let body = [b"{\"comments\": [", items.join(&b","[..]).as_slice(), b"]}"].concat();
    let reply = Reply::new(200, ReplyBody::Bytes(body.into()));
    world.sandbox.add_fault(Fault::new(Misbehavior::Respond(reply))).unwrap();
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
}

/// Keeps the headers of its requests.
#[derive(Debug, Default)]
struct Headers(Mutex<Vec<http::HeaderMap>>);

impl Transport for Headers {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, BoxError>> {
        self.0.lock().unwrap().push(request.headers().clone());
        let response = http::Response::new(gzip(PROJECT));
        let (mut head, body) = response.into_parts();
        head.headers.insert("content-encoding", http::HeaderValue::from_static("gzip"));
        Box::pin(async { Ok(Response::from(http::Response::from_parts(head, body))) })
    }
}

#[tokio::test]
async fn a_transport_receives_all_headers_and_its_responses_are_decoded() {
    let transport = Arc::new(Headers::default());
    let client =
        Client::builder("http://localhost/v2").api_token("c0ffee").user_agent("ci-sync/2.1");
    let client = client.header("x-team", "blue").retry(RetryPolicy::never());
    let client = client.transport(Arc::clone(&transport)).build().unwrap();
    let project = client.get_project("garnet-7041.26").send().await.unwrap();
    assert_eq!(project.name.as_deref(), Some("Garnet"));
    let seen = transport.0.lock().unwrap();
    let agent = seen[0]["user-agent"].to_str().unwrap();
    assert!(agent.starts_with("ci-sync/2.1 l10n-client/"), "{agent}");
    assert!(seen[0]["accept-encoding"] == "gzip" && seen[0]["x-team"] == "blue");
}
