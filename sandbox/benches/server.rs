//! What the program costs: its start, its memory, and its answers beside those of a plain axum
//! handler that sends the same bytes. Each server is a process of its own, and its CPU time is read
//! from outside, so that the load, which comes from here, is not counted.
//!
//! `cargo bench -p l10n-sandbox` runs all of it, `-- --quick` a small form that only shows that it
//! works. What the figures mean is in `BENCHMARKS.md`.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

type Failure = Box<dyn Error + Send + Sync>;

/// The first argument of a process that is the plain server; the second is what it answers.
const PLAIN: &str = "--plain";
/// Connections that make requests at once.
const CONNECTIONS: u32 = 4;
/// Unit of the CPU times that Linux tells, in all of its ABIs.
const TICKS_PER_SECOND: u32 = 100;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [PLAIN, body] => plain(body.to_owned()),
        ref others => measure(others.contains(&"--quick")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(quick: bool) -> Result<(), Failure> {
    let (starts, requests) = if quick { (2, 200) } else { (20, 50_000) };
    let mut waits = Vec::new();
    for _ in 0..starts {
        waits.push(Server::sandbox()?.started_in);
    }
    waits.sort();
    println!("start until its addresses are printed, median of {starts}: {:.1?}", median(&waits));
    println!("binary: {:.1} MB", mega(std::fs::metadata(SANDBOX)?.len()));

    let sandbox = Server::sandbox()?;
    println!("memory at rest: {:.1} MB", mega(sandbox.memory()?));
    let (path, token) = ("/v2/projects/garnet-7041.26/branches", sandbox.token()?);
    let request = format!("GET {path} HTTP/1.1\r\nHost: sandbox\r\nX-Api-Token: {token}\r\n\r\n");
    let body = answer(&mut TcpStream::connect(&sandbox.address)?, &request)?;
    let plain = Server::plain(&String::from_utf8(body)?)?;
    let mut figures = Vec::new();
    for server in [&plain, &sandbox] {
        load(server, &request, requests / 10)?;
        figures.push(load(server, &request, requests)?);
    }
    for (name, figure) in ["plain axum handler", "sandbox"].iter().zip(&figures) {
        println!(
            "{name}: {:.0} requests/s over {CONNECTIONS} connections, {:.1} µs of CPU a request",
            f64::from(requests) / figure.wall.as_secs_f64(),
            figure.cpu.as_secs_f64() * 1e6 / f64::from(requests),
        );
    }
    println!("memory after {requests} requests: {:.1} MB", mega(sandbox.memory()?));
    Ok(())
}

const SANDBOX: &str = env!("CARGO_BIN_EXE_l10n-sandbox");

/// A server in a process of its own, which ends with this.
struct Server {
    child: Child,
    /// What it printed first.
    said: String,
    address: String,
    started_in: Duration,
}

impl Server {
    fn sandbox() -> Result<Self, Failure> {
        let mut command = Command::new(SANDBOX);
        let mut server = Self::start(command.args(["--listen", "127.0.0.1:0", "--json"]))?;
        let said: Value = serde_json::from_str(&server.said)?;
        let base = said["base_url"].as_str().ok_or("the sandbox told no address")?;
        let authority = base.trim_start_matches("http://").split('/').next();
        server.address = authority.unwrap_or_default().to_owned();
        Ok(server)
    }

    fn plain(body: &str) -> Result<Self, Failure> {
        let mut server = Self::start(Command::new(std::env::current_exe()?).args([PLAIN, body]))?;
        server.address = server.said.trim().to_owned();
        Ok(server)
    }

    fn start(command: &mut Command) -> Result<Self, Failure> {
        let began = Instant::now();
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut said = String::new();
        if let Some(stdout) = &mut child.stdout {
            BufReader::new(stdout).read_line(&mut said)?;
        }
        Ok(Self { child, said, address: String::new(), started_in: began.elapsed() })
    }

    fn token(&self) -> Result<String, Failure> {
        let said: Value = serde_json::from_str(&self.said)?;
        let token = said["tokens"]["read_write"].as_str();
        Ok(token.ok_or("the sandbox told no token")?.to_owned())
    }

    /// The memory it holds, in bytes.
    fn memory(&self) -> Result<u64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix("kB")).ok_or("no VmRSS")?;
        Ok(kib.trim().parse::<u64>()? * 1024)
    }

    /// The CPU time it took so far, user and system.
    fn cpu(&self) -> Result<Duration, Failure> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name in brackets may hold blanks; the times are the 12th and 13th fields behind it.
        let (_, fields) = stat.rsplit_once(')').ok_or("no name in stat")?;
        let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u32>);
        let ticks = ticks.sum::<Result<u32, _>>()?;
        Ok(Duration::from_secs(1) * ticks / TICKS_PER_SECOND)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Figure {
    wall: Duration,
    cpu: Duration,
}

/// So many requests, over all connections together.
fn load(server: &Server, request: &str, requests: u32) -> Result<Figure, Failure> {
    let (cpu, began) = (server.cpu()?, Instant::now());
    std::thread::scope(|scope| {
        let work = || -> Result<(), Failure> {
            let mut stream = TcpStream::connect(&server.address)?;
            stream.set_nodelay(true)?;
            for _ in 0..requests / CONNECTIONS {
                answer(&mut stream, request)?;
            }
            Ok(())
        };
        let threads: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|it| it.join().map_err(|_| "a thread panicked")?)
    })?;
    Ok(Figure { wall: began.elapsed(), cpu: server.cpu()?.saturating_sub(cpu) })
}

/// Sends a request, and answers with the body of its answer, which announces its length.
fn answer(stream: &mut TcpStream, request: &str) -> Result<Vec<u8>, Failure> {
    stream.write_all(request.as_bytes())?;
    let (mut received, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            return Err("the connection was closed".into());
        }
        received.extend_from_slice(&buffer[..count]);
        let Some(end) = received.windows(4).position(|four| four == b"\r\n\r\n") else {
            continue;
        };
        let head = str::from_utf8(&received[..end])?.to_ascii_lowercase();
        if !head.starts_with("http/1.1 200 ") {
            return Err(format!("an answer that is not meant: {head}").into());
        }
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
        let length: usize = length.ok_or("no length")?.trim().parse()?;
        if received.len() == end + 4 + length {
            return Ok(received.split_off(end + 4));
        }
    }
}

/// The baseline: one handler that answers everything with the same JSON.
#[tokio::main]
async fn plain(body: String) -> Result<(), Failure> {
    let handler = move || async move { ([("content-type", "application/json")], body.clone()) };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    Ok(axum::serve(listener, axum::Router::new().fallback(handler)).await?)
}

fn median(sorted: &[Duration]) -> Duration {
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

fn mega(bytes: u64) -> f64 {
    u32::try_from(bytes / 1_000).map_or(f64::INFINITY, f64::from) / 1_000.0
}
