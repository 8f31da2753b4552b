//! Conflicts: local changes that a pull must keep.

use l10n_sync::{Change, PullOptions, PushOptions, Side};

use crate::support::{World, change, group, reason};

const SOURCE: &str = "locales/en/a.json";
const PATH: &str = "locales/de/a.json";

async fn world() -> World {
    let world = World::new(&["en", "de"]).await;
    world.write(SOURCE, "{\n  \"a\": \"A\",\n  \"b\": \"B\"\n}\n");
    world.write(PATH, "{\n  \"a\": \"alt\",\n  \"b\": \"b\"\n}\n");
    world.round().await;
    world
}

async fn forced(world: &World) {
    let mut options = PullOptions::new();
    options.force = true;
    assert!(world.sync().pull(&options).await.unwrap().is_complete());
}

#[tokio::test]
async fn an_uncommitted_change_is_kept() {
    let world = world().await;
    world.commit();
    world.write(PATH, "{\"a\": \"mine\", \"b\": \"b\"}");
    let report = world.pull().await;
    assert_eq!(change(&report, PATH), Some(Change::Kept));
    assert!(reason(&report, PATH).contains("uncommitted"), "{report:?}");
    assert!(world.read(PATH).contains("mine"));
    // `--assume-unchanged` does not hide it.
    world.git(&["update-index", "--assume-unchanged", PATH]);
    assert!(!world.pull().await.is_complete());
    forced(&world).await;
    assert!(world.read(PATH).contains("alt"));
}

#[tokio::test]
async fn outside_git_nothing_is_replaced_without_force() {
    let world = world().await;
    world.translate("a", "de", "neu");
    let report = world.pull().await;
    assert!(reason(&report, PATH).contains("not in a Git working tree"), "{report:?}");
    assert!(world.read(PATH).contains("alt"));
    forced(&world).await;
    assert!(world.read(PATH).contains("neu"));
}

#[tokio::test]
async fn a_committed_fix_is_kept_until_it_is_pushed() {
    let world = world().await;
    world.commit();
    world.write(PATH, "{\n  \"a\": \"fixed\",\n  \"b\": \"b\"\n}\n");
    world.commit();
    // Another text changed at the service, so that its file is no version that Git knows.
    world.translate("b", "de", "b2");
    world.push().await;
    let report = world.pull().await;
    assert!(reason(&report, PATH).contains("older text `alt` of `a`"), "{report:?}");
    assert!(world.read(PATH).contains("fixed"));

    let mut options = PushOptions::new();
    options.replace = true;
    options.languages = vec!["de".to_owned()];
    options.paths = vec![PATH.to_owned()];
    assert!(world.sync().push(&options).await.unwrap().is_complete());
    assert_eq!(world.text("a", "de").unwrap(), "fixed");
    world.round().await;
}

#[tokio::test]
async fn a_fix_is_sent_without_the_other_texts_of_its_file() {
    let world = world().await;
    world.commit();
    world.write(PATH, "{\n  \"a\": \"fixed\",\n  \"b\": \"b\"\n}\n");
    world.commit();
    world.translate("b", "de", "b2");
    world.date("a", "de", "2020-01-01T00:00:00Z");
    let fixes = world.sync().push_fixes(&PushOptions::new()).await.unwrap();
    assert_eq!(fixes.len(), 1, "{fixes:?}");
    assert_eq!((fixes[0].key.as_str(), fixes[0].failure.as_deref()), ("a", None));
    assert_eq!(world.text("a", "de").unwrap(), "fixed");
    assert!(world.pull().await.is_complete());
    assert!(world.read(PATH).contains("fixed") && world.read(PATH).contains("b2"));
}

#[tokio::test]
async fn a_text_written_after_the_commit_is_no_older_one() {
    let world = world().await;
    world.commit();
    world.translate("a", "de", "neu");
    assert!(world.pull().await.is_complete());
    world.commit();
    // A translator returns to the first text.
    world.translate("a", "de", "alt");
    world.date("a", "de", "2100-01-01T00:00:00Z");
    let fixes = world.sync().push_fixes(&PushOptions::new()).await.unwrap();
    assert!(fixes[0].failure.as_deref().unwrap().contains("after the commit"), "{fixes:?}");
    assert!(fixes[0].is_skipped);
    assert_eq!(world.text("a", "de").unwrap(), "alt");
    // A pull cannot tell an import of the old text from a translator, and asks.
    assert!(reason(&world.pull().await, PATH).contains("older text `alt` of `a`"));
    forced(&world).await;
    world.commit();
    assert!(world.pull().await.is_complete());
}

