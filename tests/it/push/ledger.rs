//! The ledger: what the service has is not sent again, whatever has happened in between.

use l10n_sandbox::ProcessEnd;

use super::*;

const LEDGER: &str = "l10n.lock";

fn with_ledger<'a>(world: &'a World, folder: &TempDir) -> Push<'a> {
    let pushing = push(world, folder).glob("l/{lang}/*.json");
    pushing
        .options(|body| body.replace_modified(true))
        .ledger(LEDGER)
}

/// The names of the files that a push sends.
async fn sent(pushing: Push<'_>) -> Vec<String> {
    let report = pushing.send().await.unwrap();
    assert!(report.is_success(), "{report}");
    names(&report)
        .into_iter()
        .map(|(name, _)| name.to_owned())
        .collect()
}

#[tokio::test]
async fn what_the_service_has_is_not_sent_again() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let pushing = || with_ledger(&world, &folder);
    assert_eq!(sent(pushing()).await.len(), 3);
    let ledger = std::fs::read_to_string(folder.path().join(LEDGER)).unwrap();
    assert_eq!(ledger.lines().count(), 3, "{ledger}");

    let report = pushing().send().await.unwrap();
    assert!(report.files.is_empty());
    assert_eq!(report.unchanged.len(), 3);
    assert_eq!(report.to_string(), "3 files unchanged\n");
    assert_eq!(uploads(&world), 3);
    assert_eq!(
        ledger,
        std::fs::read_to_string(folder.path().join(LEDGER)).unwrap()
    );

    write(&folder, "l/en/b.json", r#"{"new.three": "4"}"#);
    let plan = pushing().plan().await.unwrap();
    let expected = [
        ("l/de/a.json", "unchanged"),
        ("l/en/a.json", "unchanged"),
        ("l/en/b.json", "changed"),
    ];
    assert_eq!(
        states(&plan),
        expected.map(|(name, state)| (name, state.to_owned()))
    );
    assert_eq!(sent(pushing()).await, ["l/en/b.json"]);

    // Another option is another upload, and so are another name and another project.
    let tagged = || pushing().options(|body| body.tags(["ci"]));
    assert_eq!(sent(tagged()).await.len(), 3);
    assert!(sent(tagged()).await.is_empty());
    assert_eq!(sent(tagged().filename_template("x/{path}")).await.len(), 3);
    let other = world
        .client
        .push("opal-1180.26")
        .base(folder.path())
        .ledger(LEDGER);
    assert_eq!(sent(other.glob("l/{lang}/*.json")).await.len(), 3);

    let plan = tagged().all(true).plan().await.unwrap();
    assert!(
        plan.files()
            .iter()
            .all(|file| matches!(file.state(), PushState::Repeated))
    );
    assert_eq!(plan.send().await.unwrap().files.len(), 3);
    assert!(sent(tagged()).await.is_empty());
}

#[tokio::test]
async fn what_failed_is_sent_again() {
    let world = quick_world().await;
    let folder = folder(&[("l/en/a.json", "{ broken"), ("l/en/b.json", "{}")]);
    let pushing = || with_ledger(&world, &folder);
    assert_eq!(pushing().send().await.unwrap().failed().count(), 1);
    let plan = pushing().plan().await.unwrap();
    let expected = [("l/en/a.json", "changed"), ("l/en/b.json", "unchanged")];
    assert_eq!(
        states(&plan),
        expected.map(|(name, state)| (name, state.to_owned()))
    );
    assert_eq!(plan.send().await.unwrap().failed().count(), 1);
}

