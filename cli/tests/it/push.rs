//! `l10n push`: the groups of the configuration, and what is told of each file.

use l10n_sandbox::{Fault, Misbehavior};
use serde_json::json;

use crate::support::{World, run};

#[tokio::test]
async fn groups_have_names_and_options_of_their_own() {
    let world = World::new().await;
    world.configure(
        "[languages]\nde-DE = \"de\"\n\
         [[push]]\nfiles = \"locales/{lang}/*.json\"\nname = \"{lang:_}/{name}\"\n\
         options = { tags = [\"source\"], replace_modified = true }\nonly = \"base\"\n\
         [[push]]\nfiles = \"locales/{lang}/*.json\"\nexcept = \"en\"\noptions = { tags = [\"translated\"] }\n",
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
    let away = Fault::new(Misbehavior::status(429))
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
        ran.stderr.contains("did you mean `replace_modified`?"),
        "{ran:?}"
    );
    assert!(world.seen("uploadFile").is_empty());
}
