//! The script that grants slots, alone: any state of the store, order, margins, and the time after
//! a 429.

use redis::Script;

use crate::server::Server;

const SECOND: u64 = 1_000_000;
const LEASE: u64 = 10 * SECOND;
/// Longer than a busy machine stalls, and short enough for the script to believe it.
const LATER: u64 = 8 * SECOND;

/// Numbers of requests: in flight, waiting for a slot in flight, started, and waiting to start.
#[derive(Debug, Clone, Copy)]
struct Held {
    running: u64,
    parked: u64,
    started: u64,
    queued: u64,
}

/// What a request passes to the script.
#[derive(Clone, Copy)]
struct Ask {
    id: &'static str,
    /// When it first asked; zero for now.
    asked: u64,
    per_second: u64,
    in_flight: u64,
    margin: u64,
    /// Whether the store may have been restarted.
    is_new: bool,
}

const ASK: Ask =
    Ask { id: "me", asked: 0, per_second: 1, in_flight: 0, margin: 10 * SECOND, is_new: false };

impl Ask {
    /// Returns whether a slot was granted, the wait, and when the request first asked.
    async fn run(self, server: &Server) -> redis::RedisResult<(bool, u64, u64)> {
        let script = Script::new(include_str!("../../src/rate_limit/start.lua"));
        let mut call = script.prepare_invoke();
        for key in ["starts", "queue", "queue-dues", "slowing", "age"] {
            call.key(key);
        }
        for key in ["flight", "parked", "parked-dues", "took"] {
            call.key(key);
        }
        call.arg(self.id).arg(self.asked).arg(self.per_second).arg(self.in_flight);
        let grace = 4 * SECOND;
        let head_start = 0;
        for time in [1_005_000, self.margin, LEASE, grace, head_start] {
            call.arg(time);
        }
        call.arg(u8::from(self.is_new));
        call.invoke_async(&mut server.connection().await?).await
    }

    async fn is_granted(self, server: &Server) -> bool {
        self.run(server).await.unwrap().0
    }
}

/// Returns a server whose log of starts is complete and empty.
async fn server() -> Server {
    let server = Server::start().await;
    set_time(&server, "age", server.now().await - 100 * SECOND).await;
    server
}

async fn set_time(server: &Server, key: &str, time: u64) {
    server.command(&["SET", key, &time.to_string()]).await
}

/// Replaces the content of the store.
async fn hold(server: &Server, held: Held) {
    let now = server.now().await;
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
    add("parked-dues", held.parked, now + LATER);
    add("starts", held.started, now + LATER);
    add("queue", held.queued, now - SECOND);
    add("queue-dues", held.queued, now + LATER);
    set.exec_async(&mut server.connection().await.unwrap()).await.unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn any_number_of_requests_is_handled() {
    let server = Server::start().await;
    for limit in 1..=3 {
        let ask = Ask { per_second: limit, in_flight: limit, ..ASK };
        for running in 0..=limit + 1 {
            for parked in 0..=2 * limit + 1 {
                let in_flight = Held { running, parked, started: 0, queued: 0 };
                let starts = Held { running: 0, parked: 0, started: running, queued: parked };
                for (held, max_wait) in [(in_flight, 2 * SECOND), (starts, 5 * SECOND)] {
                    hold(&server, held).await;
                    let result = ask.run(&server).await;
                    let (is_granted, wait, _) =
                        result.unwrap_or_else(|error| panic!("{held:?}: {error}"));
                    assert_eq!(is_granted, running + parked < limit, "{held:?} of {limit}");
                    assert!(is_granted || wait <= max_wait, "{held:?} of {limit}: {wait}");
                }
            }
        }
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn requests_start_in_the_order_in_which_they_first_asked() {
    let server = server().await;
    let later = (server.now().await + LATER).to_string();
    let () = server.command(&["ZADD", "starts", &later, "busy"]).await;
    let mut waiting = Vec::new();
    for id in ["a", "b", "c"] {
        let (is_granted, _, asked) = Ask { id, ..ASK }.run(&server).await.unwrap();
        assert!(!is_granted);
        waiting.push(Ask { id, asked, ..ASK });
    }
    let () = server.command(&["DEL", "starts"]).await;
    while !waiting.is_empty() {
        for later in waiting[1..].iter().rev() {
            assert!(!later.is_granted(&server).await, "{} is not the first", later.id);
        }
        assert!(waiting.remove(0).is_granted(&server).await);
        let () = server.command(&["DEL", "starts"]).await;
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn starts_with_a_wider_margin_do_not_look_like_a_lost_log() {
    let server = server().await;
    let age: u64 = server.command(&["GET", "age"]).await;
    let ask = |id, margin| Ask { id, margin, per_second: 2, ..ASK };
    assert!(ask("wide", 10 * SECOND).is_granted(&server).await);
    assert!(ask("narrow", 0).is_granted(&server).await);
    assert_eq!(server.command::<u64>(&["GET", "age"]).await, age);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn nothing_starts_for_a_cycle_after_a_restart() {
    let server = server().await;
    assert!(!Ask { is_new: true, ..ASK }.is_granted(&server).await);
    assert!(!ASK.is_granted(&server).await);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn nothing_starts_during_the_pause_after_a_429() {
    let server = server().await;
    let ask = |id| Ask { id, per_second: 2, ..ASK };
    set_time(&server, "slowing", server.now().await + LATER).await;
    let (is_granted, _, asked) = ask("a").run(&server).await.unwrap();
    assert!(!is_granted);
    // The pause ends.
    set_time(&server, "slowing", server.now().await).await;
    assert!(Ask { asked, ..ask("a") }.is_granted(&server).await);
}
