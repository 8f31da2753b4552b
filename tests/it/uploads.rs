//! Streamed uploads: what arrives, what is sent again, and what becomes of files that cannot be
//! read.

use std::error::Error as _;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use l10n_client::calls::UploadFile;
use l10n_client::rate_limit::SlidingWindow;
use l10n_client::{CallOptions, Client, Error, ErrorKind, FileSource, RetryPolicy, http};
use l10n_sandbox::{Fault, Misbehavior, Sandbox, SeenRequest};
use reqwest::Request;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, ReadBuf};

use crate::peer::Peer;
use crate::support::{World, failing, quick, world, world_of};

/// As many bytes as are encoded at once.
const PART: usize = 48 << 10;

fn upload(client: &Client) -> UploadFile {
    client.upload_file("garnet-7041.26", "a \"data\":\"\".json", "en")
}

/// A JSON file of that length.
fn json(length: usize) -> Vec<u8> {
    let text: String = ('a'..='z').cycle().take(length - 8).collect();
    format!(r#"{{"k":"{text}"}}"#).into_bytes()
}

/// A file in a folder that is removed when it is dropped.
fn file(content: &[u8]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), content).unwrap();
    file
}

fn uploads(world: &World) -> Vec<SeenRequest> {
    let seen = world.sandbox.requests().into_iter();
    seen.filter(|seen| seen.operation.as_deref() == Some("uploadFile")).collect()
}

/// Gives bytes without end, and counts them.
struct Endless(Arc<AtomicU64>);

