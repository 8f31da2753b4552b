//! Signals, and Ctrl-Break on Windows: the program exits without waiting for the service, and
//! reports what the service may still be doing.

use std::io::Read as _;
use std::process::{Child, Command};
use std::time::Duration;

use crate::support::{Ran, World};
use l10n_sandbox::{Fault, Misbehavior};

/// Who stops the program.
#[derive(Clone, Copy)]
enum By {
    User,
    System,
}

#[cfg(unix)]
fn start(mut program: Command) -> Child {
    program.spawn().unwrap()
}

#[cfg(unix)]
fn send(child: &Child, by: By) {
    use nix::sys::signal::{Signal, kill};
    let signal = match by {
        By::User => Signal::SIGINT,
        By::System => Signal::SIGTERM,
    };
    let id = i32::try_from(child.id()).unwrap();
    kill(nix::unistd::Pid::from_raw(id), signal).unwrap();
}

/// Starts the program in a process group of its own, which alone gets the signal.
#[cfg(windows)]
fn start(mut program: Command) -> Child {
    use std::os::windows::process::CommandExt as _;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    program.creation_flags(CREATE_NEW_PROCESS_GROUP);
    program.spawn().unwrap()
}

#[cfg(windows)]
fn send(child: &Child, _: By) {
    struct Group(u32);
    impl send_ctrlc::Interruptible for Group {
        fn pid(&mut self) -> std::io::Result<Option<u32>> {
            Ok(Some(self.0))
        }
    }
    send_ctrlc::Interruptible::interrupt(&mut Group(child.id())).unwrap();
}

/// A response that takes longer than anyone waits.
const HUNG: Misbehavior = Misbehavior::Delay(Duration::from_secs(3600));

/// Stops the program, and waits until it exits.
async fn stop(child: Child, by: By) -> Ran {
    send(&child, by);
    let output = tokio::task::spawn_blocking(move || child.wait_with_output());
    Ran::of(output.await.unwrap().unwrap())
}

#[tokio::test]
async fn a_stopped_push_reports_what_the_service_may_still_do() {
    // On Windows no program can send what the system does.
    let system = if cfg!(windows) { (130, "Ctrl-C") } else { (143, "SIGTERM") };
    let user = if cfg!(windows) { (130, "Ctrl-C") } else { (130, "SIGINT") };
    for (hung, by, (code, signal), message, is_queued) in [
        ("uploadFile", By::User, user, "en.json: upload interrupted", false),
        ("getProcess", By::System, system, "the service is still importing it", true),
    ] {
        let world = World::configured("[[files]]\npattern = \"{lang}.json\"\n").await;
        world.write("en.json", r#"{"stopped": "x"}"#);
        world.sandbox.add_fault(Fault::new(HUNG).on(hung).always()).unwrap();
        let child = start(world.program(&["push", "--json"]));
        world.until_seen(hung).await;
        let ran = stop(child, by).await.ended(code);
        assert!(ran.stderr.contains(&format!("stopped by {signal}")), "{ran:?}");
        assert!(ran.stderr.contains(message), "{ran:?}");
        assert_eq!(ran.json()["outcome"], "stopped");
        assert_eq!(ran.json()["underway"][0]["process_id"].is_string(), is_queued);
    }
}

#[tokio::test]
async fn a_stopped_pull_changes_nothing() {
    let world = World::configured("[[files]]\npattern = \"locales/{lang}.json\"\n").await;
    world.write("locales/kept.json", "{}");
    let slow = Misbehavior::Drip { chunk: 1, pause: Duration::from_secs(3600) };
    world.sandbox.add_fault(Fault::new(slow).on("downloadBundle").always()).unwrap();
    let child = start(world.program(&["pull"]));
    world.until_seen("downloadBundle").await;
    stop(child, By::User).await.ended(130);
    let left = std::fs::read_dir(world.path("locales")).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["kept.json"]);
}

#[tokio::test]
async fn a_signal_ends_a_question() {
    let world = World::new().await;
    let mut program = world.program(&["init"]);
    program.stdin(std::process::Stdio::piped());
    let mut child = start(program);
    // Held open: nobody answers.
    let answers = child.stdin.take();
    let asked = tokio::task::spawn_blocking(move || {
        child.stderr.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        child
    });
    stop(asked.await.unwrap(), By::User).await.ended(130);
    drop(answers);
    assert!(!world.path("l10n.toml").exists());
}
