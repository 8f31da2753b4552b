//! Imports that take their time: uploads go on meanwhile, and many are looked at together.

use l10n_sandbox::{Reply, ReplyBody};

use super::*;

const FILES: usize = 40;

/// A world that takes seconds for so many imports, one after the other, and a folder of files.
async fn slow_world() -> (World, TempDir) {
    let sandbox = Sandbox::builder().step(Duration::from_millis(50));
    let world = world_of(sandbox.start().await.unwrap());
    let files: Vec<_> = (0..FILES)
        .map(|file| {
            (
                format!("part{file}.json"),
                format!(r#"{{"slow.{file}": "x"}}"#),
            )
        })
        .collect();
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    (world, folder(&files))
}

#[tokio::test]
async fn uploads_do_not_wait_for_imports_and_many_are_looked_at_together() {
    let (world, folder) = slow_world().await;
    let push = push(&world, &folder).glob_in("*.json", "en").concurrency(2);
    let report = push.send().await.unwrap();
    assert!(report.is_success(), "{report}");
    let processes = report.files.iter().map(|pushed| pushed.outcome.as_ref());
    assert!(processes.flatten().all(|process| process.details.is_some()));

    // A push of two at a time that awaited each would be at its last files when the first end.
    let seen = world.sandbox.requests();
    let last = |operation: &str| {
        let mut seen = seen.iter();
        seen.rposition(|seen| seen.operation.as_deref() == Some(operation))
    };
    let ended = report.files.iter().map(|pushed| pushed.outcome.as_ref());
    assert_eq!(ended.flatten().count(), FILES);
    assert!(last("uploadFile") < last("listProcesses"));
    // Each is asked for once at its end, and now and then where others are few.
    let (asked, listed) = (calls(&world, "getProcess"), calls(&world, "listProcesses"));
    assert!((FILES..FILES * 3 / 2).contains(&asked), "{asked}");
    assert!((1..=20).contains(&listed), "{listed}");
}

#[tokio::test]
async fn who_may_not_read_the_list_asks_one_by_one() {
    let (world, folder) = slow_world().await;
    let refused = Fault::new(Misbehavior::status(403)).on("listProcesses");
    world.sandbox.add_fault(refused.always()).unwrap();
    let push = push(&world, &folder).glob_in("*.json", "en");
    let report = push.send().await.unwrap();
    assert!(report.is_success(), "{report}");
    assert_eq!(calls(&world, "listProcesses"), 1);
}

#[tokio::test]
async fn a_list_without_the_import_is_not_believed() {
    let (world, folder) = slow_world().await;
    let empty = ReplyBody::Json(serde_json::json!({"project_id": "p", "processes": []}));
    let empty = Misbehavior::Respond(Reply::new(200, empty));
    let empty = Fault::new(empty).on("listProcesses").always();
    world.sandbox.add_fault(empty).unwrap();
    let push = push(&world, &folder).glob_in("*.json", "en");
    let report = push.send().await.unwrap();
    assert!(report.is_success(), "{report}");
}

/// Lets each import look finished, with a file that failed.
fn fail_files(world: &World, status: &str) {
    let process = serde_json::json!({"process": {
        "process_id": "p", "type": "file-import", "status": "finished", "message": "",
        "details": {"files": [{"status": status, "message": "no such format"}]},
    }});
    let reply = Misbehavior::Respond(Reply::new(200, ReplyBody::Json(process)));
    let failed = Fault::new(reply).on("getProcess").always();
    world.sandbox.add_fault(failed).unwrap();
}

#[tokio::test]
async fn a_file_that_failed_in_an_import_that_finished_is_a_failure() {
    let world = quick_world().await;
    let folder = folder(&[("a.json", "{}")]);
    let pushing = || {
        let pushing = push(&world, &folder).glob_in("*.json", "en");
        pushing.ledger("l10n.lock")
    };
    // The second is none that the document lists.
    for status in ["failed", "rejected"] {
        fail_files(&world, status);
        let report = pushing().all(true).send().await.unwrap();
        let (_, error) = report.failed().next().expect("a failure");
        assert!(error.to_string().contains("no such format"), "{error}");
        world.sandbox.clear_faults();
    }
    // Nor is it taken for what the service has.
    fail_files(&world, "failed");
    let plan = pushing().plan().await.unwrap();
    assert!(matches!(plan.files()[0].state(), PushState::Changed));
}
