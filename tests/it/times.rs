//! Timeouts: of a whole call, and of silence; sizes; and rate limiters of the caller's own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::stream;
use l10n_client::bytes::Bytes;
use l10n_client::rate_limit::{Permit, RateLimiter, RequestInfo};
use l10n_client::{BoxFuture, CallOptions, Client, ErrorKind, RetryPolicy, http};
use l10n_sandbox::{Fault, Misbehavior};
use reqwest::Body;
use tokio::time::Instant;

use crate::peer::Peer;
use crate::support::{fake, quick, reply, skip_time, world};

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
    assert!(error.to_string().contains("timed out after 10s"), "{error}");
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
        assert_eq!(error.status().map(|status| status.as_u16()), status);
        assert_eq!(begin.elapsed().as_secs(), silent_after + 10);
    }
}

/// Long as it is, no more of it is taken than the limit, and what the sockets hold.
#[tokio::test]
async fn a_response_is_not_read_beyond_its_limit() {
    const MIB: usize = 1 << 20;
    let peer = Peer::start().await;
    let settings = Client::builder(peer.url() + "/v2").api_token("c0ffee");
    let client = settings.max_response_size(MIB).build().unwrap();
    let list = client.list_files("garnet-7041.26");
    let flooding = async {
        let mut request = peer.head().await;
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", 200 * MIB);
        request.respond(head).await;
        request.flood(200 * MIB).await
    };
    let (listed, taken) = tokio::join!(list.send(), flooding);
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
