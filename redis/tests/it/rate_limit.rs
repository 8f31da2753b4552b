//! The rate limiters of several processes, each with its own connection: queues, leases, pauses.

use std::time::Duration;

use l10n_client::Client;
use l10n_client_redis::{Error, RedisRateLimiter, RedisRateLimiterBuilder, WhenAway};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, Sandbox, SeenRequest};
use tokio::task::JoinSet;

use crate::server::Server;
use crate::worker::{Order, Worker};
use crate::world::{SECOND, arrived, call, client, sandbox, until};

/// Returns a client of each of two processes with the budget `b`.
fn two_clients(
    server: &Server,
    sandbox: &Sandbox,
    set: impl Fn(RedisRateLimiterBuilder) -> RedisRateLimiterBuilder,
) -> [Client; 2] {
    [(); 2].map(|()| {
        let limiter = set(RedisRateLimiter::builder(server.url()).budget("b"));
        client(sandbox, &limiter.build().unwrap())
    })
}

/// Returns the projects of requests.
fn projects(requests: &[SeenRequest]) -> Vec<&str> {
    requests.iter().map(|seen| &*seen.parameters["project_id"]).collect()
}

/// Returns the number of elements of a sorted set.
async fn count(server: &Server, key: &str) -> usize {
    server.command(&["ZCARD", key]).await
}

/// Returns the elements of a sorted set with their scores.
async fn scores(server: &Server, key: &str) -> Vec<(String, f64)> {
    server.command(&["ZRANGE", key, "0", "-1", "WITHSCORES"]).await
}

/// Pauses all starts for fifteen seconds from now, as a 429 does.
async fn pause_starts(server: &Server) {
    let end = server.now().await + 15_000_000;
    server.command(&["SET", "l10n:slowing:b", &end.to_string()]).await
}

