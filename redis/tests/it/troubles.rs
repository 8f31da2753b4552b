//! What a rate limiter makes of a store that holds nonsense, whose clock went back, that refuses
//! some, that says nothing, or whose connection comes and goes.

use std::time::{Duration, Instant};

use l10n_client::{Client, ErrorKind};
use l10n_client_redis::{Error, RedisRateLimiter, RedisRateLimiterBuilder, WhenAway};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, Sandbox};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

use crate::server::{Detour, Server};
use crate::world::{answered, arrived, call, client, sandbox};

const SECOND: Duration = Duration::from_secs(1);

fn paced(
    sandbox: &Sandbox,
    url: &str,
    set: impl FnOnce(RedisRateLimiterBuilder) -> RedisRateLimiterBuilder,
) -> (RedisRateLimiter, Client) {
    let limiter = set(RedisRateLimiter::builder(url).budget("b")).build().unwrap();
    let client = client(sandbox, &limiter);
    (limiter, client)
}

/// Calls one after the other, until this is dropped.
fn calls(client: &Client, project: &'static str) -> tokio::task::JoinSet<()> {
    let (client, mut calls) = (client.clone(), tokio::task::JoinSet::new());
    calls.spawn(async move {
        loop {
            let _ = call(&client, project).await;
        }
    });
    calls
}

async fn micros(server: &Server) -> u64 {
    let (seconds, micros): (u64, u64) = server.command(&["TIME"]).await;
    seconds * 1_000_000 + micros
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn invalid_values_block_starts_only_briefly() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(100, 10)).await;
    for (key, value) in [
        ("age", "abc"),
        ("age", "1e300"),
        ("age", "nan"),
        ("age", ""),
        ("slowing:b", "abc"),
        ("slowing:b", "1e300"),
        ("slowing:b", "nan"),
        ("took:p1", "abc"),
        ("took:p1", "-1e300"),
        ("took:p1", "nan"),
        ("starts:b", "a text"),
        ("queue:b", "a text"),
        ("queue-dues:b", "a text"),
        ("flight:p1", "a text"),
        ("parked:p1", "a text"),
    ] {
        let () = server.command(&["FLUSHALL"]).await;
        let () = server.command(&["SET", &format!("l10n:{key}"), value]).await;
        let (limiter, client) = paced(&sandbox, &server.url(), |limiter| limiter);
        for _ in 0..2 {
            let called = timeout(SECOND * 30, call(&client, "p1")).await;
            let why = limiter.store_error();
            called.unwrap_or_else(|_| panic!("{key} {value}: {why:?}")).unwrap();
        }
    }
    // Places and waits of nobody.
    for (key, score, count) in [
        ("flight:p1", "9e15", 10),
        ("flight:p1", "inf", 10),
        ("starts:b", "inf", 6),
        ("queue:b", "1", 100),
        ("parked:p1", "1", 100),
    ] {
        let () = server.command(&["FLUSHALL"]).await;
        for number in 0..count {
            let words = ["ZADD", &format!("l10n:{key}"), score, &number.to_string()];
            let () = server.command(&words).await;
        }
        let (_, client) = paced(&sandbox, &server.url(), |limiter| limiter);
        let called = timeout(SECOND * 30, call(&client, "p1")).await;
        called.unwrap_or_else(|_| panic!("{key} {score}")).unwrap();
    }
    // Waits of nobody, which are never due.
    for (queue, dues) in [("queue:b", "queue-dues:b"), ("parked:p1", "parked-dues:p1")] {
        let () = server.command(&["FLUSHALL"]).await;
        for number in 0..10 {
            for (key, score) in [(queue, "1"), (dues, "9e15")] {
                let words = ["ZADD", &format!("l10n:{key}"), score, &number.to_string()];
                let () = server.command(&words).await;
            }
        }
        let (_, client) = paced(&sandbox, &server.url(), |limiter| limiter.in_flight(5));
        let called = timeout(SECOND * 30, call(&client, "p1")).await;
        called.unwrap_or_else(|_| panic!("{queue}")).unwrap();
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_store_that_comes_back_with_older_data_starts_nothing_too_early() {
    let mut server = Server::forgetful().await;
    let sandbox = sandbox(RateLimit::new(6, 100)).await;
    let set = |limiter: RedisRateLimiterBuilder| limiter.in_flight(100).margin(SECOND);
    let (_, client) = paced(&sandbox, &server.url(), set);
    call(&client, "p1").await.unwrap();
    sleep(SECOND * 3).await;
    let () = server.command(&["SAVE"]).await;
    for is_back in [false, true] {
        if is_back {
            server.kill();
            server.restart().await;
        }
        let (_, client) = paced(&sandbox, &server.url(), set);
        let mut calls = tokio::task::JoinSet::new();
        for _ in 0..6 {
            let client = client.clone();
            calls.spawn(async move { call(&client, "p1").await });
        }
        for called in calls.join_all().await {
            called.unwrap();
        }
    }
    let requests = arrived(&sandbox);
    assert_eq!((answered(&requests, 200), answered(&requests, 429)), (13, 0));
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_clock_set_back_blocks_starts_only_briefly() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(100, 10)).await;
    let later = micros(&server).await + 3_600_000_000;
    let () = server.command(&["SET", "l10n:slowing:b", &later.to_string()]).await;
    let () = server.command(&["SET", "l10n:age", &(later - 9_000_000).to_string()]).await;
    for number in 0..10 {
        let (score, member) = (later.to_string(), number.to_string());
        let words = ["ZADD", "l10n:flight:p1", &score, &member];
        let () = server.command(&words).await;
    }
    let (_, client) = paced(&sandbox, &server.url(), |limiter| limiter);
    timeout(SECOND * 30, call(&client, "p1")).await.unwrap().unwrap();
    // A 429 that comes now slows as ever.
    sandbox.add_fault(Fault::new(Misbehavior::status(429)).project("p1")).unwrap();
    timeout(SECOND * 30, call(&client, "p1")).await.unwrap().unwrap();
}