#[tokio::test]
async fn a_fix_is_known_after_its_file_was_moved() {
    for (pattern, moves) in [
        ("src/{lang}/*.json", [["locales/en", "src/en"], ["locales/de", "src/de"]]),
        ("src/*.{lang}.json", [[SOURCE, "src/a.en.json"], [PATH, "src/a.de.json"]]),
    ] {
        let mut world = world().await;
        world.commit();
        // Settings that change the output of `git log`.
        world.git(&["config", "diff.relative", "true"]);
        world.git(&["config", "log.diffMerges", "first-parent"]);
        world.write(PATH, "{\n  \"a\": \"fixed\",\n  \"b\": \"b\"\n}\n");
        world.commit();
        std::fs::create_dir(world.folder.path().join("src")).unwrap();
        for [from, to] in moves {
            world.git(&["mv", from, to]);
        }
        world.commit();
        let mut group = group(pattern);
        group.name = Some("locales/%LANG_ISO%/*.json".to_owned());
        world.config.files = vec![group];
        let report = world.pull().await;
        assert_eq!(report.count(Change::Kept), 1, "{report:?}");
    }
}

#[tokio::test]
async fn a_file_that_was_removed_without_a_commit_is_kept() {
    let world = world().await;
    world.commit();
    world.remove(PATH);
    let report = world.pull().await;
    assert!(reason(&report, PATH).contains("not in a commit"), "{report:?}");
    forced(&world).await;
    assert!(world.exists(PATH));
}

#[tokio::test]
async fn values_that_are_no_texts_keep_their_types() {
    let world = World::new(&["en", "de"]).await;
    let text = "{\"list\": [\"a\", \"b\"], \"on\": true, \"t\": \"T\", \"none\": \"\"}\n";
    world.write("locales/en/a.json", text);
    world.write(PATH, text);
    world.round().await;
    assert_eq!(world.read(PATH), text);
    world.commit();
    world.translate("t", "de", "neu");
    assert!(reason(&world.pull().await, PATH).contains("type of `on`"));
    assert_eq!(world.read(PATH), text);
}

#[tokio::test]
async fn one_file_can_be_forced() {
    let world = world().await;
    world.write("locales/en/b.json", "{\"c\": \"C\"}");
    world.write("locales/de/b.json", "{\"c\": \"c\"}");
    world.round().await;
    world.commit();
    for (path, text) in [(PATH, "{\"a\": \"x\", \"b\": \"b\"}"), ("locales/de/b.json", "{}")] {
        world.write(path, text);
    }
    let mut options = PullOptions::new();
    options.force = true;
    options.paths = vec![PATH.to_owned()];
    let report = world.sync().pull(&options).await.unwrap();
    assert!(report.is_complete() && report.files.len() == 1, "{report:?}");
    assert!(world.read(PATH).contains("alt"));
    assert_eq!(world.read("locales/de/b.json"), "{}");
    options.paths = vec!["locales/de/c.json".to_owned()];
    let error = world.sync().pull(&options).await.unwrap_err();
    assert!(error.to_string().contains("no file of the configuration matches"), "{error}");
}

#[tokio::test]
async fn a_key_that_was_removed_everywhere_blocks_nothing() {
    let world = world().await;
    world.commit();
    world.write("locales/en/a.json", "{\n  \"a\": \"A\"\n}\n");
    world.write(PATH, "{\n  \"a\": \"alt\"\n}\n");
    world.commit();
    world.translate("a", "de", "neu");
    world.round().await;
    assert!(world.read(PATH).contains("neu"));
}

#[tokio::test]
async fn a_merged_fix_is_kept_too() {
    let world = world().await;
    world.commit();
    world.git(&["checkout", "-qb", "fix"]);
    world.write(PATH, "{\n  \"a\": \"fixed\",\n  \"b\": \"b\"\n}\n");
    world.commit();
    world.git(&["checkout", "-q", "main"]);
    world.write("other", "x");
    world.commit();
    world.git(&["merge", "-q", "--no-ff", "-m", "merge", "fix"]);
    let report = world.pull().await;
    assert_eq!(change(&report, PATH), Some(Change::Kept), "{report:?}");
}

