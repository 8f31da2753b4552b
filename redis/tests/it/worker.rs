//! A process of a fleet: this test binary, started again.

use std::process::Stdio;
use std::time::Duration;

use l10n_client::{Client, OAuthApp};
use l10n_client_redis::{RedisRateLimiter, RedisTokenStore, TokenKey, WhenAway};
use l10n_sandbox::Sandbox;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::task::JoinSet;

use crate::server::Server;

const ORDER: &str = "L10N_FLEET_ORDER";
/// Of the tokens in the tests.
pub(crate) const KEY: [u8; 32] = [7; 32];

/// What a process is to do.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) per_second: u32,
    pub(crate) in_flight: u32,
    pub(crate) lease: Duration,
    pub(crate) margin: Duration,
    /// Calls of this process; as many as it can where there are none.
    pub(crate) calls: Option<u32>,
    /// Calls at the same time.
    pub(crate) tasks: u32,
    /// Of how many it takes its share while the store is away.
    pub(crate) share: Option<u32>,
    /// Whether it has a session, and not the token.
    pub(crate) session: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            per_second: 6,
            in_flight: 10,
            lease: Duration::from_secs(10),
            // What a busy machine takes to send a request that may start.
            margin: Duration::from_secs(2),
            calls: None,
            tasks: 4,
            share: None,
            session: false,
        }
    }
}

/// A process that works; dropping it kills it (SIGKILL).
pub(crate) struct Worker {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Worker {
    /// Starts so many that do the same, and begin together.
    pub(crate) async fn start<const COUNT: usize>(
        sandbox: &Sandbox,
        server: &Server,
        order: &Order,
    ) -> [Self; COUNT] {
        let mut workers = [(); COUNT].map(|()| Self::spawn(sandbox, server, order));
        for worker in &mut workers {
            worker.told("ready").await;
        }
        for worker in &mut workers {
            let input = worker.process.stdin.as_mut().unwrap();
            input.write_all(b"go\n").await.unwrap();
        }
        workers
    }

    fn spawn(sandbox: &Sandbox, server: &Server, order: &Order) -> Self {
        let order = json!({
            "base_url": sandbox.base_url().to_string(),
            "auth_url": sandbox.auth_url().to_string(),
            "store": server.url(),
            "per_second": order.per_second,
            "in_flight": order.in_flight,
            "lease": order.lease.as_millis() as u64,
            "margin": order.margin.as_millis() as u64,
            "calls": order.calls,
            "tasks": order.tasks,
            "share": order.share,
            "session": order.session,
        });
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "worker::the_worker", "--nocapture"]);
        command.env(ORDER, order.to_string()).kill_on_drop(true);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = pipes.spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        Self { process, lines }
    }

    /// Ends it by SIGKILL.
    pub(crate) async fn kill(mut self) {
        self.process.kill().await.unwrap();
    }

    /// Has it stop, where it has no end of its own, and tells what failed of its calls.
    pub(crate) async fn finish(mut self) -> Vec<String> {
        drop(self.process.stdin.take());
        let failures = serde_json::from_str(&self.told("failures: ").await).unwrap();
        self.process.wait().await.unwrap();
        failures
    }

    /// What it says behind these words.
    async fn told(&mut self, words: &str) -> String {
        while let Some(line) = self.lines.next_line().await.unwrap() {
            if let Some((_, told)) = line.split_once(words) {
                return told.to_owned();
            }
        }
        panic!("the worker has ended without a word");
    }
}

/// Not a test, but what [`Worker`] runs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_worker() {
    let Ok(order) = std::env::var(ORDER) else {
        return;
    };
    let order: Value = serde_json::from_str(&order).unwrap();
    let client = client(&order);
    let tasks = order["tasks"].as_u64().unwrap();
    println!("ready");
    let mut input = tokio::io::stdin();
    input.read_u8().await.unwrap();
    let work = async {
        let mut running = JoinSet::new();
        for task in 0..tasks {
            let calls = order["calls"].as_u64();
            // The remainder goes to the first ones.
            let calls = calls.map(|calls| calls / tasks + u64::from(task < calls % tasks));
            running.spawn(calls_of(client.clone(), calls.unwrap_or(u64::MAX)));
        }
        running.join_all().await;
    };
    let stopped = async {
        let mut nothing = Vec::new();
        input.read_to_end(&mut nothing).await.unwrap();
    };
    let has_end = order["calls"].is_u64();
    tokio::select! {
        () = work => {}
        () = stopped, if !has_end => {}
    }
    let failures = FAILURES.lock().unwrap();
    println!("failures: {}", json!(*failures));
}

static FAILURES: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());

async fn calls_of(client: Client, calls: u64) {
    for _ in 0..calls {
        if let Err(error) = crate::world::call(&client, "p1").await {
            FAILURES.lock().unwrap().push(error.to_string());
        }
    }
}

fn client(order: &Value) -> Client {
    let number = |name: &str| order[name].as_u64().map(|number| u32::try_from(number).unwrap());
    let store = order["store"].as_str().unwrap();
    let share = number("share").map_or(WhenAway::Stop, |of| WhenAway::Share { of });
    let limiter = RedisRateLimiter::builder(store)
        .per_second(number("per_second").unwrap())
        .in_flight(number("in_flight").unwrap())
        .lease(Duration::from_millis(order["lease"].as_u64().unwrap()))
        .margin(Duration::from_millis(order["margin"].as_u64().unwrap()))
        .when_away(share);
    let limiter = match order["session"].as_bool().unwrap() {
        true => limiter.budget("anna"),
        false => limiter,
    };
    let client = Client::builder(order["base_url"].as_str().unwrap())
        .rate_limiter(limiter.build().unwrap())
        .call_timeout(Some(Duration::from_secs(60)));
    let client = match order["session"].as_bool().unwrap() {
        false => client.api_token("sandbox-read-write-token"),
        true => {
            let tokens = RedisTokenStore::builder(store, "anna", TokenKey::new(&KEY))
                .lease(Duration::from_secs(2));
            let app = OAuthApp::new("app", "app-secret");
            let client = client.auth_url(order["auth_url"].as_str().unwrap());
            client.oauth_store(app, tokens.build().unwrap())
        }
    };
    client.build().unwrap()
}
