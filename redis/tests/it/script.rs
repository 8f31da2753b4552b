//! The script that lets requests start, alone: whatever the store holds, it has an answer.

use redis::{Script, ScriptInvocation};

use crate::server::Server;

const SECOND: u64 = 1_000_000;
const LEASE: u64 = 10 * SECOND;

/// How many hold places, wait for one in flight, have started, and wait to start.
#[derive(Debug, Clone, Copy)]
struct Held {
    running: u64,
    parked: u64,
    started: u64,
    queued: u64,
}

async fn now(server: &Server) -> u64 {
    let (seconds, micros): (u64, u64) = server.command(&["TIME"]).await;
    seconds * SECOND + micros
}

/// Asks once, beside what is held; answers what it says, and in how many microseconds.
async fn ask(server: &Server, held: Held, limit: u64) -> redis::RedisResult<(bool, u64)> {
    let mut connection = server.connection().await.unwrap();
    let now = now(server).await;
    let mut set = redis::pipe();
    set.cmd("FLUSHALL").ignore();
    set.cmd("SET").arg("age").arg(now - 100 * SECOND).ignore();
    let mut add = |key: &str, count: u64, from: u64| {
        for number in 0..count {
            let score = from + number * 1000;
            set.cmd("ZADD").arg(key).arg(score).arg(number).ignore();
        }
    };
    add("flight", held.running, now + LEASE - SECOND / 10);
    add("parked", held.parked, now - SECOND);
    add("parked-dues", held.parked, now + SECOND);
    add("starts", held.started, now + SECOND / 2);
    add("queue", held.queued, now - SECOND);
    add("queue-dues", held.queued, now + SECOND);
    set.exec_async(&mut connection).await.unwrap();
    let script = Script::new(include_str!("../../src/rate_limit/start.lua"));
    let (is_granted, wait, _): (bool, u64, u64) =
        asked(&script, limit).invoke_async(&mut connection).await?;
    Ok((is_granted, wait))
}

fn asked(script: &Script, limit: u64) -> ScriptInvocation<'_> {
    let mut call = script.prepare_invoke();
    for key in ["starts", "queue", "queue-dues", "slowing", "age"] {
        call.key(key);
    }
    for key in ["flight", "parked", "parked-dues", "took"] {
        call.key(key);
    }
    call.arg("me").arg(0).arg(limit).arg(limit);
    for time in [1_005_000, SECOND / 4, LEASE, SECOND / 10, 0, 0] {
        call.arg(time);
    }
    call
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn the_script_handles_any_number_of_requests() {
    let server = Server::start().await;
    for limit in 1..=3 {
        for running in 0..=limit + 1 {
            for parked in 0..=2 * limit + 1 {
                let held = Held { running, parked, started: 0, queued: 0 };
                let answer = ask(&server, held, limit).await;
                let (is_granted, wait) = answer.unwrap_or_else(|error| panic!("{held:?}: {error}"));
                assert_eq!(is_granted, running + parked < limit, "{held:?} of {limit}");
                assert!(wait <= 2 * SECOND, "{held:?} of {limit}: {wait}");
                let held = Held { running: 0, parked: 0, started: running, queued: parked };
                let answer = ask(&server, held, limit).await;
                let (is_granted, wait) = answer.unwrap_or_else(|error| panic!("{held:?}: {error}"));
                assert_eq!(is_granted, running + parked < limit, "{held:?} of {limit}");
                assert!(wait <= 5 * SECOND, "{held:?} of {limit}: {wait}");
            }
        }
    }
}