async fn resume_starts(server: &Server) {
    server.command(&["DEL", "l10n:slowing:b"]).await
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_waiting_request_keeps_its_place_when_it_asks_again() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let [one, _] = two_clients(&server, &sandbox, |limiter| limiter);
    pause_starts(&server).await;
    let waiting = tokio::spawn(async move { call(&one, "p1").await });
    until(async || count(&server, "l10n:queue:b").await == 1).await;
    let place = scores(&server, "l10n:queue:b").await;
    let due = scores(&server, "l10n:queue-dues:b").await;
    until(async || {
        pause_starts(&server).await;
        scores(&server, "l10n:queue-dues:b").await != due
    })
    .await;
    assert_eq!(scores(&server, "l10n:queue:b").await, place);
    resume_starts(&server).await;
    waiting.await.unwrap().unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn dropped_requests_leave_the_queue() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let [one, other] = two_clients(&server, &sandbox, |limiter| limiter);
    pause_starts(&server).await;
    let mut dropped = JoinSet::new();
    for _ in 0..5 {
        let one = one.clone();
        dropped.spawn(async move { call(&one, "p2").await });
    }
    until(async || count(&server, "l10n:queue:b").await == 5).await;
    dropped.shutdown().await;
    for key in ["l10n:queue:b", "l10n:queue-dues:b"] {
        // So that they do not disappear because the key expires.
        let () = server.command(&["PERSIST", key]).await;
        until(async || count(&server, key).await == 0).await;
    }
    resume_starts(&server).await;
    call(&other, "p3").await.unwrap();
    assert_eq!(projects(&arrived(&sandbox)), ["p3"]);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_full_project_does_not_block_others() {
    let server = Server::start().await;
    server.begin_log().await;
    let sandbox = sandbox(RateLimit::new(100, 2)).await;
    let clients = two_clients(&server, &sandbox, |limiter| {
        limiter.per_second(100).in_flight(2).lease(SECOND * 60)
    });
    let slow = Fault::new(Misbehavior::Delay(SECOND * 600)).path("/projects/p1/files").always();
    sandbox.add_fault(slow).unwrap();
    let mut calls = JoinSet::new();
    for number in 0..8 {
        let client = clients[number % 2].clone();
        calls.spawn(async move { call(&client, "p1").await });
    }
    until(async || count(&server, "l10n:parked:p1").await == 6).await;
    until(async || arrived(&sandbox).len() == 2).await;
    call(&clients[0], "p2").await.unwrap();
    assert_eq!(projects(&arrived(&sandbox)), ["p1", "p1", "p2"]);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_lease_is_renewed_while_its_process_lives() {
    let server = Server::start().await;
    server.begin_log().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let lease = SECOND * 3;
    let [own, _] = two_clients(&server, &sandbox, |limiter| limiter.lease(lease));
    let slow = Fault::new(Misbehavior::Delay(SECOND * 600)).path("/projects/p1/files");
    sandbox.add_fault(slow).unwrap();
    let long = tokio::spawn(async move { call(&own, "p1").await });
    until(async || arrived(&sandbox).len() == 1).await;
    let granted = scores(&server, "l10n:flight:p1").await;
    until(async || {
        let [(id, end)] = &scores(&server, "l10n:flight:p1").await[..] else { return false };
        // Renewed when the first lease was over, until a time that is yet to come.
        let is_later = *end > granted[0].1 + lease.as_micros() as f64;
        *id == granted[0].0 && is_later && *end > server.now().await as f64
    })
    .await;
    long.abort();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_killed_process_holds_its_slot_until_the_lease_expires() {
    let server = Server::start().await;
    server.begin_log().await;
    let sandbox = sandbox(RateLimit::new(100, 2)).await;
    let slow = Fault::new(Misbehavior::Delay(SECOND * 600)).path("/projects/p1/files");
    sandbox.add_fault(slow).unwrap();
    let order = Order { in_flight: 1, lease: SECOND * 60, tasks: 1, ..Order::default() };
    let [worker] = Worker::start(&sandbox, &server, &order).await;
    until(async || arrived(&sandbox).len() == 1).await;
    worker.kill().await;

    let [own, _] = two_clients(&server, &sandbox, |limiter| limiter.in_flight(1));
    let waiting = tokio::spawn(async move { call(&own, "p1").await });
    until(async || count(&server, "l10n:parked:p1").await == 1).await;
    let [(id, _)] = &scores(&server, "l10n:flight:p1").await[..] else { panic!("one slot") };
    let () = server.command(&["ZADD", "l10n:flight:p1", "XX", "1", id]).await;
    waiting.await.unwrap().unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_429_slows_down_all_processes() {
    let server = Server::start().await;
    server.begin_log().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let [one, other] = two_clients(&server, &sandbox, |limiter| limiter);
    sandbox.add_fault(Fault::new(Misbehavior::status(429)).path("/projects/p1/files")).unwrap();
    let retrying = tokio::spawn(async move { call(&one, "p1").await });
    until(async || server.command::<u64>(&["EXISTS", "l10n:slowing:b"]).await == 1).await;
    pause_starts(&server).await;
    let waiting = tokio::spawn(async move { call(&other, "p2").await });
    until(async || {
        pause_starts(&server).await;
        count(&server, "l10n:queue:b").await == 2
    })
    .await;
    resume_starts(&server).await;
    retrying.await.unwrap().unwrap();
    waiting.await.unwrap().unwrap();
    assert_eq!(arrived(&sandbox).len(), 3);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_request_asks_again_after_a_late_response_of_the_store() {
    let server = Server::start().await;
    server.begin_log().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let limiter = RedisRateLimiter::builder(server.url()).store_timeout(SECOND * 60);
    let limiter = limiter.margin(SECOND).build().unwrap();
    let client = client(&sandbox, &limiter);
    // The server has the scripts, and the connection is open.
    call(&client, "p1").await.unwrap();
    limiter.idle().await;
    let (before, _) = server.scripts().await;
    // Longer than half the margin.
    let () = server.command(&["CLIENT", "PAUSE", "2000"]).await;
    call(&client, "p1").await.unwrap();
    limiter.idle().await;
    let (after, _) = server.scripts().await;
    // At least two to start, and one to end.
    assert!(after - before >= 3, "{}", after - before);
}

#[test]
fn invalid_settings_are_rejected_with_the_reason() {
    let rejected = |set: fn(RedisRateLimiterBuilder) -> RedisRateLimiterBuilder| {
        let built = set(RedisRateLimiter::builder("redis://127.0.0.1:1")).build();
        built.unwrap_err().to_string()
    };
    assert_eq!(rejected(|limiter| limiter.per_second(0)), "`per_second` must be at least 1");
    assert!(rejected(|limiter| limiter.in_flight(0)).contains("`in_flight`"));
    assert!(rejected(|limiter| limiter.lease(Duration::ZERO)).contains("`lease`"));
    assert!(rejected(|limiter| limiter.margin(SECOND * 11)).contains("`margin`"));
    assert!(rejected(|limiter| limiter.when_away(WhenAway::Share { of: 0 })).contains("`of`"));
    assert!(rejected(|limiter| limiter.store_timeout(Duration::ZERO)).contains("`store_timeout`"));
    let error = RedisRateLimiter::builder("http://a.test").build().unwrap_err();
    assert!(matches!(error, Error::Address(_)), "{error:?}");
}
