//! Signals: the program exits without waiting for the service, and reports what the service may
//! still be doing.

use std::process::Child;
use std::time::Duration;

use l10n_sandbox::{Fault, Misbehavior};
use nix::sys::signal::{Signal, kill};

use crate::support::{GROUP, Ran, World};

/// A response that takes longer than anyone waits.
const HUNG: Misbehavior = Misbehavior::Delay(Duration::from_secs(3600));

/// Stops the program, and waits until it exits.
async fn stop(child: Child, signal: Signal) -> Ran {
    let id = i32::try_from(child.id()).unwrap();
    kill(nix::unistd::Pid::from_raw(id), signal).unwrap();
    let output = tokio::task::spawn_blocking(move || child.wait_with_output());
    Ran::of(output.await.unwrap().unwrap())
}

#[tokio::test]
async fn a_stopped_command_reports_what_the_service_may_still_do() {
    for (command, hung, signal, code, keys) in [
        ("push", "createKeys", Signal::SIGINT, 130, 1),
        ("push", "listKeys", Signal::SIGTERM, 143, 0),
        ("pull", "listKeys", Signal::SIGINT, 130, 0),
    ] {
        let world = World::configured(GROUP).await;
        world.write("en.json", r#"{"stopped": "x"}"#);
        let fault = world.sandbox.add_fault(Fault::new(HUNG).on(hung).always()).unwrap();
        let child = world.program(&[command, "--json"]).spawn().unwrap();
        // Only a hang reaches the limit.
        let limit = Duration::from_secs(300);
        world.sandbox.wait_for_requests(hung, 1, limit).await.unwrap();
        let ran = stop(child, signal).await.ended(code);
        assert!(ran.stderr.contains(&format!("stopped by {signal}")), "{ran:?}");
        assert_eq!(ran.stderr.contains("may still apply the request"), keys > 0, "{ran:?}");
        assert_eq!(ran.json()["outcome"], "stopped");
        assert_eq!(ran.json()["keys_underway"], keys);
        // The next push completes the work.
        world.sandbox.remove_fault(fault);
        world.run(&["push"]).await.ended(0);
        world.run(&["keys", "show", "stopped"]).await.ended(0);
    }
}
