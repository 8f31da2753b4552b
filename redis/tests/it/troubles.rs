//! A rate limiter whose store has older data or a clock that was set back, rejects commands, or is
//! unavailable when a request ends.

use std::sync::Arc;
use std::time::Instant;

use l10n_client::{Client, ErrorKind};
use l10n_client_redis::{RedisRateLimiter, RedisRateLimiterBuilder, WhenAway};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, Sandbox};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::gate::Gate;
use crate::server::Server;
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
async fn a_clock_that_was_set_back_does_not_block_starts() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(100, 10)).await;
    let later = (server.now().await + 3_600_000_000).to_string();
    let (_, client) = limited(&sandbox, &server.url(), |limiter| limiter);
    for late in [
        &["SET", "l10n:age", &later][..],
        &["SET", "l10n:slowing:b", &later],
        &["ZADD", "l10n:starts:b", &later, "1", &later, "2", &later, "3", &later, "4"],
    ] {
        server.begin_log().await;
        server.command::<redis::Value>(late).await;
        call(&client, "p1").await.unwrap();
    }
    // The pause after a 429 ends.
    let () = server.command(&["SET", "l10n:slowing:b", &later]).await;
    sandbox.add_fault(Fault::new(Misbehavior::status(429)).path("/projects/p1/files")).unwrap();
    call(&client, "p1").await.unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_request_that_the_store_rejects_fails_at_once_and_blocks_no_other() {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(100, 10)).await;
    let words = ["ACL", "SETUSER", "narrow", "on", ">pw", "+@all", "~l10n:*:p2", "~l10n:*:b"];
    let () = server.command(&[&words[..], &["~l10n:age"]].concat()).await;
    let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let not_redis = format!("redis://{}", other.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = other.accept().await {
            let _ = connection.read_u8().await;
            let answer = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
            let _ = connection.write_all(answer).await;
        }
    });
    let narrow = server.url() + "?user=narrow&pass=pw";
    for url in [&narrow, &(server.url() + "?user=narrow&pass=wrong"), &not_redis] {
        let share = WhenAway::Share { of: 2 };
        let (limiter, client) = limited(&sandbox, url, |limiter| limiter.when_away(share));
        let error = call(&client, "p1").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Rejected);
        assert!(error.with_causes().contains("the store rejected the command: "), "{error}");
        assert!(limiter.store_error().is_none());
    }
    let (_, client) = limited(&sandbox, &narrow, |limiter| limiter);
    call(&client, "p2").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn calls_wait_while_the_store_is_busy_with_a_script() {
    let server = Server::start().await;
    server.begin_log().await;
    let () = server.command(&["CONFIG", "SET", "busy-reply-threshold", "1"]).await;
    let sandbox = sandbox(RateLimit::new(100, 10)).await;
    let (limiter, client) =
        limited(&sandbox, &server.url(), |limiter| limiter.away_limit(SECOND * 600));
    let mut other = server.connection().await.unwrap();
    let endless = tokio::spawn(async move {
        let mut script = redis::cmd("EVAL");
        script.arg("while true do end").arg(0);
        script.query_async::<()>(&mut other).await.unwrap_err()
    });
    let is_busy = async || {
        let mut connection = server.connection().await.unwrap();
        let ping = redis::cmd("PING").query_async::<()>(&mut connection).await;
        ping.is_err_and(|error| error.code() == Some("BUSY"))
    };
    until(is_busy).await;
    let waiting = tokio::spawn(async move { call(&client, "p1").await });
    until(async || limiter.store_error().is_some()).await;
    let () = server.command(&["SCRIPT", "KILL"]).await;
    endless.await.unwrap();
    waiting.await.unwrap().unwrap();
}
