//! Timeouts: of a whole call, and of silence; and the rate limiter, as the sandbox sees it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use l10n_client::rate_limit::{Permit, PermitFuture, RateLimiter, RequestInfo, SlidingWindow};
use l10n_client::{Client, ErrorKind, RetryPolicy};
use l10n_sandbox::{Fault, Misbehavior};

use crate::peer::Peer;
use crate::support::{builder, world};

#[tokio::test]
async fn a_whole_call_has_a_limit() {
    let world = world().await;
    world
        .sandbox
        .add_fault(Fault::new(Misbehavior::Delay(Duration::from_secs(30))).always())
        .unwrap();
    let client =
        world.client.with_options(l10n_client::CallOptions::new().timeout(Duration::from_secs(1)));
    let begin = Instant::now();
    let error = client.list_files(world.project.project_id).send().await.unwrap_err();
    assert!(error.is_timeout() && !error.may_have_taken_effect(), "{error}");
    let error = client
        .create_custom_translation_status(world.project.project_id, "New", "#61bd4f")
        .send()
        .await
        .unwrap_err();
    assert!(error.is_timeout() && error.may_have_taken_effect(), "{error}");
    assert!(begin.elapsed() < Duration::from_secs(25));
}

#[tokio::test]
async fn the_limit_of_a_call_holds_for_all_its_attempts_together() {
    let world = world().await;
    world.sandbox.add_fault(Fault::new(Misbehavior::status(503)).always()).unwrap();
    let policy = RetryPolicy::default()
        .max_attempts(1000)
        .backoff(Duration::from_millis(40), Duration::from_millis(40));
    let client = world
        .client
        .with_options(l10n_client::CallOptions::new().retry(policy))
        .with_options(l10n_client::CallOptions::new().timeout(Duration::from_secs(2)));
    let begin = Instant::now();
    let error = client.list_files(world.project.project_id).send().await.unwrap_err();
    assert_eq!(error.status().unwrap(), 503, "the last trouble, not the end of the time");
    assert!(begin.elapsed() < Duration::from_secs(30) && error.attempts() > 1);
}

#[tokio::test]
async fn silence_has_a_limit_of_its_own() {
    let world = world().await;
    world.sandbox.add_fault(Fault::new(Misbehavior::Delay(Duration::from_secs(30)))).unwrap();
    let client = builder(&world.sandbox)
        .api_token(world.sandbox.tokens().read_write)
        .read_timeout(Duration::from_secs(1))
        .build()
        .unwrap();
    let error = client.list_files(world.project.project_id).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");

    // An answer that comes slowly, and never stops for long, is not silent.
    let drip = Misbehavior::Drip { chunk: 16, pause: Duration::from_millis(100) };
    world.sandbox.add_fault(Fault::new(drip)).unwrap();
    let begin = Instant::now();
    client.list_files(world.project.project_id).send().await.unwrap();
    assert!(begin.elapsed() > Duration::from_secs(1));
}

#[tokio::test]
async fn an_answer_that_stops_coming_is_silence() {
    let world = world().await;
    let client = builder(&world.sandbox)
        .api_token(world.sandbox.tokens().read_write)
        .read_timeout(Duration::from_secs(1))
        .build()
        .unwrap();
    let stall = Misbehavior::Drip { chunk: 16, pause: Duration::from_secs(30) };
    world.sandbox.add_fault(Fault::new(stall)).unwrap();
    let begin = Instant::now();
    let list = client.list_files(world.project.project_id);
    let error = list.send().await.unwrap_err();
    assert!(error.is_timeout() && error.status().is_some(), "{error}");
    assert!(begin.elapsed() < Duration::from_secs(25));
}

#[tokio::test]
async fn an_answer_has_a_limit_of_length() {
    let world = world().await;
    let client = builder(&world.sandbox)
        .api_token(world.sandbox.tokens().read_write)
        .max_response_size(100)
        .build()
        .unwrap();
    let error = client.list_files(world.project.project_id).send().await.unwrap_err();
    assert_eq!((error.kind(), error.status().unwrap().as_u16()), (ErrorKind::TooLarge, 200));
}

