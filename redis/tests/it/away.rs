//! A rate limiter without its store: it stops or takes its share, and comes back by itself.

use std::time::{Duration, Instant};

use l10n_client::{Client, ErrorKind, RetryPolicy};
use l10n_client_redis::{Error, RedisRateLimiter, RedisRateLimiterBuilder, WhenAway};
use l10n_sandbox::RateLimit;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::server::Server;
use crate::world::{answered, arrived, call, client, sandbox};

const SECOND: Duration = Duration::from_secs(1);

/// The rate limiter of one more process.
fn rate_limiter(
    server: &Server,
    set: impl FnOnce(RedisRateLimiterBuilder) -> RedisRateLimiterBuilder,
) -> RedisRateLimiter {
    set(RedisRateLimiter::builder(server.url())).build().unwrap()
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn calls_wait_while_the_store_is_unavailable() {
    let mut server = Server::start().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let limiter = rate_limiter(&server, |limiter| limiter);
    let client = client(&sandbox, &limiter);
    call(&client, "p1").await.unwrap();
    assert!(limiter.store_error().is_none());
    server.kill();
    let hasty = client.clone();
    let hasty = tokio::spawn(async move { timeout(SECOND * 2, call(&hasty, "p1")).await });
    let patient = tokio::spawn(async move { call(&client, "p2").await });
    assert!(hasty.await.unwrap().is_err());
    let error = limiter.store_error().unwrap();
    assert!(matches!(*error, Error::Away(_)), "{error:?}");
    assert!(error.to_string().starts_with("the store is unavailable: "), "{error}");
    assert_eq!(arrived(&sandbox).len(), 1);
    server.restart().await;
    timeout(SECOND * 30, patient).await.unwrap().unwrap().unwrap();
    assert!(limiter.store_error().is_none());
    assert_eq!(arrived(&sandbox).len(), 2);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn calls_fail_with_the_store_error_after_the_away_limit() {
    let mut server = Server::start().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let client = client(&sandbox, &rate_limiter(&server, |limiter| limiter.away_limit(SECOND)));
    call(&client, "p1").await.unwrap();
    server.kill();
    let began = Instant::now();
    let error = call(&client, "p1").await.unwrap_err();
    assert!(began.elapsed() >= SECOND, "{:?}", began.elapsed());
    assert_eq!(error.kind(), ErrorKind::Rejected);
    assert!(!error.may_have_taken_effect());
    let text = error.to_string();
    assert!(
        text.contains("the rate limiter rejected the request: the store is unavailable: "),
        "{text}"
    );
    // Known already.
    let error = timeout(SECOND * 30, call(&client, "p1")).await.unwrap();
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Rejected);
    assert_eq!(arrived(&sandbox).len(), 1);
    server.restart().await;
    while call(&client, "p1").await.is_err() {
        sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(arrived(&sandbox).len(), 2);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn each_process_uses_its_share_while_the_store_is_unavailable() {
    let mut server = Server::forgetful().await;
    let sandbox = sandbox(RateLimit::new(12, 10)).await;
    let set = |limiter: RedisRateLimiterBuilder| {
        let limiter = limiter.per_second(12).when_away(WhenAway::Share { of: 3 });
        limiter.store_timeout(SECOND / 2).margin(SECOND)
    };
    let mut calls = JoinSet::new();
    for _ in 0..3 {
        let client = client(&sandbox, &rate_limiter(&server, set));
        for _ in 0..3 {
            let client = client.clone();
            calls.spawn(async move {
                loop {
                    call(&client, "p1").await.unwrap();
                }
            });
        }
    }
    let count = async |time: Duration| {
        let before = arrived(&sandbox).len();
        sleep(time).await;
        arrived(&sandbox).len() - before
    };
    sleep(SECOND * 3).await;
    let together = count(SECOND * 4).await;
    server.kill();
    sleep(SECOND * 2).await;
    let apart = count(SECOND * 4).await;
    // It has forgotten all.
    server.restart().await;
    sleep(SECOND * 3).await;
    let again = count(SECOND * 4).await;
    // It stands still: nobody says that it is gone.
    server.signal("STOP");
    sleep(SECOND * 3).await;
    let silent = count(SECOND * 4).await;
    server.signal("CONT");
    sleep(SECOND * 3).await;
    let last = count(SECOND * 4).await;
    calls.shutdown().await;
    let counts = [together, apart, again, silent, last];
    assert_eq!(answered(&arrived(&sandbox), 429), 0, "{counts:?}");
    // 48 are allowed; a share of three each is as much, less what the margin takes.
    assert!(counts.iter().all(|count| (8..=60).contains(count)), "{counts:?}");
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_rejected_command_is_reported() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let () = server.command(&["CONFIG", "SET", "requirepass", "secret"]).await;
    let limiter = rate_limiter(&server, |limiter| limiter);
    let client = Client::builder(sandbox.base_url().to_string())
        .api_token("sandbox-read-write-token")
        .retry(RetryPolicy::never())
        .call_timeout(Some(SECOND))
        .rate_limiter(limiter.clone());
    let error = call(&client.build().unwrap(), "p1").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let why = limiter.store_error().unwrap().to_string();
    assert!(why.starts_with("the store rejected the command: "), "{why}");
}
