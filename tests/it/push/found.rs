//! Which files a push finds, each once.

use super::*;

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
async fn what_does_not_match_says_where_it_was_looked_for() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let base = folder.path().display();
    for (pattern, hint) in [
        ("l/{lang}/*.xml", String::new()),
        (
            "m/x/{lang}.json",
            format!("; there is no folder `{}`", at(&folder, "m")),
        ),
        (
            "l/en/a.json/{lang}",
            format!("; `{}` is no folder", at(&folder, "l/en/a.json")),
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
