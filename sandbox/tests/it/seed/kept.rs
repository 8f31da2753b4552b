//! Data that outlive the sandbox in a directory.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use l10n_sandbox::{Builder, Sandbox};
use serde_json::{Value, json};

use super::minimal;
use crate::support::Api;

fn kept(directory: &Path) -> Builder {
    Sandbox::builder().data_dir(directory)
}

fn file(directory: &Path) -> Value {
    serde_json::from_slice(&fs::read(directory.join("data.json")).unwrap()).unwrap()
}

async fn comment(api: &Api, text: &str) {
    let comment = json!({ "comments": [{ "comment": text }] });
    api.post("/keys/3101/comments", &comment).await.expect(200);
}

/// Waits until this is so, which is looked at now and then.
async fn until(pause: Duration, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(15));
        tokio::time::sleep(pause).await;
    }
}

#[tokio::test]
async fn a_sandbox_goes_on_where_the_last_one_ended() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("new/data");
    let api = Api::with(kept(&path)).await;
    assert_eq!(file(&path), api.sandbox.data(), "written at once");
    comment(&api, "one").await;
    let data = api.sandbox.data();
    until(Duration::from_millis(20), || file(&path) == data).await;
    comment(&api, "two").await;
    let data = api.sandbox.data();
    drop(api);
    assert_eq!(file(&path), data, "written in the end");

    let api = Api::with(kept(&path).seed(minimal())).await;
    assert_eq!(api.sandbox.data(), data, "the seed is for the first start");
    api.sandbox.reset();
    assert_eq!(api.sandbox.data()["projects"][0]["name"], "Shop");
}

#[tokio::test]
async fn a_directory_is_one_sandboxs() {
    let directory = tempfile::tempdir().unwrap();
    let first = kept(directory.path()).start().await.unwrap();
    let second = kept(directory.path()).start().await.map(drop);
    let told = second.unwrap_err().to_string();
    assert!(told.contains("another sandbox keeps its data in"), "{told}");
    drop(first);
    // The thread that writes may be about to let go of it.
    let start = Instant::now();
    while kept(directory.path()).start().await.is_err() {
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

#[tokio::test]
async fn a_broken_file_is_told_and_stays() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("data.json");
    for (broken, reason) in [
        ("{\"projects\": [", "no JSON: EOF while parsing a list at line 1"),
        ("{\"projects\": [{}]}", "projects[0]: missing field `name`"),
        ("", "no JSON: EOF"),
    ] {
        fs::write(&path, broken).unwrap();
        let started = kept(directory.path()).start().await.map(drop);
        let told = started.unwrap_err().to_string();
        assert!(told.starts_with(&format!("{}: {reason}", path.display())), "{told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), broken);
    }
    fs::write(directory.path().join("file"), "").unwrap();
    let started = kept(&directory.path().join("file")).start().await.map(drop);
    let told = started.unwrap_err().to_string();
    assert!(told.starts_with("cannot keep data in "), "{told}");
}

/// The program, with where it is.
struct Program(Child, Value);

impl Program {
    fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments).spawn().unwrap();
        let mut line = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut line).unwrap();
        if line.is_empty() {
            child.stderr.take().unwrap().read_to_string(&mut line).unwrap();
            panic!("{line}");
        }
        Self(child, serde_json::from_str(&line).unwrap())
    }

    async fn add_key(&self, name: &str) {
        let url = format!("{}/projects/shop/keys", self.1["base_url"].as_str().unwrap());
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let body = json!({ "keys": [{ "key_name": name, "platforms": ["web"] }] });
        let token = self.1["tokens"]["read_write"].as_str().unwrap();
        let request = client.post(url).header("X-Api-Token", token).json(&body);
        assert_eq!(request.send().await.unwrap().status(), 200);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_l10n-sandbox"));
    command.args(["--listen", "127.0.0.1:0", "--json"]).args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn keys(data: &Value) -> usize {
    data["projects"][0]["branches"][0]["keys"].as_array().unwrap().len()
}

#[tokio::test]
async fn the_program_keeps_its_data_when_it_is_terminated() {
    let directory = tempfile::tempdir().unwrap();
    let seed = directory.path().join("seed.json");
    fs::write(&seed, minimal().to_string()).unwrap();
    let kept = directory.path().join("data");
    let arguments = ["--seed", seed.to_str().unwrap(), "--data", kept.to_str().unwrap()];
    for round in 1..=3 {
        let mut program = Program::start(&arguments);
        assert_eq!(program.1["projects"][0]["key_ids"].as_array().unwrap().len(), round);
        program.add_key(&format!("key.{round}")).await;
        let id = program.0.id().to_string();
        let signal = ["-TERM", "-INT"][round % 2];
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        program.0.wait().unwrap();
        assert_eq!(keys(&file(&kept)), round + 1, "{signal}");
    }
}

#[tokio::test]
async fn whenever_the_program_is_killed_the_file_is_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("kept");
    let mut seed = minimal();
    let key =
        |number: usize| json!({ "name": format!("seed.{number}"), "description": "x".repeat(500) });
    seed["projects"][0]["keys"] = (0..2_000).map(key).collect();
    let file_of_seed = directory.path().join("seed.json");
    fs::write(&file_of_seed, seed.to_string()).unwrap();
    let arguments = ["--seed", file_of_seed.to_str().unwrap(), "--data", path.to_str().unwrap()];
    let unfinished = path.join("data.json.new");
    let mut before = 2_000;
    for round in 0..4_u64 {
        let mut program = Program::start(&arguments);
        let first = fs::metadata(path.join("data.json")).unwrap().modified().unwrap();
        program.add_key(&format!("key.{round}")).await;
        // In the midst of a write, or right after it.
        let is_written = || {
            let file = fs::metadata(path.join("data.json")).unwrap();
            unfinished.exists() || file.modified().unwrap() != first
        };
        until(Duration::from_millis(round), is_written).await;
        program.0.kill().unwrap();
        program.0.wait().unwrap();
        let kept = keys(&file(&path));
        assert!(kept >= before, "{kept} {before}");
        before = kept;
    }
}

#[test]
fn the_program_tells_what_is_wrong_with_a_seed() {
    let directory = tempfile::tempdir().unwrap();
    let seed = directory.path().join("seed.json");
    fs::write(&seed, r#"{"projects": [{"name": "a", "langauges": []}]}"#).unwrap();
    let output = command(&["--seed", seed.to_str().unwrap()]).output().unwrap();
    assert!(!output.status.success());
    let told = String::from_utf8(output.stderr).unwrap();
    let place = "seed.json: projects[0].langauges: unknown field `langauges`";
    assert!(told.contains(place) && told.contains("did you mean `languages`?"), "{told}");
}
