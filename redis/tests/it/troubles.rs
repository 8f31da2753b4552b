//! A rate limiter whose store has invalid values, older data or a clock that was set back, rejects
//! commands, or has an unstable connection.

use std::sync::Arc;
use std::time::Instant;

use l10n_client::{Client, ErrorKind};
use l10n_client_redis::{Error, RedisRateLimiter, RedisRateLimiterBuilder, WhenAway};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, Sandbox};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::gate::Gate;
use crate::server::{Detour, Server};
use crate::world::{SECOND, answered, arrived, call, client, sandbox, until};

/// Returns a rate limiter with the budget `b`, and a client with it.
fn limited(
    sandbox: &Sandbox,
    url: &str,
    set: impl FnOnce(RedisRateLimiterBuilder) -> RedisRateLimiterBuilder,
) -> (RedisRateLimiter, Client) {
    let limiter = set(RedisRateLimiter::builder(url).budget("b")).build().unwrap();
    let client = client(sandbox, &limiter);
    (limiter, client)
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn invalid_values_do_not_block_starts() {
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
        let (limiter, client) = limited(&sandbox, &server.url(), |limiter| limiter);
        for _ in 0..2 {
            let called = call(&client, "p1").await;
            let why = limiter.store_error();
            called.unwrap_or_else(|error| panic!("{key} {value}: {error}: {why:?}"));
        }
    }
    // Slots and places that no request has.
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
        let (_, client) = limited(&sandbox, &server.url(), |limiter| limiter);
        let called = call(&client, "p1").await;
        called.unwrap_or_else(|error| panic!("{key} {score}: {error}"));
    }
    // Places that are never due.
    for (queue, dues) in [("queue:b", "queue-dues:b"), ("parked:p1", "parked-dues:p1")] {
        let () = server.command(&["FLUSHALL"]).await;
        for number in 0..10 {
            for (key, score) in [(queue, "1"), (dues, "9e15")] {
                let words = ["ZADD", &format!("l10n:{key}"), score, &number.to_string()];
                let () = server.command(&words).await;
            }
        }
        let (_, client) = limited(&sandbox, &server.url(), |limiter| limiter.in_flight(5));
        let called = call(&client, "p1").await;
        called.unwrap_or_else(|error| panic!("{queue}: {error}"));
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_store_restarted_with_older_data_starts_nothing_too_early() {
    let mut server = Server::forgetful().await;
    server.begin_log().await;
    let () = server.command(&["SAVE"]).await;
    let sandbox = sandbox(RateLimit::new(1000, 1000)).await;
    let margin = |limiter: RedisRateLimiterBuilder| limiter.margin(SECOND * 2);
    let (_, client) = limited(&sandbox, &server.url(), margin);
    call(&client, "p1").await.unwrap();
    server.kill();
    server.restart().await;
    let began = Instant::now();
    call(&client, "p1").await.unwrap();
    // The data do not include the first start, which may count for this long.
    assert!(began.elapsed() >= SECOND * 3, "{:?}", began.elapsed());
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_clock_that_was_set_back_does_not_block_starts() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(100, 10)).await;
    let later = server.now().await + 3_600_000_000;
    let () = server.command(&["SET", "l10n:slowing:b", &later.to_string()]).await;
    let () = server.command(&["SET", "l10n:age", &(later - 9_000_000).to_string()]).await;
    for number in 0..10 {
        let (score, member) = (later.to_string(), number.to_string());
        let words = ["ZADD", "l10n:flight:p1", &score, &member];
        let () = server.command(&words).await;
    }
    let (_, client) = limited(&sandbox, &server.url(), |limiter| limiter);
    call(&client, "p1").await.unwrap();
    // The pause after a 429 ends.
    sandbox.add_fault(Fault::new(Misbehavior::status(429)).project("p1")).unwrap();
    call(&client, "p1").await.unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn an_unstable_connection_slows_down_no_other_process() {
    let server = Server::start().await;
    server.begin_log().await;
    let age: u64 = server.command(&["GET", "l10n:age"]).await;
    let sandbox = sandbox(RateLimit::new(100, 10)).await;
    let share = WhenAway::Share { of: 4 };
    // The process would use its share only after an outage of this time.
    let set = |limiter: RedisRateLimiterBuilder| limiter.when_away(share).margin(SECOND * 10);
    let detour = Detour::start(&server, SECOND).await;
    let (limiter, unstable) = limited(&sandbox, &detour.url, set);
    for _ in 0..4 {
        detour.cut(true);
        let waiting = unstable.clone();
        let waiting = tokio::spawn(async move { call(&waiting, "p1").await });
        until(async || limiter.store_error().is_some()).await;
        detour.cut(false);
        waiting.await.unwrap().unwrap();
        call(&unstable, "p1").await.unwrap();
    }
    // Starts of all processes pause when this time changes.
    assert_eq!(server.command::<u64>(&["GET", "l10n:age"]).await, age);
    let (_, steady) = limited(&sandbox, &server.url(), set);
    call(&steady, "p2").await.unwrap();
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
    let (limiter, client) = limited(&sandbox, &url, |limiter| limiter.away_limit(SECOND * 10));
    call(&client, "p2").await.unwrap();
    let rejected = client.clone();
    let rejected = tokio::spawn(async move { call(&rejected, "p1").await });
    until(async || limiter.store_error().is_some()).await;
    let why = limiter.store_error().unwrap();
    assert!(matches!(*why, Error::Rejected(_)), "{why:?}");
    for _ in 0..3 {
        call(&client, "p2").await.unwrap();
    }
    let error = rejected.await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Rejected);
    assert!(error.with_causes().contains("the store rejected the command: "), "{error}");

    let share = |limiter: RedisRateLimiterBuilder| limiter.when_away(WhenAway::Share { of: 2 });
    let (_, client) = limited(&sandbox, &url, share);
    call(&client, "p1").await.unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_request_that_ends_during_an_outage_releases_its_slot() {
    let mut server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(100, 10)).await;
    // Longer than a call waits.
    let lease = SECOND * 600;
    let limiter = RedisRateLimiter::builder(server.url()).in_flight(1).lease(lease);
    let limiter = limiter.build().unwrap();
    let gate = Gate::new("/p1/files");
    let client = Client::builder(sandbox.base_url().to_string())
        .api_token("sandbox-read-write-token")
        .transport(Arc::clone(&gate))
        .rate_limiter(limiter.clone())
        .build()
        .unwrap();
    let long = client.clone();
    let long = tokio::spawn(async move { call(&long, "p1").await });
    until(async || answered(&arrived(&sandbox), 200) == 1).await;
    server.kill();
    gate.open();
    long.await.unwrap().unwrap();
    until(async || limiter.store_error().is_some()).await;
    server.restart().await;
    call(&client, "p1").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn a_program_can_wait_until_its_slots_are_released() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::default()).await;
    let (limiter, client) = limited(&sandbox, &server.url(), |limiter| limiter);
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
    let not_redis = format!("redis://{}", other.local_addr().unwrap());
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
        (not_redis, "the server at this address is not Redis"),
    ] {
        let (limiter, client) = limited(&sandbox, &url, |limiter| limiter.away_limit(SECOND));
        let error = call(&client, "p1").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Rejected);
        let why = limiter.store_error().unwrap();
        assert!(why.to_string().starts_with(words), "{url}: {why:?}");
        assert!(!why.is_away(), "{url}: {why:?}");
    }
}
