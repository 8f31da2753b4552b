//! The rate limiter of several processes, each with a connection of its own: order, leases, pauses.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use l10n_client::Client;
use l10n_client_redis::{Error, RedisRateLimiter, RedisRateLimiterBuilder, WhenAway};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, Sandbox, SeenRequest};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::server::{Detour, Server};
use crate::worker::{Order, Worker};
use crate::world::{answered, arrived, call, client, sandbox};

const SECOND: Duration = Duration::from_secs(1);

/// The rate limiter of one more process.
fn rate_limiter(
    server: &Server,
    set: impl FnOnce(RedisRateLimiterBuilder) -> RedisRateLimiterBuilder,
) -> RedisRateLimiter {
    set(RedisRateLimiter::builder(server.url())).build().unwrap()
}

/// What came, without the branches of projects.
fn order(requests: &[SeenRequest]) -> Vec<&str> {
    let projects = requests.iter().map(|seen| seen.project.as_deref());
    projects.map(Option::unwrap).collect()
}

/// The age of the log is known from now on, so that nothing waits for it.
async fn begun(sandbox: &Sandbox, client: &Client) {
    call(client, "p8").await.unwrap();
    sleep(SECOND * 2).await;
    sandbox.clear_requests();
}

/// How many requests of the budget `b` wait to start.
async fn waiting(server: &Server) -> usize {
    server.command(&["ZCARD", "l10n:queue:b"]).await
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn requests_start_in_the_order_in_which_they_ask() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(1, 10)).await;
    // Two that start at the same time may come in either order.
    let set = |limiter: RedisRateLimiterBuilder| limiter.per_second(1).budget("b").margin(SECOND);
    let clients = [(); 2].map(|()| client(&sandbox, &rate_limiter(&server, set)));
    begun(&sandbox, &clients[0]).await;
    let asked = ["p1", "p2", "p3", "p4", "p5", "p6"];
    let mut calls = JoinSet::new();
    for (number, project) in asked.into_iter().enumerate() {
        let client = clients[number % 2].clone();
        calls.spawn(async move { call(&client, project).await });
        while waiting(&server).await + arrived(&sandbox).len() <= number {
            sleep(Duration::from_millis(5)).await;
        }
    }
    calls.join_all().await;
    let requests = arrived(&sandbox);
    assert_eq!(order(&requests), asked);
    assert_eq!(answered(&requests, 429), 0);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_dropped_request_does_not_block_others() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(1, 10)).await;
    let set = |limiter: RedisRateLimiterBuilder| limiter.per_second(1).budget("b");
    let [one, other] = [(); 2].map(|()| client(&sandbox, &rate_limiter(&server, set)));
    begun(&sandbox, &one).await;
    call(&one, "p1").await.unwrap();
    let mut given_up = JoinSet::new();
    for _ in 0..5 {
        let one = one.clone();
        given_up.spawn(async move { call(&one, "p2").await });
    }
    while waiting(&server).await < 5 {
        sleep(Duration::from_millis(5)).await;
    }
    let last = tokio::spawn(async move { call(&other, "p3").await });
    while waiting(&server).await < 6 {
        sleep(Duration::from_millis(5)).await;
    }
    given_up.shutdown().await;
    // It was the seventh, which starts behind seven seconds, and is the second now.
    timeout(SECOND * 6, last).await.unwrap().unwrap().unwrap();
    assert_eq!(order(&arrived(&sandbox)), ["p1", "p3"]);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_full_project_does_not_block_others() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(100, 2)).await;
    let set = |limiter: RedisRateLimiterBuilder| limiter.per_second(100).in_flight(2);
    let clients = [(); 2].map(|()| client(&sandbox, &rate_limiter(&server, set)));
    begun(&sandbox, &clients[0]).await;
    let slow = Fault::new(Misbehavior::Delay(SECOND * 2)).project("p1").always();
    sandbox.add_fault(slow).unwrap();
    let mut calls = JoinSet::new();
    for number in 0..8 {
        let client = clients[number % 2].clone();
        calls.spawn(async move { call(&client, "p1").await });
    }
    while arrived(&sandbox).len() < 2 {
        sleep(Duration::from_millis(5)).await;
    }
    call(&clients[0], "p2").await.unwrap();
    // None of the first two has been answered yet.
    assert_eq!(order(&arrived(&sandbox)), ["p1", "p1", "p2"]);
    for ended in calls.join_all().await {
        ended.unwrap();
    }
    assert_eq!(answered(&arrived(&sandbox), 429), 0);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_lease_is_renewed_until_its_process_dies() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(100, 2)).await;
    let set = |limiter: RedisRateLimiterBuilder| limiter.per_second(100).in_flight(1).lease(SECOND);
    let own = client(&sandbox, &rate_limiter(&server, set));
    begun(&sandbox, &own).await;
    let slow = Fault::new(Misbehavior::Delay(SECOND * 3)).project("p1").times(3);
    sandbox.add_fault(slow).unwrap();

    // It takes three times its lease.
    let long = own.clone();
    let long = tokio::spawn(async move { call(&long, "p1").await });
    while arrived(&sandbox).is_empty() {
        sleep(Duration::from_millis(5)).await;
    }
    let began = Instant::now();
    call(&own, "p1:none").await.unwrap_err();
    assert!(began.elapsed() > SECOND * 2, "{:?}", began.elapsed());
    long.await.unwrap().unwrap();
    assert_eq!(answered(&arrived(&sandbox), 429), 0);

    // Its process is killed in the middle.
    let order =
        Order { per_second: 100, in_flight: 1, lease: SECOND, tasks: 1, ..Order::default() };
    let seen = arrived(&sandbox).len();
    let [worker] = Worker::start(&sandbox, &server, &order).await;
    while arrived(&sandbox).len() == seen {
        sleep(Duration::from_millis(10)).await;
    }
    worker.kill().await;
    let places: u64 = server.command(&["ZCARD", "l10n:flight:p1"]).await;
    assert_eq!(places, 1);
    timeout(SECOND * 30, call(&own, "p1")).await.unwrap().unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_429_slows_down_all_processes() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(100, 100)).await;
    let set = |limiter: RedisRateLimiterBuilder| limiter.per_second(20).in_flight(100).budget("b");
    let [one, other] = [(); 2].map(|()| client(&sandbox, &rate_limiter(&server, set)));
    begun(&sandbox, &one).await;
    call(&other, "p2").await.unwrap();
    sandbox.add_fault(Fault::new(Misbehavior::status(429)).project("p1")).unwrap();
    let refused = one.clone();
    let refused = tokio::spawn(async move { call(&refused, "p1").await });
    while server.command::<u64>(&["EXISTS", "l10n:slowing:b"]).await == 0 {
        sleep(Duration::from_millis(5)).await;
    }
    let began = Instant::now();
    let mut calls = JoinSet::new();
    for _ in 0..20 {
        let other = other.clone();
        calls.spawn(async move { call(&other, "p2").await });
    }
    calls.join_next().await.unwrap().unwrap().unwrap();
    assert!(began.elapsed() > SECOND / 4, "{:?}", began.elapsed());
    calls.join_all().await;
    refused.await.unwrap().unwrap();
    // Half the rate, which recovers: 20 take two seconds and more.
    assert!(began.elapsed() > SECOND * 3 / 2, "{:?}", began.elapsed());
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn processes_may_have_different_margins() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let [wide, narrow] = [SECOND * 2, SECOND / 20]
        .map(|margin| client(&sandbox, &rate_limiter(&server, |limiter| limiter.margin(margin))));
    begun(&sandbox, &narrow).await;
    sleep(SECOND * 2).await;
    let slow = Fault::new(Misbehavior::Delay(SECOND * 2)).project("p1");
    sandbox.add_fault(slow).unwrap();
    let long = tokio::spawn(async move { call(&wide, "p1").await });
    while arrived(&sandbox).is_empty() {
        sleep(Duration::from_millis(5)).await;
    }
    for _ in 0..5 {
        call(&narrow, "p2").await.unwrap();
    }
    assert!(!long.is_finished(), "they started while it was answered");
    long.await.unwrap().unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn late_responses_of_the_store_cause_no_429() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(20, 100)).await;
    // More than half the margin.
    let detour = Detour::start(&server, SECOND * 4 / 5).await;
    let mut calls = JoinSet::new();
    for url in [server.url(), detour.url.clone()] {
        let limiter = RedisRateLimiter::builder(url.as_str()).per_second(20).in_flight(100);
        let limiter = limiter.margin(SECOND).store_timeout(SECOND * 5);
        let client = client(&sandbox, &limiter.build().unwrap());
        for _ in 0..12 {
            let client = client.clone();
            calls.spawn(async move {
                loop {
                    call(&client, "p1").await.unwrap();
                }
            });
        }
    }
    for _ in 0..10 {
        sleep(SECOND / 2).await;
        detour.is_slow.fetch_not(Ordering::Relaxed);
    }
    calls.shutdown().await;
    let requests = arrived(&sandbox);
    assert_eq!(answered(&requests, 429), 0);
    assert!(requests.len() > 10, "{}", requests.len());
}

#[test]
fn invalid_settings_are_rejected_with_the_reason() {
    let refused = |set: fn(RedisRateLimiterBuilder) -> RedisRateLimiterBuilder| {
        let built = set(RedisRateLimiter::builder("redis://127.0.0.1:1")).build();
        built.unwrap_err().to_string()
    };
    assert_eq!(refused(|limiter| limiter.per_second(0)), "`per_second` must be at least 1");
    assert!(refused(|limiter| limiter.in_flight(0)).contains("`in_flight`"));
    assert!(refused(|limiter| limiter.lease(Duration::ZERO)).contains("`lease`"));
    assert!(refused(|limiter| limiter.margin(SECOND * 11)).contains("`margin`"));
    assert!(refused(|limiter| limiter.when_away(WhenAway::Share { of: 0 })).contains("`of`"));
    assert!(refused(|limiter| limiter.store_timeout(Duration::ZERO)).contains("`store_timeout`"));
    let error = RedisRateLimiter::builder("http://a.test").build().unwrap_err();
    assert!(matches!(error, Error::Address(_)), "{error:?}");
}
