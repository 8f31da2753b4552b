//! Signals: the program ends within a second, and says what the service may still be doing.

use std::process::Child;
use std::time::{Duration, Instant};

use l10n_sandbox::{Fault, Misbehavior};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::support::{Ran, World};

/// Sends a signal, and waits for the end.
async fn stop(child: Child, signal: Signal) -> (Ran, Duration) {
    let began = Instant::now();
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
    let output = tokio::task::spawn_blocking(move || child.wait_with_output());
    (Ran::of(output.await.unwrap().unwrap()), began.elapsed())
}

#[tokio::test]
async fn a_push_says_what_may_have_been_received() {
    let world = World::new().await;
    world.configure("");
    world.write("en.json", r#"{"stopped": "x"}"#);
    let slow = Fault::new(Misbehavior::Delay(Duration::from_secs(30))).on("uploadFile");
    world.sandbox.add_fault(slow).unwrap();
    let child = world
        .program(&["push", "{lang}.json", "--json"])
        .spawn()
        .unwrap();
    world.until_seen("uploadFile").await;
    let (ran, took) = stop(child, Signal::SIGINT).await;
    assert!(took < Duration::from_secs(1), "{took:?}");
    let ran = ran.ended(130);
    assert!(ran.stderr.contains("stopped by SIGINT"), "{ran:?}");
    assert!(ran.stderr.contains("en.json: was being sent"), "{ran:?}");
    assert_eq!(ran.json()["outcome"], "stopped");
    assert_eq!(
        ran.json()["underway"][0]["process_id"],
        serde_json::Value::Null
    );
}

#[tokio::test]
async fn a_push_says_which_import_goes_on() {
    let world = World::new().await;
    world.configure("");
    world.write("en.json", r#"{"stopped": "x"}"#);
    let slow = Fault::new(Misbehavior::Delay(Duration::from_secs(30)))
        .on("getProcess")
        .always();
    world.sandbox.add_fault(slow).unwrap();
    let child = world.program(&["push", "{lang}.json"]).spawn().unwrap();
    world.until_seen("getProcess").await;
    let (ran, took) = stop(child, Signal::SIGTERM).await;
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert!(ran.ended(143).stderr.contains("goes on at the service"));
}

#[tokio::test]
async fn a_pull_leaves_the_folder_as_it_was() {
    let world = World::new().await;
    world.configure("");
    world.write("locales/kept.json", "{}");
    let slow = Misbehavior::Drip {
        chunk: 1,
        pause: Duration::from_millis(200),
    };
    world
        .sandbox
        .add_fault(Fault::new(slow).on("downloadBundle").always())
        .unwrap();
    let child = world
        .program(&["pull", "--format", "json", "--folder", "locales"])
        .spawn()
        .unwrap();
    world.until_seen("downloadBundle").await;
    let (ran, took) = stop(child, Signal::SIGINT).await;
    assert!(took < Duration::from_secs(1), "{took:?}");
    ran.ended(130);
    let left = std::fs::read_dir(world.path("locales")).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["kept.json"]);
}

#[tokio::test]
async fn a_question_can_be_left() {
    let world = World::new().await;
    let mut program = world.program(&["init"]);
    program.stdin(std::process::Stdio::piped());
    let mut child = program.spawn().unwrap();
    // Held open: nobody answers.
    let answers = child.stdin.take();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let (ran, took) = stop(child, Signal::SIGINT).await;
    drop(answers);
    ran.ended(130);
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert!(!world.path("l10n.toml").exists());
}