#[tokio::test]
async fn imports_that_nobody_has_waited_for_are_looked_at_by_the_next_push() {
    // They go on by a step whenever somebody looks.
    let sandbox = Sandbox::builder().strict().step_on_look();
    let world = world_of(sandbox.start().await.unwrap());
    let folder = folder(&THREE[..1]);
    let pushing = || with_ledger(&world, &folder);
    let report = pushing().without_waiting().send().await.unwrap();
    assert!(report.is_success(), "{report}");
    assert_eq!(
        report.files[0].outcome.as_ref().unwrap().status,
        ProcessStatus::Queued
    );
    assert_eq!(calls(&world, "getProcess"), 0);

    let plan = pushing().plan().await.unwrap();
    assert!(matches!(plan.files()[0].state(), PushState::Queued { .. }));
    let report = plan.send().await.unwrap();
    let process = report.files[0].outcome.as_ref().unwrap();
    assert_eq!(
        (process.status.clone(), uploads(&world)),
        (ProcessStatus::Finished, 1)
    );
    let looks = calls(&world, "getProcess");
    assert!(sent(pushing()).await.is_empty());
    assert_eq!(
        calls(&world, "getProcess"),
        looks,
        "it is known to be imported"
    );

    // One that fails is sent again, and so is one that is gone.
    write(&folder, "l/en/a.json", "{}");
    world
        .sandbox
        .end_next_process(ProcessEnd::failed("No space"));
    assert!(
        pushing()
            .without_waiting()
            .send()
            .await
            .unwrap()
            .is_success()
    );
    while let PushState::Queued { .. } = pushing().plan().await.unwrap().files()[0].state() {}
    assert_eq!(sent(pushing()).await, ["l/en/a.json"]);
    write(&folder, "l/en/a.json", r#"{"a": "b"}"#);
    assert!(
        pushing()
            .without_waiting()
            .send()
            .await
            .unwrap()
            .is_success()
    );
    let gone = Fault::new(Misbehavior::status(404)).on("getProcess");
    world.sandbox.add_fault(gone).unwrap();
    assert!(matches!(
        pushing().plan().await.unwrap().files()[0].state(),
        PushState::Changed
    ));
}

#[tokio::test]
async fn many_imports_that_nobody_has_waited_for_are_looked_at_together() {
    let sandbox = Sandbox::builder().strict().step(Duration::from_secs(30));
    let world = world_of(sandbox.start().await.unwrap());
    let names: Vec<_> = (0..12)
        .map(|number| format!("l/en/{number}.json"))
        .collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), "{}")).collect();
    let folder = folder(&files);
    let pushing = || with_ledger(&world, &folder);
    assert!(
        pushing()
            .without_waiting()
            .send()
            .await
            .unwrap()
            .is_success()
    );
    let plan = pushing().plan().await.unwrap();
    let is_queued = |state: &PushState| matches!(state, PushState::Queued { .. });
    assert!(
        plan.files().iter().all(|file| is_queued(file.state())),
        "{plan}"
    );
    assert_eq!(
        (calls(&world, "getProcess"), calls(&world, "listProcesses")),
        (0, 1)
    );
}

#[tokio::test]
async fn two_pushes_at_once_send_each_file_once() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let slow = Fault::new(Misbehavior::Delay(Duration::from_millis(100))).on("uploadFile");
    world.sandbox.add_fault(slow.always()).unwrap();
    let stages: Arc<Mutex<Vec<_>>> = Arc::default();
    let pushing = || {
        let stages = Arc::clone(&stages);
        let pushing = with_ledger(&world, &folder);
        pushing.on_totals(move |totals| stages.lock().unwrap().push(totals.stage))
    };
    // Both know of nothing that the service has.
    let plans = tokio::join!(pushing().plan(), pushing().plan());
    let reports = tokio::join!(plans.0.unwrap().send(), plans.1.unwrap().send());
    let reports = [reports.0.unwrap(), reports.1.unwrap()];
    let counts = reports.map(|report| (report.files.len(), report.unchanged.len()));
    assert_eq!(
        counts.iter().map(|(files, _)| files).sum::<usize>(),
        3,
        "{counts:?}"
    );
    assert_eq!(
        counts.iter().map(|(_, left)| left).sum::<usize>(),
        3,
        "{counts:?}"
    );
    assert_eq!(uploads(&world), 3);
    assert!(stages.lock().unwrap().contains(&PushStage::Waiting));
}