impl AsyncRead for Endless {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let count = buffer.remaining();
        buffer.initialize_unfilled().fill(b' ');
        buffer.advance(count);
        self.0.fetch_add(count as u64, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

/// Whether nobody holds the reader any more.
async fn is_dropped(read: &Arc<AtomicU64>) -> bool {
    for _ in 0..100 {
        if Arc::strong_count(read) == 1 {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}

#[tokio::test]
async fn what_arrives_is_the_file_with_a_length_where_it_is_known() {
    let sandbox = Sandbox::builder().strict().step(Duration::from_millis(1));
    let world = world_of(sandbox.start().await.unwrap());
    for length in [9, 10, 11, PART - 1, PART, PART + 1, 3 * PART + 2] {
        let content = json(length);
        let path = file(&content);
        let in_memory = upload(&world.client).data(content.clone()).replace_modified(true).wait();
        in_memory.await.unwrap();
        world.sandbox.clear_requests();

        let sources = [
            path.path().into(),
            Bytes::from(content.clone()).into(),
            FileSource::reader(
                io::Cursor::new(content[..7].to_vec())
                    .chain(io::Cursor::new(content[7..].to_vec())),
            ),
        ];
        for source in sources {
            let known = !format!("{source:?}").ends_with("(a reader)");
            // A text that is not the one of before would be updated.
            let process =
                upload(&world.client).file(source).replace_modified(true).wait().await.unwrap();
            let counts = &process.details.unwrap().files.unwrap()[0];
            let counts =
                (counts.key_count_total, counts.key_count_updated, counts.key_count_skipped);
            assert_eq!(counts, (Some(1), Some(0), Some(1)), "{length}");

            let seen = uploads(&world).pop().unwrap();
            let expected = known.then(|| seen.body_size.to_string());
            assert_eq!(seen.header("content-length"), expected.as_deref());
            assert_eq!(seen.header("transfer-encoding").is_some(), !known);
            assert_eq!(seen.header("content-type"), Some("application/json"));
        }
    }
}

#[tokio::test]
async fn a_path_and_bytes_are_sent_again_after_429_and_a_reader_is_not() {
    let world = world().await;
    let client = world.retrying(quick());
    let content = json(PART + 100);
    let path = file(&content);
    for source in [FileSource::path(path.path()), content.clone().into()] {
        world.sandbox.clear_requests();
        world.meet(Fault::new(Misbehavior::status(429)));
        upload(&client).file(source).send().await.unwrap();
        let seen = uploads(&world);
        assert_eq!(seen.len(), 2);
        assert_eq!(seen[0].body_size, seen[1].body_size);
        assert!(!seen[0].took_effect && seen[1].took_effect);
    }

    world.sandbox.clear_requests();
    world.meet(Fault::new(Misbehavior::status(429)));
    let source = FileSource::reader(io::Cursor::new(content.clone()));
    let error = upload(&client).file(source).send().await.unwrap_err();
    assert!(error.is_rate_limited() && error.attempts() == 1);
    assert!(error.with_causes().contains("the body can be sent only once"), "{error}");
    assert_eq!(uploads(&world).len(), 1);
}

/// Nothing half-sent was taken for whole, and the error says what was wrong with the file.
fn assert_unreadable(world: &World, error: &Error, kind: io::ErrorKind, text: &str) {
    assert_eq!(error.kind(), ErrorKind::Io, "{error}");
    let source = error.source().unwrap().downcast_ref::<io::Error>().unwrap();
    assert_eq!(source.kind(), kind);
    let (whole, cause) = (error.with_causes(), source.to_string());
    assert!(whole.contains(text) && whole.contains(&cause), "{whole}");
    assert!(error.attempts() <= 1 && !error.may_have_taken_effect());
    assert!(uploads(world).iter().all(|seen| !seen.took_effect && seen.status.is_none()));
}

#[tokio::test]
async fn a_file_that_changes_its_length_while_it_is_sent_is_not_taken_for_whole() {
    let world = world().await;
    for (length, kind, text) in [
        (PART, io::ErrorKind::UnexpectedEof, "ends after"),
        (3 * PART, io::ErrorKind::InvalidData, "longer than its declared length"),
    ] {
        let path = file(&json(2 * PART));
        let other = path.reopen().unwrap();
        let upload = upload(&world.retrying(quick())).file(path.path());
        let upload = upload.on_progress(move |_, _| other.set_len(length as u64).unwrap());
        assert_unreadable(&world, &upload.send().await.unwrap_err(), kind, text);
    }
}

#[tokio::test]
async fn what_cannot_be_opened_is_found_out_before_anything_is_sent() {
    let world = world().await;
    let below_a_file = match cfg!(windows) {
        true => io::ErrorKind::NotFound,
        false => io::ErrorKind::NotADirectory,
    };
    for (path, kind) in
        [("no/such.json", io::ErrorKind::NotFound), ("Cargo.toml/such.json", below_a_file)]
    {
        let missing = upload(&world.client).file(Path::new(path));
        let error = missing.send().await.unwrap_err();
        let system = std::fs::read(path).unwrap_err();
        let text = format!("cannot read `{path}`: {system}");
        assert_unreadable(&world, &error, kind, &text);
    }
    let folder = upload(&world.client).file(Path::new("src"));
    let error = folder.send().await.unwrap_err();
    let text = "cannot read `src`: is a directory";
    assert_unreadable(&world, &error, io::ErrorKind::IsADirectory, text);

    let error =
        world.client.upload_file("", "a.json", "en").file(Vec::new()).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.with_causes().contains("project_id"), "{error}");
    assert_eq!(world.sandbox.requests().len(), 0);
}

/// Fails after that many bytes.
struct Failing(usize);

impl AsyncRead for Failing {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.0 == 0 {
            let error = io::Error::new(io::ErrorKind::StaleNetworkFileHandle, "the share is gone");
            return Poll::Ready(Err(error));
        }
        let count = self.0.min(buffer.remaining());
        buffer.put_slice(&vec![b' '; count]);
        self.0 -= count;
        Poll::Ready(Ok(()))
    }
}

#[tokio::test]
async fn an_error_of_the_reader_is_the_error_of_the_upload() {
    let world = world().await;
    for length in [0, 100, 3 * PART] {
        let source = FileSource::reader(Failing(length));
        let error = upload(&world.retrying(quick())).file(source).send().await.unwrap_err();
        let kind = io::ErrorKind::StaleNetworkFileHandle;
        assert_unreadable(&world, &error, kind, "cannot read a reader: the share is gone");
    }
}

type Steps = Arc<Mutex<Vec<(u64, Option<u64>)>>>;

#[tokio::test]
async fn progress_grows_from_nothing_to_the_length() {
    let world = world().await;
    let length = 3 * PART + 50;
    for total in [Some(length as u64), None] {
        let source = match total {
            Some(_) => json(length).into(),
            None => FileSource::reader(io::Cursor::new(json(length))),
        };
        let steps = Steps::default();
        let told = Arc::clone(&steps);
        let upload = upload(&world.client).file(source);
        let upload =
            upload.on_progress(move |sent, total| told.lock().unwrap().push((sent, total)));
        upload.send().await.unwrap();
        let steps = steps.lock().unwrap();
        assert_eq!(steps.first(), Some(&(0, total)));
        assert_eq!(steps.last(), Some(&(length as u64, total)));
        assert!(steps.len() > 3 && steps.is_sorted(), "{steps:?}");
    }
}

#[tokio::test]
async fn an_upload_may_take_its_time_as_long_as_it_is_not_the_service_that_is_silent() {
    let world = world().await;
    let client = world
        .builder()
        .read_timeout(Duration::from_secs(1))
        .call_timeout(Some(Duration::from_secs(1)))
        .build()
        .unwrap();
    let (mut pen, reader) = tokio::io::duplex(64);
    let writing = async move {
        pen.write_all(br#"{"k":"#).await.unwrap();
        tokio::time::sleep(Duration::from_secs(2)).await;
        pen.write_all(br#""v"}"#).await.unwrap();
    };
    let source = FileSource::reader(reader);
    let (sent, ()) = tokio::join!(upload(&client).file(source).send(), writing);
    assert_eq!(sent.unwrap().status(), 202);

    let late = Misbehavior::Delay(Duration::from_secs(30));
    world.meet(Fault::new(late));
    let error = upload(&client).file(json(10)).send().await.unwrap_err();
    assert!(error.is_timeout() && error.may_have_taken_effect(), "{error}");
}

#[tokio::test]
async fn a_reader_is_not_read_ahead_of_a_service_that_takes_nothing_and_time_ends_it() {
    let peer = Peer::start().await;
    let impatient = Client::builder(peer.url() + "/v2").read_timeout(Duration::from_millis(500));
    let client = impatient.api_token("c0ffee").retry(RetryPolicy::never()).build().unwrap();
    let read = Arc::new(AtomicU64::new(0));
    let source = FileSource::reader(Endless(Arc::clone(&read)));
    let (sent, request) = tokio::join!(upload(&client).file(source).send(), peer.head());
    assert!(request.head.contains("transfer-encoding: chunked"));
    let error = sent.unwrap_err();
    assert!(error.is_timeout() && error.may_have_taken_effect(), "{error}");
    // The socket's own buffers have filled, and a few parts wait.
    let ahead = read.load(Ordering::Relaxed);
    assert!(ahead < 24 << 20, "{ahead} bytes");
    assert!(is_dropped(&read).await);
}

#[tokio::test]
async fn a_reader_is_not_held_when_the_upload_is_dropped() {
    let peer = Peer::start().await;
    let client = peer.client();
    let read = Arc::new(AtomicU64::new(0));
    let source = FileSource::reader(Endless(Arc::clone(&read)));
    let sending = upload(&client).file(source).send();
    tokio::select! {
        _ = peer.head() => {}
        result = sending => panic!("{result:?}"),
    }
    assert!(is_dropped(&read).await);
}

/// In the task of the call, and in one of its own.
#[tokio::test]
async fn a_panic_of_the_listener_reaches_the_caller() {
    let world = world().await;
    let window = SlidingWindow::new(1000, 10);
    let windowed = world.builder().rate_limiter(window).build().unwrap();
    for client in [&world.client, &windowed] {
        let upload =
            upload(&client.with_options(CallOptions::new().retry(quick()))).file(json(3 * PART));
        let upload = upload.on_progress(|sent, _| assert_eq!(sent, 0, "told"));
        let panic = tokio::spawn(upload.send()).await.unwrap_err().into_panic();
        assert!(panic.downcast::<String>().unwrap().contains("told"));
    }
    assert!(uploads(&world).iter().all(|seen| !seen.took_effect));
    assert!(uploads(&world).len() <= 2);
}

#[tokio::test]
async fn an_early_response_ends_the_upload() {
    let peer = Peer::start().await;
    let client = peer.client();
    let read = Arc::new(AtomicU64::new(0));
    let source = FileSource::reader(Endless(Arc::clone(&read)));
    let upload = upload(&client).file(source).send();
    let responding = async {
        let mut request = peer.head().await;
        request.respond("HTTP/1.1 413 Payload Too Large\r\nContent-Length: 0\r\n\r\n").await;
        request
    };
    let (sent, mut request) = tokio::join!(upload, responding);
    assert_eq!(sent.unwrap_err().status().unwrap(), 413);
    let rest = request.rest().await.expect("the connection is closed");
    assert!(!rest.ends_with(b"0\r\n\r\n"), "and not as if the file had ended");
    assert!(is_dropped(&read).await);
}

#[tokio::test]
async fn an_upload_that_may_have_taken_effect_says_so_when_its_file_is_gone() {
    let file = file(b"{}");
    let path = file.path().to_owned();
    let requests = Arc::new(AtomicU64::new(0));
    let (gone, seen) = (path.clone(), Arc::clone(&requests));
    let client = failing(move |mut request: Request| {
        let (gone, seen) = (gone.clone(), Arc::clone(&seen));
        async move {
            let body = request.body_mut().take().unwrap();
            reqwest::Response::from(http::Response::new(body)).bytes().await?;
            // The service has the whole request; its response is lost.
            seen.fetch_add(1, Ordering::Relaxed);
            std::fs::remove_file(&gone)?;
            Err("connection lost".into())
        }
    });
    let client = client.retry(quick()).build().unwrap();
    let call = upload(&client).file(path.as_path()).options(CallOptions::new().idempotent());
    let error = call.send().await.unwrap_err();
    assert_eq!(requests.load(Ordering::Relaxed), 1);
    assert!(error.may_have_taken_effect(), "{error}");
}
