//! Memory that a stranger must not be able to take.
#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

/// Ends the program with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Running {
    /// How much address space it has, in MiB.
    fn size(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let size = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
        let kib = size.unwrap().split_whitespace().next().unwrap();
        kib.parse::<u64>().unwrap() / 1024
    }
}

#[tokio::test]
async fn to_announce_a_large_body_takes_no_memory() {
    let program = Command::new(env!("CARGO_BIN_EXE_l10n-sandbox"))
        .args(["--listen", "127.0.0.1:0", "--json"])
        .stdout(Stdio::piped())
        .spawn();
    let mut running = Running(program.unwrap());
    let mut line = String::new();
    BufReader::new(running.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let state: Value = serde_json::from_str(&line).unwrap();
    let base = state["base_url"].as_str().unwrap();
    let host = base.trim_start_matches("http://").trim_end_matches("/v2");
    let before = running.size();
    let mut held = Vec::new();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(host).await.unwrap();
        let head = format!(
            "POST /v2/projects/x/files/upload HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{{",
            1536_u64 << 20
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        held.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let after = running.size();
    assert!(after < before + 1024, "{before} MiB before, {after} after");
}