#[tokio::test]
async fn a_push_that_waits_for_another_can_be_dropped() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let held = std::fs::File::create(folder.path().join("l10n.lock.held")).unwrap();
    held.lock().unwrap();
    let pushing = with_ledger(&world, &folder).send();
    let waited = tokio::time::timeout(Duration::from_millis(300), pushing).await;
    assert!(waited.is_err());
    assert_eq!(uploads(&world), 0);
    drop(held);
    assert_eq!(sent(with_ledger(&world, &folder)).await.len(), 3);
}

#[tokio::test]
async fn a_file_that_changes_behind_the_plan_fails_and_is_sent_by_the_next_push() {
    let world = quick_world().await;
    let folder = folder(&THREE[..1]);
    let plan = with_ledger(&world, &folder).plan().await.unwrap();
    write(&folder, "l/en/a.json", r#"{"other": "text"}"#);
    let report = plan.send().await.unwrap();
    let (_, error) = report.failed().next().unwrap();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(
        error
            .to_string()
            .contains("changed since the push was planned"),
        "{error}"
    );
    assert!(!error.may_have_taken_effect() && files(&world).await.is_empty());
    // What it becomes after it was sent is not what the service has.
    let path = folder.path().join("l/en/a.json");
    let pushing = with_ledger(&world, &folder).on_progress(move |_, event| {
        if let PushEvent::Queued { .. } = event {
            std::fs::write(&path, r#"{"other": "again"}"#).unwrap();
        }
    });
    assert!(pushing.send().await.unwrap().is_success());
    assert_eq!(sent(with_ledger(&world, &folder)).await, ["l/en/a.json"]);
}

#[tokio::test]
async fn a_ledger_that_cannot_be_read_is_told_before_anything_is_sent() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    assert_eq!(sent(with_ledger(&world, &folder)).await.len(), 3);
    let text = std::fs::read_to_string(folder.path().join(LEDGER)).unwrap();
    world.sandbox.clear_requests();
    for (written, said) in [
        (text.replace(r#""v":1"#, r#""v":7"#), "version 7"),
        (
            format!("no line\n{text}"),
            "line 1 of this ledger is damaged",
        ),
    ] {
        write(&folder, LEDGER, &written);
        let error = with_ledger(&world, &folder).plan().await.unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
        assert_eq!(error.kind(), ErrorKind::Io);
    }
    assert!(world.sandbox.requests().is_empty());
    // Of what a merge has left unsettled nobody knows, and all else is known.
    let (first, others) = text.split_at(text.find('\n').unwrap() + 1);
    let other = first.replace(r#""content":""#, r#""content":"0"#);
    let conflict = format!("<<<<<<< HEAD\n{first}=======\n{other}>>>>>>> main\n{others}");
    write(&folder, LEDGER, &conflict);
    assert_eq!(sent(with_ledger(&world, &folder)).await.len(), 1);
    // A line that was not written to its end tells of nothing.
    write(&folder, LEDGER, &format!("{text}{}", &text[..40]));
    assert!(sent(with_ledger(&world, &folder)).await.is_empty());
    assert_eq!(
        text,
        std::fs::read_to_string(folder.path().join(LEDGER)).unwrap()
    );
}

#[tokio::test]
async fn files_that_were_pulled_are_marked_as_what_the_service_has() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let mut plan = with_ledger(&world, &folder).plan().await.unwrap();
    plan.retain(|file| file.file().lang() == "en");
    let marked = plan.files().len();
    assert!((1..3).contains(&marked), "{marked}");
    plan.mark_as_sent().await.unwrap();
    assert_eq!(uploads(&world), 0);
    assert_eq!(sent(with_ledger(&world, &folder)).await.len(), 3 - marked);
    write(&folder, "l/en/a.json", r#"{"other": "text"}"#);
    assert_eq!(sent(with_ledger(&world, &folder)).await, ["l/en/a.json"]);

    let plan = push(&world, &folder).glob("l/{lang}/*.json").plan().await;
    let error = plan.unwrap().mark_as_sent().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}
