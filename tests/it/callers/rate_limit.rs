//! The rate limiter, as the service counts it: of one client, and of several that share a token.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use l10n_client::rate_limit::{NoRateLimit, RateLimiter, SlidingWindow};
use l10n_client::types::NewComment;
use l10n_client::{Client, ErrorKind, RetryPolicy};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, Sandbox};

use super::{client, in_time, limited, list, most_in_a_second, refused};
use crate::support::builder;

#[tokio::test]
async fn no_second_at_the_service_has_more_than_six_whatever_the_latency() {
    let sandbox = Sandbox::builder().strict().start().await.unwrap();
    // Half of the requests take their time, so that late ones and early ones meet.
    let late = Misbehavior::Delay(Duration::from_millis(250));
    sandbox.add_fault(Fault::new(late).always().share(0.5).seed(3)).unwrap();
    let client = client(&sandbox);
    in_time(join_all((0..60).map(|_| list(&client)))).await;
    let seen = sandbox.requests();
    assert_eq!((seen.len(), most_in_a_second(&seen)), (60, 6));
}

#[tokio::test]
async fn the_limit_of_the_service_is_never_met_by_one_client() {
    let (sandbox, client) = limited().await;
    // A connection of its own for each: the first ones come late.
    in_time(join_all((0..180).map(|_| list(&client)))).await;
    assert_eq!((sandbox.requests().len(), refused(&sandbox.requests())), (180, 0));
}

/// Separate clients of one token, as separate jobs are: each makes its calls in bursts of ten, and
/// every other one is a write. None fails, and what was written is there, once.
async fn jobs(count: usize, calls: usize) {
    let (sandbox, _) = limited().await;
    let name = |job: usize, number: usize| format!("job-{job}-{number}");
    let jobs = (0..count).map(|job| {
        let client = client(&sandbox);
        async move {
            let calls = stream::iter(0..calls).map(|number| {
                let read = client.list_files(super::PROJECT);
                let write = client.create_key_comments(
                    super::PROJECT,
                    3101,
                    [NewComment::new(name(job, number))],
                );
                async move {
                    match number % 2 {
                        0 => read.send().await.err(),
                        _ => write.send().await.err(),
                    }
                }
            });
            let failed = calls.buffer_unordered(10).collect::<Vec<_>>().await;
            failed.into_iter().flatten().collect::<Vec<_>>()
        }
    });
    let failed = tokio::time::timeout(Duration::from_secs(200), join_all(jobs)).await;
    let failed: Vec<_> = failed.expect("it hangs").into_iter().flatten().collect();
    assert!(failed.is_empty(), "{failed:#?}");
    let seen = sandbox.requests();
    println!(
        "{count} clients, {} calls: {} requests, {} refused",
        count * calls,
        seen.len(),
        refused(&seen)
    );
    let odd = |job| (1..calls).step_by(2).map(move |number| name(job, number));
    let mut wanted: Vec<_> = (0..count).flat_map(odd).collect();
    wanted.sort();
    assert_eq!(comments(&sandbox).await, wanted);
}

/// The comments of jobs, sorted.
async fn comments(sandbox: &Sandbox) -> Vec<String> {
    sandbox.set_rate_limit(None);
    let client = client(sandbox);
    let mut list = client.list_project_comments(super::PROJECT).stream();
    let mut texts = Vec::new();
    while let Some(comment) = list.next().await {
        texts.extend(comment.unwrap().comment);
    }
    texts.retain(|text| text.starts_with("job-"));
    texts.sort();
    texts
}

#[tokio::test]
async fn two_jobs_on_one_token_lose_nothing() {
    jobs(2, 40).await;
}

#[tokio::test]
async fn six_jobs_on_one_token_lose_nothing() {
    jobs(6, 40).await;
}

#[tokio::test]
async fn a_429_slows_down_everybody_who_shares_the_pace() {
    let sandbox = Sandbox::builder().strict().start().await.unwrap();
    let limiter = Arc::new(SlidingWindow::new(50, 50));
    let shared: Arc<dyn RateLimiter> = limiter.clone();
    let settings = || builder(&sandbox).api_token(sandbox.tokens().read_write);
    let (one, other) = (
        settings().rate_limiter(limiter).build().unwrap(),
        settings().rate_limiter(shared).build().unwrap(),
    );
    sandbox.add_fault(Fault::new(Misbehavior::status(429))).unwrap();
    let call = one.list_files(super::PROJECT).send();
    assert!(call.await.unwrap_err().is_rate_limited());
    let begin = tokio::time::Instant::now();
    list(&other).await;
    assert!(begin.elapsed() >= Duration::from_millis(450));
}

/// Retries with next to no pause between them.
fn quick() -> RetryPolicy {
    let pause = Duration::from_millis(1);
    RetryPolicy::default().backoff(pause, pause)
}