#[tokio::test]
async fn a_translation_that_was_never_pushed_is_kept() {
    let world = world().await;
    world.commit();
    world.write("locales/en/a.json", "{\n  \"a\": \"A\",\n  \"b\": \"B\",\n  \"c\": \"C\"\n}\n");
    world.write(PATH, "{\n  \"a\": \"alt\",\n  \"b\": \"b\",\n  \"c\": \"c de\"\n}\n");
    world.commit();
    world.translate("b", "de", "b2");
    let report = world.pull().await;
    assert!(reason(&report, PATH).contains("`c`"), "{report:?}");
    world.round().await;
    assert!(world.read(PATH).contains("c de") && world.read(PATH).contains("b2"));
}

#[tokio::test]
async fn a_shallow_clone_keeps_files_and_reports_why() {
    let world = world().await;
    world.commit();
    world.commit();
    let clone = tempfile::tempdir().unwrap();
    let from = format!("file://{}", world.folder.path().display());
    world.git(&["clone", "-q", "--depth", "1", &from, clone.path().to_str().unwrap()]);
    let World { sandbox, config, .. } = world;
    let world = World { sandbox, folder: clone, config };
    world.translate("a", "de", "neu");
    let report = world.pull().await;
    assert!(reason(&report, PATH).contains("fetch-depth"), "{report:?}");
    let mut options = PullOptions::new();
    options.changed_since = Some("HEAD".to_owned());
    assert!(world.sync().pull(&options).await.unwrap().is_complete());
    assert!(world.read(PATH).contains("neu"));
}

#[tokio::test]
async fn a_reverted_commit_stays_reverted() {
    let world = World::new(&["en", "de"]).await;
    world.write("locales/en/a.json", "{\"a\": \"Good\"}");
    world.commit();
    world.round().await;
    world.write("locales/en/a.json", "{\"a\": \"Bad\"}");
    world.commit();
    world.round().await;
    world.git(&["revert", "--no-edit", "HEAD"]);
    // Even without a push before.
    let mut options = PullOptions::new();
    options.base = true;
    assert!(!world.sync().pull(&options).await.unwrap().is_complete());
    assert!(world.read("locales/en/a.json").contains("Good"));
    world.round().await;
    assert!(world.read("locales/en/a.json").contains("Good"));
}

#[tokio::test]
async fn a_service_without_texts_empties_nothing() {
    let world = world().await;
    world.commit();
    for key in ["a", "b"] {
        world.translate(key, "de", "");
    }
    let report = world.pull().await;
    assert!(reason(&report, PATH).contains("would empty it"), "{report:?}");
}

#[tokio::test]
async fn a_broken_repository_is_an_error() {
    let world = world().await;
    world.commit();
    world.translate("a", "de", "neu");
    world.write(".git/HEAD", "nonsense");
    let error = world.sync().pull(&PullOptions::new()).await.unwrap_err();
    assert!(matches!(error, l10n_sync::Error::Git(_)), "{error:?}");
}

#[tokio::test]
async fn an_export_of_some_texts_may_lack_others() {
    let mut world = world().await;
    world.commit();
    world.translate("a", "de", "");
    world.translate("b", "de", "b2");
    assert!(reason(&world.pull().await, PATH).contains("`a`"));
    let filter = serde_json::json!(["translated"]);
    world.config.files[0].export.insert("filter_data".to_owned(), filter);
    assert!(world.pull().await.is_complete());
    assert!(!world.read(PATH).contains("alt") && world.read(PATH).contains("b2"));
    // No text has passed the filter yet.
    world.commit();
    let filter = serde_json::json!(["reviewed_only"]);
    world.config.files[0].export.insert("filter_data".to_owned(), filter);
    let report = world.pull().await;
    assert_eq!(change(&report, PATH), Some(Change::Unchanged), "{report:?}");
}

