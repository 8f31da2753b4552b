//! A rate limiter while its store is unavailable: it stops or uses its share, and
//! recovers by itself.

use std::time::Instant;

use l10n_client::ErrorKind;
use l10n_client_redis::{Error, RedisRateLimiter, RedisRateLimiterBuilder, WhenAway};
use l10n_sandbox::RateLimit;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::server::Server;
use crate::world::{SECOND, answered, arrived, call, client, sandbox, until};

/// Returns the rate limiter of a process.
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
    let limiter = rate_limiter(&server, |limiter| limiter.away_limit(SECOND * 600));
    let client = client(&sandbox, &limiter);
    call(&client, "p1").await.unwrap();
    assert!(limiter.store_error().is_none());
    server.kill();
    let waiting = tokio::spawn(async move { call(&client, "p2").await });
    until(async || limiter.store_error().is_some()).await;
    let error = limiter.store_error().unwrap();
    assert!(matches!(*error, Error::Away(_)), "{error:?}");
    assert!(error.to_string().starts_with("the store is unavailable: "), "{error}");
    assert_eq!(arrived(&sandbox).len(), 1);
    server.restart().await;
    waiting.await.unwrap().unwrap();
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
    let text = error.with_causes();
    assert!(
        text.contains("the rate limiter rejected the request: the store is unavailable: "),
        "{text}"
    );
    assert_eq!(call(&client, "p1").await.unwrap_err().kind(), ErrorKind::Rejected);
    assert_eq!(arrived(&sandbox).len(), 1);
    server.restart().await;
    until(async || call(&client, "p1").await.is_ok()).await;
    assert_eq!(arrived(&sandbox).len(), 2);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn processes_go_on_through_outages_with_their_shares() {
    let mut server = Server::forgetful().await;
    // Without a limit: late requests may arrive together.
    let sandbox = sandbox(RateLimit::new(1000, 1000)).await;
    let share = WhenAway::Share { of: 3 };
    let mut calls = JoinSet::new();
    for _ in 0..3 {
        let limiter = rate_limiter(&server, |limiter| limiter.per_second(12).when_away(share));
        let client = client(&sandbox, &limiter);
        calls.spawn(async move {
            loop {
                call(&client, "p1").await.unwrap();
            }
        });
    }
    let until_used = async || {
        let before = answered(&arrived(&sandbox), 200);
        until(async || answered(&arrived(&sandbox), 200) >= before + 30).await;
    };
    until_used().await;
    server.kill();
    until_used().await;
    // It has lost its data.
    server.restart().await;
    until_used().await;
    // Connections stay open, without responses.
    server.signal("STOP");
    until_used().await;
    server.signal("CONT");
    until_used().await;
    calls.shutdown().await;
}

#[tokio::test]
async fn a_process_starts_no_more_than_its_share() {
    let sandbox = sandbox(RateLimit::default()).await;
    // Accepts connections, and never responds.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("redis://{}", silent.local_addr().unwrap());
    let limiter = RedisRateLimiter::builder(url).when_away(WhenAway::Share { of: 2 });
    let client = client(&sandbox, &limiter.build().unwrap());
    let began = Instant::now();
    for _ in 0..6 {
        call(&client, "p1").await.unwrap();
    }
    // The store times out after a second. Then two processes share 6 starts in any second.
    assert!(began.elapsed() >= SECOND * 2, "{:?}", began.elapsed());
}
