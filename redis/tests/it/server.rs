//! A store of a test's own: a real `redis-server` on a socket in a folder, which can be killed,
//! started again and made to stand still.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Dropping it kills it.
pub(crate) struct Server {
    folder: TempDir,
    keeps: bool,
    process: Option<Child>,
}

impl Server {
    /// One that keeps what it holds on disk.
    pub(crate) async fn start() -> Self {
        Self::begin(true).await
    }

    /// One that has forgotten all when it is started again, or knows what it saved last.
    pub(crate) async fn forgetful() -> Self {
        Self::begin(false).await
    }

    async fn begin(keeps: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Self { folder, keeps, process: None };
        server.restart().await;
        server
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    pub(crate) fn url(&self) -> String {
        format!("unix://{}", self.socket().display())
    }

    /// Starts it where it is not running.
    pub(crate) async fn restart(&mut self) {
        let append = if self.keeps { "yes" } else { "no" };
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

    /// Ends it by SIGKILL.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Has it stand still (`STOP`), or go on (`CONT`).
    pub(crate) fn signal(&self, name: &str) {
        let id = self.process.as_ref().unwrap().id().to_string();
        let kill = Command::new("kill").args([&format!("-{name}"), &id]).status();
        assert!(kill.unwrap().success());
    }

    pub(crate) async fn connection(&self) -> redis::RedisResult<MultiplexedConnection> {
        let client = redis::Client::open(self.url())?;
        client.get_multiplexed_async_connection().await
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

    /// How many scripts it has run, and the microseconds they took.
    pub(crate) async fn scripts(&self) -> (u64, u64) {
        let told: String = self.command(&["INFO", "commandstats"]).await;
        let line = told.lines().find(|line| line.starts_with("cmdstat_evalsha:"));
        let field = |name: &str| {
            let (_, rest) = line.unwrap().split_once(name).unwrap();
            rest.split(',').next().unwrap().parse().unwrap()
        };
        (field("calls="), field(",usec="))
    }
}

/// What lies between a process and the store, and holds up answers while it is told to.
pub(crate) struct Detour {
    pub(crate) url: String,
    pub(crate) is_slow: Arc<AtomicBool>,
    /// How many connections it had, and how many of these carry nothing any more.
    connections: Arc<AtomicU32>,
    dead: Arc<AtomicU32>,
    is_cut: watch::Sender<bool>,
}

impl Detour {
    pub(crate) async fn start(server: &Server, delay: Duration) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("redis://{}", listener.local_addr().unwrap());
        let (socket, is_slow) = (server.socket(), Arc::new(AtomicBool::new(false)));
        let slow = Arc::clone(&is_slow);
        let (connections, dead) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
        let (numbers, gone) = (Arc::clone(&connections), Arc::clone(&dead));
        let (is_cut, cut) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                if *cut.borrow() {
                    continue;
                }
                let far = UnixStream::connect(&socket).await.unwrap();
                let (mut questions, mut to_near) = near.into_split();
                let (mut answers, mut to_far) = far.into_split();
                let number = numbers.fetch_add(1, Ordering::Relaxed);
                let (slow, gone) = (Arc::clone(&slow), Arc::clone(&gone));
                let mut cut = cut.clone();
                let mut pumps = JoinSet::new();
                pumps.spawn(async move {
                    let _ = tokio::io::copy(&mut questions, &mut to_far).await;
                });
                let answers = async move {
                    let mut buffer = [0; 4096];
                    while let Ok(size @ 1..) = answers.read(&mut buffer).await {
                        if number < gone.load(Ordering::Relaxed) {
                            std::future::pending::<()>().await;
                        }
                        if slow.load(Ordering::Relaxed) {
                            tokio::time::sleep(delay).await;
                        }
                        if to_near.write_all(&buffer[..size]).await.is_err() {
                            return;
                        }
                    }
                };
                pumps.spawn(answers);
                tokio::spawn(async move {
                    let _ = cut.wait_for(|is_cut| *is_cut).await;
                    pumps.shutdown().await;
                });
            }
        });
        Self { url, is_slow, connections, dead, is_cut }
    }

    /// Breaks all connections and takes no other, until it is told to go on.
    pub(crate) fn cut(&self, is_cut: bool) {
        self.is_cut.send_replace(is_cut);
    }

    /// Loses all connections that there are, without a word.
    pub(crate) fn lose(&self) {
        let all = self.connections.load(Ordering::Relaxed);
        self.dead.store(all, Ordering::Relaxed);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