#[tokio::test]
#[cfg(unix)]
async fn files_below_the_top_of_the_working_tree_are_protected_too() {
    let world = world().await;
    let repository = tempfile::tempdir().unwrap();
    let folder = repository.path().join("web app/\u{f6}");
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    // Moves the folder of the world into the repository.
    let old = world.folder.path().to_owned();
    std::fs::rename(&old, &folder).unwrap();
    std::os::unix::fs::symlink(&folder, &old).unwrap();
    let git = |arguments: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=n", "-c", "user.email=a@b"]).args(arguments);
        assert!(git.current_dir(repository.path()).status().unwrap().success());
    };
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-qm", "x"]);
    world.translate("b", "de", "b2");
    assert!(world.pull().await.is_complete());
    assert!(world.read(PATH).contains("b2"));
    world.write(PATH, "{\"a\": \"mine\"}");
    assert!(!world.pull().await.is_complete());
    std::fs::remove_file(&old).unwrap();
    std::fs::create_dir(&old).unwrap();
}

/// A merge replaces the text of the side that it does not take.
#[tokio::test]
async fn a_text_that_a_merge_replaced_does_not_come_back() {
    let world = world().await;
    world.commit();
    world.git(&["checkout", "-qb", "side"]);
    world.write(PATH, "{\n  \"a\": \"side\",\n  \"b\": \"b\"\n}\n");
    world.commit();
    world.git(&["checkout", "-q", "main"]);
    world.write(PATH, "{\n  \"a\": \"main\",\n  \"b\": \"b\"\n}\n");
    world.commit();
    world.git(&["merge", "-q", "-s", "ours", "-m", "merge", "side"]);
    world.translate("a", "de", "side");
    let report = world.pull().await;
    assert_eq!(change(&report, PATH), Some(Change::Kept), "{report:?}");
    assert!(world.read(PATH).contains("main"));
}

#[tokio::test]
async fn a_file_that_was_renamed_does_not_come_back() {
    let world = world().await;
    world.write("locales/en/b.json", "{\n  \"c\": \"C\"\n}\n");
    world.write("locales/de/b.json", "{\n  \"c\": \"c\"\n}\n");
    world.round().await;
    world.commit();
    world.git(&["rm", "-q", "locales/en/a.json", PATH]);
    world.commit();
    let report = world.pull().await;
    assert!(report.is_complete() && !world.exists(PATH), "{report:?}");
}

#[tokio::test]
async fn an_unknown_language_is_an_error() {
    let world = world().await;
    let mut options = PushOptions::new();
    options.languages = vec!["zz".to_owned()];
    let error = world.sync().push(&options).await.unwrap_err();
    assert!(error.to_string().contains("no language `zz`"), "{error}");
}

#[tokio::test]
async fn a_list_of_the_base_language_stays_a_list() {
    let world = World::new(&["en", "de"]).await;
    world.write("locales/en/a.json", r#"{"days": ["Mon", "Tue"], "a": "A"}"#);
    world.write(PATH, r#"{"a": "a"}"#);
    world.commit();
    world.push().await;
    world.translate("days::1", "de", "Di");
    assert!(reason(&world.pull().await, PATH).contains("type of `days`"));
    // An earlier version wrote an object.
    world.write(PATH, r#"{"a": "a", "days": {"1": "Di"}}"#);
    let problems = world.workspace().check(&[], &[]).unwrap().problems;
    assert!(problems[0].message.contains("is a list"), "{problems:?}");
    world.commit();
    world.translate("days::0", "de", "Mo");
    assert!(world.pull().await.is_complete());
    assert!(world.read(PATH).contains('['), "{}", world.read(PATH));
}

#[tokio::test]
async fn a_translation_of_deleted_keys_is_emptied() {
    let world = world().await;
    world.write("locales/en/a.json", r#"{"c": "C"}"#);
    world.commit();
    world.push().await;
    world.remove_keys(|key| key != "c");
    assert!(world.pull().await.is_complete());
    assert_eq!(world.read(PATH).trim(), "{}");
}

#[tokio::test]
async fn the_advice_names_a_command_that_works() {
    let mut world = world().await;
    world.commit();
    world.write(PATH, "{\n  \"a\": \"neu\",\n  \"b\": \"b\"\n}\n");
    world.commit();
    assert!(reason(&world.pull().await, PATH).contains("push --fixes"));
    world.config.files[0].push = Side::None;
    assert!(reason(&world.pull().await, PATH).contains("l10n keys set"));
}