#[tokio::test]
async fn an_unresponsive_store_leaves_each_process_its_share() {
    let sandbox = sandbox(RateLimit::default()).await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("redis://{}", silent.local_addr().unwrap());
    let (_, client) = paced(&sandbox, &url, |limiter| limiter.when_away(WhenAway::Share { of: 2 }));
    let _calls = calls(&client, "p1");
    sleep(SECOND * 3).await;
    sandbox.clear_requests();
    sleep(SECOND * 5).await;
    // 2.4 a second.
    let count = arrived(&sandbox).len();
    assert!((1..=15).contains(&count), "{count}");
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn an_unstable_connection_slows_down_no_other_process() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(20, 10)).await;
    let share = |limiter: RedisRateLimiterBuilder| {
        limiter.per_second(20).when_away(WhenAway::Share { of: 4 }).margin(SECOND)
    };
    let (_, steady) = paced(&sandbox, &server.url(), share);
    let detour = Detour::start(&server, Duration::ZERO).await;
    let (limiter, flapping) = paced(&sandbox, &detour.url, share);
    call(&flapping, "p1").await.unwrap();
    let _calls = [(); 6].map(|()| calls(&steady, "p2"));
    let _flapping = calls(&flapping, "p1");
    sleep(SECOND * 3).await;
    sandbox.clear_requests();
    let mut seen_away = 0;
    let began = Instant::now();
    while began.elapsed() < SECOND * 8 {
        detour.cut(true);
        sleep(SECOND / 2).await;
        seen_away += usize::from(limiter.store_error().is_some());
        detour.cut(false);
        sleep(SECOND * 7 / 10).await;
    }
    let rate = arrived(&sandbox).len() as f64 / began.elapsed().as_secs_f64();
    assert!(seen_away > 3, "{seen_away}");
    assert!(rate > 2.0, "{rate} a second");
    assert_eq!(answered(&arrived(&sandbox), 429), 0);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_command_rejected_for_one_project_blocks_no_other() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(100, 10)).await;
    let mut words = vec!["ACL", "SETUSER", "narrow", "on", ">pw", "+@all"];
    words.extend(["~l10n:*:b", "~l10n:*:p2", "~l10n:age"]);
    let () = server.command(&words).await;
    let url = server.url() + "?user=narrow&pass=pw";
    let (limiter, client) = paced(&sandbox, &url, |limiter| limiter.away_limit(SECOND * 2));
    call(&client, "p2").await.unwrap();
    let refused = client.clone();
    let refused = tokio::spawn(async move { call(&refused, "p1").await });
    let why = loop {
        match limiter.store_error() {
            Some(why) => break why,
            None => sleep(Duration::from_millis(5)).await,
        }
    };
    assert!(matches!(*why, Error::Refused(_)), "{why:?}");
    for _ in 0..3 {
        timeout(SECOND * 30, call(&client, "p2")).await.unwrap().unwrap();
    }
    let error = refused.await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Rejected);
    assert!(error.to_string().contains("the store rejected the command: "), "{error}");
    // With a share it goes on.
    let share = |limiter: RedisRateLimiterBuilder| limiter.when_away(WhenAway::Share { of: 2 });
    let (_, client) = paced(&sandbox, &url, share);
    timeout(SECOND * 30, call(&client, "p1")).await.unwrap().unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_request_that_ended_during_an_outage_releases_its_slot() {
    let mut server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(100, 10)).await;
    // A lease longer than the test waits.
    let lease = |limiter: RedisRateLimiterBuilder| limiter.in_flight(1).lease(SECOND * 60);
    let (_, client) = paced(&sandbox, &server.url(), lease);
    call(&client, "p1").await.unwrap();
    let slow = Fault::new(Misbehavior::Delay(SECOND)).project("p1");
    sandbox.add_fault(slow).unwrap();
    let long = client.clone();
    let long = tokio::spawn(async move { call(&long, "p1").await });
    while arrived(&sandbox).len() < 2 {
        sleep(Duration::from_millis(10)).await;
    }
    // Its file is written once a second.
    sleep(SECOND / 2).await;
    server.kill();
    long.await.unwrap().unwrap();
    sleep(SECOND / 2).await;
    server.restart().await;
    timeout(SECOND * 30, call(&client, "p1")).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn a_program_can_wait_until_its_slots_are_released() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let (limiter, client) = paced(&sandbox, &server.url(), |limiter| limiter);
    let program = std::thread::spawn(move || {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().unwrap();
        runtime.block_on(async {
            limiter.idle().await;
            call(&client, "p1").await.unwrap();
            limiter.idle().await;
        });
    });
    program.join().unwrap();
    let held: u64 = server.command(&["ZCARD", "l10n:flight:p1"]).await;
    assert_eq!(held, 0);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn permanent_errors_do_not_count_as_unavailable() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let () = server.command(&["CONFIG", "SET", "requirepass", "right"]).await;
    let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let no_store = format!("redis://{}", other.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = other.accept().await {
            let _ = connection.read_u8().await;
            let answer = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
            let _ = connection.write_all(answer).await;
        }
    });
    for (url, words) in [
        (server.url() + "?pass=wrong", "the store rejected the command"),
        (server.url() + "?user=joe&pass=wrong", "the store rejected the command"),
        (server.url(), "the store rejected the command"),
        (no_store, "the server at this address is not Redis"),
    ] {
        let (limiter, client) = paced(&sandbox, &url, |limiter| limiter.away_limit(SECOND));
        let error = timeout(SECOND * 30, call(&client, "p1")).await;
        assert_eq!(error.unwrap().unwrap_err().kind(), ErrorKind::Rejected);
        let why = limiter.store_error().unwrap();
        assert!(why.to_string().starts_with(words), "{url}: {why:?}");
        assert!(!why.is_away(), "{url}: {why:?}");
    }
}
