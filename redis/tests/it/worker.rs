//! A process of a fleet: this test binary, started once more.

use std::process::Stdio;
use std::time::Duration;

use l10n_client::{Client, OAuthApp};
use l10n_client_redis::{RedisRateLimiter, RedisTokenStore, TokenKey};
use l10n_sandbox::Sandbox;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::task::JoinSet;

use crate::server::Server;

const ORDER: &str = "L10N_FLEET_ORDER";
/// The key that encrypts the tokens of the tests.
pub(crate) const KEY: [u8; 32] = [7; 32];

/// The settings of a process.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) per_second: u32,
    pub(crate) in_flight: u32,
    pub(crate) lease: Duration,
    pub(crate) margin: Duration,
    /// The calls of this process; `None` for no limit.
    pub(crate) calls: Option<u32>,
    /// The number of concurrent calls.
    pub(crate) tasks: u32,
    /// Whether it has a session instead of an API token.
    pub(crate) session: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            per_second: 6,
            in_flight: 10,
            lease: Duration::from_secs(10),
            // Longer than a busy machine stalls between a grant and its request.
            margin: Duration::from_secs(5),
            calls: None,
            tasks: 4,
            session: false,
        }
    }
}

/// A running process; dropping it kills it (SIGKILL).
pub(crate) struct Worker {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Worker {
    /// Starts processes with the same settings, which begin together.
    pub(crate) async fn start<const COUNT: usize>(
        sandbox: &Sandbox,
        server: &Server,
        order: &Order,
    ) -> [Self; COUNT] {
        let mut workers = [(); COUNT].map(|()| Self::spawn(sandbox, server, order));
        for worker in &mut workers {
            worker.read("ready").await;
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

    /// Kills the process (SIGKILL).
    pub(crate) async fn kill(mut self) {
        self.process.kill().await.unwrap();
    }

    /// Waits until the process ends, stopping one without a limit. Returns the errors of its calls.
    pub(crate) async fn finish(mut self) -> Vec<String> {
        drop(self.process.stdin.take());
        let failures = serde_json::from_str(&self.read("failures: ").await).unwrap();
        self.process.wait().await.unwrap();
        failures
    }

    /// Returns the rest of the next line that contains `words`.
    async fn read(&mut self, words: &str) -> String {
        while let Some(line) = self.lines.next_line().await.unwrap() {
            if let Some((_, rest)) = line.split_once(words) {
                return rest.to_owned();
            }
        }
        panic!("the process ended without printing {words:?}");
    }
}

/// The program of a [`Worker`]; not a test.
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
        input.read_to_end(&mut Vec::new()).await.unwrap();
    };
    let is_limited = order["calls"].is_u64();
    tokio::select! {
        () = work => {}
        () = stopped, if !is_limited => {}
    }
    let failures = FAILURES.lock().unwrap();
    println!("failures: {}", json!(*failures));
}

static FAILURES: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());

async fn calls_of(client: Client, calls: u64) {
    for _ in 0..calls {
        if let Err(error) = crate::world::call(&client, "p1").await {
            FAILURES.lock().unwrap().push(error.with_causes());
        }
    }
}

fn client(order: &Value) -> Client {
    let number = |name: &str| order[name].as_u64().map(|number| u32::try_from(number).unwrap());
    let millis = |name: &str| Duration::from_millis(order[name].as_u64().unwrap());
    let store = order["store"].as_str().unwrap();
    let limiter = RedisRateLimiter::builder(store)
        .per_second(number("per_second").unwrap())
        .in_flight(number("in_flight").unwrap())
        .lease(millis("lease"))
        .margin(millis("margin"));
    let limiter = match order["session"].as_bool().unwrap() {
        true => limiter.budget("anna"),
        false => limiter,
    };
    let client =
        Client::builder(order["base_url"].as_str().unwrap()).rate_limiter(limiter.build().unwrap());
    let client = match order["session"].as_bool().unwrap() {
        false => client.api_token("sandbox-read-write-token"),
        true => {
            let tokens =
                RedisTokenStore::builder(store, "anna", TokenKey::new(&KEY)).lease(millis("lease"));
            let app = OAuthApp::new("app", "app-secret");
            let client = client.auth_url(order["auth_url"].as_str().unwrap());
            client.oauth_store(app, tokens.build().unwrap())
        }
    };
    client.build().unwrap()
}
