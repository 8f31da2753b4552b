//! What a plan says, and that sending it does that.

use super::*;

#[tokio::test]
async fn a_plan_sends_nothing_but_reads_and_says_what_would_be() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let pushing = push(&world, &folder)
        .glob("l/{lang}/*.json")
        .file("none.json", "en")
        .options(|body| body.tags(["ci"]))
        .filename_template("app/{lang}/{name}");
    let plan = pushing.plan().await.unwrap();
    let seen = world.sandbox.requests();
    let seen: Vec<_> = seen
        .iter()
        .map(|seen| seen.operation.as_deref().unwrap())
        .collect();
    assert_eq!(seen, ["listLanguages"]);

    let new = |name| (name, "new".to_owned());
    let mut expected = vec![
        new("app/de/a.json"),
        new("app/en/a.json"),
        new("app/en/b.json"),
    ];
    expected.push(("app/en/none.json", "unreadable".to_owned()));
    assert_eq!(states(&plan), expected);
    assert_eq!(plan.files()[0].size(), 20);
    let shown = plan.to_string();
    let lines: Vec<_> = shown.lines().collect();
    let [first, last] = ["l/de/a.json", "none.json"].map(|path| at(&folder, path));
    let line = format!("new: {first} (de) as app/de/a.json {{\"tags\":[\"ci\"]}}");
    assert_eq!(lines[0], line);
    assert!(
        lines[3].starts_with(&format!("unreadable: {last} (en) as ")),
        "{shown}"
    );
    assert_eq!(lines[4], "4 files: 3 to send (70 bytes), 1 unreadable");
    assert_eq!(lines.len(), 5);
}

#[tokio::test]
async fn what_a_plan_holds_is_sent_and_nothing_else() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let mut plan = push(&world, &folder)
        .glob("l/{lang}/*.json")
        .plan()
        .await
        .unwrap();
    plan.retain(|file| file.file().lang() == "en");
    write(&folder, "l/en/new.json", "{}");
    let report = plan.send().await.unwrap();
    assert_eq!(
        names(&report),
        [("l/en/a.json", "en"), ("l/en/b.json", "en")]
    );
    assert_eq!((uploads(&world), calls(&world, "listLanguages")), (2, 1));
    let names: Vec<_> = files(&world).await.into_keys().collect();
    assert_eq!(names, ["l/%LANG_ISO%/a.json", "l/%LANG_ISO%/b.json"]);
}

#[tokio::test]
async fn a_plan_that_cannot_be_made_says_why() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let trouble = Fault::new(Misbehavior::status(503)).on("listLanguages");
    world.sandbox.add_fault(trouble).unwrap();
    let pushing = push(&world, &folder).glob("l/{lang}/*.json");
    let error = pushing.plan().await.unwrap_err();
    assert_eq!(error.status().unwrap().as_u16(), 503);
    assert_eq!(error.operation(), Some("listLanguages"));
}
