//! Keys that no file has any more: which they are, and when they are removed.

use super::*;

/// The names of all keys of the project.
async fn key_names(world: &World) -> Vec<String> {
    let mut keys = world.client.list_keys(world.project.project_id).stream();
    let mut names = Vec::new();
    while let Some(key) = keys.next().await {
        names.push(key.unwrap().key_name.unwrap().to_string());
    }
    names
}

/// Those that a push would remove.
fn absent<'p>(plan: &'p PushPlan<'_>) -> Vec<&'p str> {
    plan.absent_keys().iter().map(|key| key.name()).collect()
}

/// Files with these keys in English, which the project has.
async fn pushed(world: &World, files: &[(&str, &str)]) -> TempDir {
    let folder = folder(files);
    let report = push(world, &folder)
        .glob_in("**", "en")
        .send()
        .await
        .unwrap();
    assert!(report.is_success(), "{report}");
    folder
}

fn removing() -> AbsentKeys {
    AbsentKeys::remove().confirmed()
}

#[tokio::test]
async fn keys_that_no_file_has_are_shown_and_removed_when_asked_for() {
    let world = quick_world().await;
    let before = key_names(&world).await;
    let folder = pushed(
        &world,
        &[
            ("a.json", r#"{"one": "1", "two": "2"}"#),
            ("b.json", r#"{"six": "6"}"#),
        ],
    )
    .await;
    write(&folder, "a.json", r#"{"one": "1"}"#);
    let pushing = || push(&world, &folder).glob_in("*.json", "en");

    let plan = pushing()
        .absent_keys(AbsentKeys::show())
        .plan()
        .await
        .unwrap();
    assert_eq!(absent(&plan), ["two"]);
    let shown = plan.to_string();
    assert!(
        shown.contains("absent: two (key ") && shown.contains("1 of 3 keys"),
        "{shown}"
    );
    let report = plan.send().await.unwrap();
    assert_eq!(report.absent_keys[0].fate, AbsentKeyFate::Shown);
    assert!(
        report.to_string().contains("in no file any more"),
        "{report}"
    );
    assert_eq!(calls(&world, "deleteKeys"), 0);

    let report = pushing().absent_keys(removing()).send().await.unwrap();
    assert!(report.is_success(), "{report}");
    assert_eq!(report.absent_keys[0].fate, AbsentKeyFate::Removed);
    let left = key_names(&world).await;
    assert!(
        before.iter().all(|name| left.contains(name)),
        "keys of other files stay"
    );
    assert_eq!(left.len(), before.len() + 2);
}

#[tokio::test]
async fn a_key_that_any_file_has_stays() {
    let world = quick_world().await;
    let nested = r#"{"cart": {"title": "T", "total": "S"}, "items_one": "1", "items_other": "n"}"#;
    let folder = pushed(
        &world,
        &[("en/a.json", nested), ("en/b.json", r#"{"b": "b"}"#)],
    )
    .await;
    // One key has moved to another file, and others are written in another way.
    write(
        &folder,
        "en/a.json",
        r#"{"cart.total": "S", "items": {"one": "1", "other": "n"}}"#,
    );
    write(
        &folder,
        "en/b.json",
        r#"{"b": "b", "cart": {"title": "T"}}"#,
    );
    let pushing = || push(&world, &folder).absent_keys(removing());
    let plan = pushing().glob("{lang}/*.json").plan().await.unwrap();
    assert!(absent(&plan).is_empty(), "{plan}");

    write(&folder, "en/b.json", "{}");
    std::fs::create_dir(folder.path().join("de")).unwrap();
    write(&folder, "de/b.json", r#"{"b": "b", "cart::title": "T"}"#);
    // It is not sent, and keeps its keys all the same.
    let pushing = || pushing().glob("{lang}/*.json").only_languages(["en"]);
    assert!(absent(&pushing().plan().await.unwrap()).is_empty());
    write(&folder, "de/b.json", r#"{"b": "b"}"#);
    assert_eq!(absent(&pushing().plan().await.unwrap()), ["cart::title"]);

    // A key whose file is not pushed is nobody's to remove.
    let alone = push(&world, &folder)
        .absent_keys(removing())
        .file("en/b.json", "en");
    assert!(
        absent(&alone.plan().await.unwrap())
            .iter()
            .all(|name| *name == "b")
    );
    let mut plan = pushing().plan().await.unwrap();
    plan.retain(|file| file.file().path().ends_with("b.json"));
    assert!(absent(&plan).is_empty());
}

#[tokio::test]
async fn more_keys_than_allowed_are_refused_before_anything_is_sent() {
    let world = quick_world().await;
    let keys = |count: usize| {
        let keys = (0..count).map(|number| format!(r#""key{number}": "x""#));
        format!("{{{}}}", keys.collect::<Vec<_>>().join(","))
    };
    let folder = pushed(&world, &[("a.json", &keys(100))]).await;
    world.sandbox.clear_requests();
    for (left, options, allowed) in [
        (89, AbsentKeys::remove(), false),
        (90, AbsentKeys::remove(), true),
        (90, AbsentKeys::remove().up_to(9), false),
        (40, AbsentKeys::remove().up_to_percent(100.0), false),
        (
            40,
            AbsentKeys::remove().up_to_percent(100.0).up_to(60),
            true,
        ),
        (0, AbsentKeys::remove().confirmed(), true),
        (0, AbsentKeys::show(), true),
    ] {
        write(&folder, "a.json", &keys(left));
        let pushing = push(&world, &folder)
            .file("a.json", "en")
            .absent_keys(options.clone());
        let plan = pushing.plan().await.unwrap();
        assert_eq!(plan.absent_keys().len(), 100 - left);
        if allowed {
            continue;
        }
        let error = plan.send().await.unwrap_err();
        let said = format!("{} of the 100 keys", 100 - left);
        assert!(
            error.to_string().contains(&said) && error.to_string().contains("`confirmed`"),
            "{error}"
        );
    }
    assert_eq!((uploads(&world), calls(&world, "deleteKeys")), (0, 0));
    write(&folder, "a.json", &keys(90));
    let pushing = push(&world, &folder)
        .file("a.json", "en")
        .absent_keys(AbsentKeys::remove());
    let report = pushing.send().await.unwrap();
    assert_eq!(report.absent_keys.len(), 10);
    assert_eq!(files(&world).await["a.json"], 90);

    for wrong in [
        push(&world, &folder)
            .without_waiting()
            .absent_keys(removing()),
        push(&world, &folder).absent_keys(AbsentKeys::remove().up_to_percent(f64::NAN)),
    ] {
        let error = wrong.file("a.json", "en").plan().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    }
}

#[tokio::test]
async fn nothing_is_removed_unless_all_files_are_imported_and_the_keys_are_as_they_were() {
    let world = quick_world().await;
    let three = r#"{"one": "1", "two": "2", "three": "3", "four": "4"}"#;
    let folder = pushed(&world, &[("a.json", three)]).await;
    write(&folder, "a.json", "{}");
    write(&folder, "b.json", "{}");
    let pushing = || {
        push(&world, &folder)
            .glob_in("*.json", "en")
            .absent_keys(removing())
    };
    let refused = Fault::new(Misbehavior::status(400)).on("uploadFile");
    world.sandbox.add_fault(refused).unwrap();
    let report = pushing().send().await.unwrap();
    assert!(
        report
            .absent_keys
            .iter()
            .all(|key| key.fate == AbsentKeyFate::FilesFailed),
        "{report}"
    );
    assert_eq!(
        (report.absent_keys.len(), calls(&world, "deleteKeys")),
        (4, 0)
    );

    // Meanwhile one is renamed, one is archived, and one is deleted.
    let plan = pushing().plan().await.unwrap();
    let id = |name: &str| {
        plan.absent_keys()
            .iter()
            .find(|key| key.name() == name)
            .unwrap()
            .key_id()
    };
    let project = world.project.project_id;
    let update = |id| world.client.update_key(project, id);
    update(id("one")).key_name("renamed").send().await.unwrap();
    update(id("two")).is_archived(true).send().await.unwrap();
    world
        .client
        .delete_key(project, id("three"))
        .send()
        .await
        .unwrap();
    let report = plan.send().await.unwrap();
    let fates: Vec<_> = report
        .absent_keys
        .iter()
        .map(|key| (key.key.name(), key.fate))
        .collect();
    let expected = [
        ("one", AbsentKeyFate::Changed),
        ("two", AbsentKeyFate::Changed),
        ("three", AbsentKeyFate::Gone),
        ("four", AbsentKeyFate::Removed),
    ];
    assert_eq!(fates, expected, "{report}");
}

#[tokio::test]
async fn a_removal_whose_answer_is_lost_is_looked_up() {
    let world = quick_world().await;
    let folder = pushed(&world, &[("a.json", r#"{"one": "1", "two": "2"}"#)]).await;
    write(&folder, "a.json", "{}");
    let pushing = || {
        push(&world, &folder)
            .file("a.json", "en")
            .absent_keys(removing())
    };
    let refused = Fault::new(Misbehavior::status(403)).on("deleteKeys");
    world.sandbox.add_fault(refused).unwrap();
    let report = pushing().send().await.unwrap();
    assert_eq!(report.absent_keys[0].fate, AbsentKeyFate::NotRemoved);
    assert!(
        !report.is_success() && report.cleanup_error.is_some(),
        "{report}"
    );

    let lost = Fault::new(Misbehavior::Reset(ResetMoment::AfterEffect)).on("deleteKeys");
    world.sandbox.add_fault(lost).unwrap();
    let report = pushing().send().await.unwrap();
    assert!(report.is_success(), "{report}");
    assert!(
        report
            .absent_keys
            .iter()
            .all(|key| key.fate == AbsentKeyFate::Removed),
        "{report}"
    );
}

#[tokio::test]
async fn files_that_are_no_json_keep_what_they_may_have_and_those_that_are_no_text_keep_all() {
    let world = quick_world().await;
    let text = "cart.title=T\ncart.total=S\npage.intro=I\n";
    let folder = pushed(&world, &[("a.properties", text)]).await;
    let pushing = || {
        push(&world, &folder)
            .glob_in("*", "en")
            .absent_keys(AbsentKeys::show())
    };
    write(&folder, "a.properties", "cart.title=T\n");
    assert_eq!(
        absent(&pushing().plan().await.unwrap()),
        ["cart.total", "page.intro"]
    );
    // In doubt, a key is there.
    write(&folder, "a.properties", "cart.title=The total\n");
    assert_eq!(absent(&pushing().plan().await.unwrap()), ["page.intro"]);
    write(&folder, "book.xlsx", "PK\u{3}\u{4}");
    let plan = pushing().plan().await.unwrap();
    assert!(absent(&plan).is_empty());
    assert_eq!(plan.unreadable_for_absent_keys().len(), 1);
    assert!(
        plan.to_string().contains("no key counts as absent"),
        "{plan}"
    );
}
