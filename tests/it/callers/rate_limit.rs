//! The rate limiter of one client, and of several that share a token.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use l10n_client::rate_limit::{RateLimiter, SlidingWindow};
use l10n_client::types::NewComment;
use l10n_client::{Client, ClientBuilder, ErrorKind, RetryPolicy, http};
use reqwest::{Body, Request};
use tokio::time::{Instant, sleep, timeout};

use super::{PROJECT, list};
use crate::support::{fake, reply};

/// A service that starts six requests in any second and rejects others, in paused time.
#[derive(Debug, Clone, Default)]
struct Service(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    random: fastrand::Rng,
    starts: Vec<Instant>,
    /// The bodies of accepted writes.
    written: Vec<Vec<u8>>,
    rejected: usize,
}

impl Service {
    fn client(&self) -> ClientBuilder {
        let service = self.clone();
        fake(move |request| service.clone().respond(request))
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Requests and responses take up to half a second each.
    async fn respond(self, request: Request) -> http::Response<Body> {
        self.latency().await;
        let status = self.accept(&request);
        self.latency().await;
        reply(status, r#"{"files": [], "comments": []}"#)
    }

    async fn latency(&self) {
        let latency = self.state().random.u64(..500);
        sleep(Duration::from_millis(latency)).await;
    }

    fn accept(&self, request: &Request) -> u16 {
        let (now, mut state) = (Instant::now(), self.state());
        let counts = |start: &&Instant| now - **start < Duration::from_secs(1);
        if state.starts.iter().rev().take_while(counts).count() >= 6 {
            state.rejected += 1;
            return 429;
        }
        state.starts.push(now);
        let body = request.body().and_then(Body::as_bytes);
        state.written.extend(body.map(<[u8]>::to_vec));
        200
    }
}

#[tokio::test(start_paused = true)]
async fn one_client_gets_no_429_whatever_the_latency() {
    let service = Service::default();
    let client = service.client().build().unwrap();
    let dropped = (0..60).map(|number| {
        let client = client.clone();
        async move { timeout(Duration::from_millis(number * 97), list(&client)).await.is_ok() }
    });
    let (ended, _) = tokio::join!(join_all((0..180).map(|_| list(&client))), join_all(dropped));
    assert_eq!((ended.len(), service.state().rejected), (180, 0));
}

/// Clients with one token, as separate jobs are: each makes its calls in bursts of ten, and every
/// other one is a write. None fails, and each write is accepted once.
#[tokio::test(start_paused = true)]
async fn jobs_on_one_token_lose_nothing() {
    for jobs in [2, 3] {
        let service = Service::default();
        let clients: Vec<_> = (0..jobs).map(|_| service.client().build().unwrap()).collect();
        let failed = join_all(clients.iter().enumerate().map(|(job, client)| async move {
            let calls = stream::iter(0..40).map(|number| call_of_job(client, job, number));
            let failed: Vec<_> = calls.buffer_unordered(10).collect().await;
            failed.into_iter().flatten().collect::<Vec<_>>()
        }));
        let failed = failed.await.concat();
        assert!(failed.is_empty(), "{failed:#?}");
        let mut written = std::mem::take(&mut service.state().written);
        assert_eq!(written.len(), jobs * 20);
        written.sort();
        written.dedup();
        assert_eq!(written.len(), jobs * 20);
        assert!(service.state().rejected > 0);
    }
}

async fn call_of_job(client: &Client, job: usize, number: usize) -> Option<String> {
    let result = match number % 2 {
        0 => client.list_files(PROJECT).send().await.map(drop),
        _ => {
            let comment = NewComment::new(format!("job-{job}-{number}"));
            client.create_key_comments(PROJECT, 3101, [comment]).send().await.map(drop)
        }
    };
    result.err().map(|error| error.to_string())
}

#[tokio::test(start_paused = true)]
async fn a_429_slows_down_all_clients_with_the_same_rate_limiter() {
    let limiter = Arc::new(SlidingWindow::new(50, 50));
    let shared: Arc<dyn RateLimiter> = limiter.clone();
    let rejecting = fake(async |_| reply(429, ""));
    let one = rejecting.retry(RetryPolicy::never()).rate_limiter(limiter).build().unwrap();
    let other = fake(async |_| reply(200, r#"{"files": []}"#));
    let other = other.rate_limiter(shared).build().unwrap();
    let error = one.list_files(PROJECT).send().await.unwrap_err();
    assert!(error.is_rate_limited());
    let begin = Instant::now();
    list(&other).await;
    assert!(begin.elapsed() >= Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn the_timeout_of_a_call_includes_its_wait_for_the_rate_limiter() {
    let limit = Duration::from_millis(300);
    let hung = fake(async |_| std::future::pending().await);
    let client = hung.rate_limiter(SlidingWindow::new(1, 1)).call_timeout(Some(limit));
    let client = client.build().unwrap();
    let first = client.list_files(PROJECT).send();
    let (_, waited) = tokio::join!(first, client.list_files(PROJECT).send());
    let error = waited.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Timeout, 0));
    assert!(!error.may_have_taken_effect() && error.elapsed() >= limit);
    let text = error.to_string();
    assert!(text.contains("timed out after 300ms waiting for the rate limiter"), "{text}");
    assert!(text.contains("`ClientBuilder::call_timeout`"), "{text}");
}

#[tokio::test(start_paused = true)]
async fn slots_in_flight_are_of_a_project_with_its_branches() {
    let hung = Duration::from_secs(60);
    let client = fake(move |request| async move {
        if request.url().path().contains(PROJECT) {
            sleep(hung).await;
        }
        reply(200, r#"{"files": []}"#)
    });
    let client = client.rate_limiter(SlidingWindow::new(1000, 2)).build().unwrap();
    let of = |project: &str| client.list_files(project).send();
    let slow = join_all([of(PROJECT), of("garnet-7041.26:next")]);
    let others = async {
        sleep(Duration::from_secs(1)).await;
        let begin = Instant::now();
        of("other").await.unwrap();
        assert!(begin.elapsed() < hung / 2, "{:?}", begin.elapsed());
        of(PROJECT).await.unwrap();
        assert!(begin.elapsed() > hung, "{:?}", begin.elapsed());
    };
    tokio::join!(slow, others);
}
