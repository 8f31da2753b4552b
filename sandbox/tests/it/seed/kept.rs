//! Data that outlive the sandbox in a directory.

use std::fs;
use std::path::Path;
use std::time::Duration;

use l10n_sandbox::{Builder, Sandbox};
use serde_json::{Value, json};

use super::minimal;
use crate::program::{By, FREE_PORTS, Running, program};
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

/// Waits until this is so.
async fn until(is_so: impl Fn() -> bool) {
    while !is_so() {
        tokio::time::sleep(Duration::from_millis(10)).await;
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
    until(|| file(&path) == data).await;
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
    while kept(directory.path()).start().await.is_err() {
        tokio::time::sleep(Duration::from_millis(10)).await;
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

#[tokio::test]
async fn the_program_keeps_its_data_however_it_ends() {
    let directory = tempfile::tempdir().unwrap();
    let seed = directory.path().join("seed.json");
    fs::write(&seed, minimal().to_string()).unwrap();
    let kept = directory.path().join("data");
    let keys = || file(&kept)["projects"][0]["branches"][0]["keys"].as_array().unwrap().len();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    for (round, is_killed) in [(1, true), (2, false), (3, false)] {
        let mut command = program(&FREE_PORTS);
        command.arg("--seed").arg(&seed).arg("--data").arg(&kept);
        let (mut running, state) = Running::start(&mut command);
        assert_eq!(state["projects"][0]["key_ids"].as_array().unwrap().len(), round);
        let url = format!("{}/projects/shop/keys", state["base_url"].as_str().unwrap());
        let body = json!({ "keys": [{ "key_name": format!("{round}"), "platforms": ["web"] }] });
        let token = state["tokens"]["read_write"].as_str().unwrap();
        let request = http.post(url).header("X-Api-Token", token).json(&body);
        assert_eq!(request.send().await.unwrap().status(), 200);
        if is_killed {
            until(|| keys() == round + 1).await;
            running.0.kill().unwrap();
        } else {
            running.ask(By::System);
        }
        running.0.wait().unwrap();
        assert_eq!(keys(), round + 1);
    }
}
