//! A `redis-server` for one test, on a socket in a temporary folder. It can be killed, restarted
//! and paused.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use redis::AsyncConnectionConfig;
use redis::aio::MultiplexedConnection;
use tempfile::TempDir;
use tokio::net::UnixStream;

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

    /// Connects without the library.
    pub(crate) async fn connect(&self) -> UnixStream {
        UnixStream::connect(self.socket()).await.unwrap()
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

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