/// Long as it is, no more of it is taken than the limit, and what the sockets hold.
#[tokio::test]
async fn an_answer_is_not_read_beyond_its_limit() {
    const MIB: usize = 1 << 20;
    let peer = Peer::start().await;
    let settings = Client::builder(peer.url() + "/v2").api_token("c0ffee");
    let client = settings.max_response_size(MIB).build().unwrap();
    let list = client.list_files("garnet-7041.26");
    let flooding = async {
        let mut request = peer.head().await;
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", 200 * MIB);
        request.answer(head).await;
        request.flood(200 * MIB).await
    };
    let (listed, taken) = tokio::join!(list.send(), flooding);
    assert_eq!(listed.unwrap_err().kind(), ErrorKind::TooLarge);
    assert!((MIB..24 * MIB).contains(&taken), "{taken} bytes");
}

#[tokio::test]
async fn clones_share_the_pace_and_the_service_sees_it() {
    let world = world().await;
    let client = builder(&world.sandbox)
        .api_token(world.sandbox.tokens().read_write)
        .rate_limiter(SlidingWindow::new(4, 10))
        .build()
        .unwrap();
    let calls = (0..9).map(|_| {
        let client = client.clone();
        tokio::spawn(async move { client.list_files("garnet-7041.26").send().await.map(drop) })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap().unwrap();
    }
    let starts: Vec<_> = world.sandbox.requests().iter().map(|seen| seen.started).collect();
    for window in starts.windows(5) {
        // The way to the sandbox takes its time, and not always the same.
        assert!((window[4] - window[0]).num_milliseconds() > 900, "{starts:?}");
    }
}

#[tokio::test]
async fn a_future_that_is_dropped_sends_nothing_more() {
    let world = world().await;
    world.sandbox.add_fault(Fault::new(Misbehavior::status(503)).always()).unwrap();
    // The pause is a random part of this.
    let long = Duration::from_secs(24 * 3600);
    let policy = RetryPolicy::default().backoff(long, long).max_elapsed(Duration::MAX);
    let client = world
        .client
        .with_options(l10n_client::CallOptions::new().retry(policy))
        .with_options(l10n_client::CallOptions::new().without_timeout());
    let call = client.list_files(world.project.project_id).send();
    assert!(tokio::time::timeout(Duration::from_millis(100), call).await.is_err());
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(world.sandbox.requests().len(), 1);
}

/// A rate limiter of the caller's own, which counts.
#[derive(Debug, Default, Clone)]
struct Counting {
    started: Arc<AtomicUsize>,
    in_flight: Arc<()>,
}

impl RateLimiter for Counting {
    fn start<'a>(&'a self, _: RequestInfo<'a>) -> PermitFuture<'a> {
        self.started.fetch_add(1, Ordering::SeqCst);
        let held = Arc::clone(&self.in_flight);
        Box::pin(async move { Permit::new(held) })
    }
}

#[tokio::test]
async fn a_pace_of_the_callers_own_is_asked_for_every_attempt() {
    let world = world().await;
    let limiter = Counting::default();
    let quick = RetryPolicy::default().backoff(Duration::ZERO, Duration::ZERO);
    let client = builder(&world.sandbox)
        .api_token(world.sandbox.tokens().read_write)
        .rate_limiter(limiter.clone())
        .retry(quick)
        .build()
        .unwrap();
    world.sandbox.add_fault(Fault::new(Misbehavior::status(503)).times(2)).unwrap();
    let list = client.list_files(world.project.project_id);
    list.send().await.unwrap();
    assert_eq!(limiter.started.load(Ordering::SeqCst), 3);
    let held = Arc::strong_count(&limiter.in_flight);
    assert_eq!(held, 2, "this one and the client's: no permit is left");
}

#[tokio::test]
async fn the_end_of_the_time_does_not_hide_an_answer_that_came_before() {
    let world = world().await;
    world.sandbox.add_fault(Fault::new(Misbehavior::status(503))).unwrap();
    let late = Misbehavior::Delay(Duration::from_secs(30));
    world.sandbox.add_fault(Fault::new(late)).unwrap();
    let policy = RetryPolicy::default().backoff(Duration::ZERO, Duration::ZERO);
    let client = world
        .client
        .with_options(l10n_client::CallOptions::new().retry(policy))
        .with_options(l10n_client::CallOptions::new().timeout(Duration::from_secs(2)));
    let list = client.list_files(world.project.project_id);
    let error = list.send().await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Timeout, 2));
    assert_eq!(error.status().unwrap(), 503);
    let text = error.to_string();
    assert!(text.contains("the last response was 503 Service Unavailable"), "{text}");
}
