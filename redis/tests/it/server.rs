//! A `redis-server` for one test, on a socket in a temporary folder. It can be killed, restarted
//! and paused.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use redis::AsyncConnectionConfig;
use redis::aio::MultiplexedConnection;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UnixStream, tcp, unix};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Dropping it kills the process.
pub(crate) struct Server {
    folder: TempDir,
    is_persistent: bool,
    process: Option<Child>,
}

impl Server {
    /// Starts a server that keeps its data across restarts.
    pub(crate) async fn start() -> Self {
        Self::begin(true).await
    }

    /// Starts a server that loses its data when it restarts, except for the last `SAVE`.
    pub(crate) async fn forgetful() -> Self {
        Self::begin(false).await
    }

    async fn begin(is_persistent: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Self { folder, is_persistent, process: None };
        server.restart().await;
        server
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    pub(crate) fn url(&self) -> String {
        format!("unix://{}", self.socket().display())
    }

    /// Starts the process, and waits until it responds.
    pub(crate) async fn restart(&mut self) {
        let append = if self.is_persistent { "yes" } else { "no" };
        let mut command = Command::new("redis-server");
        command.args(["--port", "0", "--unixsocket"]).arg(self.socket());
        command.args(["--save", "", "--appendonly", append]);
        command.args(["--appendfsync", "everysec"]);
        command.arg("--dir").arg(self.folder.path());
        let process = command.stdout(Stdio::null()).stderr(Stdio::null());
        let spawned = process.spawn();
        self.process = Some(spawned.expect("redis-server (apt install redis-server)"));
        loop {
            let exited = self.process.as_mut().unwrap().try_wait().unwrap();
            assert!(exited.is_none(), "{exited:?}");
            if let Ok(mut connection) = self.connection().await {
                let ping = redis::cmd("PING");
                if ping.query_async::<String>(&mut connection).await.is_ok() {
                    return;
                }
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Kills the process (SIGKILL).
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Pauses (`STOP`) or continues (`CONT`) the process.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.process.as_ref().unwrap().id().to_string();
        let kill = Command::new("kill").args([&format!("-{name}"), &id]).status();
        assert!(kill.unwrap().success());
    }

    pub(crate) async fn connection(&self) -> redis::RedisResult<MultiplexedConnection> {
        let client = redis::Client::open(self.url())?;
        // A busy machine takes longer than the timeouts of the library.
        let config = AsyncConnectionConfig::new();
        let config = config.set_connection_timeout(None).set_response_timeout(None);
        client.get_multiplexed_async_connection_with_config(&config).await
    }

    /// Returns the server's clock, in microseconds.
    pub(crate) async fn now(&self) -> u64 {
        let (seconds, micros): (u64, u64) = self.command(&["TIME"]).await;
        seconds * 1_000_000 + micros
    }

    /// Makes the log of starts look complete, so that the first request does not wait.
    pub(crate) async fn begin_log(&self) {
        // Without the script, the server looks restarted.
        let script = include_str!("../../src/rate_limit/start.lua");
        let _: String = self.command(&["SCRIPT", "LOAD", script]).await;
        let long_ago = self.now().await - 100_000_000;
        self.command(&["SET", "l10n:age", &long_ago.to_string()]).await
    }

    /// Runs one command.
    pub(crate) async fn command<T: redis::FromRedisValue>(&self, words: &[&str]) -> T {
        let mut command = redis::cmd(words[0]);
        for word in &words[1..] {
            command.arg(word);
        }
        let mut connection = self.connection().await.unwrap();
        command.query_async(&mut connection).await.unwrap()
    }

    /// Returns how many scripts have run, and how many microseconds they took.
    pub(crate) async fn scripts(&self) -> (u64, u64) {
        let stats: String = self.command(&["INFO", "commandstats"]).await;
        let line = stats.lines().find(|line| line.starts_with("cmdstat_evalsha:"));
        let field = |name: &str| {
            let (_, rest) = line.unwrap().split_once(name).unwrap();
            rest.split(',').next().unwrap().parse().unwrap()
        };
        (field("calls="), field(",usec="))
    }
}

/// A proxy in front of the server, which can break, silence and delay connections.
pub(crate) struct Detour {
    pub(crate) url: String,
    state: Arc<State>,
    is_cut: watch::Sender<bool>,
}

struct State {
    socket: PathBuf,
    delay: Duration,
    delays_next: AtomicBool,
    connections: AtomicU32,
    /// How many of the first connections carry no responses any more.
    silent: AtomicU32,
}

impl Detour {
    pub(crate) async fn start(server: &Server, delay: Duration) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("redis://{}", listener.local_addr().unwrap());
        let state = Arc::new(State {
            socket: server.socket(),
            delay,
            delays_next: AtomicBool::new(false),
            connections: AtomicU32::new(0),
            silent: AtomicU32::new(0),
        });
        let (is_cut, cut) = watch::channel(false);
        tokio::spawn(accept(listener, Arc::clone(&state), cut));
        Self { url, state, is_cut }
    }

    /// Breaks all connections and accepts no others, or accepts connections again.
    pub(crate) fn cut(&self, is_cut: bool) {
        self.is_cut.send_replace(is_cut);
    }

    /// Delays the next response.
    pub(crate) fn delay_next(&self) {
        self.state.delays_next.store(true, Ordering::Relaxed);
    }

    /// Loses the responses on all present connections, and keeps them open.
    pub(crate) fn silence(&self) {
        let all = self.state.connections.load(Ordering::Relaxed);
        self.state.silent.store(all, Ordering::Relaxed);
    }
}

async fn accept(listener: TcpListener, state: Arc<State>, cut: watch::Receiver<bool>) {
    while let Ok((near, _)) = listener.accept().await {
        if *cut.borrow() {
            continue;
        }
        let far = UnixStream::connect(&state.socket).await.unwrap();
        let number = state.connections.fetch_add(1, Ordering::Relaxed);
        let (mut requests, to_near) = near.into_split();
        let (responses, mut to_far) = far.into_split();
        let mut pumps = JoinSet::new();
        pumps.spawn(async move {
            let _ = tokio::io::copy(&mut requests, &mut to_far).await;
        });
        pumps.spawn(pass_responses(responses, to_near, number, Arc::clone(&state)));
        let mut cut = cut.clone();
        tokio::spawn(async move {
            let _ = cut.wait_for(|is_cut| *is_cut).await;
            pumps.shutdown().await;
        });
    }
}

async fn pass_responses(
    mut responses: unix::OwnedReadHalf,
    mut to_near: tcp::OwnedWriteHalf,
    number: u32,
    state: Arc<State>,
) {
    let mut buffer = [0; 4096];
    while let Ok(size @ 1..) = responses.read(&mut buffer).await {
        if number < state.silent.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        if state.delays_next.swap(false, Ordering::Relaxed) {
            tokio::time::sleep(state.delay).await;
        }
        if to_near.write_all(&buffer[..size]).await.is_err() {
            return;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
