//! Push: which files are sent under which names, how many at once, and what is told of each.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use l10n_client::types::ProcessStatus;
use l10n_client::{ErrorKind, Push, PushEvent, PushReport};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, Sandbox};
use tempfile::TempDir;

use crate::support::{World, world_of};

/// A world that imports at once.
async fn quick_world() -> World {
    let sandbox = Sandbox::builder().step(Duration::from_millis(1));
    world_of(sandbox.start().await.unwrap())
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, content) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    folder
}

fn push<'a>(world: &'a World, folder: &TempDir) -> Push<'a> {
    world
        .client
        .push(world.project.project_id)
        .base(folder.path())
}

/// The files at the service that were not there before, and how many keys they have.
async fn files(world: &World) -> BTreeMap<String, i64> {
    let list = world
        .client
        .list_files()
        .project_id(world.project.project_id);
    let files = list.send().await.unwrap().into_inner().files.into_iter();
    let new = files.filter(|file| file.file_id > Some(5000));
    new.map(|file| (file.filename.unwrap(), file.key_count.unwrap()))
        .collect()
}

/// Name and language of each file as they were sent.
fn names(report: &PushReport) -> Vec<(&str, &str)> {
    let files = report.files.iter().map(|pushed| &pushed.file);
    files.map(|file| (file.filename(), file.lang())).collect()
}

fn uploads(world: &World) -> usize {
    let seen = world.sandbox.requests();
    seen.iter()
        .filter(|seen| seen.operation.as_deref() == Some("uploadFile"))
        .count()
}

const THREE: [(&str, &str); 3] = [
    ("l/en/a.json", r#"{"new.one": "1", "new.two": "2"}"#),
    ("l/en/b.json", r#"{"new.three": "3"}"#),
    ("l/de/a.json", r#"{"new.one": "eins"}"#),
];

#[tokio::test]
async fn all_files_of_a_pattern_are_imported_in_their_language() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let report = push(&world, &folder)
        .glob("l/{lang}/*.json")
        .send()
        .await
        .unwrap();
    assert!(report.is_success(), "{report}");
    assert_eq!(
        names(&report),
        [
            ("l/de/a.json", "de"),
            ("l/en/a.json", "en"),
            ("l/en/b.json", "en")
        ]
    );
    for pushed in &report.files {
        assert_eq!(
            pushed.outcome.as_ref().unwrap().status,
            ProcessStatus::Finished
        );
    }
    let names: Vec<_> = files(&world).await.into_keys().collect();
    assert_eq!(names, ["l/de/a.json", "l/en/a.json", "l/en/b.json"]);
}

#[tokio::test]
async fn one_failure_does_not_lose_the_results_of_the_others() {
    let world = quick_world().await;
    let folder = folder(&[
        ("a.json", r#"{"new.a": "A"}"#),
        ("b.json", "{ broken"),
        ("c.json", r#"{"new.c": "C"}"#),
    ]);
    let report = push(&world, &folder)
        .file("a.json", "en")
        .file("b.json", "en")
        .file("missing.json", "en")
        .file("c.json", "no-such-language")
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
        ("b.json", ErrorKind::Failed),
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

#[tokio::test]
async fn names_and_options_are_the_callers() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let report = push(&world, &folder)
        .glob_in("l/{lang}/a.json", "en")
        .filename(|file| file.template().to_owned())
        .options(|body| {
            body.keys_to_values(true)
                .filename("not this")
                .lang_iso("fr")
        })
        .send()
        .await
        .unwrap();
    assert!(report.is_success(), "{report}");
    assert_eq!(names(&report), [("l/%LANG_ISO%/a.json", "en")]);
    assert_eq!(
        files(&world).await,
        BTreeMap::from([("l/%LANG_ISO%/a.json".to_owned(), 2)])
    );

    // The texts are the names of the keys now, so a push of the real texts is an update of each.
    let again = push(&world, &folder)
        .file(folder.path().join("l/en/a.json"), "en")
        .options(|body| body.replace_modified(true));
    let report = again.send().await.unwrap();
    assert_eq!(
        names(&report),
        [("l/en/a.json", "en")],
        "an absolute path is named from the base folder on"
    );
    let process = report.files[0].outcome.as_ref().unwrap();
    let file = &process.details.as_ref().unwrap().files.as_ref().unwrap()[0];
    assert_eq!(file.key_count_updated, Some(2));
}

#[tokio::test]
async fn a_file_is_pushed_once_for_a_language() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let pushing = push(&world, &folder).glob("l/en/*.json");
    let error = pushing.send().await.unwrap_err();
    assert!(error.to_string().contains("has no `{lang}`"), "{error}");

    let pushing = push(&world, &folder)
        .glob("**/{lang}/a.json")
        .glob_in("l/en/*", "en");
    let report = pushing.file("l/en/b.json", "en").send().await.unwrap();
    assert_eq!(report.files.len(), 3, "{report}");
    assert_eq!(uploads(&world), 3);
}

#[tokio::test]
async fn a_pattern_that_matches_nothing_is_an_error_unless_it_is_allowed() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let pushing = push(&world, &folder)
        .glob("l/{lang}/*.json")
        .glob("m/{lang}/*.json");
    let error = pushing.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(
        error
            .to_string()
            .contains("no file matches `m/{lang}/*.json`"),
        "{error}"
    );
    assert!(
        push(&world, &folder).send().await.is_err(),
        "there is nothing to push"
    );
    assert!(
        push(&world, &folder)
            .glob("{language}/x")
            .send()
            .await
            .is_err(),
        "not a pattern"
    );
    assert_eq!(world.sandbox.requests().len(), 0);

    let allowed = push(&world, &folder)
        .glob("m/{lang}/*.json")
        .allow_no_match(true);
    let report = allowed.send().await.unwrap();
    assert!(report.is_success() && report.files.is_empty());
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
    world.sandbox.add_fault(slow.always());
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
    let expected = [
        "a.json found",
        "b.json found",
        "a.json started",
        "a.json 0 of 12",
        "a.json 12 of 12",
        "a.json queued",
        "a.json finished",
        "b.json started",
        "b.json 0 of 1",
        "b.json 1 of 1",
        "b.json queued",
        "b.json Failed",
    ];
    assert_eq!(*told.lock().unwrap(), expected);
}

#[tokio::test]
async fn a_push_can_be_spawned_and_ends_when_it_is_dropped() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let (client, base) = (world.client.clone(), folder.path().to_owned());
    let slow = Fault::new(Misbehavior::Delay(Duration::from_secs(30))).on("uploadFile");
    world.sandbox.add_fault(slow.always());
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
