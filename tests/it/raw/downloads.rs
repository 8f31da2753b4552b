//! Bodies of responses in pieces and in a file.

use std::time::Duration;

use futures_util::TryStreamExt;
use l10n_client::{Chunks, Client, Error, ErrorKind, RawRequest, RetryPolicy, http};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, Reply, ReplyBody};
use reqwest::{Body, Method, Request};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::peer::Peer;
use crate::support::{World, builder, fake, printed, quick, reply, skip_time, world};
use crate::times::slow_body;

fn image(client: &Client) -> RawRequest {
    client.request(Method::GET, "teams/7/logo")
}

fn bytes_response(world: &World, bytes: &[u8]) {
    let reply = Reply::new(200, ReplyBody::Bytes(bytes.to_vec().into()));
    world.respond(reply.header("Content-Type", "image/png"));
}

/// Longer than the limit of the client that asks for it.
const LIMIT: usize = 64 << 10;

fn limited(world: &World) -> Client {
    let client = builder(&world.sandbox).api_token("c0ffee").max_response_size(LIMIT);
    client.build().unwrap()
}

fn content() -> Vec<u8> {
    (0..=u8::MAX).cycle().take(20 * LIMIT).collect()
}

#[tokio::test]
async fn a_body_of_any_length_comes_in_pieces() {
    let world = world().await;
    let (client, content) = (limited(&world), content());
    bytes_response(&world, &content);
    let error = image(&client).send::<Value>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);

    bytes_response(&world, &content);
    let response = image(&client).chunks().await.unwrap();
    assert_eq!(response.status().as_u16(), 200);
    assert_eq!(response.headers()["content-type"], "image/png");
    let chunks: Vec<_> = response.into_inner().try_collect().await.unwrap();
    assert!(chunks.len() > 1 && chunks.concat() == content);
    assert_eq!(world.sandbox.requests()[1].header("accept"), Some("*/*"));
}

#[tokio::test]
async fn a_body_is_written_to_a_file() {
    let world = world().await;
    let (client, content) = (limited(&world), content());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("logo.png");
    for _ in 0..2 {
        bytes_response(&world, &content);
        let written = image(&client).to_file(&path).await.unwrap();
        assert_eq!(written, content.len() as u64);
        assert!(std::fs::read(&path).unwrap() == content);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);

    world.respond(Reply::new(204, ReplyBody::Empty));
    assert_eq!(image(&client).to_file(&path).await.unwrap(), 0);
    assert_eq!(std::fs::read(&path).unwrap(), b"");
}

#[tokio::test]
async fn a_rejection_is_an_error_and_leaves_the_file_as_it_was() {
    let world = world().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("logo.png");
    std::fs::write(&path, "before").unwrap();
    let body = json!({"error": {"message": "No such logo", "code": 404}});
    world.respond(Reply::new(404, ReplyBody::Json(body)));
    let error = image(&world.client).to_file(&path).await.unwrap_err();
    assert!(error.is_not_found() && error.with_causes().contains("No such logo"), "{error}");
    assert_eq!(error.operation(), Some("request"));

    let project = format!("projects/{}", world.project.project_id);
    world.meet(Fault::new(Misbehavior::CutBody(10)));
    let call = world.client.request(Method::GET, &project);
    let error = call.to_file(&path).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConnectionLost);
    let words = format!("GET /{project} at 127.");
    assert!(error.with_causes().starts_with(&words), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), b"before");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);

    let nowhere = folder.path().join("no/such/folder/logo.png");
    for bad in [nowhere.as_path(), folder.path()] {
        bytes_response(&world, b"logo");
        let error = image(&world.client).to_file(bad).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io, "{error}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_replaced_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;

    let world = world().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("logo.png");
    std::fs::write(&path, "old").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o440)).unwrap();
    bytes_response(&world, b"logo");
    image(&world.client).to_file(&path).await.unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"logo");
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o440);
}

#[cfg(unix)]
#[tokio::test]
async fn a_symbolic_link_to_a_new_file_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("new.zip"), folder.path().join("link.zip"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let world = world().await;
    bytes_response(&world, b"zip");
    image(&world.client).to_file(&link).await.unwrap();
    assert!(link.symlink_metadata().unwrap().is_symlink(), "the link was replaced");
    assert_eq!(std::fs::read(&target).unwrap(), b"zip");
}

#[cfg(unix)]
#[tokio::test]
async fn a_pipe_stays_one() {
    use std::os::unix::fs::FileTypeExt;

    let world = world().await;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    bytes_response(&world, b"logo");
    let error = image(&world.client).to_file(&pipe).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io, "{error}");
    assert!(error.with_causes().contains("not a regular file"), "{error}");
    assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The bytes that come until the error, and the error.
