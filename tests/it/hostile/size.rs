//! Responds without end: they are given up at the client's limit, however they are packed and
//! whatever they announce.

use std::io::Write;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use l10n_client::{Client, Error, ErrorKind};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use serde_json::Value;

use crate::peer::Peer;
use crate::support::{World, world};

const LIMIT: usize = 1 << 20;

/// A client that takes no more than a MiB.
fn limited(world: &World) -> Client {
    let client = world.builder();
    client.max_response_size(LIMIT).build().unwrap()
}

/// Half a MB, less than the limit, that becomes 512 MB: the members of a gzip stream are unpacked
/// one after the other.
fn bomb() -> Vec<u8> {
    let mut member = GzEncoder::new(Vec::new(), Compression::best());
    member.write_all(&vec![b' '; 4 << 20]).unwrap();
    member.finish().unwrap().repeat(1 << 7)
}

/// All that a client makes of a list: a call, a stream, and the same by hand.
async fn errors(world: &World, client: &Client) -> [Error; 4] {
    let project = world.project.project_id;
    let path = format!("projects/{project}/files");
    let typed = client.list_files(project).send().await;
    let streamed = client.list_files(project).stream().next().await;
    let raw = client.request(reqwest::Method::GET, path).send::<Value>().await;
    let items = client.list_items(project).stream().next().await;
    [
        typed.unwrap_err(),
        streamed.unwrap().unwrap_err(),
        raw.unwrap_err(),
        items.unwrap().unwrap_err(),
    ]
}

/// The status of a rejection says what happened, however long its body is.
fn kind_of(status: u16) -> ErrorKind {
    match status {
        200 => ErrorKind::TooLarge,
        _ => ErrorKind::Status,
    }
}

#[tokio::test]
async fn what_grows_when_it_is_unpacked_or_does_not_end_is_given_up() {
    let world = world().await;
    let client = limited(&world);
    let bomb = bytes::Bytes::from(bomb());
    for status in [200, 404, 500] {
        let packed = Reply::new(status, ReplyBody::Bytes(bomb.clone()));
        let endless = Reply::new(status, ReplyBody::Blanks(1 << 40));
        for reply in [packed.header("Content-Encoding", "gzip"), endless] {
            let reply = reply.header("X-Mark", "kept");
            world.meet(Fault::new(Misbehavior::Respond(reply)).always());
            for error in errors(&world, &client).await {
                assert_eq!(error.kind(), kind_of(status), "{error}");
                assert_eq!(error.status().unwrap().as_u16(), status, "{error}");
                assert_eq!(error.headers().unwrap()["x-mark"], "kept");
            }
            world.sandbox.clear_faults();
        }
    }
}

#[tokio::test]
async fn a_response_of_just_the_limit_is_read() {
    let world = world().await;
    let client = limited(&world);
    let body = r#"{"files":[]}"#;
    for (length, is_read) in [(LIMIT, true), (LIMIT + 1, false)] {
        let text = format!("{body}{}", " ".repeat(length - body.len()));
        world.respond(Reply::new(200, ReplyBody::Text(text)));
        let list = client.list_files(world.project.project_id);
        assert_eq!(list.send().await.is_ok(), is_read, "{length}");
    }
}

#[tokio::test]
async fn nothing_is_set_aside_for_a_length_that_is_only_announced() {
    for length in
        ["1099511627776", "18446744073709551615", "99999999999999999999", "-1", "12, 12", "12, 13"]
    {
        let peer = Peer::start().await;
        let client = peer.client();
        let call = client.list_files("p").send();
        let responding = async {
            let mut request = peer.head().await;
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n");
            request.respond(head + r#"{"files":[]}"#).await;
            request.end().await;
        };
        let both = futures_util::future::join(call, responding);
        let (response, ()) = tokio::time::timeout(Duration::from_secs(30), both).await.unwrap();
        match response {
            Ok(response) => assert!(length == "12, 12" && response.files.is_empty(), "{length}"),
            Err(error) => assert!(
                matches!(error.kind(), ErrorKind::ConnectionLost | ErrorKind::Decode),
                "{length}: {error}"
            ),
        }
    }
}
