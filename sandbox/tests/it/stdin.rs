//! The program and its standard input.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// The program, and the address of its control endpoints, which it prints when it serves.
fn started(arguments: &[&str], stdin: Stdio) -> (Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_l10n-sandbox"));
    command.args(["--listen", "127.0.0.1:0", "--json"]);
    command.args(arguments).stdin(stdin).stdout(Stdio::piped());
    let mut running = command.spawn().unwrap();
    let mut line = String::new();
    let stdout = running.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    let state: Value = serde_json::from_str(&line).unwrap();
    (running, state["control_url"].as_str().unwrap().to_owned())
}

#[test]
fn it_ends_with_its_standard_input_when_told_to() {
    let (mut running, _) = started(&["--stop-with-stdin"], Stdio::piped());
    let mut stdin = running.stdin.take().unwrap();
    stdin.write_all(b"skipped\n").unwrap();
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(running.try_wait().unwrap(), None, "the pipe is open");
    drop(stdin);
    assert!(running.wait().unwrap().success());
}

#[tokio::test]
async fn it_goes_on_without_a_standard_input_when_not_told_otherwise() {
    let (mut running, control) = started(&[], Stdio::null());
    std::thread::sleep(Duration::from_millis(200));
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let state = client.get(format!("{control}/state")).send().await.unwrap();
    assert_eq!(state.status(), 200);
    running.kill().unwrap();
    running.wait().unwrap();
}