async fn until_error(chunks: &mut Chunks) -> (usize, Error) {
    let mut came = 0;
    loop {
        match chunks.next().await.unwrap() {
            Ok(chunk) => came += chunk.len(),
            Err(error) => return (came, error),
        }
    }
}

#[tokio::test]
async fn the_head_of_a_response_is_retried_and_its_body_is_not() {
    let world = world().await;
    let client = world.retrying(quick());
    let call = |path: &str| client.request(Method::GET, path);
    for _ in 0..2 {
        world.meet(Fault::new(Misbehavior::status(503)));
    }
    bytes_response(&world, b"logo");
    let response = call("teams/7/logo").chunks().await.unwrap();
    let written: Vec<_> = response.into_inner().try_collect().await.unwrap();
    assert_eq!((written.concat(), world.sandbox.requests().len()), (b"logo".to_vec(), 3));

    world.sandbox.clear_requests();
    world.meet(Fault::new(Misbehavior::CutBody(10)));
    let path = format!("projects/{}", world.project.project_id);
    let mut chunks = call(&path).chunks().await.unwrap().into_inner();
    let (came, error) = until_error(&mut chunks).await;
    assert_eq!((came, error.kind(), error.attempts()), (10, ErrorKind::ConnectionLost, 1));
    assert!(chunks.next().await.is_none());
    assert_eq!(world.sandbox.requests().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn silence_ends_a_body_and_the_limit_of_a_call_does_not() {
    let client = fake(async |_| slow_body(8, Duration::from_secs(20)))
        .retry(RetryPolicy::never())
        .read_timeout(Duration::from_secs(30))
        .call_timeout(Some(Duration::from_secs(60)));
    let client = client.build().unwrap();
    let began = Instant::now();
    let mut chunks = image(&client).chunks().await.unwrap().into_inner();
    let (came, error) = until_error(&mut chunks).await;
    assert!(error.is_timeout() && came == 40, "{error} {came}");
    assert_eq!(began.elapsed().as_secs(), 8 * 20 + 30);
}

/// It may be that the caller, and not the service, takes its time.
#[tokio::test]
async fn a_body_that_is_read_slowly_is_not_silent_and_holds_up_nobody() {
    let world = world().await;
    world.sandbox.set_rate_limit(Some(RateLimit::new(1000, 10)));
    let window = l10n_client::rate_limit::SlidingWindow::new(1000, 1);
    let client =
        world.builder().read_timeout(Duration::from_secs(60)).rate_limiter(window).build().unwrap();
    let content = content();
    bytes_response(&world, &content);
    let mut chunks = image(&client).chunks().await.unwrap().into_inner();
    let mut came = chunks.next().await.unwrap().unwrap().to_vec();
    let project = client.get_project(world.project.project_id);
    project.send().await.unwrap();
    skip_time(Duration::from_secs(120)).await;
    while let Some(chunk) = chunks.next().await {
        came.extend(chunk.unwrap());
    }
    assert!(came == content);
}

#[tokio::test]
async fn a_dropped_body_ends_the_exchange() {
    let peer = Peer::start().await;
    let client = peer.client();
    let serving = tokio::spawn(async move {
        let mut request = peer.head().await;
        request.respond("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n").await;
        request.flood(1_000_000_000).await
    });
    let mut chunks = image(&client).chunks().await.unwrap().into_inner();
    chunks.next().await.unwrap().unwrap();
    drop(chunks);
    let sent = tokio::time::timeout(Duration::from_secs(60), serving).await.unwrap().unwrap();
    assert!(sent < 500_000_000, "{sent}");
}

/// And a link that is not safe is not followed.
#[tokio::test]
async fn a_link_is_followed_without_a_credential() {
    let world = world().await;
    let export = world.client.export_files(world.project.project_id, "json");
    let export = export.send().await;
    let link = export.unwrap().bundle_url.clone();
    let bundle = world.client.download(&link).chunks().await.unwrap().into_inner();
    let bundle: Vec<_> = bundle.try_collect().await.unwrap();
    assert!(bundle.concat().starts_with(b"PK"));
    let requests = world.sandbox.requests();
    let seen = requests.last().unwrap();
    assert_eq!(seen.header("accept-encoding"), Some("identity"));
    assert_eq!(seen.header("x-api-token"), None);

    for unsafe_link in [
        "http://storage.test/b.zip?marked",
        "https://me:marked@storage.test/",
        "ftp://marked",
        "marked and no link",
    ] {
        let error = world.client.download(unsafe_link).chunks().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
        assert!(!printed(&error).contains("marked"), "{error}");
    }
    assert_eq!(world.sandbox.requests().len(), requests.len());
}

#[tokio::test]
async fn a_link_is_read_into_memory_up_to_a_limit_and_an_encoded_body_is_saved_as_it_came() {
    use std::io::Write as _;

    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(b"image").unwrap();
    let encoded = encoder.finish().unwrap();
    let gzip = encoded.clone();
    let client = fake(move |request: Request| {
        let response = match request.url().path() {
            "/long" => reply(200, vec![0; LIMIT + 1]),
            _ => with_header(reply(200, gzip.clone()), "content-encoding", "gzip"),
        };
        async { response }
    });
    let client = client.max_response_size(LIMIT).build().unwrap();
    let chunks = client.download(LINK).chunks().await.unwrap();
    assert_eq!(chunks.headers()["content-encoding"], "gzip");
    let saved: Vec<_> = chunks.into_inner().try_collect().await.unwrap();
    assert!(saved.concat() == encoded);
    assert_eq!(client.download(LINK).bytes().await.unwrap(), "image");
    let error = client.download("https://store.test/long").bytes().await.unwrap_err();
    assert_eq!((error.kind(), error.operation()), (ErrorKind::TooLarge, Some("downloadBundle")));
}

const SIGNATURE: &str = "signature=marked-signature";
const LINK: &str = "https://store.test/bundle.zip?signature=marked-signature";

fn with_header(
    mut response: http::Response<Body>,
    name: &'static str,
    value: &'static str,
) -> http::Response<Body> {
    response.headers_mut().insert(name, value.parse().unwrap());
    response
}

/// The error of a download of which an object store says this.
async fn rejected(status: u16, content: &'static str, body: impl Into<String>) -> Error {
    let body = body.into();
    let client = fake(move |_| {
        let response = with_header(reply(status, body.clone()), "content-type", content);
        async { response }
    });
    client.build().unwrap().download(LINK).chunks().await.unwrap_err()
}

/// Of a captive portal, say.
#[tokio::test]
async fn a_page_in_the_place_of_a_bundle_is_no_bundle() {
    let error = rejected(200, "Text/HTML; charset=utf-8", "<html>").await;
    assert_eq!(error.kind(), ErrorKind::Bundle);
    assert!(error.with_causes().contains("leads to an HTML page"), "{error}");
}

const XML: &str = "application/xml";

#[tokio::test]
async fn an_error_of_an_object_store_has_its_code_and_message() {
    let expired = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>AccessDenied</Code>\
        <Message>Request has expired</Message><Expires>2026-01-01T00:00:00Z</Expires></Error>";
    let error = rejected(403, XML, expired).await;
    assert_eq!(error.status().map(|status| status.as_u16()), Some(403));
    assert_eq!(
        (error.code(), error.message()),
        (Some("AccessDenied"), Some("Request has expired"))
    );
    let text = error.to_string();
    assert!(text.ends_with("403 Forbidden: AccessDenied: Request has expired"), "{text}");

    let blob = "\u{feff}<?xml version=\"1.0\"?><Error><Code>BlobNotFound</Code><Message>It is \
        gone.\nRequestId:1\nTime:2</Message></Error>";
    let error = rejected(403, XML, blob).await;
    assert!(error.to_string().ends_with("BlobNotFound: It is gone. RequestId:1 Time:2"), "{error}");
}

/// The host chooses the text, and may repeat the link.
#[tokio::test]
async fn an_error_of_an_object_store_shows_nothing_else() {
    let message = |text: &str| format!("<Error><Code>A</Code><Message>{text}</Message></Error>");
    for (body, shown) in [
        (message(&format!("no {SIGNATURE} here")), Some("no [redacted] here")),
        (message("no marked-signature here"), Some("no [redacted] here")),
        (message("  "), None),
        ("<Error><Message>never ends".to_owned(), None),
        ("<Error><Message>x</Code></Error>".to_owned(), None),
        (format!("<html>{}</html>", message("x")), None),
        (format!("{{\"message\": \"{}\"}}", SIGNATURE), None),
        (SIGNATURE.to_owned(), None),
    ] {
        let error = rejected(403, XML, body.clone()).await;
        assert_eq!(error.message(), shown, "{body}");
        let text = format!("{error} {error:?} {error:#?} {:?}", error.code());
        assert!(!text.contains("marked-signature"), "{text}");
    }
    let error = rejected(403, XML, message(&"long ".repeat(10_000))).await;
    assert!(error.to_string().len() < 1000, "{error}");
}
