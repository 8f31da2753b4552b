//! What is told of a push: of each file, on the way and in the end.

use super::*;

#[tokio::test]
async fn one_failure_does_not_lose_the_results_of_the_others() {
    let world = quick_world().await;
    let folder = folder(&[
        ("a.json", r#"{"new.a": "A"}"#),
        ("b.json", "{ broken"),
        ("c.json", r#"{"new.c": "C"}"#),
    ]);
    let refused = Fault::new(Misbehavior::status(400)).on("uploadFile");
    let refused = refused.body_value("/lang_iso", "de");
    world.sandbox.add_fault(refused).unwrap();
    let report = push(&world, &folder)
        .file("a.json", "en")
        .file("b.json", "en")
        .file("missing.json", "en")
        .file("c.json", "de")
        .file("c.json", "en")
        .send()
        .await
        .unwrap();
    assert!(!report.is_success());
    let failed: Vec<_> = report
        .failed()
        .map(|(file, error)| (file.filename(), error.kind()))
        .collect();
    let expected = [
        ("b.json", ErrorKind::JobFailed),
        ("missing.json", ErrorKind::Io),
        ("c.json", ErrorKind::Status),
    ];
    assert_eq!(failed, expected);
    assert!(report.failed().next().unwrap().1.job_id().is_some());
    assert_eq!(
        files(&world).await,
        BTreeMap::from([("a.json".to_owned(), 1), ("c.json".to_owned(), 1)])
    );

    let shown = report.to_string();
    let lines: Vec<_> = shown.lines().collect();
    let line = |name: &str, rest: &str| format!("{}{rest}", folder.path().join(name).display());
    assert_eq!(lines.len(), 5);
    assert_eq!(
        lines[0],
        line(
            "a.json",
            " (en): finished; keys: 1 inserted, 0 updated, 0 skipped"
        )
    );
    assert!(
        lines[1].starts_with(&line("b.json", " (en): failed: ")),
        "{shown}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_name_that_would_begin_a_line_or_turn_it_is_shown_escaped() {
    let world = quick_world().await;
    let folder = folder(&[("a\nb\u{202e}c\u{2066}.json", "{}")]);
    let report = push(&world, &folder).glob_in("*.json", "en");
    let report = report.send().await.unwrap();
    let shown = report.to_string();
    assert_eq!(shown.lines().count(), 1, "{shown}");
    assert!(
        shown.contains(r"/a\nb\u{202e}c\u{2066}.json (en): "),
        "{shown}"
    );
}

#[tokio::test]
async fn no_more_files_than_allowed_are_on_their_way_at_once() {
    let world = quick_world().await;
    let contents: Vec<_> = (0..6)
        .map(|n| (format!("{n}.json"), format!(r#"{{"new.{n}": "x"}}"#)))
        .collect();
    let contents: Vec<_> = contents
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let folder = folder(&contents);
    // The service refuses the third request at the same time.
    world.sandbox.set_rate_limit(Some(RateLimit::new(1000, 2)));
    let slow = Fault::new(Misbehavior::Delay(Duration::from_millis(50))).on("uploadFile");
    world.sandbox.add_fault(slow.always()).unwrap();
    let pushing = || push(&world, &folder).glob_in("*.json", "en");
    let report = pushing().concurrency(2).send().await.unwrap();
    assert!(report.is_success(), "{report}");
    let report = pushing().concurrency(6).send().await.unwrap();
    assert!(
        report.failed().any(|(_, error)| error.is_rate_limited()),
        "{report}"
    );
}

#[tokio::test]
async fn each_step_of_each_file_is_told() {
    let world = quick_world().await;
    let folder = folder(&[("a.json", r#"{"n.a":"AB"}"#), ("b.json", "{")]);
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let listener = Arc::clone(&told);
    let report = push(&world, &folder)
        .glob_in("*.json", "en")
        .concurrency(1)
        .on_progress(move |file, event| {
            let event = match event {
                PushEvent::Found => "found".to_owned(),
                PushEvent::Started => "started".to_owned(),
                PushEvent::Sent { bytes, total } => format!("{bytes} of {}", total.unwrap()),
                PushEvent::Queued { process_id } if !process_id.is_empty() => "queued".to_owned(),
                PushEvent::Finished(process) => process.status.to_string(),
                PushEvent::Failed(error) => format!("{:?}", error.kind()),
                other => panic!("{other:?}"),
            };
            listener
                .lock()
                .unwrap()
                .push(format!("{} {event}", file.filename()));
        })
        .send()
        .await
        .unwrap();
    assert_eq!(report.files.len(), 2);
    let told = told.lock().unwrap();
    assert_eq!(told[..2], ["a.json found", "b.json found"]);
    // The second is sent when the first is queued, whichever is imported first.
    let of = |file: &str| -> Vec<_> {
        let steps = told.iter().filter_map(|said| said.strip_prefix(file));
        steps.skip(1).map(str::to_owned).collect()
    };
    let expected = ["started", "0 of 12", "12 of 12", "queued", "finished"];
    assert_eq!(of("a.json "), expected);
    let expected = ["started", "0 of 1", "1 of 1", "queued", "JobFailed"];
    assert_eq!(of("b.json "), expected);
    let place = |said: &str| told.iter().position(|told| told == said);
    assert!(place("a.json queued") < place("b.json started"));
}

#[tokio::test]
async fn a_push_can_be_spawned_and_ends_when_it_is_dropped() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let (client, base) = (world.client.clone(), folder.path().to_owned());
    let slow = Fault::new(Misbehavior::Delay(Duration::from_secs(30))).on("uploadFile");
    world.sandbox.add_fault(slow.always()).unwrap();
    let pushing = tokio::spawn(async move {
        let push = client.push("garnet-7041.26").base(base).concurrency(1);
        push.glob("l/{lang}/*.json").send().await
    });
    while uploads(&world) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    pushing.abort();
    assert!(pushing.await.unwrap_err().is_cancelled());
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(uploads(&world), 1);
}

#[tokio::test]
async fn what_cannot_be_read_is_told_in_the_words_of_the_system_and_once() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let report = push(&world, &folder)
        .file("l/en", "en")
        .file("absent.json", "en")
        .send()
        .await
        .unwrap();
    let shown = report.to_string();
    let lines: Vec<_> = shown.lines().collect();
    assert!(lines[0].ends_with("l/en`: it is a folder"), "{shown}");
    let missing = std::fs::read(folder.path().join("absent.json")).unwrap_err();
    let expected = format!("absent.json`: {missing}");
    assert!(lines[1].ends_with(&expected), "{shown}");
    assert_eq!(uploads(&world), 0);
}

#[tokio::test]
async fn an_upload_that_was_accepted_is_known_when_the_wait_for_it_fails() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let refused = Fault::new(Misbehavior::status(400)).on("getProcess");
    world.sandbox.add_fault(refused.always()).unwrap();
    let pushing = push(&world, &folder).file("l/en/a.json", "en");
    let report = pushing.send().await.unwrap();
    let (_, error) = report.failed().next().unwrap();
    assert!(error.job_id().is_some(), "{error}");
    assert_eq!(uploads(&world), 1);
}

#[tokio::test]
async fn totals_are_told_as_they_grow() {
    let world = quick_world().await;
    let folder = folder(&[
        ("a.json", r#"{"n.a":"AB"}"#),
        ("b.json", "{"),
        ("c.json", "{}"),
    ]);
    let told: Arc<Mutex<Vec<_>>> = Arc::default();
    let listener = Arc::clone(&told);
    let pushing = push(&world, &folder)
        .glob_in("*.json", "en")
        .file("none.json", "en");
    let pushing = pushing.on_totals(move |totals| listener.lock().unwrap().push(*totals));
    assert_eq!(pushing.send().await.unwrap().failed().count(), 2);
    let told = told.lock().unwrap();
    let last = told.last().unwrap();
    assert_eq!(last.stage, PushStage::Ended);
    assert_eq!((last.files, last.files_done, last.files_failed), (4, 4, 2));
    assert_eq!((last.bytes, last.bytes_sent), (15, 15));
    let grows = |count: fn(&l10n_client::PushTotals) -> u64| {
        told.windows(2).all(|two| count(&two[0]) <= count(&two[1]))
    };
    assert!(grows(|totals| totals.bytes_sent) && grows(|totals| totals.files_done as u64));
    assert!(told.iter().any(|totals| totals.files_done == 2), "{told:?}");
}
