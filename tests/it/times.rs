//! Timeouts: of a whole call, and of silence; sizes; and rate limiters of the caller's own.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;
use l10n_client::bytes::Bytes;
use l10n_client::rate_limit::{Permit, RateLimiter, RequestInfo};
use l10n_client::{BoxFuture, CallOptions, Client, ErrorKind, RetryPolicy, http};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use reqwest::Body;
use tokio::time::Instant;

use crate::peer::Peer;
use crate::support::{fake, list, quick, reply, skip_time, world};

#[tokio::test]
async fn a_whole_call_has_a_limit() {
    let world = world().await;
    let hung = Misbehavior::Delay(Duration::from_secs(300));
    world.meet(Fault::new(hung).always());
    let limit = Duration::from_secs(10);
    let client = world.client.with_options(CallOptions::new().timeout(limit));
    let (listed, ()) = tokio::join!(client.list_files(world.project.project_id).send(), async {
        world.until_read("listFiles", 1).await;
        skip_time(limit).await;
    });
    let error = listed.unwrap_err();
    assert!(error.is_timeout() && !error.may_have_taken_effect(), "{error}");
    let create =
        client.create_custom_translation_status(world.project.project_id, "New", "#61bd4f");
    let (created, ()) = tokio::join!(create.send(), async {
        world.until_read("createCustomTranslationStatus", 1).await;
        skip_time(limit).await;
    });
    let error = created.unwrap_err();
    assert!(error.is_timeout() && error.may_have_taken_effect(), "{error}");
    let words = "timed out after 10s waiting for the response (`ClientBuilder::call_timeout` or \
                 `CallOptions::timeout`)";
    assert!(error.to_string().contains(words), "{error}");
}

#[tokio::test(start_paused = true)]
async fn the_limit_of_a_call_holds_for_all_its_attempts_together() {
    let second = Duration::from_secs(1);
    let client = fake(async |_| reply(503, ""));
    let policy = RetryPolicy::default().max_attempts(1000).backoff(second, second);
    let policy = policy.max_elapsed(Duration::MAX);
    let client = client.retry(policy).call_timeout(Some(second * 60)).build().unwrap();
    let begin = Instant::now();
    let error = client.list_files("garnet-7041.26").send().await.unwrap_err();
    assert_eq!(error.status().unwrap(), 503, "the last trouble, not the end of the time");
    assert!(begin.elapsed() <= second * 60 && error.attempts() > 1);
}

/// A response whose body comes in parts of five bytes, with pauses before them, and never ends.
pub(crate) fn slow_body(parts: usize, pause: Duration) -> http::Response<Body> {
    let body = stream::unfold(0, move |sent| async move {
        if sent == parts {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(pause).await;
        Some((Ok::<_, std::io::Error>(Bytes::from_static(b"     ")), sent + 1))
    });
    http::Response::new(Body::wrap_stream(body))
}

#[tokio::test(start_paused = true)]
async fn silence_has_a_limit_of_its_own() {
    let second = Duration::from_secs(1);
    let hung = fake(async |_| std::future::pending().await);
    // It comes slowly, and never stops for long, until it is silent.
    let slow = fake(move |_| async move { slow_body(20, second * 8) });
    for (client, status, silent_after) in [(hung, None, 0), (slow, Some(200), 20 * 8)] {
        let client = client.retry(RetryPolicy::never()).read_timeout(second * 10);
        let client = client.call_timeout(None).build().unwrap();
        let begin = Instant::now();
        let error = client.list_files("garnet-7041.26").send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
        assert!(error.to_string().contains("no data for 10s (`ClientBuilder::read_timeout`)"));
        assert_eq!(error.status().map(|status| status.as_u16()), status);
        assert_eq!(begin.elapsed().as_secs(), silent_after + 10);
    }
}

const MIB: usize = 1 << 20;

/// Long as it is, no more of it is taken than the limit, and what the sockets hold.
#[tokio::test]
async fn a_response_is_not_read_beyond_its_limit() {
    let peer = Peer::start().await;
    let settings = Client::builder(peer.url() + "/v2").api_token("c0ffee");
    let client = settings.max_response_size(MIB).build().unwrap();
    let flooding = async {
        let mut request = peer.head().await;
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", 200 * MIB);
        request.respond(head).await;
        request.flood(200 * MIB).await
    };
    let (listed, taken) = tokio::join!(list(&client), flooding);
    assert_eq!(listed.unwrap_err().kind(), ErrorKind::TooLarge);
    assert!((MIB..24 * MIB).contains(&taken), "{taken} bytes");
}

#[tokio::test(start_paused = true)]
async fn a_future_that_is_dropped_sends_nothing_more() {
    let requests = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&requests);
    let client = fake(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        async { reply(503, "") }
    });
    let hour = Duration::from_secs(3600);
    let policy = RetryPolicy::default().backoff(hour, hour).max_elapsed(Duration::MAX);
    let client = client.retry(policy).call_timeout(None).build().unwrap();
    let call = client.list_files("garnet-7041.26").send();
    tokio::time::timeout(hour / 4, call).await.unwrap_err();
    tokio::time::sleep(hour * 2).await;
    assert_eq!(requests.load(Ordering::SeqCst), 1);
}

