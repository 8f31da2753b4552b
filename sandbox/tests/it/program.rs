//! The program.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// Ends the program with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_l10n-sandbox"));
    command
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[tokio::test]
async fn it_prints_where_it_is_and_serves() {
    let mut running = Running(
        program(&["--listen", "127.0.0.1:0", "--json", "--rate-limit"])
            .spawn()
            .unwrap(),
    );
    let mut line = String::new();
    BufReader::new(running.0.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let state: Value = serde_json::from_str(&line).unwrap();
    let url = format!(
        "{}/projects/{}/files",
        state["base_url"].as_str().unwrap(),
        state["project"]["project_id"].as_str().unwrap()
    );
    let token = state["tokens"]["read_write"].as_str().unwrap();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut statuses = Vec::new();
    for _ in 0..7 {
        statuses.push(
            client
                .get(&url)
                .header("X-Api-Token", token)
                .send()
                .await
                .unwrap()
                .status()
                .as_u16(),
        );
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 200, 429]);
}

#[test]
fn it_explains_itself_and_refuses_what_it_does_not_know() {
    let help = program(&["--help"]).output().unwrap();
    assert!(help.status.success());
    assert!(
        String::from_utf8(help.stdout)
            .unwrap()
            .contains("--rate-limit")
    );
    let unknown = program(&["--fast"]).output().unwrap();
    assert!(!unknown.status.success());
    assert!(
        String::from_utf8(unknown.stderr)
            .unwrap()
            .contains("--fast")
    );
}

#[test]
fn shapes_and_strictness_are_chosen_at_the_start() {
    let arguments = [
        "--listen",
        "127.0.0.1:0",
        "--json",
        "--strict",
        "--shapes",
        "declared",
    ];
    let quirks = [
        "--quirk",
        "status_deletion=both",
        "--quirk",
        "timestamps=other",
    ];
    let mut running = Running(
        program(&[&arguments[..], &quirks].concat())
            .spawn()
            .unwrap(),
    );
    let mut line = String::new();
    let mut printed = BufReader::new(running.0.stdout.take().unwrap());
    printed.read_line(&mut line).unwrap();
    let state: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(state["strict"], true);
    for (name, shape) in [
        ("created_comments", "other"),
        ("status_deletion", "both"),
        ("timestamps", "other"),
        ("invited_contributor", "sample"),
    ] {
        assert_eq!(state["quirks"][name], shape, "{name}");
    }
}

#[test]
fn shapes_that_are_not_there_are_refused_with_those_that_are() {
    for (arguments, said) in [
        (["--shapes", "seen"], "observed, sample, declared"),
        (["--quirk", "time=other"], "timestamps"),
        (["--quirk", "timestamps=both"], "sample, other"),
        (["--quirk", "timestamps"], "NAME=SHAPE"),
    ] {
        let refused = program(&arguments).output().unwrap();
        assert!(!refused.status.success());
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(told.contains(said), "{told}");
    }
}