#[tokio::test]
async fn a_429_costs_no_attempt() {
    let sandbox = Sandbox::builder().strict().start().await.unwrap();
    let client = builder(&sandbox)
        .api_token(sandbox.tokens().read_write)
        .retry(quick().max_attempts(2))
        .build()
        .unwrap();
    sandbox.add_fault(Fault::new(Misbehavior::status(429)).times(10)).unwrap();
    list(&client).await;
    assert_eq!(sandbox.requests().len(), 11);
}

#[tokio::test]
async fn the_limit_of_a_call_covers_its_wait_for_the_pace() {
    let sandbox = Sandbox::builder().strict().start().await.unwrap();
    let client = builder(&sandbox)
        .api_token(sandbox.tokens().read_write)
        .rate_limiter(SlidingWindow::new(1, 1))
        .call_timeout(Some(Duration::from_millis(300)))
        .build()
        .unwrap();
    list(&client).await;
    let call = client.list_files(super::PROJECT).send();
    let error = in_time(call).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Timeout, 0));
    assert!(!error.may_have_taken_effect() && error.elapsed() >= Duration::from_millis(300));
    let text = error.to_string();
    assert!(text.contains("timed out after 300ms waiting for the rate limiter"), "{text}");
    assert!(text.contains("`ClientBuilder::call_timeout`"), "{text}");
    assert_eq!(sandbox.requests().len(), 1);
}

#[tokio::test]
async fn no_pause_asked_for_is_a_pause_all_the_same() {
    let sandbox = Sandbox::builder().strict().start().await.unwrap();
    let client = builder(&sandbox)
        .api_token(sandbox.tokens().read_write)
        .retry(RetryPolicy::default().max_attempts(3))
        .build()
        .unwrap();
    for value in ["0", "Thu, 01 Jan 1970 00:00:00 GMT"] {
        let reply = Reply::new(503, ReplyBody::Empty).header("Retry-After", value);
        sandbox.add_fault(Fault::new(Misbehavior::Respond(reply)).times(2)).unwrap();
        let begin = tokio::time::Instant::now();
        list(&client).await;
        let waited = begin.elapsed();
        assert!(waited >= Duration::from_millis(750), "{value}: {waited:?}");
    }
}

#[tokio::test]
async fn a_pause_that_is_too_long_is_told() {
    let sandbox = Sandbox::builder().strict().start().await.unwrap();
    let client = builder(&sandbox).api_token(sandbox.tokens().read_write);
    let client = client.retry(RetryPolicy::default()).rate_limiter(NoRateLimit).build();
    let reply = Reply::new(429, ReplyBody::Empty).header("Retry-After", "86400");
    sandbox.add_fault(Fault::new(Misbehavior::Respond(reply))).unwrap();
    let client: Client = client.unwrap();
    let call = client.list_files(super::PROJECT).send();
    let error = in_time(call).await.unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_secs(86_400)));
    let text = error.to_string();
    assert!(text.contains("not retried: the service asks to wait 86400s"), "{text}");
    assert!(text.contains("`RetryPolicy::max_elapsed`"), "{text}");
}

#[tokio::test]
async fn each_project_has_its_own_places_in_flight() {
    let sandbox = Sandbox::builder().strict().start().await.unwrap();
    let limiter = SlidingWindow::new(1000, 2);
    let client = builder(&sandbox).api_token(sandbox.tokens().read_write);
    let client = client.rate_limiter(limiter).build().unwrap();
    let late = Misbehavior::Delay(Duration::from_secs(6));
    sandbox.add_fault(Fault::new(late).on("listFiles").times(2)).unwrap();
    let of = |project| client.list_files(project).send();
    let slow = join_all([of(super::PROJECT), of("garnet-7041.26:next")]);
    let other = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let begin = tokio::time::Instant::now();
        let _ = of("other").await;
        let other = begin.elapsed();
        let _ = of(super::PROJECT).await;
        (other, begin.elapsed())
    };
    let (_, (other, same)) = in_time(futures_util::future::join(slow, other)).await;
    assert!(other < Duration::from_secs(4), "{other:?}");
    // A branch is part of its project.
    assert!(same > Duration::from_secs(4), "{same:?}");
}

#[tokio::test]
async fn what_is_of_no_project_holds_up_nobody() {
    let sandbox = Sandbox::builder().strict().start().await.unwrap();
    let client = builder(&sandbox).api_token(sandbox.tokens().read_write);
    let client = client.rate_limiter(SlidingWindow::new(1000, 2)).build().unwrap();
    let hung = Misbehavior::Delay(Duration::from_secs(30));
    sandbox.add_fault(Fault::new(hung).times(4)).unwrap();
    let get = || client.request(reqwest::Method::GET, "system/languages");
    let calls: Vec<_> = (0..4).map(|_| Box::pin(get().send::<serde_json::Value>())).collect();
    let hung = tokio::time::timeout(Duration::from_millis(200), join_all(calls));
    let (_, other) = futures_util::future::join(hung, async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        in_time(get().send::<serde_json::Value>()).await
    })
    .await;
    assert!(other.unwrap()["languages"].is_array());
}
