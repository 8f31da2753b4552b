//! Push: which files are sent under which names, how many at once, and what is told of each.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use l10n_client::types::ProcessStatus;
use l10n_client::{ErrorKind, LanguageMap, Push, PushEvent, PushReport};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, Sandbox};
use tempfile::TempDir;

use crate::support::{World, world_of};

/// A world that imports at once.
async fn quick_world() -> World {
    let sandbox = Sandbox::builder().strict().step(Duration::from_millis(1));
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
    ("l/de/a.json", r#"{"new.four": "vier"}"#),
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
    // The service finds the language in the names.
    assert_eq!(names, ["l/%LANG_ISO%/a.json", "l/%LANG_ISO%/b.json"]);
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
async fn languages_are_mapped_and_names_made_by_a_template() {
    let world = quick_world().await;
    let folder = folder(&[("l/de-DE/a.json", r#"{"new.one": "1"}"#)]);
    let pushing = || push(&world, &folder).glob("l/{lang}/*.json");
    let map = || LanguageMap::new().pair("de-DE", "de");
    let mapped = pushing().languages(map());
    let report = mapped.filename_template("app/{lang}/{local_lang:_}-{name}");
    let report = report.send().await.unwrap();
    assert!(report.is_success(), "{report}");
    assert_eq!(names(&report), [("app/de/de_DE-a.json", "de")]);
    assert_eq!(report.files[0].file.local_lang(), "de-DE");

    world.sandbox.clear_requests();
    for (pushing, said) in [
        (
            pushing().filename_template("{language}"),
            "the unknown place `{language}`",
        ),
        (
            pushing().languages(map().pair("de-DE", "fr")),
            "paired with both `de` and `fr`",
        ),
    ] {
        let error = pushing.send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert!(error.to_string().contains(said), "{error}");
    }
    assert!(world.sandbox.requests().is_empty());
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
async fn a_file_is_pushed_once_however_its_path_is_spelled() {
    let world = quick_world().await;
    let folder = folder(&[("a.json", "{}"), ("en/b.json", "{}")]);
    let report = push(&world, &folder)
        .file("./a.json", "en")
        .glob_in("a.json", "en")
        .file("en/../a.json", "en")
        .file(folder.path().join("a.json"), "en")
        .file("a.json", "de");
    let report = report.send().await.unwrap();
    assert_eq!(names(&report), [("a.json", "en"), ("a.json", "de")]);
    assert_eq!(uploads(&world), 2);
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
async fn what_does_not_match_says_where_it_was_looked_for() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let base = folder.path().display();
    for (pattern, hint) in [
        ("l/{lang}/*.xml", String::new()),
        (
            "m/x/{lang}.json",
            format!("; there is no folder `{base}/m`"),
        ),
        (
            "l/en/a.json/{lang}",
            format!("; `{base}/l/en/a.json` is no folder"),
        ),
        (
            r"l\{lang}\*.json",
            r"; `\` is no separator: write `/`".to_owned(),
        ),
    ] {
        let error = push(&world, &folder)
            .glob(pattern)
            .send()
            .await
            .unwrap_err();
        let expected = format!("no file matches `{pattern}` in `{base}`{hint}");
        assert!(error.to_string().ends_with(&expected), "{error}");
    }
    let absent = folder.path().join("absent");
    let pushing = world.client.push("garnet-7041.26").base(&absent);
    let error = pushing.glob("{lang}.json").send().await.unwrap_err();
    let expected = format!("; there is no folder `{}`", absent.display());
    assert!(error.to_string().ends_with(&expected), "{error}");

    let pushing = world.client.push("garnet-7041.26").glob("*/{lang}.none");
    let error = pushing.send().await.unwrap_err();
    let current = std::env::current_dir().unwrap();
    let expected = format!(" in `{}`", current.display());
    assert!(error.to_string().ends_with(&expected), "{error}");
    assert!(world.sandbox.requests().is_empty());
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

/// How many keys the files of the project have.
async fn key_count(world: &World) -> i64 {
    let list = world
        .client
        .list_files()
        .project_id(world.project.project_id);
    let files = list.send().await.unwrap().into_inner().files;
    files.iter().filter_map(|file| file.key_count).sum()
}

#[tokio::test]
async fn keys_that_a_file_lacks_are_deleted_for_one_file_and_by_their_name_only() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let keys = key_count(&world).await;
    assert!(keys > 3);
    world.sandbox.clear_requests();

    let two = || push(&world, &folder).glob_in("l/en/*.json", "en");
    let error = two().delete_keys_absent_from_file(true).send().await;
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    assert!(
        error.to_string().contains("2 files are to be pushed"),
        "{error}"
    );

    let one = || push(&world, &folder).file("l/en/a.json", "en");
    for pushing in [
        one().options(|body| body.cleanup_mode(true)),
        one()
            .options(|body| body.cleanup_mode(true))
            .delete_keys_absent_from_file(true),
        two().options(|body| body.cleanup_mode(true)),
    ] {
        let error = pushing.send().await.unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("delete_keys_absent_from_file(true)"),
            "{error}"
        );
    }
    // Asked for by the last of them only.
    let count = std::sync::atomic::AtomicUsize::new(0);
    let last = two().options(|body| {
        let before = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        body.cleanup_mode(before == 1)
    });
    last.send().await.unwrap_err();
    assert!(world.sandbox.requests().is_empty());
    assert_eq!(key_count(&world).await, keys);

    let off = two().options(|body| body.cleanup_mode(false)).send().await;
    assert!(off.unwrap().is_success());
    assert_eq!(key_count(&world).await, keys + 3);
    let report = one().delete_keys_absent_from_file(true).send().await;
    assert!(report.unwrap().is_success());
    assert_eq!(key_count(&world).await, 2);
}

/// With one look at all others for each file this takes minutes; and on the thread of the runtime
/// nobody else would get on.
#[tokio::test]
async fn many_files_are_found_at_once_and_beside_the_runtime() {
    let world = quick_world().await;
    let folder = tempfile::tempdir().unwrap();
    for number in 0..20_000 {
        std::fs::write(folder.path().join(format!("{number}.json")), "").unwrap();
    }
    let ticks = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let ticked = Arc::clone(&ticks);
    let ticking = tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(1)).await;
            ticked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
    });
    let pushing = push(&world, &folder)
        .glob_in("*.json", "en")
        .glob_in("**/*.json", "en")
        .delete_keys_absent_from_file(true)
        .send();
    let ended = tokio::time::timeout(Duration::from_secs(20), pushing).await;
    ticking.abort();
    let error = ended.unwrap().unwrap_err();
    assert!(error.to_string().contains("20000 files"), "{error}");
    let ticks = ticks.load(std::sync::atomic::Ordering::Relaxed);
    assert!(ticks > 10, "{ticks}");
    assert!(world.sandbox.requests().is_empty());
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