/// A rate limiter of the caller's own, which counts.
#[derive(Debug, Default, Clone)]
struct Counting {
    started: Arc<AtomicUsize>,
    in_flight: Arc<()>,
}

impl RateLimiter for Counting {
    fn start<'a>(&'a self, _: RequestInfo<'a>) -> BoxFuture<'a, Permit> {
        self.started.fetch_add(1, Ordering::SeqCst);
        let held = Arc::clone(&self.in_flight);
        Box::pin(async move { Permit::new(held) })
    }
}

#[tokio::test]
async fn a_pace_of_the_callers_own_is_asked_for_every_attempt() {
    let world = world().await;
    let limiter = Counting::default();
    let client = world.builder().rate_limiter(limiter.clone()).retry(quick()).build().unwrap();
    world.meet(Fault::new(Misbehavior::status(503)).times(2));
    let list = client.list_files(world.project.project_id);
    list.send().await.unwrap();
    assert_eq!(limiter.started.load(Ordering::SeqCst), 3);
    let held = Arc::strong_count(&limiter.in_flight);
    assert_eq!(held, 2, "this one and the client's: no permit is left");
}

#[tokio::test]
async fn the_end_of_the_time_does_not_hide_a_response_that_came_before() {
    let world = world().await;
    world.meet(Fault::new(Misbehavior::status(503)));
    let hung = Misbehavior::Delay(Duration::from_secs(300));
    world.meet(Fault::new(hung));
    let limit = Duration::from_secs(60);
    let client = world.retrying(quick()).with_options(CallOptions::new().timeout(limit));
    let list = client.list_files(world.project.project_id);
    let (listed, ()) = tokio::join!(list.send(), async {
        world.until_read("listFiles", 2).await;
        skip_time(limit).await;
    });
    let error = listed.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Timeout, 2));
    assert_eq!(error.status().unwrap(), 503);
    let text = error.to_string();
    assert!(text.contains("the last response was 503 Service Unavailable"), "{text}");
}

/// Half a MB, less than the limit, becomes 512 MB: the members of a gzip stream are unpacked one
/// after the other. The status of a rejection says what happened, however long its body is.
#[tokio::test]
async fn what_grows_when_it_is_unpacked_or_does_not_end_is_given_up() {
    let world = world().await;
    let client = world.builder().max_response_size(MIB).build().unwrap();
    let mut member = GzEncoder::new(Vec::new(), Compression::best());
    member.write_all(&vec![b' '; 4 * MIB]).unwrap();
    let bomb = Bytes::from(member.finish().unwrap().repeat(1 << 7));
    let (too_large, rejected) = (ErrorKind::TooLarge, ErrorKind::Status);
    for (status, kind) in [(200, too_large), (404, rejected), (500, rejected)] {
        let packed = Reply::new(status, ReplyBody::Bytes(bomb.clone()));
        let endless = Reply::new(status, ReplyBody::Blanks(1 << 40));
        for reply in [packed.header("Content-Encoding", "gzip"), endless] {
            world.respond(reply.header("X-Mark", "kept"));
            let error = list(&client).await.unwrap_err();
            assert_eq!((error.kind(), error.status().unwrap().as_u16()), (kind, status), "{error}");
            assert_eq!(error.headers().unwrap()["x-mark"], "kept");
        }
    }
}

#[tokio::test]
async fn a_response_of_just_the_limit_is_read() {
    let world = world().await;
    let client = world.builder().max_response_size(MIB).build().unwrap();
    for (length, is_read) in [(MIB, true), (MIB + 1, false)] {
        let body = r#"{"files":[]}"#;
        let text = format!("{body}{}", " ".repeat(length - body.len()));
        world.respond(Reply::new(200, ReplyBody::Text(text)));
        assert_eq!(list(&client).await.is_ok(), is_read, "{length}");
    }
}
