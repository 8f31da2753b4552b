//! `l10n push`: the groups of the configuration, and what is told of each file.

use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, ResetMoment};
use serde_json::json;

use crate::support::{World, run};

#[tokio::test]
async fn groups_have_names_and_options_of_their_own() {
    let world = World::new().await;
    world.configure(
        "[languages]\nde-DE = \"de\"\n\
         [[push]]\nfiles = \"locales/{lang}/*.json\"\nname = \"{lang:_}/{name}\"\n\
         options = { tags = [\"source\"], replace_modified = true }\nonly = \"base\"\n\
         [[push]]\nfiles = \"locales/{lang}/*.json\"\nexcept = \"en\"\n\
         options = { tags = [\"translated\"] }\n",
    );
    world.write("locales/en/app.json", r#"{"cli.hello": "Hello"}"#);
    world.write("locales/de-DE/app.json", r#"{"cli.hello": "Hallo"}"#);
    let ran = world.run(&["push", "--json"]).await.ended(0).json();
    let said: Vec<_> = ran["projects"][0]["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| {
            (
                file["filename"].as_str().unwrap(),
                file["lang_iso"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        said,
        [("en/app.json", "en"), ("locales/de-DE/app.json", "de")]
    );
    let bodies: Vec<_> = world
        .seen("uploadFile")
        .iter()
        .map(|seen| seen.body.as_ref().unwrap().json().unwrap())
        .collect();
    let tags: Vec<_> = bodies.iter().map(|body| body["tags"].clone()).collect();
    assert!(tags.contains(&json!(["source"])) && tags.contains(&json!(["translated"])));
}

#[tokio::test]
async fn some_that_fail_are_told_and_the_others_are_sent() {
    let world = World::new().await;
    world.configure("[[push]]\nfiles = \"{lang}.json\"\n");
    world.write("en.json", r#"{"cli.some": "x"}"#);
    world.write("de.json", "no json");
    let mut program = world.program(&["push", "--json"]);
    program.env("GITHUB_ACTIONS", "true");
    let ran = run(program).await.ended(1);
    let files = ran.json()["projects"][0]["files"]
        .as_array()
        .unwrap()
        .clone();
    assert_eq!(
        files
            .iter()
            .filter(|file| file["state"] == "failed")
            .count(),
        1
    );
    assert!(ran.stderr.contains("::error file="), "{ran:?}");

    // Alone it has the code of its kind.
    world
        .run(&["push", "de.json", "--lang", "de"])
        .await
        .ended(4);
    let away = Reply::new(429, ReplyBody::Empty).header("Retry-After", "3600");
    let away = Fault::new(Misbehavior::Respond(away))
        .on("uploadFile")
        .always();
    world.sandbox.add_fault(away).unwrap();
    world
        .run(&["push", "en.json", "--lang", "en"])
        .await
        .ended(3);
}

#[tokio::test]
async fn what_cannot_be_meant_is_refused_before_anything_is_sent() {
    let world = World::new().await;
    world.configure("");
    world.run(&["push"]).await.ended(2);
    world.run(&["push", "{lang}.none"]).await.ended(2);
    world.write("en.json", "{}");
    let options = ["push", "{lang}.json", "--options", "replace_modifed = true"];
    let ran = world.run(&options).await.ended(2);
    assert!(
        ran.stderr.contains("unknown key `options.replace_modifed`"),
        "{ran:?}"
    );
    assert!(world.seen("uploadFile").is_empty());
}

#[tokio::test]
async fn a_second_push_sends_nothing_and_one_changed_file_sends_one() {
    let world = World::new().await;
    world.configure("ledger = \"l10n.lock\"\n[[push]]\nfiles = \"{lang}.json\"\n");
    for lang in ["en", "de", "fr"] {
        world.write(
            &format!("{lang}.json"),
            &format!(r#"{{"cli.again": "{lang}"}}"#),
        );
    }
    let dry = world
        .run(&["push", "--dry-run", "--json"])
        .await
        .ended(0)
        .json();
    let planned = dry["projects"][0]["files"].as_array().unwrap();
    assert!(
        planned.iter().all(|file| file["state"] == "new") && planned.len() == 3,
        "{dry}"
    );
    let shown = world.run(&["push", "--dry-run"]).await.ended(0);
    assert_eq!(shown.stdout.lines().count(), 4, "each on a line: {shown:?}");
    assert!(world.seen("uploadFile").is_empty());

    let first = world.run(&["push"]).await.ended(0);
    assert!(first.stdout.ends_with("3 imported\n"), "{first:?}");
    let second = world.run(&["push"]).await.ended(0);
    assert_eq!(second.stdout, "3 unchanged\n");
    assert_eq!(world.seen("uploadFile").len(), 3);

    world.write("de.json", r#"{"cli.again": "anders"}"#);
    let status = world.run(&["status", "--check"]).await.ended(1);
    assert!(
        status.stdout.contains("changed: de.json (de)"),
        "{status:?}"
    );
    let third = world.run(&["push"]).await.ended(0);
    assert!(
        third.stdout.ends_with("1 imported, 2 unchanged\n"),
        "{third:?}"
    );
    assert_eq!(world.seen("uploadFile").len(), 4);
    world.run(&["push", "--all"]).await.ended(0);
    assert_eq!(world.seen("uploadFile").len(), 7);
}

#[tokio::test]
async fn keys_that_no_file_has_any_more_are_removed_where_that_is_asked_for() {
    let world = World::new().await;
    world.configure("[[push]]\nfiles = \"{lang}.json\"\n");
    world.write("en.json", r#"{"cli.stays": "x", "cli.goes": "y"}"#);
    world.run(&["push"]).await.ended(0);
    world.write("en.json", r#"{"cli.stays": "x"}"#);

    let shown = world
        .run(&["push", "--dry-run", "--absent-keys"])
        .await
        .ended(0);
    assert!(shown.stdout.contains("absent: cli.goes"), "{shown:?}");
    // One of two is more than 10 %.
    let refused = world
        .run(&["push", "--remove-absent-keys", "--json"])
        .await
        .ended(2);
    assert!(refused.stderr.contains("1 of the 2 keys"), "{refused:?}");
    assert!(world.seen("deleteKeys").is_empty());

    let removed = [
        "push",
        "--remove-absent-keys",
        "--up-to-percent",
        "50",
        "--json",
    ];
    let removed = world.run(&removed).await.ended(0).json();
    assert_eq!(removed["projects"][0]["absent_keys"][0]["fate"], "removed");
    let left = world.run(&["keys", "find", "cli."]).await.ended(0).stdout;
    assert!(
        left.contains("cli.stays") && !left.contains("cli.goes"),
        "{left}"
    );
}

#[tokio::test]
async fn a_lost_answer_is_no_failure_and_nothing_is_sent_twice() {
    let world = World::new().await;
    world.configure("[[push]]\nfiles = \"{lang}.json\"\n");
    world.write("en.json", r#"{"cli.lost": "x"}"#);
    let lost = Fault::new(Misbehavior::Reset(ResetMoment::AfterEffect)).on("uploadFile");
    world.sandbox.add_fault(lost).unwrap();
    let ran = world
        .run(&["push", "--json", "--progress", "json"])
        .await
        .ended(0);
    assert_eq!(ran.json()["projects"][0]["files"][0]["adopted"], true);
    assert_eq!(world.seen("uploadFile").len(), 1);
    let events: Vec<serde_json::Value> = ran
        .stderr
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let last = events.last().unwrap();
    assert_eq!(
        (&last["event"], &last["stage"]),
        (&json!("totals"), &json!("ended"))
    );
    assert_eq!(
        (&last["files"], &last["files_done"]),
        (&json!(1), &json!(1))
    );
    assert!(events.iter().any(|event| event["event"] == "adopted"));
}

#[tokio::test]
async fn a_push_need_not_wait_and_goes_to_several_branches() {
    let world = World::new().await;
    world.configure(
        "[[push]]\nfiles = \"{lang}.json\"\n\
         [[push]]\nfiles = \"{lang}.json\"\nbranch = \"other\"\n",
    );
    world.write("en.json", r#"{"cli.both": "x"}"#);
    let branch = [
        "api",
        "POST",
        "projects/{project}/branches",
        "--data",
        r#"{"name": "other"}"#,
    ];
    world.run(&branch).await.ended(0);
    let ran = world
        .run(&["push", "--without-waiting", "--json"])
        .await
        .ended(0)
        .json();
    let id = world.sandbox.project().project_id;
    let said: Vec<_> = ran["projects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|project| (&project["project"], &project["files"][0]["state"]))
        .collect();
    let queued = json!("queued");
    assert_eq!(
        said,
        [
            (&json!(id), &queued),
            (&json!(format!("{id}:other")), &queued)
        ]
    );
}

#[tokio::test]
async fn two_runs_at_once_send_each_file_once() {
    let world = World::new().await;
    world.configure("ledger = \"l10n.lock\"\n[[push]]\nfiles = \"{lang}/*.json\"\n");
    for file in 0..12 {
        world.write(
            &format!("en/{file}.json"),
            &format!(r#"{{"cli.at.once.{file}": "x"}}"#),
        );
    }
    let (one, other) = tokio::join!(world.run(&["push"]), world.run(&["push"]));
    let (one, other) = (one.ended(0), other.ended(0));
    assert_eq!(world.seen("uploadFile").len(), 12, "{one:?} {other:?}");
}
